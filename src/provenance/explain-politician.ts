// One row of a Periodic Transaction Report from its raw file to what is served of it.
import { placeOnPages } from "../ingest/house/places.ts";
import { ReadFailed, readIsolated } from "../ingest/isolated/isolated.ts";
import { matchingVersion } from "../ingest/legislators/member-directory.ts";
import { sourcesOf } from "../store/source-tables.ts";
import type { Store } from "../store/store.ts";
import { asText, type Columns } from "./columns.ts";
import { congressReader } from "./congress-reader.ts";
import type { ExplainedFact, Explanation } from "./explanation.ts";
import { explainedFields, type FieldNotes, type FieldOrigin } from "./fields.ts";
import { outcomeFacts } from "./outcome-facts.ts";
import type { StoredDocument } from "./reading.ts";
import { parserRule, rulesOf } from "./rules.ts";
import { openStored, withoutContent } from "./stored-file.ts";

const follows: Record<string, string> = {
  report_id: "the DocID or uuid of the document",
  row_index: "the position in the report, from 0",
  bioguide_id: "the member who filed, by name, chamber, seat and dates",
  filed_on: "House: the Clerk's index, else the signature; Senate: the page",
  original_filed_on: "the report that this one amends",
  party: "the member's term on the trade date",
  chamber: "the member's term on the trade date",
  state: "the member's term on the trade date",
  district: "the member's term on the trade date",
  ticker: "ticker_as_filed in our spelling",
  security_class: "type, symbol and name of the asset, by security-classes.csv",
};
const hidden = new Set(["content_hash", "id"]);
const ofReport: FieldNotes = {
  origins: {},
  follows: {
    title: "House: the Clerk's index; Senate: the heading of the page",
    filer_as_filed: "House: the line Name; Senate: the second heading",
    is_amendment: "the title",
    amendment_number: "the title",
    status: "what could be read",
    stated_transactions: "(n transactions total) on the page",
  },
  hidden: new Set(
    "id chamber doc_id bioguide_id filed_on source_url source_file_sha256 parser_version ingested_at amends_report_id".split(
      " ",
    ),
  ),
};
const lists = ["security-classes.csv", "sic-codes.csv", "committee-jurisdictions.csv", "nicknames.csv"];

/** Null for an unknown id. */
export async function explainPoliticianTrade(store: Store, home: string, id: string): Promise<Explanation | null> {
  for (const { name: source, documents } of sourcesOf("congress")) {
    const reader = congressReader(source, store, home);
    const documentId = await reader.documentOf(id);
    const [document] = documentId === null ? [] : await reader.stored([documentId]);
    const row = document?.rows.find((one) => String(one.id) === id);
    if (!document || !row) continue;
    const read = await reader.read(document);
    const again = "problem" in read ? undefined : read.rows.find((one) => reader.keyOf(one) === reader.keyOf(row));
    const origin = await originOf(store, home, document, Number(row.row_index));
    const matched = "problem" in read ? null : (read.matched ?? null);
    return {
      kind: "politicianTrade",
      id,
      source,
      documentId: document.id,
      url: asText(document.columns.source_url),
      file: origin.file,
      place: origin.place,
      problem: "problem" in read ? read.problem : again ? null : "the file does not hold this row any more",
      fields: [
        ...explainedFields(row, again && { ...again, original_filed_on: row.original_filed_on }, {
          origins: origin.fields,
          follows,
          hidden,
        }),
        ...explainedFields(document.columns, "problem" in read ? undefined : read.columns, ofReport, "report: "),
      ],
      rules: [
        ...(await rulesOf(lists)),
        parserRule(document.columns, documents.parserVersion),
        { name: "matching of members", version: String(matchingVersion) },
      ],
      derived: await derivedFacts(store, document, row, matched),
    };
  }
  return null;
}

interface Origin {
  file: Explanation["file"];
  place: string | null;
  fields: Record<string, FieldOrigin>;
}

async function originOf(store: Store, home: string, document: StoredDocument, rowIndex: number): Promise<Origin> {
  const opened = await openStored(store, home, document.sha256);
  const file = withoutContent(opened);
  if (opened.content === null) return { file, place: null, fields: {} };
  try {
    const read = document.columns.chamber === "House" ? inPdf : inPage;
    return { file, ...(await read(opened.content, rowIndex)) };
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return { file, place: null, fields: {} };
  }
}

type Found = Omit<Origin, "file">;

const notFound: Found = { place: null, fields: {} };

const inSenate: Record<string, string> = {
  traded_on: "transaction date",
  owner: "owner",
  ticker_as_filed: "ticker",
  asset_name: "asset name",
  asset_type: "asset type",
  trade_type: "type",
  amount_range: "amount",
  amount_low: "amount",
  amount_high: "amount",
  amount_mid: "amount",
  comment: "comment",
};

async function inPage(bytes: Buffer, rowIndex: number): Promise<Found> {
  const cells = await readIsolated("senateCells", bytes, rowIndex);
  if (!cells) return notFound;
  const fields = Object.entries(inSenate).map(([name, head]) => [
    name,
    { place: `column ${head}`, filed: cells[head] ?? null },
  ]);
  return { place: `row ${rowIndex + 1} of the table of transactions`, fields: Object.fromEntries(fields) };
}

