// What needs the operator's attention: open refusals, sources that are behind, failed runs, people who wait for a
// decision. Every part of the query reads an index or a small table, so that the page may poll it.
import type { Db } from "../store.ts";
import { sourceAges } from "./source-ages.ts";

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
