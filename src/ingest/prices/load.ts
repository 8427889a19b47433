// Writes bars to the store, without mixing bars that were adjusted on different days in one series: COPY into a
// temporary table, the comparison with the stored bars, and an upsert.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import type { Bar } from "./bar.ts";
import { prices } from "./index.ts";

/** The bars of one series: the bars of one symbol from one provider. */
export interface SeriesBars {
  symbol: string;
  provider: string;
  /** has adjusted closes */
  adjusted: boolean;
  /** false: the adjusted closes are adjusted only for splits */
  dividends?: boolean;
  /** the unadjusted closes are prices as traded on the day, not adjusted for later splits */
  asTraded?: boolean;
  bars: Bar[];
}

/** Key of a series in sets and maps. */
export const seriesKey = ({ symbol, provider }: Pick<SeriesBars, "symbol" | "provider">) => `${symbol}|${provider}`;

interface LoadResult extends LoadCounts {
  /** series with another adjustment basis than the stored one, which were not loaded */
  refused: RefusedSeries[];
}

const values = "open, high, low, close, adjusted_close, volume";

/**
 * Loads the series in one transaction. Stored bars that are missing in a newer file are retained, unless the file has
 * the whole history on another basis. `continued`: keys of series of which this run loaded another file, see
 * judgeBasis.
 */
export async function loadSeries(store: Store, series: SeriesBars[], continued: string[] = []): Promise<LoadResult> {
  return await runLoader(store, barsLoader, { series, continued });
}

interface PreparedBars {
  judged: JudgedSeries[];
  refused: RefusedSeries[];
}

/** The bars of a symbol: their number by outcome, and the date of the first new or amended one. */
interface FoundBars extends LoadCounts {
  symbol: string;
  from: string;
}

interface ComparedBars extends PreparedBars {
  counts: LoadCounts;
  changed: FoundBars[];
}

/** Because bars are numerous, they are copied to a temporary table, and PostgreSQL compares them. */
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
    return { judged, refused: await removeRefused(client, judged) };
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

/**
 * True if a part of a history may be added to the stored bars of its series: it has the same basis, or no bars are
 * stored.
 */
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

/** True if this series is stored with adjusted closes. */
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

/** COPY's text format, one chunk per series, which is a useful size for the stream; null is \N. */
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

// Adjusted closes are relative to the day of their download: each later split or dividend changes all earlier ones.
// Mixing bars adjusted on different days in one series would give returns that no investor had, so new bars are
// compared with the stored ones.

/** relative difference of two adjusted closes up to which they count as equal: smaller dividends do not matter */
const tolerance = 0.0001;
/** the same for values with too few decimals to decide */
const coarseTolerance = 0.001;

/** A refused series, with the reason. */
interface RefusedSeries {
  symbol: string;
  provider: string;
  reason: "rebased" | "basis_unknown";
  message: string;
}

interface JudgedSeries {
  symbol: string;
  provider: string;
  verdict: "merge" | "replace" | RefusedSeries["reason"];
  common: number;
  differing: number;
}

/**
 * Judges each series of the temporary table incoming_bars by the days that it has in common with the stored bars:
 * - most of the adjusted closes agree: the same basis, differences are corrections;
 * - they do not, and the incoming bars cover all days of the stored ones: they replace them;
 * - they do not (`rebased`), or there is no common day (`basis_unknown`; not for a series in `continued`, of which
 *   another file of the same run was loaded): refused.
 * `continued` contains `<symbol>|<provider>`. Changes nothing.
 */
async function judgeBasis(client: PoolClient, continued: string[]): Promise<JudgedSeries[]> {
  return (await client.query<JudgedSeries>(judgeSql, [continued])).rows;
}

/** Deletes the refused series from incoming_bars, and returns them. */
async function removeRefused(client: PoolClient, judged: JudgedSeries[]): Promise<RefusedSeries[]> {
  await client.query(removeRefusedSql, keysOf(judged, ["rebased", "basis_unknown"]));
  return judged.flatMap(refusalOf);
}

