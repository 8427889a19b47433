// The router of /auth: sign-in, sign-up and sessions for the pages. JSON in and out, an HttpOnly cookie, no CORS.
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { AppError, asAppError } from "../errors.ts";
import { isStorable } from "../lib/text.ts";
import type { SessionState, SignInResult, Visitor } from "../ports/requests.ts";
import type { ServerLog } from "./requests.ts";

type AuthResponse<Body = object> = Promise<{ body: Body; cookies: string[] }>;

export interface PeoplePort {
  session(visitor: Visitor): AuthResponse<SessionState>;
  signUp(visitor: Visitor, given: { email: string; password: string }): AuthResponse<{ outcome: string }>;
  signIn(visitor: Visitor, given: { email: string; password: string }): AuthResponse<SignInResult>;
  signInWithCode(visitor: Visitor, given: { code: string }): AuthResponse<SignInResult>;
  signOut(visitor: Visitor): AuthResponse;
  changePassword(visitor: Visitor, given: { currentPassword: string; newPassword: string }): AuthResponse;
  resetPassword(visitor: Visitor, given: { token: string; newPassword: string }): AuthResponse;
  requestReset(visitor: Visitor, given: { email: string }): AuthResponse;
  requestVerification(visitor: Visitor): AuthResponse;
  security(visitor: Visitor): AuthResponse;
  endSession(visitor: Visitor, given: { id: string }): AuthResponse;
  endOtherSessions(visitor: Visitor): AuthResponse;
  setUpSecondFactor(visitor: Visitor, given: { password: string }): AuthResponse;
  confirmSecondFactor(visitor: Visitor, given: { code: string }): AuthResponse;
  disableSecondFactor(visitor: Visitor, given: { password: string }): AuthResponse;
  ownData(visitor: Visitor): AuthResponse;
  deleteAccount(visitor: Visitor, given: { password: string }): AuthResponse;
}

/** bytes of the body of a form */
export const bodyLimit = 10_000;
const maxTextLength = 1_000;

/** Whether a value may be a field of a form: a text of 1 to 1,000 characters that can be stored. */
export const isFieldText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= maxTextLength && isStorable(value);

/** Reads what watchRequests (requests.ts) has set. */
export function visitorOf(request: Request): Visitor {
  const { address, secure } = (request.res as Response).locals;
  return { address, secure, cookie: request.get("cookie"), userAgent: request.get("user-agent") };
}

/** `sameOrigin` protects every route that changes data. */
export function authRouter(people: PeoplePort, { sameOrigin, log }: { sameOrigin: RequestHandler; log: ServerLog }) {
  const router = Router({ caseSensitive: true, strict: true });
  router.use((_request, response, next) => {
    response.set({ "Cache-Control": "no-store", Vary: "Cookie" });
    next();
  });
  router.use(sameOrigin, express.json({ limit: bodyLimit, type: "application/json" }));
  const on = (path: string, method: "get" | "post", run: (visitor: Visitor, body: unknown) => AuthResponse) => {
    router
      .route(path)
      [method](respondWith(run))
      .all(onlyMethod(method === "get" ? "GET, HEAD" : "POST"));
  };
  on("/session", "get", (visitor) => people.session(visitor));
  on("/sign-up", "post", (visitor, body) => people.signUp(visitor, texts(body, ["email", "password"])));
  on("/sign-in", "post", (visitor, body) => people.signIn(visitor, texts(body, ["email", "password"])));
  on("/sign-in-code", "post", (visitor, body) => people.signInWithCode(visitor, texts(body, ["code"])));
  on("/sign-out", "post", (visitor) => people.signOut(visitor));
  on("/change-password", "post", (visitor, body) =>
    people.changePassword(visitor, texts(body, ["currentPassword", "newPassword"])),
  );
  on("/reset-password", "post", (visitor, body) =>
    people.resetPassword(visitor, texts(body, ["token", "newPassword"])),
  );
  on("/request-reset", "post", (visitor, body) => people.requestReset(visitor, texts(body, ["email"])));
  on("/request-verification", "post", (visitor) => people.requestVerification(visitor));
  on("/security", "get", (visitor) => people.security(visitor));
  on("/end-session", "post", (visitor, body) => people.endSession(visitor, texts(body, ["id"])));
  on("/end-other-sessions", "post", (visitor) => people.endOtherSessions(visitor));
  on("/set-up-second-factor", "post", (visitor, body) => people.setUpSecondFactor(visitor, texts(body, ["password"])));
  on("/confirm-second-factor", "post", (visitor, body) => people.confirmSecondFactor(visitor, texts(body, ["code"])));
  on("/disable-second-factor", "post", (visitor, body) =>
    people.disableSecondFactor(visitor, texts(body, ["password"])),
  );
  router.get("/data", (_request, response, next) => {
    response.attachment("disclosed-account.json");
    next();
  });
  on("/data", "get", (visitor) => people.ownData(visitor));
  on("/delete-account", "post", (visitor, body) => people.deleteAccount(visitor, texts(body, ["password"])));
  router.use((_request, _response, next) => next(new AppError("not_found")));
  router.use(sendFailure(log));
  return router;
}

function respondWith(run: (visitor: Visitor, body: unknown) => AuthResponse): RequestHandler {
  return async (request, response) => {
    const { body, cookies } = await run(visitorOf(request), request.body);
    for (const cookie of cookies) response.append("Set-Cookie", cookie);
    response.json(body);
  };
}

/** Refuses every other method; `allowed` is the header Allow. */
export function onlyMethod(allowed: string): RequestHandler {
  return (_request, response, next) => {
    response.set("Allow", allowed);
    next(new AppError("method_not_allowed"));
  };
}

/** The named members of a JSON body, each a text. */
function texts<Name extends string>(body: unknown, names: Name[]): Record<Name, string> {
  const given = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const wrong = names.filter((name) => !isFieldText(given[name]));
  if (wrong.length > 0)
    throw new AppError("bad_request", `The body must be JSON with ${names.join(" and ")} as text`, {
      details: wrong.map((parameter) => ({ parameter, message: `must be a text of 1 to ${maxTextLength} characters` })),
    });
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Record<Name, string>;
}

/** Sends every refusal in one form; an error of the service (5xx) is logged and sent without details. */
export function sendFailure(log: ServerLog): ErrorRequestHandler {
  return (thrown, _request, response, next) => {
    if (response.headersSent) return next(thrown);
    const { requestId } = response.locals;
    const error = asRefusal(thrown);
    if (error.status >= 500) log.error({ requestId, err: error.cause ?? error }, "people: a request failed");
    const retryAfter = error.retryAfter ?? (error.status === 503 ? 5 : undefined);
    if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
    const { message, code, details } = error;
    response.status(error.status).json({ error: message, code, ...(details && { details }), requestId });
  };
}

/** A body that cannot be parsed is a `bad_request`. */
function asRefusal(thrown: unknown): AppError {
  const { status, type } = (thrown ?? {}) as { status?: unknown; type?: unknown };
  if (typeof type === "string" && typeof status === "number" && status < 500)
    return new AppError("bad_request", "The body is malformed or too large", { cause: thrown });
  return asAppError(thrown);
}
