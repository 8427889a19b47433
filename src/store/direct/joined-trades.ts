// Insider trades with everything that a list shows of them, in one prepared statement: what Prisma needs five statements and most of
// its time for. PostgreSQL writes each row as one JSON array, which is read at once; figures stand in it as text and stay exact.
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

/** A field, and what stands in the array for it. JSON writes dates as YYYY-MM-DD whatever the server's DateStyle is. */
type Column = [name: string, expression: string];

/** without the zeros at the end, which say how it was written and not how much it is */
const exact = (column: string) => `trim_scale(${column})::text`;
const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const tradeColumns: Column[] = [
  ["id", "t.id::text"],
  ["accessionNumber", "t.accession_number"],
  ["isDerivative", "t.is_derivative"],
  ["companyCik", "t.company_cik"],
  ["insiderCik", "t.insider_cik"],
  ["filedOn", "t.filed_on"],
  ["tradedOn", "t.traded_on"],
  ["formType", "t.form_type"],
  ["transactionCode", "t.transaction_code"],
  ["acquiredDisposed", "t.acquired_disposed"],
  ["securityTitle", "t.security_title"],
  ["shares", exact("t.shares")],
  ["price", exact("t.price")],
  ["value", exact("t.value")],
  ["sharesOwnedAfter", exact("t.shares_owned_after")],
  ["valueOwnedAfter", exact("t.value_owned_after")],
  ["deltaOwnPct", "t.delta_own_pct"],
  ["ownership", "t.ownership"],
  ["natureOfOwnership", "t.nature_of_ownership"],
  ["exercisePrice", exact("t.exercise_price")],
  ["exercisableOn", "t.exercisable_on"],
  ["expiresOn", "t.expires_on"],
  ["underlyingTitle", "t.underlying_title"],
  ["underlyingShares", exact("t.underlying_shares")],
  ["is10b51", "t.is_10b5_1"],
  ["isAmendment", "t.is_amendment"],
  ["supersededById", "t.superseded_by_id::text"],
  ["filingDelayDays", "t.filing_delay_days"],
  ["tickerAsFiled", "t.ticker_as_filed"],
  ["title", "t.title"],
  ["isDirector", "t.is_director"],
  ["isOfficer", "t.is_officer"],
  ["isTenPercentOwner", "t.is_ten_percent_owner"],
  ["signalScore", "t.signal_score"],
  ["signalTier", "t.signal_tier"],
  ["signalDirection", "t.signal_direction"],
  ["signalFactors", "t.signal_factors"],
  ["signalVersion", "t.signal_version"],
  ["lastModified", instant("t.last_modified")],
];
const companyColumns: Column[] = [
  ["cik", "c.cik"],
  ["name", "c.name"],
  ["ticker", "c.ticker"],
  ["sector", "c.sector"],
  ["industry", "c.industry"],
  ["exchange", "c.exchange"],
];
const filingColumns: Column[] = [
  ["accessionNumber", "f.accession_number"],
  ["formType", "f.form_type"],
  ["filedOn", "f.filed_on"],
  ["periodOfReport", "f.period_of_report"],
  ["issuerNameAsFiled", "f.issuer_name_as_filed"],
  ["remarks", "f.remarks"],
  ["sourceUrl", "f.source_url"],
];
const ownerColumns: Column[] = [
  ["accessionNumber", "o.accession_number"],
  ["ordinal", "o.ordinal"],
  ["insiderCik", "o.insider_cik"],
  ["nameAsFiled", "o.name_as_filed"],
  ["isDirector", "o.is_director"],
  ["isOfficer", "o.is_officer"],
  ["isTenPercentOwner", "o.is_ten_percent_owner"],
  ["isOther", "o.is_other"],
  ["officerTitle", "o.officer_title"],
];

const arrayOf = (columns: Column[]) => `json_build_array(${columns.map(([, expression]) => expression).join(", ")})`;
const nameOf = ([name]: Column) => name;

// The version stands in the statement, so in its snapshot; there is a row to tell it even where no trade is found. The ids stand in
// a sub-select: seen through, PostgreSQL would plan anew for each list of ids, which takes longer than to find the rows.
const statement = `
  SELECT v.version, t.id IS NULL, json_build_array(${arrayOf(tradeColumns)}, ${arrayOf(companyColumns)}, ${arrayOf(filingColumns)},
    (SELECT json_agg(${arrayOf(ownerColumns)} ORDER BY o.ordinal) FROM filing_owners o WHERE o.accession_number = t.accession_number))
  FROM data_version v
  LEFT JOIN (insider_trades t
    JOIN companies c ON c.cik = t.company_cik
    JOIN filings f ON f.accession_number = t.accession_number) ON t.id = ANY((SELECT $1::bigint[])::bigint[])
  WHERE v.id = 1`;

const plainText = { getTypeParser: () => (text: string) => text };

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
  const { rows } = await client.query<[version: string, isNone: string, json: string]>(query);
  const version = rows[0]?.[0];
  if (version == null) throw new Error("the store has no data version; it was not migrated");
  return { version, rows: rows.filter(([, isNone]) => isNone === "f").map(([, , json]) => joined(json)) };
}

type Values = readonly unknown[];

/** A row from its JSON array. The names above are those of its types. */
function joined(json: string): JoinedTrade {
  const [trade, company, filing, owners] = JSON.parse(json) as [Values, Values, Values, Values[] | null];
  const row = named(tradeColumns, trade);
  row.id = BigInt(row.id as string);
  if (row.supersededById !== null) row.supersededById = BigInt(row.supersededById as string);
  return {
    trade: row,
    company: named(companyColumns, company),
    filing: named(filingColumns, filing),
    owners: (owners ?? []).map((values) => named(ownerColumns, values)),
  } as unknown as JoinedTrade;
}

function named(columns: Column[], values: Values): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) record[nameOf(columns[at] as Column)] = values[at];
  return record;
}
