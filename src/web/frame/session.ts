// The session, sign-in, sign-up and sign-out (/auth). The session is a cookie that scripts cannot read. The HTML
// document contains what the pages may know of it; if not, it is fetched. All parts of the page share it.

import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { exchange, failureOf } from "./request.ts";

export interface User {
  email: string;
  role: "user" | "admin";
  hasAccount: boolean;
}

interface Session {
  user: User | null;
  signUp: "open" | "approval" | "closed";
  passwordLength: { least: number; most: number };
}

async function call<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const { response, body } = await exchange(path, init);
  if (response.ok) return body as Answer;
  const { error, code } = body as { error?: string; code?: string };
  throw failureOf(response, error, code);
}

function post<Answer>(path: string, body: Record<string, string>): Promise<Answer> {
  return call(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

interface Credentials extends Record<string, string> {
  email: string;
  password: string;
}

const readSession = (signal?: AbortSignal): Promise<Session> => call("/auth/session", { signal });
export const signUp = (given: Credentials): Promise<{ outcome: "created" | "waiting" }> => post("/auth/sign-up", given);
export const signIn = (given: Credentials): Promise<{ user: User }> => post("/auth/sign-in", given);
export const signOut = (): Promise<unknown> => post("/auth/sign-out", {});
export const changePassword = (given: { currentPassword: string; newPassword: string }): Promise<unknown> =>
  post("/auth/change-password", given);
export const resetPassword = (given: { token: string; newPassword: string }): Promise<unknown> =>
  post("/auth/reset-password", given);

const sessionKey = ["session"];

/** The session in the HTML document; undefined if the service could not determine it. */
function sentSession(): Session | undefined {
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

/** After a sign-in or sign-out: reads the session again and discards all other cached queries. */
export function useSessionChange(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const session = await readSession();
    client.setQueryData(sessionKey, session);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  };
}
