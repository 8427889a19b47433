// Sign up, sign in and out, change a password. None of them reveals whether an e-mail is known: the messages and the
// statements are the same, and where they cannot be, the response is not sent before a fixed time.
import { setTimeout as sleep } from "node:timers/promises";
import { APIError } from "better-auth/api";
import { AppError, UsageError } from "../../errors.ts";
import type { SessionState, SignInResult, Visitor } from "../../ports/requests.ts";
import type { LimiterStores } from "../../quota/limiter.ts";
import { writeAudit } from "../../store/audit.ts";
import type { Db, Store } from "../../store/store.ts";
import { changeLimits, inChange } from "../../store/transaction.ts";
import type { AccountStatus } from "../accounts.ts";
import { addNotice, addPasswordReset, onceIn } from "../notices.ts";
import { createAttempts } from "./attempts.ts";
import { checkNewPassword, emailThatSignsIn, hashPassword, passwordLength } from "./credentials.ts";
import { createOwnAffairs, type OwnAffairs } from "./own-affairs.ts";
import { createSecondFactor, isCodeNeeded, type SecondFactor, secondFactorCookies } from "./second-factor.ts";
import {
  hasSessionCookie,
  headersOf,
  type InSession,
  note,
  openSessions,
  refused,
  type Sessions,
  type SignedIn,
  shown,
  sourceOf,
  statusOfUser,
  toSignedIn,
  type WithCookies,
} from "./sessions.ts";

// Sign-up: creates an account on the free plan with its user and password, in one transaction.

/** the plan of accounts created by sign-up */
const plan = "free";

interface Person {
  email: string;
  passwordHash: string;
  status: AccountStatus;
  /** a mail with a link that verifies the address is sent */
  verifies: boolean;
}

/**
 * Creates account and user, or changes nothing where the e-mail already has an account or a user: the owner of an
 * account created by command gets a link from the operator. The caller does not learn which of the two happened.
 */
async function createPerson(store: Store, person: Person): Promise<void> {
  try {
    await inChange(store, changeLimits.person, (db) => insertPerson(db, person));
  } catch (error) {
    // Prisma's code for a violated unique constraint
    if ((error as { code?: unknown }).code !== "P2002") throw error;
  }
}

async function insertPerson(db: Db, { email, passwordHash, status, verifies }: Person): Promise<void> {
  const account = await db.account.create({ data: { email, planId: plan, status } });
  const user = await db.user.create({ data: { accountId: account.id, email, name: "" } });
  await setPassword(db, user.id, passwordHash);
  if (verifies) await addVerification(db, user.id);
  const entry = { action: "account.sign_up", objectType: "account", objectId: account.id } as const;
  await writeAudit(db, { ...entry, actor: `user:${user.id}`, after: { email, plan, status } });
}

const addVerification = (db: Db, userId: string): Promise<void> =>
  addNotice(db, { kind: "email_verify", subjectId: userId, key: onceIn(10), hours: 24 });

/** Stores the password hash in the form that better-auth looks up. */
async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  await db.credential.create({ data: { userId, providerId: "credential", providerAccountId: userId, password } });
}

export interface PeopleOptions {
  /** signs cookies */
  secret: string;
  /** mail is sent: a new address is verified, and a password can be reset by mail */
  mail: boolean;
  signUp: SessionState["signUp"];
  /** sign-ups of one address in 30 days */
  accountsPerAddress: number;
  /** called when an account was erased */
  announce: (accountId: string) => Promise<void>;
  onError: (error: unknown) => void;
}

/** All methods reject with AppError. */
export interface People extends SecondFactor, OwnAffairs {
  session(visitor: Visitor): Promise<WithCookies<SessionState>>;
  signUp(visitor: Visitor, given: { email: string; password: string }): Promise<WithCookies<{ outcome: string }>>;
  /** With a second factor the result says so, and `signInWithCode` follows. */
  signIn(visitor: Visitor, given: { email: string; password: string }): Promise<WithCookies<SignInResult>>;
  signOut(visitor: Visitor): Promise<WithCookies<object>>;
  changePassword(
    visitor: Visitor,
    given: { currentPassword: string; newPassword: string },
  ): Promise<WithCookies<object>>;
  resetPassword(visitor: Visitor, given: { token: string; newPassword: string }): Promise<WithCookies<object>>;
  /** Sends a link that sets a password, if the e-mail is known; the response and its time do not say whether it is. */
  requestReset(visitor: Visitor, given: { email: string }): Promise<WithCookies<object>>;
  /** Sends a link that verifies the address of who is signed in; at most one in ten minutes. */
  requestVerification(visitor: Visitor): Promise<WithCookies<object>>;
  /** The user of the session cookie; null without one, and for a user who may not sign in. */
  signedIn(visitor: Visitor): Promise<SignedIn | null>;
  /** Counts one change of an account to itself; rejects with AppError `limit_exceeded` beyond 300 an hour. */
  countChange(accountId: string): Promise<void>;
}

/** a sign-up responds no sooner than this, whether or not it created an account */
const signUpMs = 400;
/** a request to reset a password, whether or not its e-mail is known */
const requestResetMs = 200;

