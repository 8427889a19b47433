// Records a request after its response: the caller's last known limits, and the use of the key.
import { type AppError, clientClosedRequest } from "../../src/errors.ts";
import type { AnsweredRequest } from "../../src/ports.ts";
import type { Match } from "../match-path.ts";
import type { Facade, RequestContext } from "./context.ts";
import { queryOf } from "./parameters.ts";

export interface Outcome extends Omit<AnsweredRequest, "failure"> {
  url: string;
  authorization: string | undefined;
  /** why it failed */
  failure?: { code: string; message: string } | undefined;
}

/** `matchOf` is called for a failed request only. */
export function record(
  { access, lastKnownLimits }: Facade,
  requestContext: RequestContext,
  { url, authorization, failure, ...answered }: Outcome,
  matchOf: () => Match | undefined,
): void {
  const { principal, limitStatus } = requestContext;
  if (principal && limitStatus) lastKnownLimits.set(principal, authorization, limitStatus);
  const words = answered.status === clientClosedRequest ? closedByClient : failure;
  if (!words) access.recordUse(requestContext, answered);
  else {
    const { code, message } = words;
    const requested = { path: matchOf()?.path ?? {}, query: queryOf(url) };
    access.recordUse(requestContext, { ...answered, failure: { code, message, ...requested } });
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
