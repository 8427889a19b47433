// Sign up, sign in and out, change a password. None of them reveals whether an e-mail is known: the messages and the
// statements are the same, and where they cannot be, the response is not sent before a fixed time.
import { setTimeout as sleep } from "node:timers/promises";
import { APIError } from "better-auth/api";
import { AppError, UsageError } from "../../errors.ts";
import type { Viewer, Visitor } from "../../ports/requests.ts";
import type { LimiterStores } from "../../quota/limiter.ts";
import { writeAudit } from "../../store/audit.ts";
import type { Db, Store } from "../../store/store.ts";
import { changeLimits, inChange } from "../../store/transaction.ts";
import type { AccountStatus } from "../accounts.ts";
import { createAttempts } from "./attempts.ts";
import { checkNewPassword, emailThatSignsIn, hashPassword, passwordLength } from "./credentials.ts";
import { openSessions, type Sessions, statusOfUser } from "./sessions.ts";

// Sign-up: creates an account on the free plan with its user and password, in one transaction.

/** the plan of accounts created by sign-up */
const plan = "free";

interface Person {
  email: string;
  passwordHash: string;
  status: AccountStatus;
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

async function insertPerson(db: Db, { email, passwordHash, status }: Person): Promise<void> {
  const account = await db.account.create({ data: { email, planId: plan, status } });
  const user = await db.user.create({ data: { accountId: account.id, email, name: "" } });
  await setPassword(db, user.id, passwordHash);
  const entry = { action: "account.sign_up", objectType: "account", objectId: account.id } as const;
  await writeAudit(db, { ...entry, actor: `user:${user.id}`, after: { email, plan, status } });
}

/** Stores the password hash in the form that better-auth looks up. */
async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  await db.credential.create({ data: { userId, providerId: "credential", providerAccountId: userId, password } });
}

/**
 * Who may create an account: `open` any person, `approval` any person after the operator's approval, `closed` the
 * operator alone.
 */
type SignUpMode = "open" | "approval" | "closed";

export interface PeopleOptions {
  /** signs cookies */
  secret: string;
  signUp: SignUpMode;
  /** sign-ups of one address in 30 days */
  accountsPerAddress: number;
  onError: (error: unknown) => void;
}

export interface SignedIn {
  userId: string;
  email: string;
  role: "user" | "admin";
  accountId: string | null;
}

/** A response body with its Set-Cookie headers. */
interface WithCookies<Body> {
  body: Body;
  cookies: string[];
}

/** All methods reject with AppError. */
export interface People {
  session(visitor: Visitor): Promise<WithCookies<Record<string, unknown>>>;
  signUp(visitor: Visitor, given: { email: string; password: string }): Promise<WithCookies<{ outcome: string }>>;
  signIn(visitor: Visitor, given: { email: string; password: string }): Promise<WithCookies<{ user: Viewer }>>;
  signOut(visitor: Visitor): Promise<WithCookies<object>>;
  changePassword(
    visitor: Visitor,
    given: { currentPassword: string; newPassword: string },
  ): Promise<WithCookies<object>>;
  resetPassword(visitor: Visitor, given: { token: string; newPassword: string }): Promise<WithCookies<object>>;
  /** The user of the session cookie; null without one, and for a user who may not sign in. */
  signedIn(visitor: Visitor): Promise<SignedIn | null>;
  /** Counts one change of an account to itself; rejects with AppError `limit_exceeded` beyond 300 an hour. */
  countChange(accountId: string): Promise<void>;
}

/** a sign-up responds no sooner than this, whether or not it created an account */
const signUpMs = 400;