export function createPeople(store: Store, stores: LimiterStores, options: PeopleOptions): People {
  const { secret, mail, signUp: mode, onError } = options;
  const onReset = (userId: string) => note(store, userId, "user.reset_password");
  const open = (secure: boolean) => openSessions({ pool: store.pool, secret, secure, onReset, onError });
  const sessions = { https: open(true), http: open(false) };
  const sessionsOf = ({ secure }: Visitor): Sessions => (secure ? sessions.https : sessions.http);
  const attempts = createAttempts(stores, options);

  async function inSession(visitor: Visitor): Promise<InSession | null> {
    if (!hasSessionCookie(visitor)) return null;
    const found = await sessionsOf(visitor).api.getSession({
      headers: headersOf(visitor),
      query: { disableRefresh: true },
    });
    if (!found || (await statusOfUser(store.pool, found.user.id)) !== "active") return null;
    const { session, user } = found;
    return { ...toSignedIn(user), sessionId: session.id, hasSecondFactor: user.twoFactorEnabled === true };
  }

  async function required(visitor: Visitor): Promise<InSession> {
    const who = await inSession(visitor);
    if (!who) throw new AppError("unauthorized", "Sign in first");
    return who;
  }
  const parts = { store, sessionsOf, required, attempts };

  return {
    ...createSecondFactor(parts),
    ...createOwnAffairs({ ...parts, announce: options.announce }),
    signedIn: inSession,
    countChange: async (accountId) => void (await attempts.change(accountId)),
    async session(visitor) {
      const about = { signUp: mode, mail, passwordLength };
      if (!hasSessionCookie(visitor)) return { body: { user: null, ...about, needsVerification: false }, cookies: [] };
      const { response, headers } = await sessionsOf(visitor).api.getSession({
        headers: headersOf(visitor),
        returnHeaders: true,
      });
      const mayStay = response && (await statusOfUser(store.pool, response.user.id)) === "active";
      const user = mayStay ? shown(response.user) : null;
      const needsVerification = mail && user?.hasAccount === true && !response?.user.emailVerified;
      return { body: { user, ...about, needsVerification }, cookies: headers.getSetCookie() };
    },
    async signUp({ address }, { email: text, password }) {
      if (mode === "closed") throw new AppError("sign_up_closed");
      const email = validEmail(text);
      checkNewPassword(password, email);
      const counted = await attempts.signUp(address);
      const status = mode === "approval" ? "waiting" : "active";
      const work = async () =>
        createPerson(store, { email, passwordHash: await hashPassword(password), status, verifies: mail });
      const [done] = await Promise.allSettled([work(), sleep(signUpMs)]);
      if (done.status === "rejected") {
        await counted.forgive();
        throw done.reason;
      }
      return { body: { outcome: mode === "approval" ? "waiting" : "created" }, cookies: [] };
    },
    async signIn(visitor, { email: text, password }) {
      const email = validEmail(text);
      const counted = await attempts.signIn(visitor.address, email);
      const { api } = sessionsOf(visitor);
      const { response, headers } = await api
        // without the cookies of the request: the new session takes over nothing of an earlier one
        .signInEmail({ body: { email, password }, headers: sourceOf(visitor), returnHeaders: true })
        .catch(refused);
      await counted.forgive();
      await api.signOut({ headers: headersOf(visitor) });
      if (isCodeNeeded(response)) return { body: { needsCode: true }, cookies: secondFactorCookies(headers) };
      if (toSignedIn(response.user).role === "admin") await note(store, response.user.id, "admin.sign_in");
      return { body: { user: shown(response.user) }, cookies: headers.getSetCookie() };
    },
    async signOut(visitor) {
      const { headers } = await sessionsOf(visitor).api.signOut({ headers: headersOf(visitor), returnHeaders: true });
      return { body: {}, cookies: headers.getSetCookie() };
    },
    async changePassword(visitor, { currentPassword, newPassword }) {
      const who = await required(visitor);
      checkNewPassword(newPassword, who.email);
      const counted = await attempts.signIn(visitor.address, who.email);
      const { headers } = await sessionsOf(visitor)
        .api.changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: headersOf(visitor),
          returnHeaders: true,
        })
        .catch(refused);
      await counted.forgive();
      await note(store, who.userId, "user.change_password");
      return { body: {}, cookies: headers.getSetCookie() };
    },
    async resetPassword(visitor, { token, newPassword }) {
      checkNewPassword(newPassword);
      const counted = await attempts.reset(visitor.address);
      await sessionsOf(visitor)
        .api.resetPassword({ body: { token, newPassword } })
        .catch((error: unknown) => {
          if (!(error instanceof APIError)) throw error;
          const next = mail ? "request a new one" : "ask the operator for a new one";
          throw new AppError("bad_request", `This link was already used or has expired; ${next}`);
        });
      await counted.forgive();
      return { body: {}, cookies: [] };
    },
    async requestReset({ address }, { email: text }) {
      if (!mail) throw new AppError("not_found");
      const email = validEmail(text);
      // not refunded: each may send a mail
      await attempts.reset(address);
      await Promise.all([addPasswordReset(store.pool, email), sleep(requestResetMs)]);
      return { body: {}, cookies: [] };
    },
    async requestVerification(visitor) {
      if (!mail) throw new AppError("not_found");
      const who = await required(visitor);
      await addVerification(store.prisma, who.userId);
      return { body: {}, cookies: [] };
    },
  };
}

function validEmail(text: string): string {
  try {
    return emailThatSignsIn(text);
  } catch (error) {
    throw error instanceof UsageError ? new AppError("bad_request", "This is not an e-mail address") : error;
  }
}
