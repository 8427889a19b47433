// Adjusted closes are relative to the day of their download: each later split or dividend changes all earlier ones.
// Mixing bars adjusted on different days in one series would give returns that no investor had, so new bars are
// compared with the stored ones.
import type { PoolClient } from "pg";

/** relative difference of two adjusted closes up to which they count as equal: smaller dividends do not matter */
const tolerance = 0.0001;
/** the same for figures with too few decimals to decide */
const coarseTolerance = 0.001;

/** A refused series, with the reason. */
export interface RefusedSeries {
  symbol: string;
  provider: string;
  reason: "rebased" | "basis_unknown";
  message: string;
}

export interface JudgedSeries {
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
export async function judgeBasis(client: PoolClient, continued: string[]): Promise<JudgedSeries[]> {
  return (await client.query<JudgedSeries>(judgeSql, [continued])).rows;
}

/** Deletes the refused series from incoming_bars, and returns them. */
export async function removeRefused(client: PoolClient, judged: JudgedSeries[]): Promise<RefusedSeries[]> {
  await client.query(removeRefusedSql, keysOf(judged, ["rebased", "basis_unknown"]));
  return judged.flatMap(refusalOf);
}

/** Deletes stored bars that a replacement does not have. Returns the symbols, with the first removed day of each. */
export async function removeReplaced(
  client: PoolClient,
  judged: JudgedSeries[],
): Promise<{ symbol: string; from: string }[]> {
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

// A figure with few decimals is exact only to its last place: a difference of half of that place in either figure may
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
