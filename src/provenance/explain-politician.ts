// Explains one row of a Periodic Transaction Report, from its raw file to the values that the API returns.
import type { Columns } from "../ingest/provenance.ts";
import { coversIssuer, deadlineDays, isMatchingSeat, noticeDays } from "../store/sql/rules.ts";
import type { Store } from "../store/store.ts";
import { outcomeFacts, parserRule, rulesOf } from "./derivation.ts";
import type { ExplainedFact, Explanation } from "./explanation.ts";
import { aboutRow, asText, explainedFields, type FieldNotes, type FoundRow, findRow } from "./rows.ts";

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
  ticker: "ticker_as_filed in standard spelling",
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
  const found = await findRow(store, home, "congress", id);
  if (!found) return null;
  const { source, provenance, document, row, read, again, origin } = found;
  return {
    kind: "politicianTrade",
    id,
    ...aboutRow(found),
    fields: [
      ...explainedFields(row, again && { ...again, original_filed_on: row.original_filed_on }, {
        origins: origin.fields,
        follows,
        hidden,
      }),
      ...explainedFields(document.columns, read?.columns, ofReport, "report: "),
    ],
    rules: [
      ...(await rulesOf(lists)),
      parserRule(document.columns, source.documents.parserVersion),
      ...provenance.rules,
    ],
    derived: await derivedFacts(store, found),
  };
}

async function derivedFacts(store: Store, { document, row, read }: FoundRow): Promise<ExplainedFact[]> {
  return [
    {
      name: "member",
      value: asText(row.bioguide_id),
      from: `${JSON.stringify(document.columns.filer_as_filed)}: ${read?.matched ?? "no member matches with certainty any more"}`,
    },
    ...(await companyFacts(store, row)),
    { name: "first_filed_on", value: asText(row.first_filed_on), from: firstFiledFrom(row) },
    { name: "counted_from", value: asText(row.counted_from), from: "the filing of first_filed_on" },
    { name: "delay_days", value: asText(row.delay_days), from: "first_filed_on - traded_on" },
    { name: "date_quality", value: asText(row.date_quality), from: "the two dates, and the day of the derivation" },
    { name: "is_late", value: asText(row.is_late), from: `delay_days over ${deadlineDays}, where date_quality is ok` },
    {
      name: "is_late_statutory",
      value: asText(row.is_late_statutory),
      from: `first_filed_on later than ${noticeDays} days after notified_on or ${deadlineDays} after traded_on, whichever is earlier; where date_quality is ok and notified_on is between traded_on and first_filed_on`,
    },
    ...(await committeeFacts(store, row)),
    ...(await outcomeFacts(store, "politician_outcomes", {
      id: String(row.id),
      filedOn: asText(row.first_filed_on) ?? String(row.filed_on),
      tradedOn: asText(row.traded_on),
    })),
    { name: "superseded_by", value: asText(row.superseded_by_id), from: "a row of an amendment that restates it" },
  ];
}

function firstFiledFrom({ is_amendment, counted_from }: Columns): string {
  if (!is_amendment) return "filed_on";
  return counted_from === "amendment"
    ? "no earlier report is known to have the trade with this security"
    : "the earlier report that has the trade, or the date that the amendment states for its original";
}

async function companyFacts({ pool }: Store, row: Columns): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<Columns>("SELECT name, sic_code FROM companies WHERE cik = $1", [row.company_cik]);
  const [company] = rows;
  const issuer = company ? `${company.name}, CIK ${row.company_cik}` : null;
  return [
    {
      name: "company",
      value: issuer,
      from: `the company with the symbol ${asText(row.ticker) ?? "(none)"} on the trade date`,
    },
    {
      name: "sector",
      value: asText(row.sector),
      from: company
        ? `SIC ${asText(company.sic_code) ?? "unknown"} ${asText(row.industry) ?? ""}`.trim()
        : "no issuer is known",
    },
  ];
}

/**
 * The member's seats on the trade date whose jurisdiction covers the issuer, one for each committee, with their
 * snapshots and the reviewed jurisdictions. None if the rosters of that date are unknown, as in the derivation.
 */
async function committeeFacts({ pool }: Store, row: Columns): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<{ code: string; name: string; seat: string; covering: string }>(seatsOf, [
    row.bioguide_id,
    row.traded_on,
    row.industry,
    row.sector,
    row.committee_data,
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

const issuer = { industry: "$3", sector: "$4" };
const seatsOf = `
  SELECT DISTINCT ON (c.code) c.code, c.name,
    'seat from ' || m.valid_from || ' to ' || coalesce(m.valid_to::text, 'now') || ', seen from ' || m.seen_from AS seat,
    (SELECT string_agg('covers ' || coalesce(j.industry, j.sector) || ' (' || j.reason || ')', ', ') FROM committee_jurisdictions j
     WHERE j.committee_code = c.code AND ${coversIssuer(issuer)}) AS covering
  FROM committee_memberships m JOIN committees c ON c.code = m.committee_code
  WHERE m.bioguide_id = $1 AND $5::text <> 'unknown' AND ${isMatchingSeat({ tradedOn: "$2::date", ...issuer })}
  ORDER BY c.code, m.seen_from`;
