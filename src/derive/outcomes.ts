// Forward returns (contract, section 4). A block of returns is a function of a series and the first day a close may be from; a
// trade points at two of them: the follower's (after the filing) and the insider's own (from the trade date).
import type { PoolClient } from "pg";
import { benchmarkSymbol } from "./benchmark.ts";
import { makeTable, type Step } from "./step.ts";

/** calendar days from entry to exit */
const horizons = [7, 30, 90, 180, 365];
/** calendar days that entry and exit may be behind their target */
const graceDays = 10;

export const deriveOutcomes: Step = async ({ client, today }) => {
  await prepareSeries(client);
  await prepareInputs(client);
  await prepareBlocks(client);
  let changed = 0;
  for (const kind of ["insider", "politician"] as const) {
    const { rowCount } = await client.query(mergeQuery(kind), [today]);
    changed += rowCount ?? 0;
  }
  return changed;
};

/** outcome_series: the series that a company's trades may take, current symbol first, and whether raw bars alone exist. */
async function prepareSeries(client: PoolClient): Promise<void> {
  await makeTable(client, "outcome_best", "SELECT * FROM best_series", { keys: "symbol" });
  // an old symbol that another company bears today brings that company's prices
  await makeTable(
    client,
    "outcome_series",
    `SELECT s.company_cik, b.id AS series_id, b.first_on, b.last_on,
       row_number() OVER (PARTITION BY s.company_cik
         ORDER BY s.is_current DESC, s.last_seen_on DESC NULLS LAST, s.symbol COLLATE "C") AS place
     FROM company_symbols s
     JOIN outcome_best b USING (symbol)
     WHERE s.is_current OR NOT EXISTS (SELECT 1 FROM companies other WHERE other.ticker = s.symbol)`,
    { keys: "company_cik" },
  );
  await makeTable(client, "outcome_raw", "SELECT DISTINCT symbol FROM price_series WHERE NOT adjusted", {
    keys: "symbol",
  });
}

// the first candidate that reaches over the filing; where none does, the first
const chooseSeries = `ORDER BY (t.filed_on BETWEEN c.first_on - ${graceDays} AND c.last_on - 1) DESC, c.place LIMIT 1`;

/** outcome_input: every trade in scope with its one series, or the reason why it has none. */
async function prepareInputs(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "outcome_input_insider",
    `SELECT t.id, t.filed_on, t.traded_on, s.series_id,
       CASE
         WHEN t.is_derivative THEN 'derivative'
         WHEN s.series_id IS NOT NULL THEN NULL
         WHEN NOT EXISTS (SELECT 1 FROM company_symbols c WHERE c.company_cik = t.company_cik) THEN 'no_ticker'
         WHEN EXISTS (SELECT 1 FROM company_symbols c JOIN outcome_raw USING (symbol) WHERE c.company_cik = t.company_cik)
           THEN 'not_adjusted'
         ELSE 'no_series'
       END AS reason
     FROM insider_trades t
     JOIN derive_companies d ON d.cik = t.company_cik
     LEFT JOIN LATERAL (
       SELECT c.series_id FROM outcome_series c WHERE c.company_cik = t.company_cik AND NOT t.is_derivative ${chooseSeries}
     ) AS s ON true`,
  );
  await makeTable(
    client,
    "outcome_input_politician",
    `SELECT t.id, t.filed_on, t.traded_on, s.series_id,
       CASE
         WHEN s.series_id IS NOT NULL THEN NULL
         WHEN t.ticker IS NULL THEN 'no_ticker'
         WHEN EXISTS (SELECT 1 FROM outcome_raw r WHERE r.symbol = t.ticker) THEN 'not_adjusted'
         ELSE 'no_series'
       END AS reason
     FROM derive_congress
     JOIN politician_trades t USING (id)
     LEFT JOIN LATERAL (
       SELECT c.series_id FROM (
         SELECT b.id AS series_id, b.first_on, b.last_on, 0 AS place FROM outcome_best b WHERE b.symbol = t.ticker
         UNION ALL
         SELECT series_id, first_on, last_on, place FROM outcome_series WHERE company_cik = t.company_cik AND t.ticker IS NOT NULL
       ) AS c ${chooseSeries}
     ) AS s ON true`,
  );
}

