// Where Prometheus reads: /metrics on METRICS_HOST and METRICS_PORT, apart from the callers' port. The first process serves it and
// adds up what its workers count.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { AggregatorRegistry, type Registry } from "prom-client";
import { listenError } from "./address.ts";

/** In a worker: answers the first process when it asks for the figures. */
export function reportMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
}

/** In the first process: serves the figures of all processes. Returns what ends it. Throws StartError for a port that is taken. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<() => Promise<void>> {
  const all = new AggregatorRegistry();
  const text = async () => {
    const workers = Object.keys(cluster.workers ?? {}).length > 0 ? await all.clusterMetrics() : "";
    return `${await registry.metrics()}\n${workers}`;
  };
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    text().then(
      (body) => response.writeHead(200, { "Content-Type": registry.contentType }).end(body),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, port, host, "METRICS_PORT")));
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
