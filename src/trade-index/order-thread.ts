// A second thread for the dearest part of building: figures are put in order while the first one takes in the other columns.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { buildOrder, type OrderData } from "./exact-order.ts";
import { startThread } from "./thread.ts";

interface Job {
  figures: Float64Array;
  texts: ReadonlyMap<number, string>;
  places: Uint32Array;
}

export interface OrderThread {
  /** As buildOrder. The figures are handed over and gone afterwards; `places` has to be in shared memory. Rejects with what fails there. */
  build(job: Job): Promise<OrderData>;
  end(): Promise<void>;
}

export function openOrderThread(): OrderThread {
  const thread = startThread(import.meta.url, { buildsOrders: true });
  const waiting: { resolve(order: OrderData): void; reject(error: unknown): void }[] = [];
  thread.on("message", (order: OrderData) => waiting.shift()?.resolve(order));
  const fail = (error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  thread.on("error", fail);
  thread.on("exit", () => fail(new Error("the thread that orders figures ended")));
  return {
    build: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        thread.postMessage(job, [job.figures.buffer as ArrayBuffer]);
      }),
    end: async () => void (await thread.terminate()),
  };
}

function answer({ figures, texts, places }: Job): void {
  const order = buildOrder(figures, texts, places);
  const arrays = [order.keys, order.starts, order.positions, ...order.upTo];
  parentPort?.postMessage(
    order,
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

if (!isMainThread && workerData?.buildsOrders) parentPort?.on("message", answer);
