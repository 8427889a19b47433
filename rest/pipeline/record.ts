// Records a request after its response: the caller's last known limits, and the use of the key.
import { type AppError, clientClosedRequest } from "../../src/errors.ts";
import type { AnsweredRequest } from "../../src/ports/access.ts";
import type { Match } from "../match-path.ts";
import type { Caller, Facade, RequestState } from "./state.ts";

/** Records a request of Express; `failure` is why it failed. `matchOf` is called for a failed request only. */
export function record(
  facade: Facade,
  state: RequestState,
  failure: AppError | undefined,
  matchOf: () => Match | undefined,
): void {
  const { exchange, response, started, url, authorization } = state;
  const { requestId, route = "unknown" } = exchange;
  const milliseconds = performance.now() - started;
  const outcome = { url, authorization, route, status: response.statusCode, milliseconds, requestId, failure };
  recordOutcome(facade, state, outcome, matchOf);
}

export interface Outcome extends Omit<AnsweredRequest, "failure"> {
  authorization: string | undefined;
  failure?: { code: string; message: string } | undefined;
}

export function recordOutcome(
  { access, lastKnownLimits }: Facade,
  caller: Caller,
  { authorization, failure, ...answered }: Outcome,
  matchOf: () => Match | undefined,
): void {
  const { principal, limitStatus } = caller;
  if (principal && limitStatus) lastKnownLimits.set(principal, authorization, limitStatus);
  const reason = answered.status === clientClosedRequest ? closedByClient : failure;
  if (!reason) access.recordUse(caller, answered);
  else {
    const { code, message } = reason;
    access.recordUse(caller, { ...answered, failure: { code, message, path: matchOf()?.path ?? {} } });
  }
}

/** Logs internal errors and outages. Errors that callers cause are not logged: one caller could fill the log. */
export function logFailure({ log }: Facade, requestId: string, error: AppError): void {
  if (!error.isCallers) log.error({ requestId, err: error.cause ?? error }, error.message);
}

const closedByClient = {
  code: "client_closed_request",
  message: "The caller closed the connection before the response",
};