async function inPdf(bytes: Buffer, rowIndex: number): Promise<Found> {
  const found = await placeOnPages(bytes, rowIndex);
  if (!found) return notFound;
  const { asset, type, owner, tradedOn, notifiedOn, amount, capitalGains, id, details } = found.row;
  const cell = (column: string, filed: string | undefined) => ({ place: `cell ${column}`, filed: filed || null });
  const comment = [details.description, details.comments].filter(Boolean).join("; ");
  const amounts = ["amount_range", "amount_low", "amount_high", "amount_mid"].map((name) => [
    name,
    cell("Amount", amount),
  ]);
  const assets = ["asset_name", "asset_type", "ticker_as_filed"].map((name) => [name, cell("Asset", asset)]);
  const status = ["is_amendment", "withdraws"].map((name) => [name, cell("Filing Status", details.filingStatus)]);
  return {
    place: found.place,
    fields: {
      ...Object.fromEntries([...amounts, ...assets, ...status]),
      publisher_row_id: cell("ID", id),
      owner: cell("Owner", owner),
      trade_type: cell("Transaction Type", type),
      traded_on: cell("Date", tradedOn),
      notified_on: cell("Notification Date", notifiedOn),
      cap_gains_over_200: cell("Cap. Gains > $200?", capitalGains),
      account: cell("Subholding Of", details.subholdingOf),
      comment: cell("Description, Comments", comment),
    },
  };
}

async function derivedFacts(
  store: Store,
  { columns }: StoredDocument,
  row: Columns,
  matched: string | null,
): Promise<ExplainedFact[]> {
  const filed = row.is_amendment ? "original_filed_on" : "filed_on";
  return [
    {
      name: "member",
      value: asText(row.bioguide_id),
      from: `${JSON.stringify(columns.filer_as_filed)}: ${matched ?? "no member is sure now"}`,
    },
    ...(await companyFacts(store, row)),
    { name: "delay_days", value: asText(row.delay_days), from: `${filed} - traded_on` },
    { name: "date_quality", value: asText(row.date_quality), from: "the two dates, and the day of the derivation" },
    { name: "is_late", value: asText(row.is_late), from: "delay_days over 45, where date_quality is ok" },
    {
      name: "is_late_statutory",
      value: asText(row.is_late_statutory),
      from: "30 days after notified_on or 45 after traded_on, whichever is earlier",
    },
    ...(await committeeFacts(store, row)),
    ...(await outcomeFacts(store, "politician_outcomes", {
      id: String(row.id),
      filedOn: String(row.filed_on),
      tradedOn: asText(row.traded_on),
    })),
    { name: "superseded_by", value: asText(row.superseded_by_id), from: "a row of an amendment that restates it" },
  ];
}

async function companyFacts({ pool }: Store, row: Columns): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<Columns>("SELECT name, sic_code FROM companies WHERE cik = $1", [row.company_cik]);
  const [company] = rows;
  const issuer = company ? `${company.name}, CIK ${row.company_cik}` : null;
  return [
    { name: "company", value: issuer, from: `who bore the symbol ${asText(row.ticker) ?? "(none)"} on the trade date` },
    {
      name: "sector",
      value: asText(row.sector),
      from: company
        ? `SIC ${asText(company.sic_code) ?? "unknown"} ${asText(row.industry) ?? ""}`.trim()
        : "no issuer is known",
    },
  ];
}

/** The seats of the trade date whose jurisdiction covers the issuer, with the snapshots and the line of the reviewed map. */
async function committeeFacts({ pool }: Store, row: Columns): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<{ code: string; name: string; seat: string; covering: string }>(seatsOf, [
    row.bioguide_id,
    row.traded_on,
    row.industry,
    row.sector,
  ]);
  const judged = {
    name: "is_committee_trade",
    value: asText(row.is_committee_trade),
    from: `committee_data ${row.committee_data}`,
  };
  const seats = rows.map(({ code, name, seat, covering }) => ({
    name: `committee ${code}`,
    value: name,
    from: `${seat}; ${covering}`,
  }));
  return [judged, ...seats];
}

const seatsOf = `
  SELECT c.code, c.name,
    'seat from ' || m.valid_from || ' to ' || coalesce(m.valid_to::text, 'now') || ', seen from ' || m.seen_from AS seat,
    (SELECT string_agg('covers ' || coalesce(j.industry, j.sector) || ' (' || j.reason || ')', ', ') FROM committee_jurisdictions j
     WHERE j.committee_code = c.code AND (j.industry = $3 OR (j.industry IS NULL AND j.sector = $4))) AS covering
  FROM committee_memberships m JOIN committees c ON c.code = m.committee_code
  WHERE m.bioguide_id = $1 AND $2::date >= m.valid_from AND $2::date < coalesce(m.valid_to, 'infinity')
    AND EXISTS (SELECT FROM committee_jurisdictions j
      WHERE j.committee_code = c.code AND (j.industry = $3 OR (j.industry IS NULL AND j.sector = $4)))
    AND NOT EXISTS (SELECT FROM committee_jurisdictions j WHERE j.committee_code = c.code AND j.general)
  ORDER BY c.code, m.seen_from`;
