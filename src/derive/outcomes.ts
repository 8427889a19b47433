// Forward returns. A block of returns depends only on a series and the first possible day of the entry close. Each
// trade uses two blocks: the follower's (after the filing) and the insider's own (from the trade date). The rules:
// docs/guides/outcomes-and-signal.md.
import type { PoolClient } from "pg";
import { holdingPeriods } from "../domain/holding-periods.ts";
import { benchmarkSymbol, isListedShare, isNotJudged } from "../store/sql/rules.ts";
import { isSuspect, suspicion } from "../store/sql/suspect-trades.ts";
import { firstFiledOn } from "./first-filings.ts";
import { describes } from "./own-symbols.ts";
import { notOfAnother, storeBasis } from "./price-series.ts";
import { daysToLastExit, graceDays } from "./scope.ts";
import { insertChanged, makeTable, type Step } from "./step.ts";

export const deriveOutcomes: Step = async ({ client, today, everything }) => {
  await prepareInputs(client, everything);
  await prepareBlocks(client);
  let changed = 0;
  for (const kind of ["insider", "politician"] as const) {
    const { rowCount } = await client.query(await mergeQuery(client, kind), [today]);
    changed += rowCount ?? 0;
  }
  await storeBasis(client, everything);
  return changed;
};

// no bar used for a trade, first or last, may be of a day on which another company had the symbol
const isOwn = (knownOn: string) => `coalesce(least(t.traded_on, ${knownOn}), ${knownOn}) >= c.from_on
  AND ${knownOn} + ${daysToLastExit} <= c.until_on`;

// the first candidate series that covers the filing date; if none does, the first candidate
const chooseSeries = (knownOn: string) =>
  `ORDER BY (${knownOn} BETWEEN c.first_on - ${graceDays} AND c.last_on - 1) DESC, c.place LIMIT 1`;

/** the company has several symbols concurrently, and the row's own symbol has no series or is not one of them */
const hasNone = `k.mixed AND (o.own IS NULL
  OR EXISTS (SELECT FROM outcome_parallel p WHERE p.company_cik = t.company_cik AND p.symbol = o.own)
    AND NOT EXISTS (SELECT FROM outcome_best b WHERE b.symbol = o.own))`;

/** of a company's candidate series `c`, those of the row's own security; suspect rows have none */
const ofOwnSecurity = `${isListedShare} AND NOT ${isSuspect} AND ${isOwn(firstFiledOn)} AND (NOT k.mixed OR o.own IS NOT NULL AND ${notOfAnother("o.own")})`;

/**
 * outcome_input_*: every trade in scope with its series, or the reason why it has none; filed_on is that of the trade's
 * first filing.
 */
async function prepareInputs(client: PoolClient, everything: boolean): Promise<void> {
  const trades = `insider_trades t ${everything ? "" : "JOIN derive_outcomes USING (id)"} JOIN outcome_companies k ON k.cik = t.company_cik
    LEFT JOIN derive_own o ON ${describes}`;
  const input = `SELECT t.id, ${firstFiledOn} AS filed_on, t.traded_on, s.series_id,
    CASE WHEN ${isNotJudged} THEN 'not_judged' WHEN NOT ${isListedShare} THEN 'not_a_listed_share' WHEN ${isSuspect} THEN ${suspicion} WHEN s.series_id IS NULL THEN CASE WHEN ${hasNone} THEN 'no_series' ELSE k.reason END END AS reason`;
  // nearly every company has at most one series, so no series has to be chosen for each trade
  await makeTable(
    client,
    "outcome_input_insider",
    `${input}
     FROM ${trades}
     LEFT JOIN (SELECT c.* FROM outcome_series c JOIN outcome_companies one ON one.cik = c.company_cik AND one.candidates = 1) AS c
       ON c.company_cik = t.company_cik AND ${ofOwnSecurity}
     CROSS JOIN LATERAL (SELECT c.series_id) AS s
     WHERE k.candidates < 2
     UNION ALL
     ${input}
     FROM ${trades}
     LEFT JOIN LATERAL (
       SELECT c.series_id FROM outcome_series c
       WHERE c.company_cik = t.company_cik AND ${ofOwnSecurity} ${chooseSeries(firstFiledOn)}
     ) AS s ON true
     WHERE k.candidates > 1`,
  );
  await makeTable(
    client,
    "outcome_input_politician",
    `SELECT t.id, first.filed_on, t.traded_on, s.series_id,
       CASE
         WHEN s.series_id IS NOT NULL THEN NULL
         WHEN ${isNotJudged} THEN 'not_judged'
         WHEN NOT ${isListedShare} AND (t.ticker IS NOT NULL OR t.security_class <> 'other') THEN 'not_a_listed_share'
         WHEN t.ticker IS NULL THEN 'no_ticker'
         WHEN EXISTS (SELECT 1 FROM outcome_best b WHERE b.symbol = t.ticker) THEN 'symbol_reused'
         WHEN EXISTS (SELECT 1 FROM outcome_raw r WHERE r.symbol = t.ticker) THEN 'not_adjusted'
         ELSE 'no_series'
       END AS reason
     FROM derive_congress_outcomes
     JOIN politician_trades t USING (id)
     CROSS JOIN LATERAL (SELECT ${firstFiledOn} AS filed_on) AS first
     LEFT JOIN LATERAL (
       SELECT c.series_id FROM (
         SELECT b.id AS series_id, b.symbol, b.first_on, b.last_on, 0 AS place, '-infinity'::date AS from_on, 'infinity'::date AS until_on
         FROM outcome_best b WHERE b.symbol = t.ticker AND t.company_cik IS NULL
           -- the bars may be those of a company that bears the symbol, but is not the trade's
           AND NOT EXISTS (SELECT FROM derive_symbols s WHERE s.symbol = t.ticker)
         UNION ALL
         SELECT series_id, symbol, first_on, last_on, CASE WHEN symbol = t.ticker THEN 0 ELSE place END, from_on, until_on
         FROM outcome_series WHERE company_cik = t.company_cik AND t.ticker IS NOT NULL
       ) AS c WHERE ${isListedShare} AND ${isOwn("first.filed_on")} AND ${notOfAnother("t.ticker")} ${chooseSeries("first.filed_on")}
     ) AS s ON true`,
  );
}

