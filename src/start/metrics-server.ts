// The endpoint that Prometheus reads: /metrics on METRICS_HOST and METRICS_PORT, apart from the callers' port. The
// first process serves it and adds up the metrics of its workers.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { AggregatorRegistry, type Registry } from "prom-client";
import { type ListenAddress, listenError } from "./address.ts";

/** In a worker: replies when the first process requests its metrics. */
export function reportMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
}

interface MetricsOptions {
  /** readiness check for /readyz (and /healthz) of a process that has no other port; undefined: neither is served */
  ready?: () => Promise<boolean>;
}

/**
 * In the first process: serves the metrics of all processes. Returns the function that stops it. Throws StartError for
 * an address that cannot be listened on.
 */
export async function serveMetrics(
  registry: Registry,
  address: ListenAddress,
  { ready }: MetricsOptions = {},
): Promise<() => Promise<void>> {
  const all = new AggregatorRegistry();
  const text = async () => {
    const workers = Object.keys(cluster.workers ?? {}).length > 0 ? await all.clusterMetrics() : "";
    return `${await registry.metrics()}\n${workers}`;
  };
  const server = createServer((request, response) => {
    if (ready && request.url === "/healthz") return void response.end("ok\n");
    if (ready && request.url === "/readyz") {
      const say = (isReady: boolean) =>
        response.writeHead(isReady ? 200 : 503).end(isReady ? "ready\n" : "not ready\n");
      return void ready().then(say, () => say(false));
    }
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    text().then(
      (body) => response.writeHead(200, { "Content-Type": registry.contentType }).end(body),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
