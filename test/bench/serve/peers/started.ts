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

/** URL -> body, as the service itself answered; the file is named by BENCH_BODIES. */
export function fixedBodies(): Map<string, Buffer> {
  const bodies: Record<string, string> = JSON.parse(readFileSync(process.env.BENCH_BODIES ?? "", "utf8"));
  return new Map(Object.entries(bodies).map(([url, body]) => [url, Buffer.from(body)]));
}