/** outcome_blocks: (series, first day) -> entry bar, returns, and the benchmark's returns. */
async function prepareBlocks(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "outcome_keys",
    `WITH inputs AS (
       SELECT series_id, filed_on, traded_on FROM outcome_input_insider WHERE series_id IS NOT NULL
       UNION SELECT series_id, filed_on, traded_on FROM outcome_input_politician WHERE series_id IS NOT NULL
     )
     SELECT series_id, from_on, ${eraOf("from_on")} AS era FROM (
       SELECT series_id, filed_on + 1 AS from_on FROM inputs
       UNION SELECT series_id, traded_on FROM inputs WHERE traded_on IS NOT NULL
     ) AS days
     ORDER BY series_id, from_on`,
    { keys: "series_id, era" },
  );
  await makeTable(
    client,
    "outcome_spans",
    `SELECT series_id, era, min(from_on) AS first_on, max(from_on) AS last_on FROM outcome_keys
     GROUP BY series_id, era ORDER BY series_id, era`,
  );
  await makeTable(
    client,
    "outcome_benchmark",
    `SELECT b.date, b.adjusted_close::float8 AS close FROM outcome_best s JOIN price_bars b ON b.series_id = s.id
     WHERE s.symbol = $1 AND b.adjusted_close IS NOT NULL`,
    { keys: "date", parameters: [benchmarkSymbol] },
  );
  const change = (closes: string, entry: string, days: number) =>
    `(nullif(d.${closes}[k.entry_on - d.first_on + ${days + 1}], 'NaN') / ${entry} - 1) * 100`;
  const returns = holdingPeriods.map(
    (days) =>
      `${change("closes", "k.adjusted_close::float8", days)} AS return_${days}, ${change("spy_closes", "k.spy_close", days)} AS spy_return_${days}`,
  );
  // the arrays come from a CTE: read from a table, each look-up would decompress a whole array
  await makeTable(
    client,
    "outcome_blocks",
    `WITH daily AS (${dailyCloses})
     SELECT k.series_id, k.from_on, k.entry_on, k.close, k.adjusted_close, ${returns.join(", ")}
     FROM daily d
     CROSS JOIN LATERAL (
       SELECT o.series_id, o.from_on, e.*, spy.close AS spy_close
       FROM outcome_keys o
       CROSS JOIN LATERAL (
         SELECT b.date AS entry_on, b.close, b.adjusted_close FROM price_bars b
         WHERE b.series_id = o.series_id AND b.date BETWEEN o.from_on AND o.from_on + ${graceDays} AND b.adjusted_close IS NOT NULL
         ORDER BY b.date LIMIT 1
       ) AS e
       LEFT JOIN outcome_benchmark spy ON spy.date = e.entry_on
       WHERE o.series_id = d.series_id AND o.era = d.era
     ) AS k`,
    { keys: "series_id, from_on" },
  );
}

/**
 * four years: long compared with the time to the last exit, and short compared with the history that a single old trade
 * would need
 */
const eraOf = (day: string) => `(${day} - '1970-01-01'::date) / 1461`;

/**
 * For each era of each series, for every day from the first needed one: the close of an exit on that day (of that day,
 * or of the next bar within the days of grace), and the benchmark's close on the day of that bar. NaN if there is none,
 * because PostgreSQL searches an array that contains a null from its beginning.
 */
