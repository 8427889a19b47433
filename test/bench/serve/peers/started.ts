// Shared by the peers: reporting the port, the fixed bodies and headers, and counts that are kept.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free port of loopback, unless the server does so already, and reports the port to the benchmark. */
export function report(server: Server): void {
  const send = () => process.send?.({ port: (server.address() as AddressInfo).port });
  if (server.listening) send();
  else {
    server.once("listening", send);
    server.listen(0, "127.0.0.1");
  }
  process.on("disconnect", () => process.exit(0));
}

/** Responses of the service, from the file that BENCH_BODIES names. */
interface Fixed {
  /** URL -> body */
  bodies: Record<string, string>;
  /** those that are the same in every response */
  headers: Record<string, string>;
}

const fixed = (): Fixed => JSON.parse(readFileSync(process.env.BENCH_BODIES ?? "", "utf8"));

export const fixedBodies = (): Map<string, Buffer> =>
  new Map(Object.entries(fixed().bodies).map(([url, body]) => [url, Buffer.from(body)]));

export const fixedHeaders = (): Record<string, string> => fixed().headers;

/**
 * Counts of lists, each kept for ten seconds, so that PostgreSQL does not count a million rows for each page. Concurrent requests
 * share one count.
 */
export function countsInMemory(): (list: string, read: () => Promise<number>) => Promise<number> {
  const counts = new Map<string, { until: number; count: Promise<number> }>();
  return (list, read) => {
    const known = counts.get(list);
    if (known && known.until > performance.now()) return known.count;
    const count = read();
    counts.set(list, { until: performance.now() + 10_000, count });
    return count;
  };
}
