// The request listener of Node's HTTP server: begins a request, adds it to the running ones, and passes it to Express
// when it is its caller's turn.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import { InnerSocket } from "../fast/front/index.ts";
import type { State } from "./app.ts";
import type { RequestWatch } from "./begin-request.ts";
import { endsConnection, isEnding, noteEarly } from "./running.ts";

/** Runs the work when it is the turn of the request's caller. */
export type InTurn = (request: Request, response: Response, work: () => void) => void;

export function createListener(
  { begin, over }: RequestWatch,
  state: State,
  app: Express,
  inTurn: InTurn,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    if (isEnding(incoming)) return;
    // src/http/server.ts creates them with Express's prototypes
    const [request, response] = [incoming as Request, outgoing as Response];
    const started = performance.now();
    // Express sets it too, but may never get the request
    request.originalUrl = request.url;
    const inner = request.socket instanceof InnerSocket ? request.socket : undefined;
    begin(request, response);
    if (inner) response.locals.counted = inner.attachHandedOn();
    const leave = state.running.add(response);
    response.on("close", () => {
      leave();
      noteEarly(response);
      const { requestId, address, route, accountId } = response.locals;
      const { method, originalUrl: url } = request;
      const { statusCode: status, writableFinished: isWritten } = response;
      over({ method, url, status, isWritten, started, requestId, address, route, accountId });
      inner?.over();
    });
    // Node's parser drops the input after an upgrade request that is not upgraded
    if (state.stopping || request.headers.upgrade !== undefined) endsConnection(response);
    inTurn(request, response, () => {
      // the client may have closed the connection meanwhile
      if (!response.destroyed) app(request, response);
    });
  };
}
