// Several processes behind one port (node:cluster). The first process runs the database and starts the others; they
// serve and are independent of each other. A worker that dies is replaced; all stop with the first process.
import cluster, { type Worker } from "node:cluster";
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { drainMs } from "../http/server.ts";
import type { Closers } from "./lifecycle.ts";

/** The message that the first process sends to each worker. */
export interface Assignment {
  databaseUrl: string;
  /** address of the trade index; absent if there is none */
  indexSocket?: string | undefined;
}

/** A worker requests its assignment once it listens for the reply; a reply sent earlier might be lost. */
type FromWorker = { asks: true } | { ready: { publicUrl: string } };

/** a worker that dies sooner than this is replaced after a pause, so that a fault at start does not loop */
const shortLifeMs = 5_000;
const pauseMs = 1_000;

export interface Workers {
  publicUrl: string;
  /** Closes the connections that a stop still waits for. */
  forceClose(): void;
}

/**
 * Starts `count` workers and resolves when so many serve. Rejects when one exits before any of them serves: from then on
 * the service is ready, and a worker that exits is replaced.
 */
export async function startWorkers(
  count: number,
  assignment: Assignment,
  { log, closers, graceMs, onReplace }: { log: Logger; closers: Closers; graceMs: number; onReplace: () => void },
): Promise<Workers> {
  let stopping = false;
  const bornAt = new Map<number, number>();
  /** base URLs of the workers that began to serve */
  const served: string[] = [];
  const progress = new EventEmitter().on("error", () => {});
  const start = () => {
    const worker = startOne(assignment, ({ publicUrl }) => {
      if (served.push(publicUrl) === count) progress.emit("all");
    });
    bornAt.set(worker.id, Date.now());
    return worker;
  };
  const alive = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  closers.add(async () => {
    stopping = true;
    await endAll(alive(), graceMs);
  });
  cluster.on("exit", (worker, code, signal) => {
    if (stopping) return;
    if (served.length === 0) progress.emit("error", new Error(`a worker ended with code ${code} before it served`));
    onReplace();
    log.error({ pid: worker.process.pid, code, signal }, "a worker ended; it is being replaced");
    const wait = Date.now() - (bornAt.get(worker.id) ?? 0) < shortLifeMs ? pauseMs : 0;
    bornAt.delete(worker.id);
    setTimeout(() => !stopping && start(), wait);
  });
  for (let started = 0; started < count; started++) start();
  await once(progress, "all");
  return {
    publicUrl: served[0] ?? "",
    forceClose() {
      for (const worker of alive()) worker.process.kill("SIGKILL");
    },
  };
}

function startOne(assignment: Assignment, onReady: (ready: { publicUrl: string }) => void): Worker {
  const worker = cluster.fork();
  worker.on("message", (message: FromWorker) => {
    if ("asks" in message) worker.send(assignment);
    else if ("ready" in message) onReady(message.ready);
  });
  worker.on("error", () => {});
  return worker;
}

/**
 * Tells all workers to finish their requests, within the grace period and one more second. The first process stops
 * accepting connections before the workers close: connections already on their way to a worker are still served.
 */
async function endAll(workers: Worker[], graceMs: number): Promise<void> {
  const ended = workers.map((worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())));
  for (const worker of workers) worker.process.kill("SIGTERM");
  const late = setTimeout(() => {
    for (const worker of workers) worker.process.kill("SIGKILL");
  }, graceMs + 1000);
  await sleep(drainMs - 50);
  // connections in the queue of the port are accepted first
  await new Promise((resolve) => setImmediate(resolve));
  for (const worker of workers) worker.disconnect();
  await Promise.all(ended);
  clearTimeout(late);
}

/** In a worker: waits for the assignment of the first process. */
export function assigned(): Promise<Assignment> {
  return new Promise((resolve) => {
    const onMessage = (message: object) => {
      // other messages may come first: a request for metrics, for instance
      if (!("databaseUrl" in message)) return;
      process.off("message", onMessage);
      resolve(message as Assignment);
    };
    process.on("message", onMessage);
    process.send?.({ asks: true } satisfies FromWorker);
  });
}

/** In a worker: reports that it serves. */
export function reportReady(publicUrl: string): void {
  process.send?.({ ready: { publicUrl } } satisfies FromWorker);
}
