// GET /stream: the changes of a list's rows as Server-Sent Events. The request is admitted like one of the list, with the
// list's own filters; what is written after the headers is up to src/events/streams.
import type { RequestHandler } from "express";
import { type LogPosition, positionOfEvent } from "../../src/domain/event-id.ts";
import { type TitledList, titledLists } from "../../src/domain/row-titles.ts";
import { AppError, badParameters } from "../../src/errors.ts";
import type { EventStreams, OpenedStream } from "../../src/ports/requests.ts";
import { LimitExceeded } from "../error-body.ts";
import { savedFilter } from "../feeds/saved-filter.ts";
import { limitHeaderList } from "../headers.ts";
import { readParameters } from "../params/parameter.ts";
import { choice } from "../params/texts.ts";
import { admit, type Facade, holderOf, limitStatusFor, type RequestState, refundOrLog } from "./admit.ts";
import { beginExpress, type ExpressState, headersOf } from "./express.ts";
import { end, ended, fail, type Handled } from "./handle.ts";
import { record } from "./respond.ts";
import { queryOf } from "./target.ts";

export const streamPath = "/stream";
const mediaType = "text/event-stream";
/** seconds after which a stream may be opened again */
const secondsUntilRetry = 15;

const names = Object.fromEntries(titledLists.map((list) => [list, list])) as Record<TitledList, TitledList>;

export const listParameter = {
  ...choice("the list whose changes are sent", names, { enumerated: true }),
  required: true,
} as const;

interface Requested {
  list: TitledList;
  filters: string;
  after: LogPosition | undefined;
}

/** Responds to a request of /stream. Never rejects. */
export function eventStreamHandler(facade: Facade, streams: EventStreams): RequestHandler {
  return async (request, response) => {
    const state = beginExpress(request, response, { path: streamPath, isKnown: true });
    let handled: Handled;
    let opened: Opened | undefined;
    try {
      const requested = await requestedIn(facade, state).catch((error: unknown) => ({ error }));
      const isValid = !("error" in requested);
      const windows = () => (!state.wrongMethod && isValid ? "all" : "minute");
      await admit(facade, state, { isUncounted: false, windows });
      if (state.wrongMethod) throw state.wrongMethod;
      if ("error" in requested) throw requested.error;
      state.cancellation.throwIfOver();
      opened = await open(facade, streams, state, requested);
      state.cancellation.throwIfOver();
      response.writeHead(200, [
        ...headersOf(response),
        ...limitHeaderList(limitStatusFor(facade, state), facade.seconds()),
        ...["X-Request-Cost", "1", "Content-Type", mediaType, "Cache-Control", "no-store", "Vary", "Authorization"],
        // a proxy that collects a response before it passes it on would hold events back
        ...["X-Accel-Buffering", "no"],
      ]);
      if (request.method === "HEAD") {
        opened.cancel();
        response.end();
      } else {
        // a client that has ended its side does not read: its stream ends, so that its next connection may open one
        const leave = () => response.destroy();
        request.socket.once("end", leave);
        response.once("close", () => request.socket.off("end", leave));
        opened.start(response);
      }
      handled = ended(state, undefined);
    } catch (error) {
      opened?.cancel();
      handled = await fail(facade, state, error);
    }
    end(state, handled);
    record(facade, state, handled);
  };
}

/** @throws AppError bad_request, not_acceptable */
async function requestedIn(facade: Facade, { incoming, url }: ExpressState): Promise<Requested> {
  if (!incoming.accepts(mediaType))
    throw new AppError("not_acceptable", `The type in the Accept header is not available; use ${mediaType}`);
  const parts = queryOf(url).split("&");
  const isList = (part: string) => part.split("=", 1)[0] === "list";
  const context = { vocabulary: facade.vocabulary, today: facade.today() };
  const named = { path: {}, query: parts.filter(isList).join("&") };
  const { list } = readParameters({ list: listParameter }, named, { ...context, form: "json" });
  const filters = await savedFilter(list, parts.filter((part) => !isList(part)).join("&"), context);
  return { list, filters, after: resumedAfter(incoming.headers["last-event-id"]) };
}

/** The position that a client has reached; an empty header is what some clients send instead of none. */
function resumedAfter(header: string | string[] | undefined): LogPosition | undefined {
  const id = String(header ?? "").trim();
  if (id === "") return undefined;
  const position = positionOfEvent(id);
  if (!position) throw badParameters({ parameter: "Last-Event-ID", message: "is not the id of an event" });
  return position;
}

type Opened = Extract<OpenedStream, { outcome: "opened" }>;

/** @throws LimitExceeded, AppError version_gone */
async function open(facade: Facade, streams: EventStreams, state: RequestState, requested: Requested): Promise<Opened> {
  const { access } = facade;
  const principal = holderOf(state);
  const opened = await streams.open({
    ...requested,
    principal,
    isAllowed: async () => {
      const { outcome } = await access.authenticate(state.request.authorization, state.request.address);
      return outcome === "ok";
    },
  });
  if (opened.outcome === "opened") return opened;
  if (opened.outcome === "gone")
    throw new AppError(
      "version_gone",
      "The changes behind this Last-Event-ID are no longer stored: they are kept for 30 days. Read the list with updatedSince, then open the stream without Last-Event-ID",
    );
  // a 429 counts in no window
  await refundOrLog(facade, state, "all");
  const upgrade = await access.upgrade(principal.plan, "streams");
  const window = { limit: opened.limit, remaining: 0, resetAt: Math.ceil(facade.seconds()) + secondsUntilRetry };
  throw new LimitExceeded("streams", window, principal.plan, upgrade);
}