const dailyCloses = `
  SELECT s.series_id, s.era, s.first_on, days.*
  FROM outcome_spans s
  CROSS JOIN LATERAL (
    SELECT array_agg(close ORDER BY day) AS closes, array_agg(spy_close ORDER BY day) AS spy_closes
    FROM (
      SELECT day, CASE WHEN day < date - ${graceDays} THEN 'NaN' ELSE close END AS close,
        CASE WHEN day < date - ${graceDays} THEN 'NaN' ELSE spy_close END AS spy_close
      FROM (
        SELECT generate_series(before - s.first_on + 1, b.date - s.first_on) + s.first_on AS day, b.date, b.close, b.spy_close
        FROM (
          SELECT b.date, b.adjusted_close::float8 AS close, coalesce(spy.close, 'NaN') AS spy_close,
            lag(b.date, 1, s.first_on - 1) OVER (ORDER BY b.date) AS before
          FROM price_bars b LEFT JOIN outcome_benchmark spy ON spy.date = b.date
          WHERE b.series_id = s.series_id AND b.adjusted_close IS NOT NULL
            AND b.date BETWEEN s.first_on AND s.last_on + ${daysToLastExit}
        ) AS b
      ) AS filled
    ) AS daily
  ) AS days`;

const names = (pattern: (days: number) => string) => holdingPeriods.map(pattern);
const columnNames = [
  "trade_id",
  "status",
  "reason",
  "series_id",
  "entry_on",
  "entry_price",
  "entry_price_adjusted",
  ...names((days) => `return_${days}`),
  ...names((days) => `spy_return_${days}`),
  ...names((days) => `trade_date_return_${days}`),
  ...names((days) => `trade_date_spy_return_${days}`),
  "ahead_until",
];
const columns = columnNames.join(", ");

/**
 * Status and reason are those of the follower's block. A return is still pending while a bar may arrive within its days
 * of grace; ahead_until is the last such day.
 */
async function mergeQuery(client: PoolClient, kind: "insider" | "politician"): Promise<string> {
  const table = `${kind}_outcomes`;
  const isEmpty = (await client.query(`SELECT 1 FROM ${table} LIMIT 1`)).rowCount === 0;
  // an empty table needs no search for existing rows
  const insert = isEmpty
    ? `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM judged`
    : insertChanged(table, "judged", columnNames, ["trade_id"]);
  const lastDay = (days: number) => `CASE WHEN f.return_${days} IS NULL THEN f.entry_on + ${days + graceDays} END`;
  return `
    WITH counted AS (
      SELECT i.id AS trade_id, i.series_id, i.reason AS no_series, f.entry_on, f.close AS entry_price,
        f.adjusted_close AS entry_price_adjusted,
        ${names((days) => `f.return_${days}, f.spy_return_${days}`).join(", ")},
        ${names((days) => `o.return_${days} AS trade_date_return_${days}, o.spy_return_${days} AS trade_date_spy_return_${days}`).join(", ")},
        num_nonnulls(${names((days) => `f.return_${days}`).join(", ")}) AS resolved,
        num_nonnulls(${names((days) => `f.spy_return_${days}`).join(", ")}) AS compared,
        CASE WHEN i.series_id IS NULL THEN NULL WHEN f.entry_on IS NULL THEN i.filed_on + ${graceDays}
          ELSE greatest(${names(lastDay).join(", ")}) END AS last_day
      FROM outcome_input_${kind} i
      LEFT JOIN outcome_blocks f ON f.series_id = i.series_id AND f.from_on = i.filed_on + 1
        AND f.entry_on <= i.filed_on + ${graceDays}
      LEFT JOIN outcome_blocks o ON o.series_id = i.series_id AND o.from_on = i.traded_on
    ), judged AS (
      SELECT *,
        CASE
          WHEN series_id IS NULL THEN 'unavailable'
          WHEN resolved = ${holdingPeriods.length} THEN 'resolved'
          WHEN resolved > 0 THEN 'partial'
          WHEN ahead_until IS NOT NULL THEN 'pending'
          ELSE 'unavailable'
        END AS status,
        CASE
          WHEN series_id IS NULL THEN no_series
          WHEN entry_on IS NULL THEN CASE WHEN ahead_until IS NOT NULL THEN 'entry_ahead' ELSE 'no_bar_near_entry' END
          WHEN resolved < ${holdingPeriods.length} THEN CASE WHEN ahead_until IS NOT NULL THEN 'exit_ahead' ELSE 'no_bar_near_exit' END
          WHEN compared < ${holdingPeriods.length} THEN 'no_benchmark'
        END AS reason
      FROM counted CROSS JOIN LATERAL (SELECT CASE WHEN last_day >= $1::date THEN last_day END AS ahead_until) AS today
    )
    ${insert}`;
}
