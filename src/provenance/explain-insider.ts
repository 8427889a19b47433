// One row of a Form 3, 4 or 5 from its raw file to what is served of it.
import { form345 } from "../ingest/form345/index.ts";
import { placesInDocument } from "../ingest/form345/places.ts";
import { planStatement } from "../ingest/form345/plan-footnote.ts";
import type { Store } from "../store/store.ts";
import { symbolsIn } from "../symbols.ts";
import { asText, type Columns } from "./columns.ts";
import { DataSetTables } from "./data-set-tables.ts";
import type { ExplainedFact, Explanation } from "./explanation.ts";
import { explainedFields, type FieldNotes, type FieldOrigin } from "./fields.ts";
import { form345Reader } from "./form345-reader.ts";
import { outcomeFacts } from "./outcome-facts.ts";
import type { StoredDocument } from "./reading.ts";
import { parserRule, rulesOf } from "./rules.ts";
import { openStored, withoutContent } from "./stored-file.ts";

const follows: Record<string, string> = {
  accession_number: "the header, else the name of the file",
  is_derivative: "the table that holds the row",
  row_index: "the position among the transactions of its table, from 0",
  filed_on: "FILED AS OF DATE in the header, else an index, a data set or --filed",
  value: "shares x price, to the cent",
  delta_own_pct: "shares / (shares owned after -/+ shares), in percent",
  filing_delay_days: "filed_on - traded_on",
  security_class: "the title and the table, by security-classes.csv",
  is_amendment: "the form's type",
  footnote_ids: "footnoteId/@id anywhere in the row",
  owner_names: "rptOwnerName of all owners, as filed and turned round",
  content_hash: "digest of the other columns",
};
const hidden = new Set(["content_hash", "owner_names", "id"]);
/** what is on the row already is not told twice */
const ofFiling: FieldNotes = {
  origins: {},
  follows: {
    schema_version: "/ownershipDocument/schemaVersion",
    period_of_report: "/ownershipDocument/periodOfReport",
    original_submitted_on: "/ownershipDocument/dateOfOriginalSubmission",
    issuer_name_as_filed: "/ownershipDocument/issuer/issuerName",
    aff10b5_one: "/ownershipDocument/aff10b5One",
    not_subject_to_16: "/ownershipDocument/notSubjectToSection16",
    remarks: "/ownershipDocument/remarks",
    footnotes: "/ownershipDocument/footnotes/footnote",
    accepted_at: "ACCEPTANCE-DATETIME in the header, by New York's clock",
    filed_on_source: "where filed_on is known from",
  },
  hidden: new Set(
    "accession_number form_type filed_on company_cik ticker_as_filed source_url source_file_sha256 taken_from parser_version ingested_at".split(
      " ",
    ),
  ),
};
const lists = ["security-classes.csv", "share-classes.csv", "officer-roles.csv", "sic-codes.csv"];

/** Null for an unknown id. */
export async function explainInsiderTrade(store: Store, home: string, id: string): Promise<Explanation | null> {
  const reader = form345Reader(store, home);
  const documentId = await reader.documentOf(id);
  const [document] = documentId === null ? [] : await reader.stored([documentId]);
  const row = document?.rows.find((one) => String(one.id) === id);
  if (!document || !row) return null;
  const read = await reader.read(document);
  const again = "problem" in read ? undefined : read.rows.find((one) => reader.keyOf(one) === reader.keyOf(row));
  const origin = await originOf(store, home, document, row);
  const problem = "problem" in read ? read.problem : again ? null : "the file does not hold this row any more";
  return {
    kind: "insiderTrade",
    id,
    source: form345.name,
    documentId: document.id,
    url: asText(document.columns.source_url),
    file: origin.file,
    place: origin.place,
    problem,
    fields: [
      ...explainedFields(row, again, { origins: origin.fields, follows, hidden }),
      ...explainedFields(document.columns, "problem" in read ? undefined : read.columns, ofFiling, "filing: "),
    ],
    rules: [
      ...(await rulesOf(lists)),
      parserRule(document.columns, form345.documents.parserVersion),
      { name: "signal", version: asText(row.signal_version) ?? "" },
    ],
    derived: await derivedFacts(store, document, row),
  };
}

interface Origin {
  file: Explanation["file"];
  place: string | null;
  fields: Record<string, FieldOrigin>;
}

