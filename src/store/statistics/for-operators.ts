// For operators: statistics of the whole store (the sources, refusals, pending work, the data version), and what needs
// attention. Every statement reads only indexes and small tables, so that it may run every few seconds.
import type { Pool } from "pg";
import { documentSources, sources } from "../../sources/sources.ts";
import { newestOf, quoted } from "../sql/source-tables.ts";
import type { Db } from "../store.ts";
import { sourceAges, unprovenFetches } from "./source-ages.ts";

export interface SourceStatistics {
  source: string;
  /** Unix seconds of the last successful fetch of a listing or run; null before the first */
  fetchedAt: number | null;
  /** Unix seconds of the start of the newest filing day in the store; null for sources without filings */
  newestFiledOn: number | null;
  /** finished runs, by status */
  runs: Record<string, number>;
  /** records of all runs, by result */
  records: Record<string, number>;
  /** open refusals, by reason */
  quarantine: Record<string, number>;
  /** listed documents that are neither stored nor refused */
  notFetched: number;
  /** listings whose last fetch failed or left days unproven that no other listing proves */
  failedFetches: number;
  /** Unix seconds of the start of the first day that they leave unproven; null if there is none */
  unprovenSince: number | null;
}

export interface StoreStatistics {
  version: number;
  /** Unix seconds at which the version last advanced */
  asOf: number;
  /** companies, members, symbols etc. whose derived values are not up to date */
  pending: number;
  /** Unix seconds since which the oldest of them has been waiting; null if none is */
  pendingSince: number | null;
  /** publishers that refused a request, and Unix seconds until which they receive no requests */
  stopped: { publisher: string; until: number }[];
  /** webhooks, by state */
  webhooks: Record<string, number>;
  /** Unix seconds since which an event has waited for its first attempt; null if none does */
  eventsWaitingSince: number | null;
  sources: SourceStatistics[];
}

/** The oldest event without an attempt: not those of receivers that fail, of paused webhooks and of suspended accounts. */
const eventsWaitingSince = `
  SELECT extract(epoch FROM min(m.changed_at))::float8
  FROM subscriptions s JOIN accounts a ON a.id = s.account_id AND a.status = 'active'
  CROSS JOIN LATERAL (SELECT changed_at FROM matched_changes m
    WHERE m.subscription_id = s.id AND m.position > s.reached_position ORDER BY m.position LIMIT 1) m
  WHERE s.channel = 'webhook' AND s.state = 'active' AND s.matched_position > s.reached_position AND s.attempts = 0`;

const sql = `
  WITH names (source) AS (VALUES ${sources.map(({ name }) => `(${quoted(name)})`).join(", ")}),
  runs AS (
    SELECT source, status, count(*) AS runs, sum(new) AS new, sum(unchanged) AS unchanged, sum(amended) AS amended,
      sum(quarantined_records) AS quarantined,
      max(coalesce(finished_at, started_at)) FILTER (WHERE status = 'completed') AS fetched_at
    FROM ingestion_runs GROUP BY 1, 2),
  fetches AS (
    SELECT source, max(fetched_at) FILTER (WHERE outcome <> 'failed') AS fetched_at
    FROM listing_fetches GROUP BY 1),
  unproven AS (SELECT source, count(*) AS fetches, min(since) AS since FROM (${unprovenFetches}) AS f GROUP BY 1),
  refused AS (SELECT source, reason, count(*) AS items FROM quarantine WHERE status = 'open' GROUP BY 1, 2)
  SELECT n.source,
    extract(epoch FROM greatest((SELECT max(fetched_at) FROM runs r WHERE r.source = n.source), l.fetched_at))::float8 AS "fetchedAt",
    extract(epoch FROM CASE n.source
      ${documentSources.map(({ name, newest }) => `WHEN ${quoted(name)} THEN ${newestOf(newest)}`).join(" ")}
    END)::float8 AS "newestFiledOn",
    (SELECT coalesce(jsonb_object_agg(status, runs), '{}') FROM runs r WHERE r.source = n.source AND status <> 'running') AS runs,
    (SELECT jsonb_build_object('new', coalesce(sum(new), 0), 'unchanged', coalesce(sum(unchanged), 0),
      'amended', coalesce(sum(amended), 0), 'quarantined', coalesce(sum(quarantined), 0))
      FROM runs r WHERE r.source = n.source) AS records,
    (SELECT coalesce(jsonb_object_agg(reason, items), '{}') FROM refused q WHERE q.source = n.source) AS quarantine,
    (SELECT count(*)::float8 FROM open_document_states d WHERE d.source = n.source AND d.state = 'not_fetched') AS "notFetched",
    coalesce(u.fetches, 0)::float8 AS "failedFetches", extract(epoch FROM u.since)::float8 AS "unprovenSince"
  FROM names n LEFT JOIN fetches l USING (source) LEFT JOIN unproven u USING (source)`;

