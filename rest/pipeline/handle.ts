// The pipeline of a request from Express: authenticate, charge, recall, execute, respond, record. A list in another
// format than JSON is streamed instead of recall, execute and respond. An invalid request (unknown path, wrong method,
// bad parameters, an Accept header that nothing matches) is charged to the minute only, so it does not use up the day.
// The charge is refunded for a 5xx (completely) and for a 304 (day and month).
import type { Request, Response } from "express";
import { AppError, asAppError, clientClosedRequest } from "../../src/errors.ts";
import type { Principal } from "../../src/ports.ts";
import { CallerCancellation } from "../cancellation.ts";
import type { Route } from "../define-route.ts";
import { isList, matchesTag } from "../envelope.ts";
import type { Match } from "../match-path.ts";
import { beginningOfNext } from "../pagination.ts";
import type { Exchange } from "../ports.ts";
import { admit } from "./admit.ts";
import { giveBack, limitStatusFor } from "./charge.ts";
import type { Facade, Handled, RequestContext } from "./context.ts";
import { execute, type Performed } from "./execute.ts";
import { parametersOf } from "./parameters.ts";
import { recall } from "./recall.ts";
import { logFailure, record } from "./record.ts";
import { announceEnd, respondNotModified, reuseOf, sendError, sendResponse } from "./respond.ts";
import { CutShort, streamRows } from "./stream.ts";

/** Handles one request below /api/v1. Never rejects. */
export async function handle(facade: Facade, request: Request, response: Response): Promise<void> {
  const started = performance.now();
  const exchange = response.locals as Exchange;
  const url = request.originalUrl;
  const { authorization } = request.headers;
  const match = facade.match(request.path);
  exchange.route = match?.route.path ?? "unknown";
  announceEnd(response, match?.route.ends);
  const requestContext: RequestContext = {};
  const cancellation = new CallerCancellation(response);
  let failure: AppError | undefined;
  try {
    const method = allowMethod(match, request.method);
    const parameters = match && parametersOf(facade, request, match);
    const windows = () => (!method && parameters?.areValid() ? "all" : "minute");
    await admit(facade, { authorization, exchange }, requestContext, { method, route: match?.route, windows });
    if (method) throw method;
    if (!match || !parameters) throw new AppError("not_found", "Unknown path");
    cancellation.throwIfOver();
    const holder = requestContext.principal as Principal;
    const handled = { request, response, requestContext };
    const parts = { url, holder, parameters, cancellation };
    const { form } = parameters;
    if (isList(match.route) && form && form !== "json")
      await streamRows(facade, handled, { ...parts, route: match.route, path: match.path, form });
    else {
      const cached = form === "json" ? recall(facade, url) : undefined;
      await respond(facade, handled, { ...(cached ?? (await execute(facade, match, parts))), route: match.route });
    }
  } catch (error) {
    failure = asAppError(error instanceof CutShort ? error.cause : error);
    // a caller that closed the connection gets no response and no refund: an expensive request would cost nothing
    if (cancellation.isOver && !(error instanceof CutShort)) response.status(clientClosedRequest);
    else await fail(facade, { request, response, requestContext }, failure);
  }
  const { requestId, route } = exchange;
  const { statusCode: status } = response;
  const milliseconds = performance.now() - started;
  record(facade, requestContext, { url, authorization, route, status, milliseconds, requestId, failure }, () => match);
}

/** A known path with a wrong method is 405 for every caller; with a valid key it still counts. */
function allowMethod(match: Match | undefined, method: string): AppError | undefined {
  return match && method !== "GET" && method !== "HEAD" ? new AppError("method_not_allowed") : undefined;
}

interface Responding extends Performed {
  route: Route;
  /** the beginning of the next page's URL, if it is known */
  next?: string;
}

async function respond(
  facade: Facade,
  { request, response, requestContext }: Handled,
  { response: ready, age, route, next = ready.page ? beginningOfNext(request.originalUrl) : "" }: Responding,
): Promise<void> {
  const reuse = reuseOf({ response: ready, age, route });
  if (matchesTag(request.headers["if-none-match"], ready.tag)) {
    await respondNotModified(facade, { request, response, requestContext }, reuse);
  } else {
    sendResponse(
      facade,
      { request, response },
      limitStatusFor(facade, request, requestContext),
      { ready, next },
      reuse,
    );
  }
}

async function fail(facade: Facade, { request, response, requestContext }: Handled, error: AppError): Promise<void> {
  const { requestId } = response.locals as Exchange;
  // the caller gets the error even if the refund fails; the failure is logged
  const refund = (windows: "all" | "day-and-month") =>
    giveBack(facade, requestContext, windows).catch((cause) =>
      facade.log.error({ requestId, err: cause }, "no refund"),
    );
  const isCutShort = response.headersSent;
  if (error.status >= 500 || isCutShort) {
    logFailure(facade, requestId, error);
    await refund("all");
  }
  // an error that only the execution could find, such as a dataVersion that is not reached yet
  if (error.status === 400 && requestContext.charged === "all") await refund("day-and-month");
  // for the log: the connection was closed before the end of the response
  if (isCutShort) response.statusCode = Math.max(500, error.status);
  else sendError(facade, response, limitStatusFor(facade, request, requestContext), error);
}
