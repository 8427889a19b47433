// Sums over companies' trades in windows of days. The derivation stores those of the windows that end today, from its
// working tables; windows that ended on a past day are computed when a caller asks for them, by what is stored today:
// later corrections count, and later filings do not. Both have the relations window_trades, window_people,
// window_members and window_insiders.
import { companyWindows, isRepeat } from "../sql/rules.ts";
import { isSuspect } from "../sql/suspect-trades.ts";
import { type Db, Prisma } from "../store.ts";

// The sums over a company's trades in windows of days, in SQL. The derivation stores those of the windows that end today,
// from its working tables; windows that ended on another day are computed when a caller asks for them. Both have the
// relations window_trades, window_people, window_members and window_insiders.

export const windowKeys = ["company_cik", "days"];
export const insiderColumns = [
  "buy_count",
  "sell_count",
  "buy_value",
  "sell_value",
  "net_value",
  "distinct_buyers",
  "distinct_sellers",
  "suspect_count",
];
export const memberColumns = ["purchase_count", "sale_count", "amount_low", "amount_high"];

/** The windows, and the SQL of the day on which they end. */
export interface Windows {
  day: string;
  days?: readonly number[];
}

const spansOf = ({ days = companyWindows }: Windows) =>
  `(VALUES ${days.map((length) => `(${length})`).join(", ")}) AS span (days)`;

/** The first day of the longest window. */
export const firstDayOf = ({ day, days = companyWindows }: Windows): string => `${day} - ${Math.max(...days)}`;

/** Rows of insider_trades `t` that are counted, as purchases and sales or as suspect. */
export const isOnMarket = "t.superseded_by_id IS NULL AND NOT t.is_derivative AND t.transaction_code IN ('P', 'S')";

export const windowTrade = `t.id, t.company_cik, t.filed_on, t.accession_number, t.transaction_code AS code, t.value,
  ${isSuspect} AS suspect, NOT (${isSuspect} OR ${isRepeat}) AS counts`;

/** window_members, of all companies: members file only some thousands of trades a year. */
export const windowMembers = (windows: Windows) => `
  SELECT t.company_cik, span.days, (count(*) FILTER (WHERE t.trade_type = 'Purchase'))::int AS purchase_count,
    (count(*) FILTER (WHERE t.trade_type <> 'Purchase'))::int AS sale_count, coalesce(sum(t.amount_low), 0) AS amount_low,
    coalesce(sum(coalesce(t.amount_high, t.amount_low)), 0) AS amount_high, min(t.filed_on) AS first_on
  FROM politician_trades t CROSS JOIN ${spansOf(windows)}
  WHERE t.company_cik IS NOT NULL AND t.superseded_by_id IS NULL AND (t.trade_type = 'Purchase' OR t.trade_type LIKE 'Sale%')
    AND t.filed_on >= ${firstDayOf(windows)} AND t.filed_on >= ${windows.day} - span.days`;

export const windowMembersGroup = "GROUP BY t.company_cik, span.days";

/** window_people: distinct people by company, window and code; those of a block are the people of all its forms. */
export const windowPeople = (windows: Windows) => `
  WITH forms AS (
    SELECT o.accession_number, array_agg(o.insider_cik ORDER BY o.ordinal) AS owners FROM filing_owners o
    WHERE o.accession_number IN (SELECT accession_number FROM window_trades WHERE counts) GROUP BY o.accession_number
  ), blocks AS (
    SELECT w.id, array_agg(DISTINCT o.insider_cik) AS owners
    FROM window_trades w JOIN insider_trades r ON r.same_block_as_id = w.id JOIN filing_owners o ON o.accession_number = r.accession_number
    WHERE w.counts AND r.superseded_by_id IS NULL GROUP BY w.id
  ), owners AS (
    SELECT DISTINCT t.company_cik, span.days, t.code, f.owners || coalesce(b.owners, '{}') AS owners
    FROM window_trades t JOIN forms f USING (accession_number) LEFT JOIN blocks b ON b.id = t.id CROSS JOIN ${spansOf(windows)}
    WHERE t.counts AND t.filed_on >= ${windows.day} - span.days
  )
  SELECT company_cik, days, code, cardinality(disclosed_people(owners)) AS people FROM owners GROUP BY company_cik, days, code`;

