// The entry points of the service, with metrics and a span for each call.
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Access } from "../accounts/access.ts";
import { asAppError } from "../errors.ts";
import { inSpan, isTracing } from "../lib/spans.ts";
import type { Execute } from "../ports/execution.ts";
import type { Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Counts and times each document executed against the database, and each failure. `nameOf` maps a hash to the
 * operation.
 */
export function measuredExecute(execute: Execute, nameOf: (hash: string) => string, metrics: Metrics): Execute {
  async function measure<Result>(hash: string, work: () => Promise<Result>, isDocument: (result: Result) => boolean) {
    const begun = performance.now();
    try {
      const result = await inSpan({ name: `document ${nameOf(hash)}` }, work);
      if (isDocument(result)) metrics.document(nameOf(hash), (performance.now() - begun) / 1000);
      return result;
    } catch (error) {
      if (asAppError(error).code === "unavailable") metrics.databaseFailed();
      throw error;
    }
  }
  const measured: Execute = (hash, ...rest) =>
    measure(
      hash,
      () => execute(hash, ...rest),
      () => true,
    );
  const { fromRows } = execute;
  if (fromRows)
    measured.fromRows = (call, make) =>
      measure(
        call.hash,
        () => fromRows(call, make),
        (outcome) => "result" in outcome,
      );
  return measured;
}

const quotaSpan = { name: "quota" };

/** Counts each access decision: who may call, and within which limits. */
export function measuredAccess(access: Access, metrics: Metrics): Access {
  return {
    ...access,
    async authenticate(...caller) {
      const result = await inSpan({ name: "authenticate" }, () => access.authenticate(...caller));
      if (result.outcome === "forbidden_address") metrics.decided("allowlist");
      return result;
    },
    async countFailure(address) {
      const failure = await access.countFailure(address);
      metrics.decided(failure.allowed ? "unauthorized" : "address");
      return failure;
    },
    take: (...request) =>
      inSpan(quotaSpan, () => access.take(...request)).then((decision) => {
        metrics.decided(decision.allowed ? "allowed" : decision.exceeded);
        return decision;
      }),
  };
}

interface Traced {
  /** template of the path, from a closed set */
  routeOf: (response: Response) => string;
  /** whether the socket's address is a proxy of TRUST_PROXY: only a proxy may name the trace of a request */
  isProxy: (address: string | undefined) => boolean;
}

/** A span for each request, until its response has been written; without tracing, the handler is returned unchanged. */
export function tracedRequests<Handler extends RequestHandler>(handler: Handler, traced: Traced): Handler | Router {
  if (!isTracing()) return handler;
  return Router({ caseSensitive: true, strict: true }).use((request, response, next) => {
    const { method } = request;
    const span = {
      name: method,
      kind: "server",
      caller: traced.isProxy(request.socket.remoteAddress) ? callerOf(request) : undefined,
    } as const;
    void inSpan(span, async ({ rename, note }) => {
      const over = new Promise((resolve) => response.once("close", resolve));
      handler(request, response, next);
      await over;
      const route = traced.routeOf(response);
      rename(`${method} ${route}`);
      note({
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": response.statusCode,
        "disclosed.request_id": String(response.locals.requestId),
      });
    });
  });
}

/** The template of a request below /api/v1. */
export const facadeRoute = ({ locals: { route } }: Response): string =>
  `/api/v1${route === "unknown" ? "" : (route ?? "")}`;

function callerOf({ headers: { traceparent, tracestate } }: Request) {
  return traceparent === undefined
    ? undefined
    : { traceparent: String(traceparent), tracestate: tracestate?.toString() };
}

/** Metrics of the connections to PostgreSQL and of its notification listener. */
export function measureConnections({ pool }: Store, listener: Listener, metrics: Metrics): void {
  metrics.observe("database_connections", "Open connections of the pool", () => pool.totalCount);
  metrics.observe("database_connections_idle", "Idle open connections of the pool", () => pool.idleCount);
  metrics.observe("database_connections_limit", "Connections that the pool may open", () => pool.options.max);
  metrics.observe("database_waiting", "Requests that wait for a connection", () => pool.waitingCount);
  metrics.observe("database_listener_up", "Processes that receive the notifications of the database", () =>
    listener.state() === "listening" ? 1 : 0,
  );
}
