// What people do with their own sessions, data and account. All that is stored of an account is for its owner: without
// passwords, keys, secrets and tokens.
import { AppError } from "../../errors.ts";
import { isUuid } from "../../lib/text.ts";
import type { Visitor } from "../../ports/requests.ts";
import { auditWhere } from "../../store/audit.ts";
import type { Store } from "../../store/store.ts";
import { removeAccount } from "../accounts.ts";
import type { Attempts } from "./attempts.ts";
import { verifyPassword } from "./credentials.ts";
import { headersOf, type InSession, note, type Sessions, type WithCookies } from "./sessions.ts";

// All that is stored of an account, for its owner: without passwords, keys, secrets and tokens.

type OwnData = Record<string, unknown>;

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
  deliveries: `SELECT d.subscription_id, d.message_id, d.events, d.attempt, d.attempted_at, d.status, d.error, d.duration_ms, d.response
    FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id WHERE s.account_id = $1 ORDER BY d.id`,
  notices: `SELECT n.kind, n.key, n.created_at, n.ended_at FROM notices n
    WHERE n.subject_id = $1 OR n.subject_id IN (SELECT id FROM users WHERE account_id = $1)
      OR n.subject_id IN (SELECT id FROM subscriptions WHERE account_id = $1) ORDER BY n.created_at, n.id`,
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

async function readOwnData(store: Store, accountId: string): Promise<OwnData> {
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

interface ShownSession {
  id: string;
  createdAt: string;
  /** to the hour */
  lastUsedAt: string;
  /** null: not noted */
  address: string | null;
  browser: string | null;
  isCurrent: boolean;
}

export interface OwnAffairs {
  /** The user's sessions, last used first, and whether a sign-in needs a code. */
  security(visitor: Visitor): Promise<WithCookies<{ sessions: ShownSession[]; hasSecondFactor: boolean }>>;
  endSession(visitor: Visitor, given: { id: string }): Promise<WithCookies<object>>;
  endOtherSessions(visitor: Visitor): Promise<WithCookies<object>>;
  /** All that is stored of the user's account, without secrets. */
  ownData(visitor: Visitor): Promise<WithCookies<OwnData>>;
  /** Erases the user's account; the password confirms it. */
  deleteAccount(visitor: Visitor, given: { password: string }): Promise<WithCookies<object>>;
}

interface Parts {
  store: Store;
  sessionsOf(visitor: Visitor): Sessions;
  /** Rejects with AppError `unauthorized` without a session. */
  required(visitor: Visitor): Promise<InSession>;
  attempts: Attempts;
  announce(accountId: string): Promise<void>;
}

export function createOwnAffairs({ store, sessionsOf, required, attempts, announce }: Parts): OwnAffairs {
  return {
    async security(visitor) {
      const { userId, sessionId, hasSecondFactor } = await required(visitor);
      const rows = await store.prisma.session.findMany({
        where: { userId, expiresAt: { gt: new Date() } },
        orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
        take: 100,
      });
      const sessions = rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
        id,
        createdAt: createdAt.toISOString(),
        lastUsedAt: updatedAt.toISOString(),
        address: ipAddress || null,
        browser: userAgent || null,
        isCurrent: id === sessionId,
      }));
      return { body: { sessions, hasSecondFactor }, cookies: [] };
    },
    async endSession(visitor, { id }) {
      const { userId, accountId } = await required(visitor);
      await attempts.change(accountId ?? userId);
      const { count } = isUuid(id) ? await store.prisma.session.deleteMany({ where: { id, userId } }) : { count: 0 };
      if (count === 0) throw new AppError("not_found", "This session has already ended");
      await note(store, userId, "user.end_session");
      return { body: {}, cookies: [] };
    },
    async endOtherSessions(visitor) {
      const { userId, sessionId, accountId } = await required(visitor);
      await attempts.change(accountId ?? userId);
      await store.prisma.session.deleteMany({ where: { userId, id: { not: sessionId } } });
      await note(store, userId, "user.end_other_sessions");
      return { body: {}, cookies: [] };
    },
    async ownData(visitor) {
      const { userId, accountId } = await required(visitor);
      if (accountId === null) throw new AppError("not_found", "You have no account");
      await attempts.ownData(accountId);
      await note(store, userId, "user.export_data");
      return { body: await readOwnData(store, accountId), cookies: [] };
    },
    async deleteAccount(visitor, { password }) {
      const { userId, accountId, email, role } = await required(visitor);
      if (accountId === null) throw new AppError("not_found", "You have no account");
      if (role === "admin")
        throw new AppError("bad_request", "You are an administrator: first run `disclosed admin remove`");
      const counted = await attempts.signIn(visitor.address, email);
      const stored = await store.prisma.credential.findFirst({ where: { userId, providerId: "credential" } });
      const isRight = stored?.password ? await verifyPassword({ hash: stored.password, password }) : false;
      if (!isRight) throw new AppError("wrong_credentials", "Wrong password");
      await counted.forgive();
      await removeAccount(store, { account: accountId, actor: `user:${userId}` });
      await announce(accountId);
      const { headers } = await sessionsOf(visitor).api.signOut({ headers: headersOf(visitor), returnHeaders: true });
      return { body: {}, cookies: headers.getSetCookie() };
    },
  };
}
