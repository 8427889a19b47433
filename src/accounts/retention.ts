// Retention of data about callers, and the removal of older data. Request logs are lines on standard error and belong
// to the operator's log system.
import type { Store } from "../store/store.ts";
import { inTransaction } from "../store/transaction.ts";
import { retentionDays } from "./retention-days.ts";

export interface Pruned {
  usage_rows: number;
  audit_rows: number;
  ended_keys: number;
  /** expired counters of failed attempts, which name addresses */
  address_counters: number;
  error_rows: number;
  minute_rows: number;
  /** attempts to deliver to webhooks */
  delivery_rows: number;
  /** delivered events; those that wait are kept */
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
  const { usage, audit, endedKeys, errors, minutes, deliveries, changes } = retentionDays;
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
        usage_rows: await remove(
          "DELETE FROM usage_daily WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int",
          usage,
        ),
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
        minute_rows: await remove(
          "DELETE FROM service_minutes WHERE minute < now() - make_interval(days => $1::int)",
          minutes,
        ),
        delivery_rows: await remove(
          "DELETE FROM deliveries WHERE attempted_at < now() - make_interval(days => $1::int)",
          deliveries,
        ),
        event_rows: await remove(
          `DELETE FROM matched_changes m USING subscriptions s WHERE s.id = m.subscription_id
             AND m.position <= s.reached_position AND m.changed_at < now() - make_interval(days => $1::int)`,
          deliveries,
        ),
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
 * A change that was removed before it was compared with the subscriptions is one that they may have missed. The last row
 * stays, so that a position is never given twice.
 */
const removeChanges = `
  WITH removed AS (
    DELETE FROM row_changes WHERE changed_at < now() - make_interval(days => $1::int)
      AND position < (SELECT max(position) FROM row_changes)
    RETURNING position, kind, changed_at
  ), missed AS (
    SELECT min(changed_at) AS since, max(position) AS newest FROM removed
    WHERE position > coalesce((SELECT position FROM match_progress WHERE id = 1), 0)
  ), noted AS (
    UPDATE subscriptions s SET missed_since = least(s.missed_since, m.since) FROM missed m
    WHERE m.newest > s.matched_position AND s.channel IN ('webhook', 'mail')
  )
  SELECT FROM removed`;

/** Deleted rows of all kinds together. */
export const removedRows = (pruned: Pruned): number => Object.values(pruned).reduce((sum, rows) => sum + rows, 0);
