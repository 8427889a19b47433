// Where a request comes in: it is begun and noted as running, and then answered by the short way or by Express.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import { type AppOptions, endsConnection, type State } from "./app.ts";
import { facadePath, watchRequests } from "./begin-request.ts";
import { clientAddress, trustedProxies } from "./client-address.ts";
import { httpsDetector } from "./https.ts";

/** @throws UsageError for a bad TRUST_PROXY */
export function createListener(
  { trustProxy, publicUrl, log, onAnswered, shortWay }: AppOptions,
  state: State,
  app: Express,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const isSecure = httpsDetector(trustedProxies(trustProxy), publicUrl);
  const { begin, over } = watchRequests({ addressOf: clientAddress(trustProxy), isSecure }, log, onAnswered);
  return (incoming, outgoing) => {
    // made by src/http/own-messages.ts
    const [request, response] = [incoming as Request, outgoing as Response];
    const started = performance.now();
    // Express notes it too, but may never see the request
    request.originalUrl = request.url;
    begin(request, response);
    state.running.add(response);
    response.on("close", () => {
      state.running.delete(response);
      over(request, response, started);
    });
    const usual = () => app(request, response);
    if (state.stopping) endsConnection(response);
    else if (shortWay && isPlain(request) && shortWay(request, response, usual)) return;
    usual();
  };
}

/** Nothing about the request itself is to be judged: it has a host, and no body. */
function isPlain({ url, httpVersion, headers }: Request): boolean {
  return (
    url.startsWith(facadePath) &&
    httpVersion === "1.1" &&
    headers.host !== undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}