async function originOf(store: Store, home: string, document: StoredDocument, row: Columns): Promise<Origin> {
  if (document.columns.taken_from === "data_set") return await originInTables(store, home, document, row);
  const opened = await openStored(store, home, document.sha256);
  const nothing = { file: withoutContent(opened), place: null, fields: {} };
  if (opened.content === null) return nothing;
  const places = placesInDocument(opened.content, {
    accessionNumber: document.id,
    isDerivative: row.is_derivative === true,
    rowIndex: Number(row.row_index),
  });
  if (!places) return nothing;
  const fields = Object.entries(places.fields).map(([name, { path, filed }]) => [name, { place: path, filed }]);
  return { ...nothing, place: places.path, fields: Object.fromEntries(fields) };
}

/** Columns of the data sets' tables by ours. */
const inTables: Record<string, string> = {
  security_title: "SECURITY_TITLE",
  traded_on: "TRANS_DATE",
  transaction_code: "TRANS_CODE",
  acquired_disposed: "TRANS_ACQUIRED_DISP_CD",
  shares: "TRANS_SHARES",
  price: "TRANS_PRICEPERSHARE",
  shares_owned_after: "SHRS_OWND_FOLWNG_TRANS",
  value_owned_after: "VALU_OWND_FOLWNG_TRANS",
  ownership: "DIRECT_INDIRECT_OWNERSHIP",
  nature_of_ownership: "NATURE_OF_OWNERSHIP",
  exercise_price: "CONV_EXERCISE_PRICE",
  exercisable_on: "EXCERCISE_DATE",
  expires_on: "EXPIRATION_DATE",
  underlying_title: "UNDLYNG_SEC_TITLE",
  underlying_shares: "UNDLYNG_SEC_SHARES",
};

async function originInTables(store: Store, home: string, document: StoredDocument, row: Columns): Promise<Origin> {
  const found = await new DataSetTables(store, home).filing(document.id, document.sha256);
  const submission = withoutContent(await openStored(store, home, document.sha256));
  if ("problem" in found) return { file: submission, place: null, fields: {} };
  const table = row.is_derivative ? "DERIV_TRANS" : "NONDERIV_TRANS";
  const lines = found.lines.filter((line) => line.table === table);
  // surrogate keys rise with the rows of the form
  const line = lines.sort((a, b) => Number(a.cells[`${table}_SK`]) - Number(b.cells[`${table}_SK`]))[
    Number(row.row_index)
  ];
  if (!line) return { file: submission, place: null, fields: {} };
  const fields = Object.entries(inTables).map(([name, column]) => [
    name,
    { place: column, filed: line.cells[column] || null },
  ]);
  return {
    file: withoutContent(await openStored(store, home, line.sha256)),
    place: `${table}.tsv, line ${line.number}`,
    fields: Object.fromEntries(fields),
  };
}

/** Columns that the derivation writes, and what they follow from. */
const derivedColumns: Record<string, string> = {
  own_ticker: "the class of the row's own security, by title, filed symbol and share-classes.csv",
  first_filed_on: "the first filing that has this trade; entry and lateness count from it",
  price_quality: "closes around the trade date, else other filed prices of the company and class",
  date_quality: "the two dates",
  exercise_pair_id: "the row of the form's other table with the same day and number of shares",
  exercise_and_sale: "a sale of an owner of the form on the day of the exercise",
};

async function derivedFacts(store: Store, document: StoredDocument, row: Columns): Promise<ExplainedFact[]> {
  const id = String(row.id);
  const factors = row.signal_factors as { factor: string; points: number }[];
  return [
    ...(await companyFacts(store, row)),
    ...(await mistypedFacts(store, row)),
    planFact(document, row),
    ...Object.entries(derivedColumns).flatMap(([name, from]) =>
      name in row ? [{ name, value: asText(row[name]), from }] : [],
    ),
    {
      name: "signal",
      value: `${row.signal_score} ${row.signal_tier} ${row.signal_direction}`,
      from: factors.map(({ factor, points }) => `${factor} ${points > 0 ? "+" : ""}${points}`).join(", "),
    },
    ...(await outcomeFacts(store, "insider_outcomes", {
      id,
      // a restated row counts from the first filing of the trade
      filedOn: asText(row.first_filed_on) ?? String(row.filed_on),
      tradedOn: asText(row.traded_on),
    })),
    ...(await relationFacts(store, id, row)),
  ];
}