/** Reads them. Rejects if the database cannot be reached. */
export async function storeStatistics(pool: Pool): Promise<StoreStatistics> {
  const { rows: sources } = await pool.query<SourceStatistics>(sql);
  const { rows } = await pool.query<Omit<StoreStatistics, "sources">>(`
    SELECT v.version::float8 AS version, extract(epoch FROM v.as_of)::float8 AS "asOf", p.pending, p."pendingSince",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('publisher', publisher, 'until', extract(epoch FROM stopped_until))), '[]')
        FROM outbound_gates WHERE stopped_until > now()) AS stopped,
      (SELECT coalesce(jsonb_object_agg(state, webhooks), '{}') FROM (
        SELECT state, count(*) AS webhooks FROM subscriptions WHERE channel = 'webhook' GROUP BY 1) w) AS webhooks,
      (${eventsWaitingSince}) AS "eventsWaitingSince"
    FROM data_version v, LATERAL (
      SELECT count(*)::float8 AS pending, extract(epoch FROM min(since))::float8 AS "pendingSince" FROM pending_derivations
    ) p WHERE v.id = 1`);
  const [whole] = rows;
  if (!whole) throw new Error("the store has no data version; it was not migrated");
  return { ...whole, sources };
}

// What needs the operator's attention: open refusals, sources that are behind, failed runs, people who wait for a
// decision. Every part of the query reads an index or a small table, so that the page may poll it.

/** each is one line of the list, in this order */
export const attentionKinds = [
  "redis_away",
  "disk_full",
  "run_failed",
  "publisher_stopped",
  "source_behind",
  "records_old",
  "listing_failed",
  "fetch_failed",
  "derivation_waits",
  "quarantine",
  "account_waits",
  "plan_asked",
] as const;

type AttentionKind = (typeof attentionKinds)[number];

export interface AttentionItem {
  kind: AttentionKind;
  /** source or publisher; null if the item is about the whole service */
  subject: string | null;
  /** number of filings, listings, documents or accounts; null if nothing is counted */
  count: number | null;
  /** start time; end time for `publisher_stopped`; for `records_old` the day of the newest record, null without one */
  at: Date | null;
  /** message, e.g. of the failed run */
  detail: string | null;
}

/** `today` is the calendar date in UTC, YYYY-MM-DD. */
export async function attentionItems(db: Db, today: string): Promise<AttentionItem[]> {
  return await db.$queryRaw<AttentionItem[]>`
    WITH runs AS (
      SELECT DISTINCT ON (source) source, status, coalesce(finished_at, started_at) AS at, message
      FROM ingestion_runs ORDER BY source, started_at DESC
    ),
    fetches AS (
      SELECT source, count(*) FILTER (WHERE outcome = 'failed' OR gaps <> '{}') AS failed,
        max(fetched_at) FILTER (WHERE outcome = 'failed' OR gaps <> '{}') AS failed_at,
        (array_agg(message ORDER BY fetched_at DESC) FILTER (WHERE outcome = 'failed' OR gaps <> '{}'))[1] AS message
      FROM listing_fetches GROUP BY source
    ),
    ages AS (${sourceAges(today)}),
    items (kind, subject, count, at, detail) AS (
      SELECT 'run_failed', source, NULL::bigint, at, coalesce(message, status) FROM runs WHERE status IN ('failed', 'interrupted')
      UNION ALL SELECT 'publisher_stopped', publisher, NULL, stopped_until, stopped_because FROM outbound_gates WHERE stopped_until > now()
      UNION ALL SELECT 'source_behind', source, NULL, fetched_at, NULL FROM ages WHERE not_fetched
      UNION ALL SELECT 'records_old', source, NULL, newest::timestamp AT TIME ZONE 'UTC', NULL FROM ages WHERE behind AND NOT not_fetched
      UNION ALL SELECT 'listing_failed', source, failed, failed_at, message FROM fetches WHERE failed > 0
      UNION ALL SELECT 'fetch_failed', source, count(*), NULL, (array_agg(last_error ORDER BY retry_at DESC NULLS LAST))[1]
        FROM open_document_states WHERE state = 'not_fetched' AND attempts > 0 GROUP BY source
      UNION ALL SELECT 'derivation_waits', NULL, count(*), min(since), NULL FROM pending_derivations
        HAVING min(since) < now() - interval '1 hour'
      UNION ALL SELECT 'quarantine', source, count(DISTINCT coalesce(document_id, file_name)), max(created_at), NULL FROM quarantine WHERE status = 'open' GROUP BY source
      UNION ALL SELECT 'account_waits', NULL, count(*), min(created_at), NULL FROM accounts WHERE status = 'waiting' HAVING count(*) > 0
      UNION ALL SELECT 'plan_asked', NULL, count(*), NULL, NULL FROM accounts
        WHERE requested_plan_id IS NOT NULL HAVING count(*) > 0
    )
    SELECT kind, subject, count::int, at, left(detail, 300) AS detail FROM items
    ORDER BY array_position(${[...attentionKinds]}::text[], kind), subject`;
}
