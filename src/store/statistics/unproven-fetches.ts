// The fetches of listings that leave days unproven, in one form for coverage and for the metrics.
import { documentSourceNames } from "../../sources/sources.ts";
import { quoted } from "../source-tables.ts";

const daysOf = (fetch: string) => `datemultirange(daterange(${fetch}.covers_from, ${fetch}.covers_to, '[]'))`;
const gapsOf = (fetch: string) =>
  `coalesce((SELECT range_agg(daterange(gap, gap, '[]')) FROM unnest(${fetch}.gaps) AS gap), '{}')`;

/**
 * A SELECT of (source, since): a row per failed fetch, and per fetch with gaps, and the first day that it leaves
 * unproven. A gap is proven by any other listing of the source, the days of a fetch that failed without gaps by a later
 * one. Only listings of documents prove days: those of prices are one per symbol.
 */
export const unprovenFetches = `
  SELECT l.source, lower(u.days) AS since FROM listing_fetches l, LATERAL (
    SELECT CASE l.outcome WHEN 'failed' THEN ${daysOf("l")} ELSE ${gapsOf("l")} END - coalesce((
      SELECT range_agg(${daysOf("o")} - ${gapsOf("o")}) FROM listing_fetches o
      WHERE o.source = l.source AND o.source IN (${documentSourceNames.map(quoted).join(", ")})
        AND o.listing <> l.listing AND o.outcome <> 'failed' AND (l.gaps <> '{}' OR o.fetched_at > l.fetched_at)
        AND o.covers_from <= l.covers_to AND o.covers_to >= l.covers_from), '{}') AS days
  ) AS u
  WHERE (l.outcome = 'failed' OR l.gaps <> '{}') AND NOT isempty(u.days)`;
