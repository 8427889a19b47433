// Where Node's HTTP server hands a request over: it is begun, noted as running, and answered by Express when
// it is its caller's turn.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import { InnerSocket } from "../fast/front/index.ts";
import type { State } from "./app.ts";
import type { RequestWatch } from "./begin-request.ts";
import { endsConnection, isEnding } from "./last-answer.ts";

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
    // made by src/http/own-messages.ts
    const [request, response] = [incoming as Request, outgoing as Response];
    const started = performance.now();
    // Express notes it too, but may never see the request
    request.originalUrl = request.url;
    const inner = request.socket instanceof InnerSocket ? request.socket : undefined;
    begin(request, response);
    if (inner) response.locals.counted = inner.takeHandedOn();
    const leave = state.running.add(response);
    response.on("close", () => {
      leave();
      const { requestId, address, route, accountId } = response.locals;
      const { method, originalUrl: url } = request;
      const { statusCode: status, writableFinished: taken } = response;
      over({ method, url, status, taken, started, requestId, address, route, accountId });
      inner?.over();
    });
    // Node's parser drops what came together with a request for an upgrade that is not made
    if (state.stopping || request.headers.upgrade !== undefined) endsConnection(response);
    inTurn(request, response, () => {
      // the client may have closed the connection meanwhile
      if (!response.destroyed) app(request, response);
    });
  };
}
