// The steps of a request from Express: admit (authenticate, charge), look the response up, else compute it, respond,
// record. A list in another format than JSON is streamed instead of looked up and computed. The order is the contract.
// An invalid request (unknown path, wrong method, bad parameters, an Accept header that nothing matches) is
// charged to the minute only, so it does not use up the day. The charge is refunded for a 5xx (completely) and for a 304
// (day and month).
import type { Request, Response } from "express";
import { AppError, asAppError, clientClosedRequest } from "../../src/errors.ts";
import { isList } from "../envelope.ts";
import { admit, begin, type Facade, limitStatusFor, type RequestState, refundOrLog } from "./admit.ts";
import { compute, lookup, requesterOf } from "./compute.ts";
import { parametersOf } from "./parameters.ts";
import { announceEnd, logFailure, record, respond, sendError } from "./respond.ts";
import { CutShort, streamRows } from "./stream.ts";

/** Handles one request below /api/v1. Never rejects. */
export async function handle(facade: Facade, request: Request, response: Response): Promise<void> {
  const match = facade.match(request.path);
  const state = begin(request, response, { path: match?.route.path ?? "unknown", isKnown: match !== undefined });
  announceEnd(response, match?.route.ends);
  const cached = once(() => lookup(facade, state.url));
  const parameters = match && parametersOf(facade, request, match, () => cached() !== undefined);
  let failure: AppError | undefined;
  try {
    const isFree = match !== undefined && "account" in match.route;
    const windows = () => (!state.wrongMethod && parameters?.areValid() ? "all" : "minute");
    await admit(facade, state, { isFree, windows });
    if (state.wrongMethod) throw state.wrongMethod;
    if (!match || !parameters) throw new AppError("not_found", "Unknown path");
    state.cancellation.throwIfOver();
    // the fast path has already tried
    if (state.exchange.counted?.failure) throw state.exchange.counted.failure;
    const { route } = match;
    if (isList(route) && parameters.form !== undefined && parameters.form !== "json")
      await streamRows(facade, state, route, parameters);
    else {
      const ready = parameters.form === "json" ? cached() : undefined;
      await respond(facade, state, ready ?? (await compute(facade, requesterOf(state), route, parameters)));
    }
  } catch (error) {
    failure = await fail(facade, state, error);
  }
  record(facade, state, failure, () => match);
}

function once<Result>(work: () => Result): () => Result {
  let done: { result: Result } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}

/** Sends the error, and refunds what the caller must not pay for. Never rejects. */
export async function fail(facade: Facade, state: RequestState, thrown: unknown): Promise<AppError> {
  const { response, exchange, cancellation } = state;
  const { requestId } = exchange;
  const isCutShort = thrown instanceof CutShort;
  const error = asAppError(isCutShort ? thrown.cause : thrown);
  if (cancellation.isOver && !isCutShort) {
    // a caller that closed the connection gets no response and no refund: an expensive request would cost nothing
    response.status(clientClosedRequest);
    return error;
  }
  if (error.status >= 500 || response.headersSent) {
    logFailure(facade, requestId, error);
    await refundOrLog(facade, state, "all");
  }
  // an error that only the execution could find, such as a dataVersion that is not reached yet
  if (error.status === 400 && state.charged === "all") await refundOrLog(facade, state, "day-and-month");
  // for the log: the connection was closed before the end of the response
  if (response.headersSent) response.statusCode = Math.max(500, error.status);
  else sendError(facade, response, limitStatusFor(facade, state), error);
  return error;
}
