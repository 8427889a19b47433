// The session, sign-out and change of the password (/auth). The session is a cookie that scripts cannot read. The HTML
// document contains what the pages may know of it; if not, it is fetched. All parts of the page share it.

import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { exchange, failureOf } from "./operation.ts";

export interface User {
  email: string;
  role: "user" | "admin";
  hasAccount: boolean;
}

interface Session {
  user: User | null;
  signUp: "open" | "approval" | "closed";
  passwordLength: { min: number; max: number };
  /** the service sends mail, so that a password can be reset without the operator */
  mail: boolean;
  /** mail is sent, and the user's address is not verified */
  needsVerification: boolean;
}

async function call<Result>(path: string, init: RequestInit): Promise<Result> {
  const { response, body } = await exchange(path, init);
  if (response.ok) return body as Result;
  const { error, code } = body as { error?: string; code?: string };
  throw failureOf(response, error, code);
}

function post<Result>(path: string, body: Record<string, string>): Promise<Result> {
  return call(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const readSession = (signal?: AbortSignal): Promise<Session> => call("/auth/session", { signal });
export const signOut = (): Promise<unknown> => post("/auth/sign-out", {});
export const changePassword = (given: { currentPassword: string; newPassword: string }): Promise<unknown> =>
  post("/auth/change-password", given);

export const requestVerification = (): Promise<unknown> => post("/auth/request-verification", {});

interface SignInSession {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  address: string | null;
  browser: string | null;
  isCurrent: boolean;
}

/** The user's sessions, and whether a sign-in needs a code. */
export const readSecurity = (signal?: AbortSignal): Promise<{ sessions: SignInSession[]; hasSecondFactor: boolean }> =>
  call("/auth/security", { signal });
export const endSession = (id: string): Promise<unknown> => post("/auth/end-session", { id });
export const endOtherSessions = (): Promise<unknown> => post("/auth/end-other-sessions", {});
export const setUpSecondFactor = (password: string): Promise<{ secret: string; uri: string; backupCodes: string[] }> =>
  post("/auth/set-up-second-factor", { password });
export const confirmSecondFactor = (code: string): Promise<unknown> => post("/auth/confirm-second-factor", { code });
export const disableSecondFactor = (password: string): Promise<unknown> =>
  post("/auth/disable-second-factor", { password });
export const deleteAccount = (password: string): Promise<unknown> => post("/auth/delete-account", { password });

export const sessionKey = ["session"];

/** The session in the HTML document; undefined if the service could not determine it, and on the server. */
function sentSession(): Session | undefined {
  if (typeof document === "undefined") return undefined;
  const content = document.querySelector<HTMLMetaElement>('meta[name="disclosed-session"]')?.content;
  return content ? JSON.parse(content) : undefined;
}

export function useSession(): UseQueryResult<Session, Error> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: 60_000,
    initialData: sentSession,
  });
}

/** After a sign-out: reads the session again and discards all other cached queries. */
export function useSessionChange(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const session = await readSession();
    client.setQueryData(sessionKey, session);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  };
}
