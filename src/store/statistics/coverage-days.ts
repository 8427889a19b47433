// The documents that the publishers list, day by day, and their status: listed = stored + quarantined + not yet
// fetched. A day without a fetch, a failed fetch and a day without a listing are three different states, and none of
// them means "no trades".
import { type DocumentSource, documentSourceNames, findDocumentSource } from "../../sources/sources.ts";
import { documentHeld, documentsRead } from "../sql/source-tables.ts";
import { type Db, Prisma } from "../store.ts";

/**
 * `complete`: the listing is final and nothing is left to fetch. `provisional`: nothing is left to fetch, the publisher
 * may still add. `incomplete`: documents remain to be fetched, or no complete listing was read. `empty`: a listing that
 * was read after the day was over in Washington covers the day and lists nothing for it. `not_published`: the publisher
 * has no listing (weekend, holiday, future day, the day is not over). `failed`: all fetches failed or prove nothing
 * about the day (its gaps). `never_fetched`: no listing was ever fetched.
 */
export type DayState =
  | "complete"
  | "provisional"
  | "incomplete"
  | "empty"
  | "not_published"
  | "failed"
  | "never_fetched";

export interface QuarantineReason {
  reason: string;
  count: number;
}

export interface CoverageDay {
  day: Date;
  state: DayState;
  listed: number;
  stored: number;
  /** ignored ones included */
  quarantined: number;
  /** ignored by a person, with a reason */
  ignored: number;
  notFetched: number;
  /** of those not fetched: with a failed fetch */
  fetchFailures: number;
  /** stored filings of the day that no listing names */
  storedUnlisted: number;
  /** listed = stored + quarantined + not fetched, and no listing of only this day has more */
  reconciled: boolean;
  lastFetchedAt: Date | null;
  /** `failed` only because the listing that was read, e.g. a copy of an index, ends before the day */
  afterListing: boolean;
  /** error of the newest failed fetch; null if a later one succeeded */
  failure: string | null;
  reasons: QuarantineReason[];
}

/** Every day of the range, oldest first; empty for a source without listings. Dates are inclusive, YYYY-MM-DD. */
export async function coverageDays(db: Db, source: string, from: string, to: string): Promise<CoverageDay[]> {
  const holder = findDocumentSource(source);
  if (!holder) return [];
  const bounds = Prisma.sql`SELECT ${source}::text AS source, ${from}::date AS first, ${to}::date AS last`;
  return await db.$queryRaw<CoverageDay[]>`
    WITH ${dayTables(bounds)}, ${proofTables(holder, from, to)}
    SELECT day, state, listed, stored, quarantined, ignored, not_fetched AS "notFetched",
      fetch_failures AS "fetchFailures", state = 'failed' AND ${isAfterListing} AS "afterListing",
      coalesce(u.filings, 0)::int AS "storedUnlisted", reconciled AND stored = coalesce(p.documents, 0) AS reconciled,
      fetched_at AS "lastFetchedAt", failure, reasons
    FROM days LEFT JOIN unlisted u USING (day) LEFT JOIN proved p USING (day) ORDER BY day`;
}

/** Whether each listing that covers the day was read, and lists nothing from the day on. */
const isAfterListing = Prisma.sql`NOT EXISTS (
  SELECT FROM listing_fetches l
  WHERE l.source = days.source AND days.day BETWEEN l.covers_from AND l.covers_to AND NOT (l.outcome = 'listed' AND NOT EXISTS (
    SELECT FROM listed_days k WHERE k.source = l.source AND k.listed_on BETWEEN days.day AND l.covers_to)))`;

/**
 * (source, first, last): from the first day covered by a listing with documents (or, if there is none, by any listing)
 * to the last covered day, at least to `today`.
 */
export function coveredBounds(today: string, source: string | null): Prisma.Sql {
  return Prisma.sql`
    SELECT source, coalesce(min(first), min(any_first)) AS first, greatest(max(last), ${today}::date) AS last FROM (
      SELECT source, min(covers_from) FILTER (WHERE outcome = 'listed') AS first, min(covers_from) AS any_first,
        max(covers_to) AS last FROM listing_fetches GROUP BY 1
      UNION ALL SELECT source, min(listed_on), min(listed_on), max(listed_on) FROM listed_days GROUP BY 1
    ) AS seen WHERE source IN (${Prisma.join([...documentSourceNames])}) AND source = coalesce(${source}::text, source) GROUP BY 1`;
}