async function companyFacts({ pool }: Store, row: Columns): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<Columns>(
    `SELECT c.name, c.ticker, c.sector, c.industry, c.sic_code, c.as_of,
       (SELECT string_agg(t.symbol || ' ' || t.first_seen_on || ' to ' || t.last_seen_on || ' by ' || t.source, ', '
          ORDER BY t.last_seen_on DESC, t.symbol) FROM company_tickers t WHERE t.company_cik = c.cik) AS symbols
     FROM companies c WHERE c.cik = $1`,
    [row.company_cik],
  );
  const [company] = rows;
  if (!company) return [];
  return [
    {
      name: "company",
      value: asText(company.name),
      from: `CIK ${row.company_cik}, newest statement of ${asText(company.as_of) ?? "no day"}`,
    },
    {
      name: "ticker",
      value: asText(row.own_ticker) ?? asText(company.ticker),
      from: `${row.own_ticker ? `the title's class of shares, of the ` : ""}symbols of the company: ${asText(company.symbols) ?? "none"}`,
    },
    {
      name: "sector",
      value: asText(company.sector),
      from: `SIC ${asText(company.sic_code) ?? "unknown"} ${asText(company.industry) ?? ""}`.trim(),
    },
  ];
}

/** Symbols of the form that only filings name for the company, while another one bears them: they are none of its symbols. */
async function mistypedFacts({ pool }: Store, row: Columns): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<{ symbol: string; name: string; cik: string; listed: boolean }>(
    `SELECT h.symbol, c.name, c.cik, m.symbol IS NOT NULL AS listed
     FROM company_tickers h
     LEFT JOIN mistyped_symbols m ON (m.company_cik, m.symbol) = (h.company_cik, h.symbol)
     CROSS JOIN LATERAL (
       SELECT s.company_cik FROM company_symbols s WHERE s.symbol = h.symbol
       ORDER BY s.is_current DESC, s.last_seen_on DESC NULLS LAST, s.company_cik LIMIT 1
     ) AS b JOIN companies c ON c.cik = b.company_cik
     WHERE h.company_cik = $1 AND h.symbol = ANY($2)
       AND NOT EXISTS (SELECT FROM company_symbols s WHERE (s.company_cik, s.symbol) = (h.company_cik, h.symbol))
     ORDER BY array_position($2, h.symbol)`,
    [row.company_cik, symbolsIn(asText(row.ticker_as_filed))],
  );
  return rows.map(({ symbol, name, cik, listed }) => ({
    name: "mistyped_symbol",
    value: symbol,
    from:
      `only filings name it for this company, and ${listed ? "the SEC's lists" : "its own filings"} give it to ${name} (CIK ${cik}): ` +
      `not taken over, so that ticker is one of the company's other symbols, if any, and ticker=${symbol} does not find this row`,
  }));
}

/** What each footnote of the row says of a plan, beside the box. */
function planFact({ columns }: StoredDocument, row: Columns): ExplainedFact {
  const footnotes = columns.footnotes as Record<string, string>;
  const box =
    columns.aff10b5_one === null ? "the form has no box" : `the box is ${columns.aff10b5_one ? "" : "not "}ticked`;
  const said = (row.footnote_ids as string[]).flatMap((id) => {
    const statement = planStatement(footnotes[id] ?? "");
    return statement ? [`footnote ${id} says ${statement === "made" ? "under a plan" : "not under a plan"}`] : [];
  });
  return { name: "is_10b5_1", value: asText(row.is_10b5_1), from: [box, ...said].join(", ") };
}

async function relationFacts({ pool }: Store, id: string, row: Columns): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<{ clusters: string | null; supersedes: string | null }>(
    `SELECT (SELECT string_agg(cluster_id::text, ', ') FROM cluster_trades WHERE trade_id = $1) AS clusters,
       (SELECT string_agg(id::text, ', ') FROM insider_trades WHERE superseded_by_id = $1) AS supersedes`,
    [id],
  );
  return [
    {
      name: "cluster",
      value: rows[0]?.clusters ?? null,
      from: "purchases or sales of two or more people within 30 days",
    },
    { name: "superseded_by", value: asText(row.superseded_by_id), from: "an amendment that restates the row" },
    { name: "supersedes", value: rows[0]?.supersedes ?? null, from: "earlier rows that this one restates" },
  ];
}
