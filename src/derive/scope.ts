// The scope of a derivation: the rows that it recomputes. Rules about insider trades use only earlier filings of the
// same company, and rules about politician trades only their own row, so a change affects no rows outside the tables
// created here. A changed bar affects the trades whose entry or exit may use it; a step that newly includes or excludes
// trades widens the scope of later steps.
import type { PoolClient } from "pg";
import { holdingPeriods } from "../domain/holding-periods.ts";
import { benchmarkSymbol } from "../store/sql/rules.ts";
import type { Change as DerivationChange } from "../store/transaction.ts";
import { prepareSeries } from "./price-series.ts";
import { lookUpEach, makeTable, openSchema, type StepContext } from "./step.ts";

/** calendar days that entry and exit may be later than their target */
export const graceDays = 10;
/**
 * maximum days from a filing to the last bar that its longest return may use: entry and exit both as late as allowed
 */
export const daysToLastExit = Math.max(...holdingPeriods) + 2 * graceDays;

/**
 * FROM items that pair each bar change of `changes` (from_on: first changed bar, last_on: newest bar) with spans of
 * days: a trade is affected if its filing date lies in [filed_from, filed_to] or its trade date in [traded_from,
 * traded_to] of a span. An entry is at most ten days after its target, an exit ten days after the holding period:
 * twenty in all.
 */
const reachOf = (changes: string): string =>
  `${changes} CROSS JOIN LATERAL (
     SELECT ${changes}.from_on - days - ${2 * graceDays} AS filed_from, ${changes}.last_on - days - 1 AS filed_to,
       ${changes}.from_on - days - ${2 * graceDays} AS traded_from, ${changes}.last_on - days AS traded_to
     FROM (VALUES ${[0, ...holdingPeriods].map((days) => `(${days})`).join(", ")}) AS period (days)
   ) AS span`;

export type { DerivationChange };

/**
 * Creates the scope of a full derivation: derive_companies(cik, from_on: filings from that day on), derive_congress(id)
 * and derive_congress_outcomes(id).
 */
export async function scopeAll(client: PoolClient): Promise<void> {
  await openSchema(client);
  await prepareSeries(client);
  await makeTable(client, "derive_companies", "SELECT cik, '-infinity'::date AS from_on FROM companies", {
    keys: "cik",
  });
  for (const name of ["derive_congress", "derive_congress_outcomes"])
    await makeTable(client, name, "SELECT id FROM politician_trades", { keys: "id" });
}

/**
 * Creates the scope of what the changes affect, and of what changed with the date alone since the last derivation. In
 * addition to the tables of scopeAll: derive_rows(id), the insider trades whose signals may change,
 * derive_outcomes(id), those whose outcomes may change, derive_rebased(cik), companies that now use other price series,
 * derive_members(bioguide_id) and derive_owners(insider_cik). Returns true if everything is affected: then the scope is
 * that of scopeAll.
 */
export async function scopeChanges(client: PoolClient, changes: DerivationChange[], today: string): Promise<boolean> {
  if (await isBenchmarkReplaced(client, changes)) {
    await scopeAll(client);
    return true;
  }
  await prepareSeries(client);
  await noteChanges(client, changes);
  const owners = changes.flatMap((change) => (change.kind === "insider" ? [change.cik] : []));
  await noteKeys(client, { table: "derive_owners", key: "insider_cik", values: owners });
  await scopeInsiders(client, today);
  const members = changes.flatMap((change) => (change.kind === "politician" ? [change.bioguideId] : []));
  await scopeCongress(client, {
    members,
    rosters: changes.some(({ kind }) => kind === "rosters"),
    today,
  });
  return false;
}

/**
 * Every return is compared with the benchmark: a new series of it, or changed bars of unknown age, affect every trade.
 */
async function isBenchmarkReplaced(client: PoolClient, changes: DerivationChange[]): Promise<boolean> {
  const change = changes.find((one) => one.kind === "prices" && one.symbol === benchmarkSymbol);
  if (change?.kind !== "prices") return false;
  if (change.from === undefined) return true;
  const { rows } = await client.query<{ series: number; older: boolean }>(
    `SELECT count(*)::int AS series, bool_or(first_on < $2) AS older FROM price_series_span WHERE symbol = $1`,
    [benchmarkSymbol, change.from],
  );
  return rows[0]?.series !== 1 || !rows[0].older;
}

/**
 * Creates derive_changed(cik, from_on) and derive_bars(symbol, from_on, last_on) from the changes; without a day: from
 * the beginning.
 */
