// Sums over the trades of each company by insiders and members of Congress, filed in the last 30, 90 and 365 days, and
// the company's last filing date. GET /companies shows them and sorts by them.
import type { PoolClient } from "pg";
import { companyWindows, isRepeat } from "../store/sql/rules.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import { lookUpEach, makeTable, replaceSums, type Step } from "./step.ts";

const longestWindow = Math.max(...companyWindows);

const keys = ["company_cik", "days"];
const insiderColumns = [
  "buy_count",
  "sell_count",
  "buy_value",
  "sell_value",
  "net_value",
  "distinct_buyers",
  "distinct_sellers",
  "suspect_count",
];
const memberColumns = ["purchase_count", "sale_count", "amount_low", "amount_high"];
const statistics = [...insiderColumns, ...memberColumns];
const columnNames = [...keys, ...statistics, "due_on"];

/**
 * Insiders: live, non-derivative P and S rows, of a block the first one, whose people are those of all its forms,
 * whenever they were filed; suspect ones are excluded and counted separately. Members: live purchases and sales; an open
 * bracket counts with its lower bound. A company without any has no row. `due_on` is the day on which the row changes
 * with the date alone.
 */
export const deriveCompanySums: Step = async ({ client, today, everything: all }) => {
  // a store that was last derived by a version without these sums
  const everything = all || (await client.query("SELECT 1 FROM company_sums LIMIT 1")).rowCount === 0;
  const filings = await deriveLastFilings(client, everything);
  await makeTable(client, "window_members", memberQuery, { keys: keys.join(", "), parameters: [today] });
  await makeTable(
    client,
    "window_companies",
    everything ? "SELECT cik AS company_cik FROM companies" : companiesInScope,
    { keys: "company_cik", parameters: [today] },
  );
  await prepareInsiders(client, { today, everything });
  await makeTable(client, "company_windows_new", windowsQuery, { keys: keys.join(", ") });
  const changed = await replaceSums(client, "company_window_sums", {
    fresh: "company_windows_new",
    columns: columnNames,
    keys,
    scope: { table: "window_companies" },
  });
  return filings + changed;
};

async function deriveLastFilings(client: PoolClient, everything: boolean): Promise<number> {
  const newest = everything
    ? "SELECT company_cik, max(filed_on) AS last_filed_on FROM filings GROUP BY company_cik"
    : `SELECT d.cik AS company_cik, found.filed_on AS last_filed_on
       FROM ${lookUpEach("derive_companies d", "SELECT max(f.filed_on) AS filed_on FROM filings f WHERE f.company_cik = d.cik")}
       WHERE found.filed_on IS NOT NULL`;
  await makeTable(client, "company_sums_new", newest, { keys: "company_cik" });
  return await replaceSums(client, "company_sums", {
    fresh: "company_sums_new",
    columns: ["company_cik", "last_filed_on"],
    keys: ["company_cik"],
    scope: everything ? undefined : { table: "derive_companies", column: "cik" },
  });
}

const spans = `(VALUES ${companyWindows.map((days) => `(${days})`).join(", ")}) AS span (days)`;

/** Over all companies: members file only some thousands of trades a year. */
const memberQuery = `
  SELECT t.company_cik, span.days, (count(*) FILTER (WHERE t.trade_type = 'Purchase'))::int AS purchase_count,
    (count(*) FILTER (WHERE t.trade_type <> 'Purchase'))::int AS sale_count, coalesce(sum(t.amount_low), 0) AS amount_low,
    coalesce(sum(coalesce(t.amount_high, t.amount_low)), 0) AS amount_high, min(t.filed_on) AS first_on
  FROM politician_trades t CROSS JOIN ${spans}
  WHERE t.company_cik IS NOT NULL AND t.superseded_by_id IS NULL AND (t.trade_type = 'Purchase' OR t.trade_type LIKE 'Sale%')
    AND t.filed_on >= $1::date - ${longestWindow} AND t.filed_on >= $1::date - span.days
  GROUP BY t.company_cik, span.days`;

/** Companies affected by changes or by the date alone, and those whose row differs from the trades by members. */
const companiesInScope = `
  SELECT cik AS company_cik FROM derive_companies
  UNION SELECT company_cik FROM company_window_sums WHERE due_on <= $1::date
  UNION SELECT t.company_cik FROM derive_congress JOIN politician_trades t USING (id) WHERE t.company_cik IS NOT NULL
  UNION SELECT company_cik FROM company_window_sums s FULL JOIN window_members m USING (company_cik, days)
    WHERE (${memberColumns.map((name) => `coalesce(s.${name}, 0)`).join(", ")})
      IS DISTINCT FROM (${memberColumns.map((name) => `coalesce(m.${name}, 0)`).join(", ")})`;

