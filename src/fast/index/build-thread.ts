// The thread that reads the whole store and builds an index of it, while the process answers from the one it has.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { openOrderThread } from "./order-thread.ts";
import { readEverything, type Snapshot } from "./read-store.ts";
import { startThread } from "./thread.ts";
import type { IndexData } from "./trade-index.ts";

export interface Built {
  data: IndexData;
  snapshot: Snapshot;
}

/** Builds in a thread of its own. Rejects with what failed there. */
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
  // PostgreSQL takes longer to give rows than it takes to read them; a server that has no second connection gives them over one
  const second = new pg.Client({ connectionString: databaseUrl });
  const others = await second.connect().then(
    () => [second],
    () => [],
  );
  const orders = openOrderThread();
  try {
    const built = await readEverything([client, ...others], orders);
    parentPort?.postMessage(built, buffersOf(built.data));
  } finally {
    await Promise.all([client, ...others].map((each) => each.end()));
    await orders.end();
  }
}

/** Everything that is handed over instead of copied. */
function buffersOf({ lists }: IndexData): ArrayBuffer[] {
  const arrays = Object.values(lists).flatMap((list) => [
    list.ids,
    list.days,
    list.dayStarts,
    ...list.bits.values(),
    ...[...list.postings.values()].flatMap(({ starts, positions }) => [starts, positions]),
    ...[...list.orders.values()].flatMap(({ keys, starts, positions, upTo, without, buckets }) => [
      keys,
      starts,
      positions,
      ...(without ? [without] : []),
      ...(buckets ? [buckets] : []),
      ...upTo,
    ]),
  ]);
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}

if (!isMainThread && workerData?.databaseUrl) await build(workerData.databaseUrl);