const people = (alias: string, code: string) =>
  `LEFT JOIN window_people ${alias} ON (${alias}.company_cik, ${alias}.days, ${alias}.code) = (s.company_cik, s.days, '${code}')`;

export const windowInsiders = (windows: Windows) => `
  WITH sums AS (
    SELECT t.company_cik, span.days, (count(*) FILTER (WHERE code = 'P' AND counts))::int AS buy_count,
      (count(*) FILTER (WHERE code = 'S' AND counts))::int AS sell_count,
      coalesce(sum(value) FILTER (WHERE code = 'P' AND counts), 0) AS buy_value,
      coalesce(sum(value) FILTER (WHERE code = 'S' AND counts), 0) AS sell_value,
      (count(*) FILTER (WHERE suspect))::int AS suspect_count, min(t.filed_on) AS first_on
    FROM window_trades t CROSS JOIN ${spansOf(windows)}
    -- a window whose only trades repeat those of earlier filings has no sums
    WHERE t.filed_on >= ${windows.day} - span.days AND (counts OR suspect)
    GROUP BY t.company_cik, span.days
  )
  SELECT s.*, buy_value - sell_value AS net_value, coalesce(b.people, 0) AS distinct_buyers,
    coalesce(v.people, 0) AS distinct_sellers
  FROM sums s ${people("b", "P")} ${people("v", "S")}`;

/** The sums of insiders and members together; `first_on`: the first filing day of a window. */
export const windowSums = `
  SELECT company_cik, days, ${insiderColumns.map((name) => `coalesce(i.${name}, 0) AS ${name}`).join(", ")},
    ${memberColumns.map((name) => `coalesce(m.${name}, 0) AS ${name}`).join(", ")}, least(i.first_on, m.first_on) AS first_on
  FROM window_insiders i FULL JOIN window_members m USING (company_cik, days)`;

export type CompanyWindow = Omit<Prisma.CompanyWindowSumsGetPayload<Record<string, never>>, "dueOn">;

const day = "(SELECT day FROM as_of)";

/** SQL: the sums of the windows that ended on a day; without companies those of all. */
export function windowsUntil(asOf: string, { days, ciks }: { days?: readonly number[]; ciks?: readonly string[] }) {
  const windows: Windows = { day, ...(days && { days }) };
  const [from, columns, onMarket, members, group, people, insiders, sums] = [
    firstDayOf(windows),
    windowTrade,
    isOnMarket,
    windowMembers(windows),
    windowMembersGroup,
    windowPeople(windows),
    windowInsiders(windows),
    windowSums,
  ].map((text) => Prisma.raw(text));
  const ofThese = ciks ? Prisma.sql`AND t.company_cik = ANY(${[...ciks]}::text[])` : Prisma.empty;
  return Prisma.sql`
    WITH as_of AS MATERIALIZED (SELECT ${asOf}::date AS day),
    window_trades AS MATERIALIZED (
      SELECT ${columns} FROM insider_trades t WHERE ${onMarket} ${ofThese}
        AND t.filed_on >= ${from} AND t.filed_on <= ${Prisma.raw(day)}
    ),
    window_people AS MATERIALIZED (${people}),
    window_members AS (${members} ${ofThese} AND t.filed_on <= ${Prisma.raw(day)} ${group}),
    window_insiders AS (${insiders})
    ${sums}`;
}

const fields = Prisma.raw(
  ["company_cik", "days", ...insiderColumns, ...memberColumns]
    .map((name) => `${name} AS "${name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}"`)
    .join(", "),
);

/** The windows of these companies; one without trades has none. */
export const companyWindowsUntil = (db: Db, ciks: readonly string[], asOf: string): Promise<CompanyWindow[]> =>
  db.$queryRaw<CompanyWindow[]>`SELECT ${fields} FROM (${windowsUntil(asOf, { ciks })}) AS w`;
