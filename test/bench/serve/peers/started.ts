// What every peer has: the port that it reports, and for those that serve ready bytes, the bytes.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free port of loopback, if the server does not yet, and reports it to the benchmark. */
export function report(server: Server): void {
  const tell = () => process.send?.({ port: (server.address() as AddressInfo).port });
  if (server.listening) tell();
  else {
    server.once("listening", tell);
    server.listen(0, "127.0.0.1");
  }
  process.on("disconnect", () => process.exit(0));
}

/** What the service itself answered; the file is named by BENCH_BODIES. */
interface Fixed {
  /** URL -> body */
  bodies: Record<string, string>;
  /** those of every response, without what differs between two responses */
  headers: Record<string, string>;
}

const fixed = (): Fixed => JSON.parse(readFileSync(process.env.BENCH_BODIES ?? "", "utf8"));

export const fixedBodies = (): Map<string, Buffer> =>
  new Map(Object.entries(fixed().bodies).map(([url, body]) => [url, Buffer.from(body)]));

export const fixedHeaders = (): Record<string, string> => fixed().headers;

/**
 * Counts of lists, each taken from memory for ten seconds: what one does where PostgreSQL would count a million rows for each
 * page. A count that is being read is waited for by all that need it.
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
