// Session, sign-in, sign-up and sign-out requests (/auth). The session is a cookie that scripts cannot read.
import { exchange, failureOf } from "./request-error.ts";

export interface User {
  email: string;
  role: "user" | "admin";
  hasAccount: boolean;
}

export interface Session {
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

export const readSession = (signal?: AbortSignal): Promise<Session> => call("/auth/session", { signal });
export const signUp = (given: Credentials): Promise<{ outcome: "created" | "waiting" }> => post("/auth/sign-up", given);
export const signIn = (given: Credentials): Promise<{ user: User }> => post("/auth/sign-in", given);
export const signOut = (): Promise<unknown> => post("/auth/sign-out", {});
export const changePassword = (given: { currentPassword: string; newPassword: string }): Promise<unknown> =>
  post("/auth/change-password", given);
export const resetPassword = (given: { token: string; newPassword: string }): Promise<unknown> =>
  post("/auth/reset-password", given);
