// Insider trades with everything that a list shows of them, in one prepared statement and decoded by hand: what Prisma needs five
// statements and most of its time for. Figures stay the exact text that PostgreSQL gives.
import type { PoolClient } from "pg";
import type { InsiderTradeRow } from "../lists/insider-trades.ts";
import type { Prisma } from "../store.ts";

/** Rows as the plain path has them, but for columns that nobody reads through a trade. */
export interface JoinedTrade {
  trade: InsiderTradeRow;
  company: Prisma.CompanyGetPayload<Record<string, never>>;
  filing: Prisma.FilingGetPayload<Record<string, never>>;
  owners: Prisma.FilingOwnerGetPayload<Record<string, never>>[];
}

type Decode = (text: string) => unknown;
const asText: Decode = (text) => text;
const asFlag: Decode = (text) => text === "t";
const asId: Decode = BigInt;
// dates, instants and figures stay text: the scalars of the graph write them as they stand
const asDay: Decode = (text) => text;
const asInstant: Decode = (text) => text;
const asJson: Decode = (text) => JSON.parse(text);
/** without the zeros at the end, which say how it was written and not how much it is */
const asDecimal: Decode = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Column = [name: string, expression: string, decode: Decode];

const tradeColumns: Column[] = [
  ["id", "t.id", asId],
  ["accessionNumber", "t.accession_number", asText],
  ["isDerivative", "t.is_derivative", asFlag],
  ["companyCik", "t.company_cik", asText],
  ["insiderCik", "t.insider_cik", asText],
  ["filedOn", "t.filed_on", asDay],
  ["tradedOn", "t.traded_on", asDay],
  ["formType", "t.form_type", asText],
  ["transactionCode", "t.transaction_code", asText],
  ["acquiredDisposed", "t.acquired_disposed", asText],
  ["securityTitle", "t.security_title", asText],
  ["shares", "t.shares", asDecimal],
  ["price", "t.price", asDecimal],
  ["value", "t.value", asDecimal],
  ["sharesOwnedAfter", "t.shares_owned_after", asDecimal],
  ["valueOwnedAfter", "t.value_owned_after", asDecimal],
  ["deltaOwnPct", "t.delta_own_pct", Number],
  ["ownership", "t.ownership", asText],
  ["natureOfOwnership", "t.nature_of_ownership", asText],
  ["exercisePrice", "t.exercise_price", asDecimal],
  ["exercisableOn", "t.exercisable_on", asDay],
  ["expiresOn", "t.expires_on", asDay],
  ["underlyingTitle", "t.underlying_title", asText],
  ["underlyingShares", "t.underlying_shares", asDecimal],
  ["is10b51", "t.is_10b5_1", asFlag],
  ["isAmendment", "t.is_amendment", asFlag],
  ["supersededById", "t.superseded_by_id", asId],
  ["filingDelayDays", "t.filing_delay_days", Number],
  ["tickerAsFiled", "t.ticker_as_filed", asText],
  ["title", "t.title", asText],
  ["isDirector", "t.is_director", asFlag],
  ["isOfficer", "t.is_officer", asFlag],
  ["isTenPercentOwner", "t.is_ten_percent_owner", asFlag],
  ["signalScore", "t.signal_score", Number],
  ["signalTier", "t.signal_tier", asText],
  ["signalDirection", "t.signal_direction", asText],
  ["signalFactors", "t.signal_factors", asJson],
  ["signalVersion", "t.signal_version", asText],
  ["lastModified", instant("t.last_modified"), asInstant],
];
const companyColumns: Column[] = [
  ["cik", "c.cik", asText],
  ["name", "c.name", asText],
  ["ticker", "c.ticker", asText],
  ["sector", "c.sector", asText],
  ["industry", "c.industry", asText],
  ["exchange", "c.exchange", asText],
];
const filingColumns: Column[] = [
  ["accessionNumber", "f.accession_number", asText],
  ["formType", "f.form_type", asText],
  ["filedOn", "f.filed_on", asDay],
  ["periodOfReport", "f.period_of_report", asDay],
  ["issuerNameAsFiled", "f.issuer_name_as_filed", asText],
  ["remarks", "f.remarks", asText],
  ["sourceUrl", "f.source_url", asText],
];
const ownerColumns = [
  ["insiderCik", "insider_cik"],
  ["nameAsFiled", "name_as_filed"],
  ["isDirector", "is_director"],
  ["isOfficer", "is_officer"],
  ["isTenPercentOwner", "is_ten_percent_owner"],
  ["isOther", "is_other"],
  ["officerTitle", "officer_title"],
] as const;
const owners = `(SELECT json_agg(json_build_object('accessionNumber', o.accession_number, 'ordinal', o.ordinal,
  ${ownerColumns.map(([name, column]) => `'${name}', o.${column}`).join(", ")}) ORDER BY o.ordinal)
  FROM filing_owners o WHERE o.accession_number = t.accession_number)`;

const groups = [tradeColumns, companyColumns, filingColumns];
// a date is ISO whatever the server's DateStyle is
const selected = (columns: Column[]) =>
  columns.map(([, column, decode]) => (decode === asDay ? `to_char(${column}, 'YYYY-MM-DD')` : column)).join(", ");
// the version stands in the statement, so in its snapshot; there is a row to tell it even where no trade is found
const statement = `
  SELECT v.version, ${groups.map(selected).join(", ")}, ${owners}
  FROM data_version v
  LEFT JOIN (insider_trades t
    JOIN companies c ON c.cik = t.company_cik
    JOIN filings f ON f.accession_number = t.accession_number) ON t.id = ANY($1::bigint[])
  WHERE v.id = 1`;

const plainText = { getTypeParser: () => asText };

/** The trades with these ids that exist, in no order, and the data version that they were read at. */
export async function readJoinedTrades(
  client: PoolClient,
  ids: readonly bigint[],
): Promise<{ version: string; rows: JoinedTrade[] }> {
  const query = {
    name: "joined_trades",
    text: statement,
    values: [ids.map(String)],
    rowMode: "array" as const,
    types: plainText,
  };
  const { rows } = await client.query<(string | null)[]>(query);
  const version = rows[0]?.[0];
  if (version == null) throw new Error("the store has no data version; it was not migrated");
  return { version, rows: rows.filter((row) => row[1] !== null).map(decodeRow) };
}

function decodeRow(row: (string | null)[]): JoinedTrade {
  let at = 1;
  const [trade, company, filing] = groups.map((columns) => {
    const record: Record<string, unknown> = {};
    for (const [name, , decode] of columns) {
      const text = row[at++];
      record[name] = text == null ? null : decode(text);
    }
    return record;
  });
  return { trade, company, filing, owners: JSON.parse(row[at] ?? "[]") } as unknown as JoinedTrade;
}
