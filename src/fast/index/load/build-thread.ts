// The thread that reads the whole store and builds an index of it, while the process serves queries from the current one.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { buffersOfOrder } from "../orders/exact-order.ts";
import { openOrderThread } from "../orders/order-thread.ts";
import { startThread } from "../thread.ts";
import type { IndexData } from "../trade-index.ts";
import { readEverything, type Snapshot } from "./read-store.ts";

export interface Built {
  data: IndexData;
  snapshot: Snapshot;
}

/** Builds the index in a separate thread. Rejects with the thread's error. */
export function buildInThread(databaseUrl: string): Promise<Built> {
  const thread = startThread(import.meta.url, { databaseUrl });
  return new Promise((resolve, reject) => {
    thread.once("message", (built: Built) => resolve(built));
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("the thread that builds the index ended")));
  });
}

async function build(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // PostgreSQL takes longer to send rows than we take to read them, so two connections are used where the server allows
  // it
  const second = new pg.Client({ connectionString: databaseUrl });
  const others = await second.connect().then(
    () => [second],
    () => [],
  );
  const orders = openOrderThread();
  try {
    const built = await readEverything([client, ...others], orders);
    parentPort?.postMessage(built, buffersOf(built.data.lists));
  } finally {
    await Promise.all([client, ...others].map((each) => each.end()));
    await orders.end();
  }
}

/** The buffers to transfer to the main thread instead of copying them; the ids are in shared memory. */
export function buffersOf(lists: IndexData["lists"]): ArrayBuffer[] {
  const arrays = Object.values(lists).flatMap((list) => [
    // read from a file they are not
    ...(list.ids.buffer instanceof ArrayBuffer ? [list.ids] : []),
    list.days,
    list.dayStarts,
    ...list.flags.values(),
    ...[...list.labels.values()].flatMap((sets) => [...sets.values()]),
    ...[...list.postings.values()].flatMap(({ starts, positions }) => [starts, positions]),
  ]);
  const ofOrders = Object.values(lists).flatMap(({ orders, scanned }) => [
    ...[...orders.values()].flatMap(buffersOfOrder),
    ...[...scanned.values()].flatMap(({ codes, others }) => [codes.buffer as ArrayBuffer, ...buffersOfOrder(others)]),
  ]);
  return [...new Set([...arrays.map(({ buffer }) => buffer as ArrayBuffer), ...ofOrders])];
}

if (!isMainThread && workerData?.databaseUrl) await build(workerData.databaseUrl);