export function createPeople(store: Store, stores: LimiterStores, options: PeopleOptions): People {
  const { secret, signUp: mode, onError } = options;
  const onReset = (userId: string) => note(store, userId, "user.reset_password");
  const open = (secure: boolean) => openSessions({ pool: store.pool, secret, secure, onReset, onError });
  const sessions = { https: open(true), http: open(false) };
  const sessionsOf = ({ secure }: Visitor): Sessions => (secure ? sessions.https : sessions.http);
  const attempts = createAttempts(stores, options);

  async function signedIn(visitor: Visitor): Promise<SignedIn | null> {
    if (!hasSessionCookie(visitor)) return null;
    const found = await sessionsOf(visitor).api.getSession({
      headers: cookiesOf(visitor),
      query: { disableRefresh: true },
    });
    if (!found || (await statusOfUser(store.pool, found.user.id)) !== "active") return null;
    return toSignedIn(found.user);
  }

  return {
    signedIn,
    countChange: async (accountId) => void (await attempts.change(accountId)),
    async session(visitor) {
      const about = { signUp: mode, passwordLength };
      if (!hasSessionCookie(visitor)) return { body: { user: null, ...about }, cookies: [] };
      const { response, headers } = await sessionsOf(visitor).api.getSession({
        headers: cookiesOf(visitor),
        returnHeaders: true,
      });
      const mayStay = response && (await statusOfUser(store.pool, response.user.id)) === "active";
      return { body: { user: mayStay ? shown(response.user) : null, ...about }, cookies: headers.getSetCookie() };
    },
    async signUp({ address }, { email: text, password }) {
      if (mode === "closed") throw new AppError("sign_up_closed");
      const email = validEmail(text);
      checkNewPassword(password, email);
      const counted = await attempts.signUp(address);
      const status = mode === "approval" ? "waiting" : "active";
      const work = async () => createPerson(store, { email, passwordHash: await hashPassword(password), status });
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
        .signInEmail({ body: { email, password }, headers: new Headers(), returnHeaders: true })
        .catch(refused);
      await counted.forgive();
      await api.signOut({ headers: cookiesOf(visitor) });
      if (toSignedIn(response.user).role === "admin") await note(store, response.user.id, "admin.sign_in");
      return { body: { user: shown(response.user) }, cookies: headers.getSetCookie() };
    },
    async signOut(visitor) {
      const { headers } = await sessionsOf(visitor).api.signOut({ headers: cookiesOf(visitor), returnHeaders: true });
      return { body: {}, cookies: headers.getSetCookie() };
    },
    async changePassword(visitor, { currentPassword, newPassword }) {
      const who = await signedIn(visitor);
      if (!who) throw new AppError("unauthorized", "Sign in first");
      checkNewPassword(newPassword, who.email);
      const counted = await attempts.signIn(visitor.address, who.email);
      const { headers } = await sessionsOf(visitor)
        .api.changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: cookiesOf(visitor),
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
          throw new AppError(
            "bad_request",
            "This link was already used or has expired; ask the operator for a new one",
          );
        });
      await counted.forgive();
      return { body: {}, cookies: [] };
    },
  };
}

/** Rethrows a refusal of the library as an AppError. */
function refused(error: unknown): never {
  if (!(error instanceof APIError)) throw error;
  const { code } = (error.body ?? {}) as { code?: string };
  if (code === "waiting" || code === "suspended") throw new AppError(code);
  if (error.statusCode >= 500) throw error;
  throw new AppError("wrong_credentials");
}

interface LibraryUser {
  id: string;
  email: string;
  role?: string | null | undefined;
  accountId?: string | null | undefined;
}

const toSignedIn = ({ id, email, role, accountId }: LibraryUser): SignedIn => ({
  userId: id,
  email,
  role: role === "admin" ? "admin" : "user",
  accountId: accountId ?? null,
});

function shown(user: LibraryUser): Viewer {
  const { email, role, accountId } = toSignedIn(user);
  return { email, role, hasAccount: accountId !== null };
}

const hasSessionCookie = ({ cookie }: Visitor): boolean => cookie?.includes("disclosed_session") ?? false;

function cookiesOf({ cookie }: Visitor): Headers {
  return new Headers(cookie === undefined ? {} : { cookie });
}

function validEmail(text: string): string {
  try {
    return emailThatSignsIn(text);
  } catch (error) {
    throw error instanceof UsageError ? new AppError("bad_request", "This is not an e-mail address") : error;
  }
}

async function note(store: Store, userId: string, action: string): Promise<void> {
  await writeAudit(store.prisma, { actor: `user:${userId}`, action, objectType: "user", objectId: userId });
}
