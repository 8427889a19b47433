// Sums over the trades of each company by insiders and members of Congress, filed in the last 30, 90 and 365 days, and
// the company's last filing date. GET /companies shows them and sorts by them.
import type { PoolClient } from "pg";
import {
  firstDayOf,
  insiderColumns,
  isOnMarket,
  windowKeys as keys,
  memberColumns,
  type Windows,
  windowInsiders,
  windowMembers,
  windowMembersGroup,
  windowPeople,
  windowSums,
  windowTrade,
} from "../store/statistics/company-windows.ts";
import { lookUpEach, makeTable, replaceSums, type Step } from "./step.ts";

const columnNames = [...keys, ...insiderColumns, ...memberColumns, "due_on"];
const windows: Windows = { day: "$1::date" };

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
  await makeTable(client, "window_members", `${windowMembers(windows)} ${windowMembersGroup}`, {
    keys: keys.join(", "),
    parameters: [today],
  });
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
  const filed = `SELECT f.accession_number FROM filings f WHERE f.company_cik = c.company_cik AND f.filed_on >= ${firstDayOf(windows)}`;
  await makeTable(
    client,
    "window_trades",
    everything
      ? `SELECT ${windowTrade} FROM insider_trades t WHERE t.filed_on >= ${firstDayOf(windows)} AND ${isOnMarket}`
      : `SELECT ${windowTrade} FROM ${lookUpEach("window_companies c", filed)} JOIN insider_trades t USING (accession_number) WHERE ${isOnMarket}`,
    { parameters: [today] },
  );
  await makeTable(client, "window_people", windowPeople(windows), {
    keys: "company_cik, days, code",
    parameters: [today],
  });
  await makeTable(client, "window_insiders", windowInsiders(windows), { keys: keys.join(", "), parameters: [today] });
}

const windowsQuery = `
  SELECT w.*, first_on + days + 1 AS due_on FROM (${windowSums}) AS w JOIN window_companies USING (company_cik)`;