/** Deletes stored bars that a replacement does not have. Returns the symbols, with the first removed day of each. */
async function removeReplaced(client: PoolClient, judged: JudgedSeries[]): Promise<{ symbol: string; from: string }[]> {
  return (await client.query<{ symbol: string; from: string }>(removeReplacedSql, keysOf(judged, ["replace"]))).rows;
}

function keysOf(judged: JudgedSeries[], verdicts: JudgedSeries["verdict"][]): [symbols: string[], providers: string[]] {
  const chosen = judged.filter(({ verdict }) => verdicts.includes(verdict));
  return [chosen.map(({ symbol }) => symbol), chosen.map(({ provider }) => provider)];
}

function refusalOf({ symbol, provider, verdict, common, differing }: JudgedSeries): RefusedSeries[] {
  const advice = "ingest the whole history in one file, or from a folder of another name";
  if (verdict === "rebased") {
    const message = `the adjusted closes of ${symbol} differ from the stored ones on ${differing} of ${common} common days: they were adjusted again since; ${advice}`;
    return [{ symbol, provider, reason: verdict, message }];
  }
  if (verdict === "basis_unknown") {
    const message = `${symbol} has no day in common with the stored bars, so it is unknown whether both are adjusted alike; ${advice}`;
    return [{ symbol, provider, reason: verdict, message }];
  }
  return [];
}

// A value with few decimals is exact only to its last place: a difference of half of that place in either value may
// be rounding.
const judgeSql = `
  WITH pairs AS (
    SELECT i.symbol, i.provider, i.adjusted_close AS given, b.adjusted_close AS held
    FROM incoming_bars i JOIN price_series s USING (symbol, provider) JOIN price_bars b ON b.series_id = s.id AND b.date = i.date
    WHERE i.adjusted_close IS NOT NULL AND b.adjusted_close IS NOT NULL
  ), places AS (
    SELECT symbol, provider, power(10::numeric, -least(max(scale(given)), max(scale(held)))) AS place FROM pairs GROUP BY 1, 2
  ), compared AS (
    SELECT symbol, provider, count(*)::int AS common,
      (count(*) FILTER (WHERE abs(given - held) > greatest(held * ${tolerance}, least(place, held * ${coarseTolerance}))))::int AS differing
    FROM pairs JOIN places USING (symbol, provider) GROUP BY 1, 2
  ), incoming AS (
    SELECT symbol, provider, min(date) AS first_on, max(date) AS last_on, bool_or(adjusted_close IS NOT NULL) AS adjusted
    FROM incoming_bars GROUP BY 1, 2
  )
  SELECT i.symbol, i.provider, coalesce(c.common, 0) AS common, coalesce(c.differing, 0) AS differing,
    CASE
      WHEN held.first_on IS NULL OR NOT i.adjusted THEN 'merge'
      WHEN c.differing * 2 <= c.common THEN 'merge'
      WHEN i.first_on <= held.first_on AND i.last_on >= held.last_on THEN 'replace'
      WHEN c.common > 0 THEN 'rebased'
      WHEN i.symbol || '|' || i.provider = ANY ($1) THEN 'merge'
      ELSE 'basis_unknown'
    END AS verdict
  FROM incoming i
  LEFT JOIN price_series s USING (symbol, provider)
  LEFT JOIN compared c USING (symbol, provider)
  CROSS JOIN LATERAL (
    SELECT min(date) AS first_on, max(date) AS last_on FROM price_bars
    WHERE series_id = s.id AND adjusted_close IS NOT NULL
  ) AS held
  ORDER BY i.symbol, i.provider`;

const removeReplacedSql = `
  WITH removed AS (
    DELETE FROM price_bars b
    USING unnest($1::text[], $2::text[]) AS r(symbol, provider) JOIN price_series s USING (symbol, provider)
    WHERE b.series_id = s.id AND NOT EXISTS (
      SELECT FROM incoming_bars i WHERE (i.symbol, i.provider, i.date) = (r.symbol, r.provider, b.date))
    RETURNING r.symbol, b.date
  )
  SELECT symbol, min(date) AS from FROM removed GROUP BY symbol`;

const removeRefusedSql = `
  DELETE FROM incoming_bars i USING unnest($1::text[], $2::text[]) AS r(symbol, provider)
  WHERE (i.symbol, i.provider) = (r.symbol, r.provider)`;