async function noteChanges(client: PoolClient, changes: DerivationChange[]): Promise<void> {
  const note = async (table: string, key: string, kind: "company" | "prices", select: string) => {
    const noted = changes.filter((change) => change.kind === kind);
    await client.query(
      `CREATE TEMP TABLE ${table} (${key} text PRIMARY KEY, from_on date, last_on date) ON COMMIT DROP`,
    );
    await client.query(
      `INSERT INTO ${table} SELECT key, min(coalesce(from_on, '-infinity')), ${select} FROM unnest($1::text[], $2::date[]) AS n (key, from_on) GROUP BY key`,
      [
        noted.map((change) => ("cik" in change ? change.cik : "symbol" in change ? change.symbol : "")),
        noted.map((change) => ("from" in change && change.from) || null),
      ],
    );
    await client.query(`ANALYZE ${table}`);
  };
  await note("derive_changed", "cik", "company", "NULL::date");
  await note(
    "derive_bars",
    "symbol",
    "prices",
    "(SELECT coalesce(max(p.last_on), '-infinity') FROM price_series_span p WHERE p.symbol = key)",
  );
}

async function noteKeys(
  client: PoolClient,
  { table, key, values }: { table: string; key: string; values: string[] },
): Promise<void> {
  await client.query(`CREATE TEMP TABLE ${table} (${key} text PRIMARY KEY) ON COMMIT DROP`);
  await client.query(`INSERT INTO ${table} SELECT DISTINCT unnest($1::text[])`, [values]);
}

const tradesOf = (condition: string) => `SELECT t.id FROM insider_trades t WHERE ${condition}`;
const filedTrades = (condition: string) =>
  `SELECT found.id FROM ${lookUpEach("filings f", tradesOf("t.accession_number = f.accession_number"))} WHERE ${condition}`;

/** derive_companies, derive_rebased, derive_rows and derive_outcomes. */
async function scopeInsiders(client: PoolClient, today: string): Promise<void> {
  await makeTable(
    client,
    "derive_priced",
    `SELECT s.company_cik AS cik, min(b.from_on) AS from_on, max(b.last_on) AS last_on
     FROM derive_bars b JOIN derive_symbols s USING (symbol) GROUP BY s.company_cik`,
    { keys: "cik" },
  );
  // the price factor of the signal reads bars up to the filing date, of any symbol of the company
  await makeTable(
    client,
    "derive_companies",
    `SELECT cik, min(from_on) AS from_on
     FROM (SELECT cik, from_on FROM derive_changed UNION ALL SELECT cik, from_on FROM derive_priced) AS reached
     JOIN companies USING (cik) GROUP BY cik`,
    { keys: "cik" },
  );
  // if a symbol moves from one company to another, the price series of both change
  await makeTable(
    client,
    "derive_rebased",
    `SELECT DISTINCT k.cik
     FROM derive_companies d
     LEFT JOIN derive_symbols mine ON mine.company_cik = d.cik
     LEFT JOIN derive_symbols other ON other.symbol = mine.symbol
     JOIN outcome_companies k ON k.cik IN (d.cik, other.company_cik)
     JOIN companies c ON c.cik = k.cik
     WHERE c.price_basis IS DISTINCT FROM k.basis`,
    { keys: "cik" },
  );
  await makeTable(
    client,
    "derive_rows",
    `SELECT id FROM ${lookUpEach("derive_companies d", filedTrades("f.company_cik = d.cik AND f.filed_on >= d.from_on"))}
     UNION SELECT t.id FROM derive_rebased d JOIN insider_trades t ON t.company_cik = d.cik`,
    { keys: "id" },
  );
  await makeTable(
    client,
    "derive_reach",
    `SELECT cik, from_on, last_on FROM derive_priced
     UNION ALL SELECT c.cik, b.from_on, b.last_on FROM derive_bars b CROSS JOIN companies c WHERE b.symbol = $1`,
    { parameters: [benchmarkSymbol] },
  );
  await makeTable(
    client,
    "derive_outcomes",
    `SELECT id FROM derive_rows
     UNION SELECT trade_id FROM insider_outcomes WHERE ahead_until < $1
     UNION SELECT id FROM ${lookUpEach(reachOf("derive_reach"), tradesOf("t.company_cik = derive_reach.cik AND t.traded_on BETWEEN traded_from AND traded_to"))}
     UNION SELECT id FROM ${lookUpEach(reachOf("derive_reach"), filedTrades("f.company_cik = derive_reach.cik AND f.filed_on BETWEEN filed_from AND filed_to"))}
     UNION SELECT id FROM ${lookUpEach(reachOf("derive_reach"), tradesOf("t.company_cik = derive_reach.cik AND t.first_filed_on BETWEEN filed_from AND filed_to"))}`,
    { keys: "id", parameters: [today] },
  );
}

