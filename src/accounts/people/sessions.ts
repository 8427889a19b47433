// People's sessions, and who is signed in by one. better-auth over our own tables: users, passwords and sessions. Its
// functions are called directly and its router is not used, so that only the paths listed in src/http/auth.ts are
// reachable, and none that the library may add.
import { randomUUID } from "node:crypto";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Pool } from "pg";
import { AppError } from "../../errors.ts";
import type { Viewer, Visitor } from "../../ports/requests.ts";
import { writeAudit } from "../../store/audit.ts";
import type { Store } from "../../store/store.ts";
import { hashPassword, passwordLength, verifyPassword } from "./credentials.ts";

interface SessionOptions {
  pool: Pool;
  /** signs the cookies; the same in every process and on every machine */
  secret: string;
  /** callers use https: the cookie is then sent over https only, and to this host only */
  secure: boolean;
  /** called when a one-time link has set a password */
  onReset: (userId: string) => Promise<void>;
  onError: (error: unknown) => void;
}

const day = 86_400;
/** seconds; use extends a session once an hour */
const sessionSeconds = 7 * day;
const hour = 3_600;

/** The header in which the library gets the address of a visitor, as src/http has determined it. */
const addressHeader = "x-disclosed-address";
const maxBrowserLength = 300;

export type Sessions = ReturnType<typeof openSessions>;

/** The library's functions, for callers by https or for callers by http. */
export function openSessions({ pool, secret, secure, onReset, onError }: SessionOptions) {
  const prefix = secure ? "__Host-" : "";
  const times = { createdAt: "created_at", updatedAt: "updated_at" };
  return betterAuth({
    database: pool,
    secret,
    // links are made by commands and src/http/app.ts checks Origin; the library requires some base address
    baseURL: "http://localhost",
    basePath: "/auth",
    telemetry: { enabled: false },
    // attempts are counted in src/accounts/people/attempts.ts, for all processes together
    rateLimit: { enabled: false },
    logger: { level: "error", log: (_level, message, ...rest) => onError(new Error(message, { cause: rest[0] })) },
    advanced: {
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      cookies: {
        session_token: { name: `${prefix}disclosed_session` },
        session_data: { name: `${prefix}disclosed_session_data` },
        dont_remember: { name: `${prefix}disclosed_dont_remember` },
        two_factor: { name: `${prefix}disclosed_two_factor` },
        trust_device: { name: `${prefix}disclosed_trusted` },
      },
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    // one statement reads user and password, so that an unknown user takes as long as a known one
    experimental: { joins: true },
    user: {
      modelName: "users",
      fields: { emailVerified: "email_verified", ...times },
      additionalFields: {
        role: { type: "string", input: false },
        accountId: { type: "string", required: false, input: false, fieldName: "account_id" },
      },
    },
    session: {
      modelName: "sessions",
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...times,
      },
      expiresIn: sessionSeconds,
      updateAge: hour,
    },
    account: {
      modelName: "credentials",
      fields: {
        userId: "user_id",
        providerId: "provider_id",
        accountId: "provider_account_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...times,
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", ...times },
      storeIdentifier: "hashed",
    },
    emailAndPassword: {
      enabled: true,
      // src/accounts/people/people.ts creates account, user and password in one transaction
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => onReset(user.id),
    },
    databaseHooks: {
      session: {
        create: {
          async before(session, context) {
            await requireActive(pool, session.userId);
            const ipAddress = context?.headers?.get(addressHeader) ?? null;
            return {
              data: { ...session, ipAddress, userAgent: session.userAgent?.slice(0, maxBrowserLength) ?? null },
            };
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: "Disclosed",
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "two_factors",
            fields: {
              userId: "user_id",
              backupCodes: "backup_codes",
              failedVerificationCount: "failed_verification_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
    ],
  });
}

const userStatus = `
  SELECT a.status FROM users u LEFT JOIN accounts a ON a.id = u.account_id WHERE u.id = $1::uuid`;

/** The status of the user's account; `active` also for a user without an account. Only active users may sign in. */
export async function statusOfUser(pool: Pool, userId: string): Promise<"active" | "waiting" | "suspended"> {
  const { rows } = await pool.query<{ status: "active" | "waiting" | "suspended" | null }>({
    name: "user_status",
    text: userStatus,
    values: [userId],
  });
  return rows[0]?.status ?? "active";
}

/** Checked after the password, so that only its owner learns the status of an account. */
async function requireActive(pool: Pool, userId: string): Promise<void> {
  const status = await statusOfUser(pool, userId);
  if (status !== "active") throw new APIError("FORBIDDEN", { code: status });
}

// Who is signed in, and what the library of sessions gets of a visitor's request and says of it.

export interface SignedIn {
  userId: string;
  email: string;
  role: "user" | "admin";
  accountId: string | null;
}

/** A user with the session of the request. */
export interface InSession extends SignedIn {
  sessionId: string;
  hasSecondFactor: boolean;
}

/** A response body with its Set-Cookie headers. */
export interface WithCookies<Body> {
  body: Body;
  cookies: string[];
}

interface LibraryUser {
  id: string;
  email: string;
  role?: string | null | undefined;
  accountId?: string | null | undefined;
}

export const toSignedIn = ({ id, email, role, accountId }: LibraryUser): SignedIn => ({
  userId: id,
  email,
  role: role === "admin" ? "admin" : "user",
  accountId: accountId ?? null,
});

export function shown(user: LibraryUser): Viewer {
  const { email, role, accountId } = toSignedIn(user);
  return { email, role, hasAccount: accountId !== null };
}

export const hasSessionCookie = ({ cookie }: Visitor): boolean => cookie?.includes("disclosed_session") ?? false;

/** What a new session notes of the request: the address and the browser. */
export function sourceOf({ address, userAgent }: Visitor): Headers {
  return new Headers({ [addressHeader]: address, ...(userAgent !== undefined && { "user-agent": userAgent }) });
}

/** The same with the cookies, of which `chosen` may take a part. */
export function headersOf(visitor: Visitor, chosen: (cookie: string) => boolean = () => true): Headers {
  const headers = sourceOf(visitor);
  const cookies = (visitor.cookie ?? "").split(/; */).filter((cookie) => cookie !== "" && chosen(cookie));
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  return headers;
}

/** Rethrows a refusal of the library as an AppError. */
export function refused(error: unknown): never {
  if (!(error instanceof APIError)) throw error;
  const { code } = (error.body ?? {}) as { code?: string };
  if (code === "waiting" || code === "suspended") throw new AppError(code);
  if (error.statusCode >= 500) throw error;
  throw new AppError("wrong_credentials");
}

export async function note(store: Store, userId: string, action: string): Promise<void> {
  await writeAudit(store.prisma, { actor: `user:${userId}`, action, objectType: "user", objectId: userId });
}
