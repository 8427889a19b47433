// The steps of a request of Express or of the front (fast-path.ts): admit (authenticate, charge), take the response from
// the cache or compute it, respond, record. A list in another format than JSON is streamed instead. The order is the
// contract. An invalid request (unknown path, wrong method, bad parameters, an Accept header that nothing matches) is
// charged to the minute only, so it does not use up the day. The charge is refunded completely for a 5xx and for a
// response that was cut short; for day and month for a 304, and for a 400 or 410 that only the execution finds.
import type { Request, Response } from "express";
import { AppError, asAppError, clientClosedRequest } from "../../src/errors.ts";
import type { HandledRequest, RestResponse } from "../../src/ports/requests.ts";
import { isUncounted } from "../define-route.ts";
import { matchesTag } from "../envelope.ts";
import { admit, type Facade, limitStatusFor, type RequestState, refundOrLog } from "./admit.ts";
import { compute } from "./compute.ts";
import { announceEnd, beginExpress, type ExpressState, write } from "./express.ts";
import { errorResponse, logFailure, notModified, record, respond, reuseOf } from "./respond.ts";
import { CutShort, streamRows } from "./stream.ts";
import { Target } from "./target.ts";

/** Sends the rows in another format; gives a response only if it has not sent one. */
type Stream = (target: Target) => Promise<RestResponse | undefined>;

export interface Handled extends HandledRequest {
  failure?: AppError;
}

/**
 * Handles a request, up to its response. `target` is undefined for an unknown path; without `stream` the format must be
 * JSON. Never rejects.
 */
export async function handle(
  facade: Facade,
  state: RequestState,
  target: Target | undefined,
  stream?: Stream,
): Promise<Handled> {
  let handled: Handled;
  try {
    const windows = () => (!state.wrongMethod && target?.areParametersValid() ? "all" : "minute");
    await admit(facade, state, { isUncounted: target !== undefined && isUncounted(target.route), windows });
    if (state.wrongMethod) throw state.wrongMethod;
    if (!target) throw new AppError("not_found", "Unknown path");
    state.cancellation.throwIfOver();
    if (stream && target.form !== undefined && target.form !== "json") handled = ended(state, await stream(target));
    else {
      const cached = target.cached ?? (await compute(facade, state, target));
      const reuse = reuseOf(cached.response, cached.route, facade.seconds());
      const isUnchanged = matchesTag(state.request.ifNoneMatch, reuse.tag);
      handled = ended(
        state,
        isUnchanged ? await notModified(facade, state, reuse) : respond(facade, state, cached, reuse),
      );
    }
  } catch (error) {
    handled = await fail(facade, state, error);
  }
  record(facade, state, handled, target?.path);
  return handled;
}

/** `response`: undefined if it was streamed. */
export const ended = ({ cancellation, logged }: RequestState, response: RestResponse | undefined): Handled => ({
  status: cancellation.isOver ? clientClosedRequest : (response?.status ?? 200),
  response,
  logged,
});

/** Makes the response to an error, and refunds what the caller must not pay for. Never rejects. */
export async function fail(facade: Facade, state: RequestState, thrown: unknown): Promise<Handled> {
  const { request, logged } = state;
  const { requestId } = request;
  const isCutShort = thrown instanceof CutShort;
  const failure = asAppError(isCutShort ? thrown.cause : thrown);
  // a caller that closed the connection gets no response and no refund: an expensive request would cost nothing
  if (state.cancellation.isOver && !isCutShort) return { failure, status: clientClosedRequest, logged };
  if (failure.status >= 500 || state.isBegun()) {
    logFailure(facade, requestId, failure);
    await refundOrLog(facade, state, "all");
  }
  // errors that only the execution could find: a dataVersion that is not reached yet, or no longer available
  if ((failure.status === 400 || failure.status === 410) && state.charged === "all")
    await refundOrLog(facade, state, "day-and-month");
  if (state.isBegun()) return { failure, status: Math.max(500, failure.status), logged };
  const response = errorResponse(facade, requestId, limitStatusFor(facade, state), failure);
  return { failure, status: failure.status, response, logged };
}

/** Handles one request of Express below /api/v1. Never rejects. */
export async function handleExpress(facade: Facade, incoming: Request, outgoing: Response): Promise<void> {
  const match = facade.match(incoming.path);
  const path = match?.route.path ?? "unknown";
  const state = beginExpress(incoming, outgoing, { path, isKnown: match !== undefined });
  announceEnd(outgoing, match?.route.ends);
  const target = match && new Target(facade, match, state.url, state.request);
  end(state, await handle(facade, state, target, (rows) => streamRows(facade, state, rows)));
}

/** Writes the response, if there is one. */
export function end({ outgoing, isBegun }: ExpressState, { response, failure, status }: Handled): void {
  if (response) write(outgoing, response);
  // for the log: the connection was closed before the end of the response
  else if (failure && isBegun()) outgoing.statusCode = status;
}