/** window_insiders: sums over the insiders' trades of the companies in window_companies. */
async function prepareInsiders(
  client: PoolClient,
  { today, everything }: { today: string; everything: boolean },
): Promise<void> {
  const counts = "t.superseded_by_id IS NULL AND NOT t.is_derivative AND t.transaction_code IN ('P', 'S')";
  const row = `t.id, t.company_cik, t.filed_on, t.accession_number, t.transaction_code AS code, t.value,
    ${isSuspect} AS suspect, NOT (${isSuspect} OR ${isRepeat}) AS counts`;
  const filed = `SELECT f.accession_number FROM filings f WHERE f.company_cik = c.company_cik AND f.filed_on >= $1::date - ${longestWindow}`;
  await makeTable(
    client,
    "window_trades",
    everything
      ? `SELECT ${row} FROM insider_trades t WHERE t.filed_on >= $1::date - ${longestWindow} AND ${counts}`
      : `SELECT ${row} FROM ${lookUpEach("window_companies c", filed)} JOIN insider_trades t USING (accession_number) WHERE ${counts}`,
    { parameters: [today] },
  );
  await makeTable(
    client,
    "window_people",
    `WITH forms AS (
       SELECT o.accession_number, array_agg(o.insider_cik ORDER BY o.ordinal) AS owners FROM filing_owners o
       WHERE o.accession_number IN (SELECT accession_number FROM window_trades WHERE counts) GROUP BY o.accession_number
     ), blocks AS (
       SELECT w.id, array_agg(DISTINCT o.insider_cik) AS owners
       FROM window_trades w JOIN insider_trades r ON r.same_block_as_id = w.id JOIN filing_owners o ON o.accession_number = r.accession_number
       WHERE w.counts AND r.superseded_by_id IS NULL GROUP BY w.id
     ), owners AS (
       SELECT DISTINCT t.company_cik, span.days, t.code, f.owners || coalesce(b.owners, '{}') AS owners
       FROM window_trades t JOIN forms f USING (accession_number) LEFT JOIN blocks b ON b.id = t.id CROSS JOIN ${spans}
       WHERE t.counts AND t.filed_on >= $1::date - span.days
     )
     SELECT company_cik, days, code, cardinality(disclosed_people(owners)) AS people FROM owners GROUP BY company_cik, days, code`,
    { keys: "company_cik, days, code", parameters: [today] },
  );
  const people = (code: string) =>
    `coalesce((SELECT p.people FROM window_people p WHERE (p.company_cik, p.days, p.code) = (s.company_cik, s.days, '${code}')), 0)`;
  await makeTable(
    client,
    "window_insiders",
    `WITH sums AS (
       SELECT t.company_cik, span.days, (count(*) FILTER (WHERE code = 'P' AND counts))::int AS buy_count,
         (count(*) FILTER (WHERE code = 'S' AND counts))::int AS sell_count,
         coalesce(sum(value) FILTER (WHERE code = 'P' AND counts), 0) AS buy_value,
         coalesce(sum(value) FILTER (WHERE code = 'S' AND counts), 0) AS sell_value,
         (count(*) FILTER (WHERE suspect))::int AS suspect_count, min(t.filed_on) AS first_on
       FROM window_trades t CROSS JOIN ${spans} WHERE t.filed_on >= $1::date - span.days
       GROUP BY t.company_cik, span.days
     )
     SELECT s.*, buy_value - sell_value AS net_value, ${people("P")} AS distinct_buyers, ${people("S")} AS distinct_sellers FROM sums s`,
    { keys: keys.join(", "), parameters: [today] },
  );
}

const windowsQuery = `
  SELECT company_cik, days, ${insiderColumns.map((name) => `coalesce(i.${name}, 0) AS ${name}`).join(", ")},
    ${memberColumns.map((name) => `coalesce(m.${name}, 0) AS ${name}`).join(", ")}, least(i.first_on, m.first_on) + days + 1 AS due_on
  FROM window_insiders i FULL JOIN window_members m USING (company_cik, days) JOIN window_companies USING (company_cik)`;
