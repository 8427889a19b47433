// How old each source is: its last fetch, its newest record, and whether one of them is older than the record of the
// source allows. A fetch alone proves nothing: prices that end in May are fetched again and again in November. The
// fetches of listings that leave days unproven are in one form for coverage and for the metrics.
import { documentSourceNames, sources } from "../../sources/sources.ts";
import { newestOf, quoted } from "../sql/source-tables.ts";
import { type Db, Prisma } from "../store.ts";

/** One row per source, in the order of the registry: (position, source, newest, fetch_days, record_days). */
const limits = Prisma.raw(
  sources
    .map(
      ({ name, newest, behindAfterDays }, position) =>
        `SELECT ${position}, ${quoted(name)}, ${newestOf(newest)}::date, ${behindAfterDays}, ${newest.oldAfterDays}`,
    )
    .join(" UNION ALL "),
);

/**
 * A SELECT with one row per source:
 * - place: its position in the registry, source: its name
 * - newest: the date of its newest record; null if it has none
 * - expected: a record of this date or a later one is expected by now
 * - behind_days: days from the newest record to that date, 0 where it is not older; null without a record
 * - fetched_at: the end of the last run or the last successful fetch of a listing, whichever is later; null before both
 * - status: that of the last run
 * - age_days: whole days from `fetched_at` to `today`
 * - not_fetched: the last fetch is older than allowed; null before the first fetch
 * - behind: that, or the newest record is older than allowed, or there is none; null before the first fetch
 *
 * Sample data end on the day on which they were loaded, and nothing is expected of them afterwards: their ages are those
 * of that day.
 *
 * `today` is the calendar date in UTC, YYYY-MM-DD. It reads indexes and small tables only, so that pages may poll it.
 */
export const sourceAges = (today: string): Prisma.Sql => Prisma.sql`
  SELECT position, source, newest, expected, CASE WHEN newest IS NOT NULL THEN greatest(0, expected - newest) END AS behind_days,
    fetched_at, status, age_days, age_days > fetch_days AS not_fetched,
    CASE WHEN age_days IS NOT NULL THEN age_days > fetch_days OR newest IS NULL OR newest < expected END AS behind
  FROM (
    SELECT l.*, reference.day - record_days AS expected, greatest(run.fetched_at, listing.fetched_at) AS fetched_at, run.status,
      reference.day - (greatest(run.fetched_at, listing.fetched_at) AT TIME ZONE 'UTC')::date AS age_days
    FROM (${limits}) AS l (position, source, newest, fetch_days, record_days)
    LEFT JOIN LATERAL (
      SELECT coalesce(finished_at, started_at) AS fetched_at, r.status FROM ingestion_runs r
      WHERE r.source = l.source ORDER BY started_at DESC LIMIT 1
    ) run ON TRUE
    LEFT JOIN LATERAL (
      SELECT max(fetched_at) AS fetched_at, max(covers_to) FILTER (WHERE listing LIKE 'sample/%') AS sample_until
      FROM listing_fetches k WHERE k.source = l.source AND k.outcome <> 'failed'
    ) listing ON TRUE
    CROSS JOIN LATERAL (SELECT coalesce(listing.sample_until, ${today}::date) AS day) reference
  ) AS aged`;

/** How fresh a source is. Dates are calendar dates. */
export interface SourceFreshness {
  source: string;
  newestFiledOn: Date | null;
  /** a record of this date or a later one is expected by now */
  expectedOn: Date;
  /** days from the newest record to `expectedOn`; 0 where it is not older; null without a record */
  behindDays: number | null;
  /** the end of the last run, or the last successful fetch of a listing, whichever is later */
  lastFetchedAt: Date | null;
  /**
   * the last fetch or the newest record is older than the publisher's schedule allows, or there is no record; null before
   * the first fetch
   */
  behind: boolean | null;
}

/** One entry per source, in the order of the registry. */
export async function sourceFreshness(db: Db, today: string): Promise<SourceFreshness[]> {
  return await db.$queryRaw<SourceFreshness[]>`
    SELECT source, newest AS "newestFiledOn", expected AS "expectedOn", behind_days AS "behindDays",
      fetched_at AS "lastFetchedAt", behind
    FROM (${sourceAges(today)}) AS ages ORDER BY position`;
}

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
