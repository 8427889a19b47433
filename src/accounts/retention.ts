// How long what is known of callers is kept, and the removal of what is older. Request logs are lines on standard error and
// belong to the operator's log system.
import type { Store } from "../store/store.ts";

/** Days after which rows go; stated in the README. */
export const retentionDays = {
  /** requests by account, day, route and status: the running and the previous twelve months */
  usage: 396,
  /** who changed what */
  audit: 730,
  /** keys that have ended, with their names and allowlists */
  endedKeys: 396,
  /** an account's own failed requests with their parameters; of each account the newest 500 at the most */
  errors: 30,
  /** the service's figures by minute, which name nobody */
  minutes: 93,
} as const;

export interface Pruned {
  usage_rows: number;
  audit_rows: number;
  ended_keys: number;
  /** counters of failed attempts, which name addresses and are over within a minute */
  address_counters: number;
  error_rows: number;
  minute_rows: number;
  /** sessions and one-time links that have ended */
  ended_sessions: number;
}

/** Removes what is past its time, in one transaction. */
export async function prune(store: Store): Promise<Pruned> {
  const { usage, audit, endedKeys, errors, minutes } = retentionDays;
  return await store.prisma.$transaction(async (db) => ({
    usage_rows:
      await db.$executeRaw`DELETE FROM usage_daily WHERE day < (now() AT TIME ZONE 'UTC')::date - ${usage}::int`,
    audit_rows: await db.$executeRaw`DELETE FROM audit_log WHERE at < now() - make_interval(days => ${audit}::int)`,
    ended_keys: await db.$executeRaw`
      DELETE FROM api_keys WHERE least(revoked_at, expires_at) < now() - make_interval(days => ${endedKeys}::int)`,
    address_counters: await db.$executeRaw`
      DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000`,
    error_rows:
      await db.$executeRaw`DELETE FROM account_errors WHERE at < now() - make_interval(days => ${errors}::int)`,
    minute_rows:
      await db.$executeRaw`DELETE FROM service_minutes WHERE minute < now() - make_interval(days => ${minutes}::int)`,
    ended_sessions:
      (await db.$executeRaw`DELETE FROM sessions WHERE expires_at < now()`) +
      (await db.$executeRaw`DELETE FROM verifications WHERE expires_at < now()`),
  }));
}
