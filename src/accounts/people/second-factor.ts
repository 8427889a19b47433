// The second factor: a code of an authenticator app beside the password (RFC 6238), or one of ten backup codes. The
// library has the algorithm and its limits: five codes for one sign-in, and a pause after ten wrong codes in a row.
import { APIError } from "better-auth/api";
import { AppError } from "../../errors.ts";
import type { SignInResult, Visitor } from "../../ports/requests.ts";
import { writeAudit } from "../../store/audit.ts";
import type { Store } from "../../store/store.ts";
import { changeLimits, inChange } from "../../store/transaction.ts";
import { AccountError } from "../accounts.ts";
import type { Attempts } from "./attempts.ts";
import { removeSecondFactor } from "./credentials.ts";
import {
  headersOf,
  type InSession,
  note,
  refused,
  type Sessions,
  shown,
  toSignedIn,
  type WithCookies,
} from "./sessions.ts";

export interface SecondFactor {
  /** The second step of a sign-in: a code of the app, or a backup code, which works once. */
  signInWithCode(visitor: Visitor, given: { code: string }): Promise<WithCookies<SignInResult>>;
  /** Begins to set the second factor up; nothing changes until a code confirms it. The result is shown once. */
  setUpSecondFactor(
    visitor: Visitor,
    given: { password: string },
  ): Promise<WithCookies<{ secret: string; uri: string; backupCodes: string[] }>>;
  confirmSecondFactor(visitor: Visitor, given: { code: string }): Promise<WithCookies<object>>;
  disableSecondFactor(visitor: Visitor, given: { password: string }): Promise<WithCookies<object>>;
}

interface Parts {
  store: Store;
  sessionsOf(visitor: Visitor): Sessions;
  /** Rejects with AppError `unauthorized` without a session. */
  required(visitor: Visitor): Promise<InSession>;
  attempts: Attempts;
}

const cookieName = "disclosed_two_factor";
const isAppCode = /^\d{6}$/;

export const isCodeNeeded = (response: object): boolean => "twoFactorRedirect" in response;

/** The cookie that the second step needs, without those of the session that the library has ended. */
export const secondFactorCookies = (headers: Headers): string[] =>
  headers.getSetCookie().filter((line) => line.includes(cookieName));

export function createSecondFactor({ store, sessionsOf, required, attempts }: Parts): SecondFactor {
  /** Runs what the password confirms; a wrong one counts like a wrong one at sign-in. */
  async function confirmed<Result>(visitor: Visitor, email: string, work: () => Promise<Result>): Promise<Result> {
    const counted = await attempts.signIn(visitor.address, email);
    const result = await work().catch(refused);
    await counted.forgive();
    return result;
  }

  return {
    async signInWithCode(visitor, { code: text }) {
      const code = text.replace(/\s/g, "");
      // a session of the same browser must not take the place of the sign-in
      const headers = headersOf(visitor, (cookie) => cookie.includes(cookieName));
      const { api } = sessionsOf(visitor);
      const given = { body: { code }, headers, returnHeaders: true } as const;
      const verified = await (isAppCode.test(code) ? api.verifyTOTP(given) : api.verifyBackupCode(given)).catch(
        wrongCode,
      );
      const { user } = verified.response as { user: Parameters<typeof toSignedIn>[0] };
      if (!isAppCode.test(code)) await note(store, user.id, "user.use_backup_code");
      if (toSignedIn(user).role === "admin") await note(store, user.id, "admin.sign_in");
      return { body: { user: shown(user) }, cookies: verified.headers.getSetCookie() };
    },
    async setUpSecondFactor(visitor, { password }) {
      const who = await required(visitor);
      if (who.hasSecondFactor) throw new AppError("bad_request", "The second factor is on; turn it off first");
      const { totpURI: uri, backupCodes } = await confirmed(visitor, who.email, () =>
        sessionsOf(visitor).api.enableTwoFactor({ body: { password }, headers: headersOf(visitor) }),
      );
      return { body: { secret: new URL(uri).searchParams.get("secret") ?? "", uri, backupCodes }, cookies: [] };
    },
    async confirmSecondFactor(visitor, { code }) {
      const who = await required(visitor);
      await attempts.change(who.accountId ?? who.userId);
      const { headers } = await sessionsOf(visitor)
        .api.verifyTOTP({ body: { code: code.replace(/\s/g, "") }, headers: headersOf(visitor), returnHeaders: true })
        .catch(wrongCode);
      if (!who.hasSecondFactor) await note(store, who.userId, "user.enable_second_factor");
      return { body: {}, cookies: headers.getSetCookie() };
    },
    async disableSecondFactor(visitor, { password }) {
      const who = await required(visitor);
      if (!who.hasSecondFactor) throw new AppError("bad_request", "The second factor is off");
      await attempts.change(who.accountId ?? who.userId);
      const { headers } = await confirmed(visitor, who.email, () =>
        sessionsOf(visitor).api.disableTwoFactor({
          body: { password },
          headers: headersOf(visitor),
          returnHeaders: true,
        }),
      );
      await note(store, who.userId, "user.disable_second_factor");
      return { body: {}, cookies: headers.getSetCookie() };
    },
  };
}

const expired = new Set(["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"]);

function wrongCode(error: unknown): never {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
  const { code = "" } = (error.body ?? {}) as { code?: string };
  if (code === "ACCOUNT_TEMPORARILY_LOCKED")
    throw new AppError("limit_exceeded", "Too many wrong codes; try again later", { retryAfter: 900 });
  if (expired.has(code)) throw new AppError("unauthorized", "This sign-in has expired; sign in again");
  if (code === "waiting" || code === "suspended") throw new AppError(code);
  throw new AppError("bad_request", "Wrong code");
}

/** Turns the second factor of a user off, for one who has lost it; the sessions end. Throws AccountError. */
export async function resetSecondFactor(
  store: Store,
  { email, actor }: { email: string; actor: string },
): Promise<void> {
  await inChange(store, changeLimits.person, async (db) => {
    const user = await db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
    if (!user?.twoFactorEnabled) throw new AccountError(`${email} has no second factor`);
    await removeSecondFactor(db, user.id);
    await db.session.deleteMany({ where: { userId: user.id } });
    await writeAudit(db, { actor, action: "user.reset_second_factor", objectType: "user", objectId: user.id });
  });
}
