// better-auth over our own tables: who signed in, with which password, until when. It is called by function, not by its router:
// what is reachable from outside is what src/http/auth.ts lists, and nothing that the library may add.
import { randomUUID } from "node:crypto";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import type { Pool } from "pg";
import { hashPassword, passwordLength, verifyPassword } from "./password.ts";

export interface SessionOptions {
  pool: Pool;
  /** signs the cookies; the same in every process and on every machine */
  secret: string;
  /** callers come by https: the cookie is never sent otherwise, and belongs to this host alone */
  secure: boolean;
  /** called when a one-time link has set a password */
  onReset: (userId: string) => Promise<void>;
  onError: (error: unknown) => void;
}

const day = 86_400;
/** seconds; prolonged once a day by use */
const sessionSeconds = 7 * day;

export type Sessions = ReturnType<typeof openSessions>;

/** The library's calls, for callers by https or for callers by http. */
export function openSessions({ pool, secret, secure, onReset, onError }: SessionOptions) {
  const prefix = secure ? "__Host-" : "";
  const times = { createdAt: "created_at", updatedAt: "updated_at" };
  return betterAuth({
    database: pool,
    secret,
    // links are made by command and Origin is checked in front; the library needs some base address
    baseURL: "http://localhost",
    basePath: "/auth",
    telemetry: { enabled: false },
    // counted in src/accounts/people/attempts.ts, for all processes together
    rateLimit: { enabled: false },
    logger: { level: "error", log: (_level, message, ...rest) => onError(new Error(message, { cause: rest[0] })) },
    advanced: {
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      cookies: {
        session_token: { name: `${prefix}disclosed_session` },
        session_data: { name: `${prefix}disclosed_session_data` },
        dont_remember: { name: `${prefix}disclosed_dont_remember` },
      },
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    // one statement finds a user with the password, or neither: as long for the one as for the other
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
      updateAge: day,
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
      // src/accounts/people/sign-up.ts makes an account, a user and a password together
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => onReset(user.id),
    },
    databaseHooks: {
      session: { create: { before: ({ userId }) => refuseWhoMayNot(pool, userId) } },
    },
  });
}

const userStatus = `
  SELECT a.status FROM users u LEFT JOIN accounts a ON a.id = u.account_id WHERE u.id = $1::uuid`;

/** Whether the user's account lets them in: `active`, also for who has none; else why not. */
export async function statusOfUser(pool: Pool, userId: string): Promise<"active" | "waiting" | "suspended"> {
  const { rows } = await pool.query<{ status: "active" | "waiting" | "suspended" | null }>({
    name: "user_status",
    text: userStatus,
    values: [userId],
  });
  return rows[0]?.status ?? "active";
}

/** Checked after the password, so that only its owner learns the status of an account. */
async function refuseWhoMayNot(pool: Pool, userId: string): Promise<void> {
  const status = await statusOfUser(pool, userId);
  if (status !== "active") throw new APIError("FORBIDDEN", { code: status });
}
