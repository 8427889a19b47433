// Where a request comes in: it is begun and noted as running, and then answered by the short way or by Express.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import type { AppOptions, State } from "./app.ts";
import { facadePath, watchRequests } from "./begin-request.ts";
import { clientAddress, trustedProxies } from "./client-address.ts";
import { hasProperHost } from "./host.ts";
import { httpsDetector } from "./https.ts";
import { endsConnection, isEnding } from "./last-answer.ts";

/** @throws UsageError for a bad TRUST_PROXY */
export function createListener(
  { trustProxy, publicUrl, log, onAnswered, shortWay }: AppOptions,
  state: State,
  app: Express,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const isSecure = httpsDetector(trustedProxies(trustProxy), publicUrl);
  const { begin, over } = watchRequests({ addressOf: clientAddress(trustProxy), isSecure }, log, onAnswered);
  return (incoming, outgoing) => {
    if (isEnding(incoming)) return;
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
function isPlain(request: Request): boolean {
  const { url, httpVersion, headers } = request;
  return (
    url.startsWith(facadePath) &&
    httpVersion === "1.1" &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    hasProperHost(request)
  );
}
