// The doors of the service with a figure, and a span, for what goes through them.
import { Router } from "express";
import type { Access } from "../accounts/access.ts";
import { asAppError } from "../errors.ts";
import type { Execute } from "../graph/executor.ts";
import { inSpan, isTracing } from "../spans.ts";
import type { Listener } from "../store/listen.ts";
import type { Store } from "../store/store.ts";
import type { Metrics } from "./metrics.ts";

/** Each answer from the database, how long it took, and each that it did not give. `nameOf` a document's hash. */
export function measuredExecute(execute: Execute, nameOf: (hash: string) => string, metrics: Metrics): Execute {
  return async (hash, ...rest) => {
    const begun = performance.now();
    try {
      const result = await inSpan({ name: `document ${nameOf(hash)}` }, () => execute(hash, ...rest));
      metrics.answered(nameOf(hash), (performance.now() - begun) / 1000);
      return result;
    } catch (error) {
      if (asAppError(error).code === "unavailable") metrics.databaseFailed();
      throw error;
    }
  };
}

const quotaSpan = { name: "quota" };

/** Each decision on who may ask, and how much. */
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
    take: (principal) =>
      inSpan(quotaSpan, () => access.take(principal)).then((decision) => {
        metrics.decided(decision.allowed ? "allowed" : decision.exceeded);
        return decision;
      }),
  };
}

/** A span for each request below /api/v1, until its connection has taken the answer; where nobody listens the facade as it is. */
export function tracedFacade(facade: Router): Router {
  if (!isTracing()) return facade;
  const traced = Router({ caseSensitive: true, strict: true });
  return traced.use((request, response, next) => {
    const { method } = request;
    void inSpan({ name: method, kind: "server" }, async ({ rename, note }) => {
      const over = new Promise((resolve) => response.once("close", resolve));
      facade(request, response, next);
      await over;
      const route = `/api/v1${response.locals.route === "unknown" ? "" : (response.locals.route ?? "")}`;
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

/** The connections to PostgreSQL, and whether its announcements are heard. */
export function measureConnections({ pool }: Store, listener: Listener, metrics: Metrics): void {
  metrics.observe("database_connections", "Open connections of the pool", () => pool.totalCount);
  metrics.observe("database_connections_idle", "Open connections of the pool that nobody uses", () => pool.idleCount);
  metrics.observe("database_connections_limit", "Connections that the pool may open", () => pool.options.max);
  metrics.observe("database_waiting", "Requests that wait for a connection", () => pool.waitingCount);
  metrics.observe("database_listener_up", "Processes that hear the announcements of the database", () =>
    listener.state() === "listening" ? 1 : 0,
  );
}
