// Retention of data about callers, and the removal of older data. Request logs are lines on standard error and belong
// to the operator's log system.
import type { Store } from "../store/store.ts";
import { addMissed, missedOf } from "../store/subscriptions.ts";
import { inTransaction } from "../store/transaction.ts";
import { retentionDays } from "./retention-days.ts";

export interface Pruned {
  usage_rows: number;
  audit_rows: number;
  ended_keys: number;
  /** expired counters of failed attempts, which name addresses */
  address_counters: number;
  error_rows: number;
  /** rows of the log of requests */
  request_rows: number;
  minute_rows: number;
  /** attempts to deliver by webhook and mail */
  delivery_rows: number;
  /** notices by mail */
  notice_rows: number;
  /** events that were delivered, or that waited while nothing was sent */
  event_rows: number;
  /** rows of the change log */
  change_rows: number;
  /** sessions and one-time links that have ended */
  ended_sessions: number;
}

/**
 * Deletes expired rows in one transaction without a statement timeout: the first run may have years to delete. The
 * signal cancels it with nothing deleted, and its reason is thrown.
 */
export async function prune(
  store: Pick<Store, "pool" | "cancel">,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Pruned> {
  const { usage, audit, endedKeys, errors, requests, minutes, deliveries, notices, changes } = retentionDays;
  return await inTransaction(store, async (client) => {
    const remove = async (statement: string, days?: number) => {
      signal?.throwIfAborted();
      return (await client.query(statement, days === undefined ? [] : [days])).rowCount ?? 0;
    };
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const cancel = () => void store.cancel(rows[0]?.pid ?? 0);
    signal?.addEventListener("abort", cancel, { once: true });
    await client.query("SET LOCAL statement_timeout = 0");
    try {
      return {
        usage_rows:
          (await remove("DELETE FROM usage_daily WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int", usage)) +
          (await remove("DELETE FROM key_usage WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int", usage)),
        audit_rows: await remove("DELETE FROM audit_log WHERE at < now() - make_interval(days => $1::int)", audit),
        ended_keys: await remove(
          "DELETE FROM api_keys WHERE least(revoked_at, expires_at) < now() - make_interval(days => $1::int)",
          endedKeys,
        ),
        address_counters: await remove("DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000"),
        error_rows: await remove(
          "DELETE FROM account_errors WHERE at < now() - make_interval(days => $1::int)",
          errors,
        ),
        request_rows: await remove(
          "DELETE FROM request_log WHERE at < now() - make_interval(days => $1::int)",
          requests,
        ),
        minute_rows: await remove(
          "DELETE FROM service_minutes WHERE minute < now() - make_interval(days => $1::int)",
          minutes,
        ),
        delivery_rows: await remove(
          "DELETE FROM deliveries WHERE attempted_at < now() - make_interval(days => $1::int)",
          deliveries,
        ),
        notice_rows: await remove(
          "DELETE FROM notices WHERE created_at < now() - make_interval(days => $1::int)",
          notices,
        ),
        event_rows: await remove(removeEvents, deliveries),
        change_rows: await remove(removeChanges, changes),
        ended_sessions:
          (await remove("DELETE FROM sessions WHERE expires_at < now()")) +
          (await remove("DELETE FROM verifications WHERE expires_at < now()")),
      };
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  });
}

/**
 * Events that wait are removed too where nothing is sent: what a paused subscription keeps is bounded by the days, as
 * the change log is. So are those for an address that has not confirmed. Those of another active one stay: a failing
 * receiver has it paused after 72 hours. What was removed before it was delivered is noted.
 */
const removeEvents = `
  WITH removed AS (
    DELETE FROM matched_changes e USING subscriptions s JOIN accounts a ON a.id = s.account_id
    WHERE s.id = e.subscription_id AND e.changed_at < now() - make_interval(days => $1::int)
      AND (e.position <= s.reached_position OR s.state <> 'active' OR a.status <> 'active'
        OR (s.channel = 'mail' AND s.confirmed_at IS NULL))
    RETURNING s.id, e.version, e.changed_at, e.position > s.reached_position AS waited
  ), noted AS (
    UPDATE subscriptions s SET ${addMissed("s", "m")} FROM (
      SELECT id, ${missedOf("removed")} FROM removed WHERE waited GROUP BY id) m
    WHERE m.id = s.id
  )
  SELECT FROM removed`;

/**
 * A change that was removed before it was compared with the subscriptions is one that they may have missed. The last row
 * stays, so that a position is never given twice.
 */
const removeChanges = `
  WITH removed AS (
    DELETE FROM row_changes WHERE changed_at < now() - make_interval(days => $1::int)
      AND position < (SELECT max(position) FROM row_changes)
    RETURNING position, version, changed_at
  ), missed AS (
    SELECT max(position) AS newest, ${missedOf("removed")} FROM removed
    WHERE position > coalesce((SELECT position FROM match_progress WHERE id = 1), 0)
  ), noted AS (
    UPDATE subscriptions s SET ${addMissed("s", "m")} FROM missed m
    WHERE m.newest > s.matched_position AND s.channel IN ('webhook', 'mail')
  )
  SELECT FROM removed`;

/** Deleted rows of all kinds together. */
export const removedRows = (pruned: Pruned): number => Object.values(pruned).reduce((sum, rows) => sum + rows, 0);