/** outcome_entries: (series, first day) -> entry bar. outcome_blocks: (series, entry day) -> returns, and the benchmark's. */
async function prepareBlocks(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "outcome_entries",
    `WITH inputs AS (
       SELECT series_id, filed_on, traded_on FROM outcome_input_insider WHERE series_id IS NOT NULL
       UNION SELECT series_id, filed_on, traded_on FROM outcome_input_politician WHERE series_id IS NOT NULL
     ), keys AS (
       SELECT series_id, filed_on + 1 AS from_on FROM inputs
       UNION SELECT series_id, traded_on FROM inputs WHERE traded_on IS NOT NULL
     )
     SELECT k.series_id, k.from_on, b.date AS entry_on
     FROM keys k
     CROSS JOIN LATERAL (
       SELECT date FROM price_bars
       WHERE series_id = k.series_id AND date BETWEEN k.from_on AND k.from_on + ${graceDays} AND adjusted_close IS NOT NULL
       ORDER BY date LIMIT 1
     ) AS b`,
    { keys: "series_id, from_on" },
  );
  await makeTable(
    client,
    "outcome_benchmark",
    `SELECT b.date, b.adjusted_close::float8 AS close FROM outcome_best s JOIN price_bars b ON b.series_id = s.id
     WHERE s.symbol = $1 AND b.adjusted_close IS NOT NULL`,
    { keys: "date", parameters: [benchmarkSymbol] },
  );
  const exits = horizons.map(
    (days) => `LEFT JOIN LATERAL (
        SELECT x.date, x.adjusted_close::float8 AS close FROM price_bars x
        WHERE x.series_id = e.series_id AND x.date BETWEEN e.entry_on + ${days} AND e.entry_on + ${days + graceDays}
          AND x.adjusted_close IS NOT NULL
        ORDER BY x.date LIMIT 1
      ) AS exit_${days} ON true
      LEFT JOIN outcome_benchmark spy_${days} ON spy_${days}.date = exit_${days}.date`,
  );
  const returns = horizons.map(
    (days) => `(exit_${days}.close / b.adjusted_close::float8 - 1) * 100 AS return_${days},
      (spy_${days}.close / spy.close - 1) * 100 AS spy_return_${days}`,
  );
  await makeTable(
    client,
    "outcome_blocks",
    `SELECT e.series_id, e.entry_on, b.close, b.adjusted_close, ${returns.join(", ")}
     FROM (SELECT DISTINCT series_id, entry_on FROM outcome_entries) AS e
     JOIN price_bars b ON b.series_id = e.series_id AND b.date = e.entry_on
     LEFT JOIN outcome_benchmark spy ON spy.date = e.entry_on
     ${exits.join("\n")}`,
    { keys: "series_id, entry_on" },
  );
}

const names = (pattern: (days: number) => string) => horizons.map(pattern);
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
];
const columns = columnNames.join(", ");

/** Status and reason speak of the follower's block. A figure is still ahead while a bar may come within its days of grace. */
function mergeQuery(kind: "insider" | "politician"): string {
  const table = `${kind}_outcomes`;
  const listOf = (owner: string) => columnNames.map((column) => `${owner}.${column}`).join(", ");
  const ahead = (days: number) => `(f.return_${days} IS NULL AND f.entry_on + ${days + graceDays} >= $1::date)`;
  return `
    WITH counted AS (
      SELECT i.id AS trade_id, i.series_id, i.reason AS no_series, f.entry_on, f.close AS entry_price,
        f.adjusted_close AS entry_price_adjusted,
        ${names((days) => `f.return_${days}, f.spy_return_${days}`).join(", ")},
        ${names((days) => `o.return_${days} AS trade_date_return_${days}, o.spy_return_${days} AS trade_date_spy_return_${days}`).join(", ")},
        num_nonnulls(${names((days) => `f.return_${days}`).join(", ")}) AS resolved,
        num_nonnulls(${names((days) => `f.spy_return_${days}`).join(", ")}) AS compared,
        CASE WHEN f.entry_on IS NULL THEN i.filed_on + ${graceDays} >= $1::date ELSE ${names(ahead).join(" OR ")} END AS ahead
      FROM outcome_input_${kind} i
      LEFT JOIN outcome_entries fe ON fe.series_id = i.series_id AND fe.from_on = i.filed_on + 1
        AND fe.entry_on <= i.filed_on + ${graceDays}
      LEFT JOIN outcome_blocks f ON f.series_id = fe.series_id AND f.entry_on = fe.entry_on
      LEFT JOIN outcome_entries oe ON oe.series_id = i.series_id AND oe.from_on = i.traded_on
      LEFT JOIN outcome_blocks o ON o.series_id = oe.series_id AND o.entry_on = oe.entry_on
    ), judged AS (
      SELECT *,
        CASE
          WHEN series_id IS NULL THEN 'unavailable'
          WHEN resolved = ${horizons.length} THEN 'resolved'
          WHEN resolved > 0 THEN 'partial'
          WHEN ahead THEN 'pending'
          ELSE 'unavailable'
        END AS status,
        CASE
          WHEN series_id IS NULL THEN no_series
          WHEN entry_on IS NULL THEN CASE WHEN ahead THEN 'entry_ahead' ELSE 'no_bar_near_entry' END
          WHEN resolved < ${horizons.length} THEN CASE WHEN ahead THEN 'exit_ahead' ELSE 'no_bar_near_exit' END
          WHEN compared < ${horizons.length} THEN 'no_benchmark'
        END AS reason
      FROM counted
    )
    INSERT INTO ${table} (${columns})
    SELECT ${columns} FROM judged
    ON CONFLICT (trade_id) DO UPDATE SET (${columns}) = ROW (${listOf("excluded")})
    WHERE (${listOf(table)}) IS DISTINCT FROM (${listOf("excluded")})`;
}