/**
 * derive_congress and derive_congress_outcomes. A change of a company or of its filings counts if the issuer of a
 * ticker, or its sector or industry, now differs from the trade's.
 */
async function scopeCongress(
  client: PoolClient,
  { members, rosters, today }: { members: string[]; rosters: boolean; today: string },
): Promise<void> {
  await noteKeys(client, { table: "derive_members", key: "bioguide_id", values: members });
  await makeTable(
    client,
    "derive_facts",
    `SELECT t.id FROM derive_members JOIN politician_trades t USING (bioguide_id)
     UNION SELECT t.id FROM politician_trades t WHERE t.date_quality = 'future_transaction_date' AND t.traded_on <= $1
     UNION SELECT t.id FROM derive_changed d
       JOIN derive_symbols s ON s.company_cik = d.cik
       JOIN politician_trades t ON replace(t.ticker, '.', '') = replace(s.symbol, '.', '')
     UNION SELECT t.id FROM derive_changed d
       JOIN derive_symbols s ON s.company_cik = d.cik
       JOIN politician_trades t ON t.ticker IS NULL AND strpos(t.asset_name, s.symbol) > 0
     UNION SELECT t.id FROM derive_changed d
       JOIN politician_trades t ON t.company_cik = d.cik
       JOIN companies c ON c.cik = d.cik
       WHERE (t.sector, t.industry) IS DISTINCT FROM (c.sector, c.industry)`,
    { keys: "id", parameters: [today] },
  );
  await makeTable(
    client,
    "derive_congress",
    rosters ? "SELECT id FROM politician_trades" : "SELECT id FROM derive_facts",
    {
      keys: "id",
    },
  );
  const isReached = `(t.filed_on BETWEEN filed_from AND filed_to OR t.first_filed_on BETWEEN filed_from AND filed_to
    OR t.traded_on BETWEEN traded_from AND traded_to)`;
  await makeTable(
    client,
    "derive_congress_outcomes",
    `SELECT id FROM derive_facts
     UNION SELECT t.id FROM derive_rebased d JOIN politician_trades t ON t.company_cik = d.cik
     UNION SELECT trade_id FROM politician_outcomes WHERE ahead_until < $1
     UNION SELECT t.id FROM derive_bars b JOIN politician_trades t ON t.ticker = b.symbol
       LEFT JOIN politician_outcomes o ON o.trade_id = t.id
       WHERE t.company_cik IS NULL OR o.series_id IS NULL
     UNION SELECT t.id FROM ${reachOf("derive_reach")} JOIN politician_trades t ON t.company_cik = derive_reach.cik AND ${isReached}
     UNION SELECT t.id FROM ${reachOf("derive_bars")} JOIN politician_trades t ON t.company_cik IS NULL AND ${isReached}
       WHERE derive_bars.symbol = $2`,
    { keys: "id", parameters: [today, benchmarkSymbol] },
  );
}

/**
 * `changed`: a query for the trades (cik, id, filed_on). Signals depend on earlier filings, so all later filings of the
 * company are added to the scope, and the outcomes of the trades themselves.
 */
export async function widenScope({ client, everything }: StepContext, changed: string): Promise<void> {
  if (everything) return;
  await client.query(
    `WITH earliest AS (SELECT cik, min(filed_on) AS from_on FROM (${changed}) AS c GROUP BY cik), lowered AS (
       UPDATE derive_companies d SET from_on = least(d.from_on, e.from_on) FROM earliest e WHERE e.cik = d.cik RETURNING d.cik)
     INSERT INTO derive_companies (cik, from_on) SELECT cik, from_on FROM earliest WHERE cik NOT IN (SELECT cik FROM lowered)`,
  );
  await client.query(
    `INSERT INTO derive_rows (id)
     SELECT t.id FROM (SELECT cik, min(filed_on) AS from_on FROM (${changed}) AS c GROUP BY cik) AS e
     CROSS JOIN LATERAL (SELECT accession_number FROM filings f WHERE f.company_cik = e.cik AND f.filed_on >= e.from_on OFFSET 0) AS f
     CROSS JOIN LATERAL (SELECT id FROM insider_trades t WHERE t.accession_number = f.accession_number OFFSET 0) AS t
     WHERE NOT EXISTS (SELECT FROM derive_rows r WHERE r.id = t.id)`,
  );
  await client.query(
    `INSERT INTO derive_outcomes (id) SELECT id FROM (${changed}) AS c WHERE NOT EXISTS (SELECT FROM derive_outcomes o WHERE o.id = c.id)`,
  );
}