/** The first day that the listings of a source cover; null before the first fetch. */
export async function firstCoveredDay(db: Db, source: string, today: string): Promise<string | null> {
  const rows = await db.$queryRaw<{ day: string }[]>`
    SELECT to_char(first, 'YYYY-MM-DD') AS day FROM (${coveredBounds(today, source)}) AS bounds`;
  return rows[0]?.day ?? null;
}

/**
 * The newest day, until `today`, with listed documents or with a listing of its own; null without both. The listing of
 * a longer period may end before the period does.
 */
export async function newestCoveredDay(db: Db, today: string): Promise<Date | null> {
  const names = Prisma.join([...documentSourceNames]);
  const rows = await db.$queryRaw<{ day: Date | null }[]>`
    SELECT max(day) AS day FROM (
      SELECT listed_on AS day FROM listed_days WHERE source IN (${names})
      UNION ALL SELECT covers_to FROM listing_fetches WHERE source IN (${names}) AND covers_from = covers_to
    ) AS covered WHERE day <= ${today}::date`;
  return rows[0]?.day ?? null;
}

/** Common table expressions up to `days`: one row per source and day within `bounds` (source, first, last). */
export function dayTables(bounds: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    bounds AS (${bounds}),
    listings AS (
      SELECT d.source, d.listed_on AS day, d.listed, d.stored
      FROM listed_days d JOIN bounds b USING (source) WHERE d.listed_on BETWEEN b.first AND b.last
    ),
    states AS (
      SELECT s.source, s.listed_on AS day, s.state, s.reason, count(*) AS documents, count(*) FILTER (WHERE s.ignored) AS ignored,
        count(*) FILTER (WHERE s.state = 'not_fetched' AND s.attempts > 0) AS failures
      FROM open_document_states s JOIN bounds b USING (source)
      WHERE s.listed_on BETWEEN b.first AND b.last GROUP BY 1, 2, 3, 4
    ),
    documents AS (
      SELECT source, day, sum(documents) FILTER (WHERE state = 'stored') AS stored,
        sum(documents) FILTER (WHERE state = 'quarantined') AS quarantined, sum(ignored) AS ignored,
        sum(documents) FILTER (WHERE state = 'not_fetched') AS not_fetched, sum(failures) AS failures,
        jsonb_agg(jsonb_build_object('reason', reason, 'count', documents) ORDER BY documents DESC, reason)
          FILTER (WHERE state = 'quarantined') AS reasons
      FROM states GROUP BY 1, 2
    ),
    fetches AS (
      SELECT l.source, d::date AS day, bool_or(l.final AND l.outcome = 'listed') AS final,
        bool_or(l.outcome IN ('listed', 'empty') AND d::date <> ALL (l.gaps)) AS read,
        bool_or(l.outcome IN ('listed', 'empty') AND d::date <> ALL (l.gaps)
          AND (l.fetched_at AT TIME ZONE 'America/New_York')::date > d::date) AS proven,
        bool_or(l.outcome = 'not_published') AS unpublished,
        max(l.fetched_at) AS fetched_at, max(l.listed) FILTER (WHERE l.outcome = 'listed' AND l.covers_from = l.covers_to) AS single_day_count,
        (array_agg(l.message ORDER BY l.fetched_at DESC) FILTER (WHERE l.outcome = 'failed' OR d::date = ANY (l.gaps)))[1] AS failure,
        max(l.fetched_at) FILTER (WHERE l.outcome = 'failed' OR d::date = ANY (l.gaps))
          > coalesce(max(l.fetched_at) FILTER (WHERE l.outcome <> 'failed' AND d::date <> ALL (l.gaps)), '-infinity') AS failed_last
      FROM listing_fetches l JOIN bounds b USING (source),
        generate_series(greatest(l.covers_from, b.first), least(l.covers_to, b.last), interval '1 day') AS d
      GROUP BY 1, 2
    ),
    -- the rows are combined by UNION ALL and not joined: the planner does not know the number of days, and a join
    -- planned for few days compares every day with every other
    parts (source, day, listed, listed_stored, stored, quarantined, ignored, not_fetched, failures, reasons,
      fetched, final, read, proven, unpublished, fetched_at, single_day_count, failure, failed_last) AS (
      SELECT source, g::date, 0, 0, 0, 0, 0, 0, 0, NULL::jsonb, false, false, false, false, false, NULL::timestamptz, 0, NULL, false
      FROM bounds, generate_series(first, last, interval '1 day') AS g
      UNION ALL SELECT source, day, listed, stored, 0, 0, 0, 0, 0, NULL, false, false, false, false, false, NULL, 0, NULL, false
      FROM listings
      UNION ALL SELECT source, day, 0, 0, stored, quarantined, ignored, not_fetched, failures, reasons, false, false, false, false,
        false, NULL, 0, NULL, false FROM documents
      UNION ALL SELECT source, day, 0, 0, 0, 0, 0, 0, 0, NULL, true, final, read, proven, unpublished, fetched_at,
        single_day_count, failure, failed_last
      FROM fetches
    ),
    by_day AS (
      SELECT source, day, coalesce(sum(listed), 0)::int AS listed,
        (coalesce(sum(listed_stored), 0) + coalesce(sum(stored), 0))::int AS stored, coalesce(sum(quarantined), 0)::int AS quarantined,
        coalesce(sum(ignored), 0)::int AS ignored, coalesce(sum(not_fetched), 0)::int AS not_fetched,
        coalesce(sum(failures), 0)::int AS fetch_failures, coalesce(max(single_day_count), 0) AS single_day_count, max(fetched_at) AS fetched_at,
        max(failure) FILTER (WHERE failed_last) AS failure, bool_or(fetched) AS fetched, bool_or(final) AS final, bool_or(read) AS read,
        bool_or(proven) AS proven, bool_or(unpublished) AS unpublished,
        coalesce((array_agg(reasons) FILTER (WHERE reasons IS NOT NULL))[1], '[]') AS reasons
      FROM parts GROUP BY 1, 2
    ),
    days AS (
      SELECT source, day,
        CASE
          WHEN not_fetched > 0 OR (listed > 0 AND read IS NOT TRUE) THEN 'incomplete'
          WHEN listed > 0 THEN CASE WHEN final THEN 'complete' ELSE 'provisional' END
          WHEN proven THEN 'empty' WHEN read OR unpublished THEN 'not_published' WHEN fetched THEN 'failed'
          ELSE 'never_fetched'
        END AS state,
        listed, stored, quarantined, ignored, not_fetched, fetch_failures,
        listed = stored + quarantined + not_fetched AND listed >= single_day_count AS reconciled, fetched_at, failure, reasons
      FROM by_day
    )`;
}

/**
 * Common table expressions to add after `dayTables`, for one source: the listed documents that are really in the tables
 * of filings and reports (`proved`), to verify the counts, and the documents there that no listing names (`unlisted`).
 * They read every document of the range. Ids are compared in the collation of the searched table, so that its index can
 * be used.
 */
function proofTables(source: DocumentSource, from: string, to: string): Prisma.Sql {
  const isHeld = Prisma.raw(documentHeld(source, "d.document_id"));
  const held = Prisma.raw(documentsRead(source));
  return Prisma.sql`
    proved AS (
      SELECT d.listed_on AS day, count(*) AS documents FROM listed_documents d
      WHERE d.source = ${source.name} AND d.listed_on BETWEEN ${from}::date AND ${to}::date AND EXISTS (${isHeld}) GROUP BY 1
    ),
    unlisted AS (
      SELECT h.filed_on AS day, count(*) AS filings FROM (${held}) AS h (document_id, filed_on)
      WHERE h.filed_on BETWEEN ${from}::date AND ${to}::date AND NOT EXISTS (
        SELECT FROM listed_documents d WHERE d.source = ${source.name} AND d.document_id = h.document_id COLLATE "C") GROUP BY 1
    )`;
}
