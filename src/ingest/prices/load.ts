// Writes bars to the store: COPY into a temporary table, then one set-based comparison and upsert.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import type { Bar } from "./bar.ts";
import { type JudgedSeries, judgeBasis, leaveOutRefused, type RefusedSeries, removeReplaced } from "./basis.ts";
import { prices } from "./index.ts";

/** The bars of one series: one publisher's closes of one symbol. */
export interface SeriesBars {
  symbol: string;
  provider: string;
  /** has adjusted closes */
  adjusted: boolean;
  /** false: they are adjusted for splits alone */
  dividends?: boolean;
  /** the closes beside the adjusted ones are what was paid on the day, not adjusted for later splits */
  asTraded?: boolean;
  bars: Bar[];
}

/** How a series is named in sets of them. */
export const seriesKey = ({ symbol, provider }: Pick<SeriesBars, "symbol" | "provider">) => `${symbol}|${provider}`;

export interface LoadResult extends LoadCounts {
  /** series of another basis than the stored one, which were left out */
  refused: RefusedSeries[];
}

const values = "open, high, low, close, adjusted_close, volume";

/**
 * Loads the series in one transaction. What is stored stays when a file no longer has it, unless the file brings the whole history
 * on another basis. `continued`: keys of series of which this run took another file, see judgeBasis.
 */
export async function loadSeries(store: Store, series: SeriesBars[], continued: string[] = []): Promise<LoadResult> {
  return await runLoader(store, barsLoader, { series, continued });
}

interface PreparedBars {
  judged: JudgedSeries[];
  refused: RefusedSeries[];
}

/** The bars of a symbol: how many there are of each kind, and the first that is new or amended. */
interface FoundBars extends LoadCounts {
  symbol: string;
  from: string;
}

interface ComparedBars extends PreparedBars {
  counts: LoadCounts;
  changed: FoundBars[];
}

/** Bars are many: they wait in a temporary table, and PostgreSQL compares them. */
const barsLoader: Loader<
  { series: SeriesBars[]; continued: string[] },
  PreparedBars,
  FoundBars[],
  ComparedBars,
  Pick<LoadResult, "refused">
> = {
  name: prices.loader,
  async prepare(client, { series, continued }) {
    await fillIncoming(client, series);
    const judged = await judgeBasis(client, continued);
    return { judged, refused: await leaveOutRefused(client, judged) };
  },
  find: async (client) => (await client.query<FoundBars>(compareSql)).rows,
  compare(prepared, found) {
    const total = (outcome: keyof LoadCounts) => found.reduce((sum, bars) => sum + bars[outcome], 0);
    const counts = { new: total("new"), amended: total("amended"), unchanged: total("unchanged") };
    return { ...prepared, counts, changed: found.filter((bars) => bars.new + bars.amended > 0) };
  },
  async store(client, { judged, refused, changed }, load) {
    const removed = await removeReplaced(client, judged);
    await client.query(writeSeriesSql);
    await client.query(writeBarsSql);
    for (const { symbol, from } of [...changed, ...removed]) load.changed({ kind: "prices", symbol, from });
    return { refused };
  },
};

/** Whether a part of a history may join the stored bars of its series: it is of their basis, or there are none. */
export async function joinsStored(store: Store, part: SeriesBars): Promise<boolean> {
  return await inTransaction(store, async (client) => {
    await fillIncoming(client, [part]);
    return (await judgeBasis(client, [])).every(({ verdict }) => verdict === "merge");
  });
}

async function fillIncoming(client: PoolClient, series: SeriesBars[]): Promise<void> {
  await client.query(`CREATE TEMP TABLE incoming_bars (symbol text, provider text, adjusted boolean, dividends boolean, as_traded boolean, date date,
    open numeric, high numeric, low numeric, close numeric, adjusted_close numeric, volume numeric) ON COMMIT DROP`);
  await pipeline(Readable.from(copyLines(series)), client.query(copyFrom("COPY incoming_bars FROM STDIN")));
  await client.query("ANALYZE incoming_bars");
}

/** Whether the store holds this series with adjusted closes. */
export async function isAdjusted(store: Store, symbol: string, provider: string): Promise<boolean> {
  const { rows } = await store.pool.query(
    "SELECT 1 FROM price_series WHERE symbol = $1 AND provider = $2 AND adjusted",
    [symbol, provider],
  );
  return rows.length > 0;
}

const sameRow = `(${values.replaceAll(/(\w+)/g, "i.$1")}) IS NOT DISTINCT FROM (${values.replaceAll(/(\w+)/g, "b.$1")})`;

const compareSql = `
  SELECT i.symbol, min(i.date) FILTER (WHERE b.date IS NULL OR NOT ${sameRow}) AS from,
    count(*) FILTER (WHERE b.date IS NULL)::int AS new,
    count(*) FILTER (WHERE b.date IS NOT NULL AND ${sameRow})::int AS unchanged,
    count(*) FILTER (WHERE b.date IS NOT NULL AND NOT ${sameRow})::int AS amended
  FROM incoming_bars i
  LEFT JOIN price_series s USING (symbol, provider)
  LEFT JOIN price_bars b ON b.series_id = s.id AND b.date = i.date
  GROUP BY i.symbol ORDER BY i.symbol`;

const writeSeriesSql = `
  INSERT INTO price_series (symbol, provider, adjusted, dividends, as_traded)
  SELECT DISTINCT ON (symbol, provider) symbol, provider, adjusted, dividends, as_traded FROM incoming_bars ORDER BY symbol, provider
  ON CONFLICT (symbol, provider) DO UPDATE SET (adjusted, dividends, as_traded) = (excluded.adjusted, excluded.dividends, excluded.as_traded)
  WHERE (price_series.adjusted, price_series.dividends, price_series.as_traded) <> (excluded.adjusted, excluded.dividends, excluded.as_traded)`;

const writeBarsSql = `
  INSERT INTO price_bars (series_id, date, ${values})
  SELECT s.id, i.date, ${values} FROM incoming_bars i JOIN price_series s USING (symbol, provider)
  ON CONFLICT (series_id, date) DO UPDATE SET (${values}) =
    (excluded.open, excluded.high, excluded.low, excluded.close, excluded.adjusted_close, excluded.volume)
  WHERE (${values.replaceAll(/(\w+)/g, "price_bars.$1")}) IS DISTINCT FROM
    (${values.replaceAll(/(\w+)/g, "excluded.$1")})`;

/** COPY's text format, a series at a time so that the stream moves in useful pieces; null is \N. */
function* copyLines(series: SeriesBars[]): Generator<string> {
  for (const { symbol, provider, adjusted, dividends = true, asTraded = false, bars } of series) {
    const head = `${copyText(symbol)}\t${copyText(provider)}\t${adjusted}\t${dividends}\t${asTraded}`;
    yield bars
      .map((bar) =>
        [head, bar.date, bar.open, bar.high, bar.low, bar.close, bar.adjustedClose, bar.volume]
          .map((field) => field ?? "\\N")
          .join("\t"),
      )
      .map((line) => `${line}\n`)
      .join("");
  }
}

function copyText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n" })[character] ?? "\\r");
}
