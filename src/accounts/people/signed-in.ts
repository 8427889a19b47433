// Who is signed in, and what the library of sessions gets of a visitor's request and says of it.
import { APIError } from "better-auth/api";
import { AppError } from "../../errors.ts";
import type { Viewer, Visitor } from "../../ports/requests.ts";
import { writeAudit } from "../../store/audit.ts";
import type { Store } from "../../store/store.ts";
import { addressHeader } from "./sessions.ts";

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
