// The load, in a process and on a core of its own: keeps a number of connections busy with prepared requests, one at a time on
// each, and measures. Of a response it reads only its end and whether it is a 200, so that it costs less than the cheapest
// server; its own processor time is reported too.
import { createHistogram, performance } from "node:perf_hooks";
import { type Connection, openConnection } from "./connection.ts";

export interface LoadOrder {
  port: number;
  /** whole HTTP requests, sent in turn */
  requests: string[];
  connections: number;
  /** milliseconds before the measurement starts */
  rampMs: number;
  measureMs: number;
}

export interface LoadReport {
  /** 200s within the measured time */
  completed: number;
  /** other responses, and connections that broke */
  errors: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** share of one processor that the load itself used */
  ownCpu: number;
  /** requests sent before the measurement and without a response at its end; their ages count in the percentiles */
  withoutResponse: number;
}

/** Runs one order. */
async function run({ port, requests, connections, rampMs, measureMs }: LoadOrder): Promise<LoadReport> {
  const prepared = requests.map((request) => Buffer.from(request));
  const latencies = createHistogram();
  let next = 0;
  let measuring = false;
  let completed = 0;
  let errors = 0;
  const begin = (connection: Connection) => connection.send(prepared[next++ % prepared.length] as Buffer);
  const open: Connection[] = [];
  const all = Array.from({ length: connections }, () =>
    openConnection(port, {
      onResponse(connection, ok, requestedAt) {
        if (measuring) {
          if (ok) completed++;
          else errors++;
          latencies.record(microseconds(performance.now() - requestedAt));
        }
        begin(connection);
      },
      onFailure() {
        if (measuring) errors++;
      },
    }),
  );
  for (const connection of await Promise.all(all)) open.push(connection);
  for (const connection of open) begin(connection);
  await sleep(rampMs);
  measuring = true;
  const started = performance.now();
  const cpu = process.cpuUsage();
  await sleep(measureMs);
  const ended = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  measuring = false;
  // the slowest requests are those that have not ended yet
  const late = open.filter(({ requestedAt }) => requestedAt < started);
  for (const { requestedAt } of late) latencies.record(microseconds(ended - requestedAt));
  for (const connection of open) connection.close();
  const seconds = (ended - started) / 1000;
  return {
    completed,
    errors,
    seconds,
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    ownCpu: (user + system) / 1e6 / seconds,
    withoutResponse: late.length,
  };
}

const microseconds = (ms: number) => Math.max(1, Math.round(ms * 1000));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

process.on("message", (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
