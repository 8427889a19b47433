// What people do with their own sessions, data and account.
import { AppError } from "../../errors.ts";
import { isUuid } from "../../lib/uuid.ts";
import type { Visitor } from "../../ports/requests.ts";
import type { Store } from "../../store/store.ts";
import { removeAccount } from "../accounts.ts";
import { type OwnData, readOwnData } from "../own-data.ts";
import type { Attempts } from "./attempts.ts";
import { verifyPassword } from "./credentials.ts";
import type { Sessions } from "./sessions.ts";
import { headersOf, type InSession, note, type WithCookies } from "./signed-in.ts";

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
