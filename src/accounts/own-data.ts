// All that is stored of an account, for its owner: without passwords, keys, secrets and tokens.
import { auditWhere } from "../store/audit.ts";
import type { Store } from "../store/store.ts";

export type OwnData = Record<string, unknown>;

/** Each part is a list of rows; $1 is the account. */
const parts = {
  account: `SELECT id, email, plan_id AS plan, requested_plan_id AS requested_plan, status, created_at FROM accounts WHERE id = $1`,
  users: `SELECT id, email, role, email_verified, two_factor_enabled, created_at FROM users WHERE account_id = $1`,
  sessions: `SELECT s.id, s.created_at, s.updated_at AS last_used_at, s.expires_at, s.ip_address, s.user_agent
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.account_id = $1 ORDER BY s.created_at`,
  keys: `SELECT id, name, last_four, allowlist, created_at, last_used_at, expires_at, revoked_at FROM api_keys
    WHERE account_id = $1 ORDER BY created_at`,
  subscriptions: `SELECT id, channel, list, name, filters, url, address, cadence, confirmed_at, state, created_at, updated_at
    FROM subscriptions WHERE account_id = $1 ORDER BY created_at`,
  usage: `SELECT day, route, status, requests FROM usage_daily WHERE account_id = $1 ORDER BY day, route, status`,
  key_usage: `SELECT u.key_id, u.day, u.requests, u.failed FROM key_usage u JOIN api_keys k ON k.id = u.key_id
    WHERE k.account_id = $1 ORDER BY u.day, u.key_id`,
  downloads: `SELECT day, bytes FROM download_days WHERE account_id = $1 ORDER BY day`,
  requests: `SELECT at, request_id, route, status, milliseconds, key_id, parameters FROM request_log
    WHERE account_id = $1 ORDER BY at`,
  errors: `SELECT at, request_id, route, status, code, message, key_last_four, parameters FROM account_errors
    WHERE account_id = $1 ORDER BY at`,
};

const read = `SELECT ${Object.entries(parts)
  .map(([name, rows]) => `(SELECT coalesce(json_agg(t), '[]') FROM (${rows}) t) AS "${name}"`)
  .join(",\n  ")}`;

/** newest audit entries */
const maxEntries = 10_000;

export async function readOwnData(store: Store, accountId: string): Promise<OwnData> {
  const { rows } = await store.pool.query<OwnData>(read, [accountId]);
  const entries = await store.prisma.auditLog.findMany({
    where: await auditWhere(store.prisma, { accountId }),
    orderBy: { id: "desc" },
    take: maxEntries,
  });
  // an operator's name is not the account's data
  const audit = entries.map(({ id: _, actor, ...entry }) => ({
    actor: actor.startsWith("user:") ? actor : "operator",
    ...entry,
  }));
  return { exportedAt: new Date().toISOString(), ...rows[0], audit };
}
