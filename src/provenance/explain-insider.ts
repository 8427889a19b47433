// Explains one row of a Form 3, 4 or 5, from its raw file to the values that the API returns.
import { symbolsIn } from "../domain/identifiers.ts";
import type { Columns } from "../ingest/provenance.ts";
import type { Store } from "../store/store.ts";
import { outcomeFacts, parserRule, rulesOf } from "./derivation.ts";
import type { ExplainedFact, Explanation } from "./explanation.ts";
import { aboutRow, asText, explainedFields, type FieldNotes, type FoundRow, findRow } from "./rows.ts";

const follows: Record<string, string> = {
  accession_number: "the header, else the name of the file",
  is_derivative: "the table that holds the row",
  row_index: "the position among the transactions of its table, from 0",
  filed_on: "FILED AS OF DATE in the header, else an index, a data set or --filed",
  value: "shares x price, to the cent",
  delta_own_pct: "shares / (shares owned after -/+ shares), in percent",
  filing_delay_days: "filed_on - traded_on",
  security_class: "the title, the table and the issuer, by security-classes.csv",
  is_amendment: "the form's type",
  is_plan_unclear: "the footnotes of the row, the remarks and the box of Rule 10b5-1",
  footnote_ids: "footnoteId/@id anywhere in the row",
  owner_names: "rptOwnerName of all owners, last name first as filed and first name first",
  content_hash: "digest of the other columns",
};
const hidden = new Set(["content_hash", "owner_names", "id"]);
/** fields that the row has too are hidden */
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
    issuer_sic: "the code of STANDARD INDUSTRIAL CLASSIFICATION in the header",
    accepted_at: "ACCEPTANCE-DATETIME in the header, in New York time",
    filed_on_source: "the source of filed_on",
  },
  hidden: new Set(
    "accession_number form_type filed_on company_cik ticker_as_filed source_url source_file_sha256 loaded_from parser_version ingested_at".split(
      " ",
    ),
  ),
};
const lists = ["security-classes.csv", "share-classes.csv", "officer-roles.csv", "sic-codes.csv"];

/** Null for an unknown id. */
export async function explainInsiderTrade(store: Store, home: string, id: string): Promise<Explanation | null> {
  const found = await findRow(store, home, "insiders", id);
  if (!found) return null;
  const { source, provenance, document, row, read, again, origin } = found;
  return {
    kind: "insiderTrade",
    id,
    ...aboutRow(found),
    fields: [
      ...explainedFields(row, again, { origins: origin.fields, follows, hidden }),
      ...explainedFields(document.columns, read?.columns, ofFiling, "filing: "),
    ],
    rules: [
      ...(await rulesOf(lists)),
      parserRule(document.columns, source.documents.parserVersion),
      ...provenance.rules,
      { name: "signal", version: asText(row.signal_version) ?? "" },
    ],
    derived: await derivedFacts(store, found),
  };
}

/** Columns that the derivation writes, and what they are derived from. */
const derivedColumns: Record<string, string> = {
  own_ticker: "the class of the row's own security, by title, filed symbol and share-classes.csv",
  first_filed_on: "the first filing that has this trade; entry and lateness count from it",
  price_quality: "closes around the trade date, else other filed prices of the company and class",
  price_quality_reason:
    "the rule by which the price is suspect: its footnotes, its value, closes or other filed prices",
  price_reason: "the row's footnotes and transaction code, where it has no price",
  same_block_as_id: "rows of other owners with equal shares and price, one of whom holds more than ten percent",
  first_buy: "the stored purchases of the first listed owner at the company in the 730 days before",
  cluster_id: "the cluster of which the trade is a member",
  exercise_pair_id: "the row of the form's other table with the same day and number of shares",
  exercise_and_sale: "a sale of an owner of the form on the day of the exercise",
};

async function derivedFacts(store: Store, { provenance, document, row }: FoundRow): Promise<ExplainedFact[]> {
  const id = String(row.id);
  const factors = row.signal_factors as { factor: string; points: number }[];
  return [
    ...(await companyFacts(store, row)),
    ...(await mistypedFacts(store, row)),
    ...provenance.facts(document, row),
    ...Object.entries(derivedColumns).map(([name, from]) => ({ name, value: asText(row[name]), from })),
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
    ...((await provenance.amendments?.facts(store, row)) ?? []),
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
      from: `CIK ${row.company_cik}, newest statement of ${asText(company.as_of) ?? "unknown date"}`,
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

/**
 * Symbols of the form that only filings name for the company and that belong to another company: they are not its
 * symbols.
 */
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
