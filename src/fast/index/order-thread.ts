// A second thread for the most expensive part of building: it sorts figures while the first thread indexes the other
// columns.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { type OrderData, placeOrder, sortExactly } from "./exact-order.ts";
import { startThread } from "./thread.ts";

interface Figures {
  figures: Float64Array;
  texts: ReadonlyMap<number, string>;
}

/** Messages to the thread: figures to sort, and then, in the same order, the positions of the rows. */
type Message = Figures | { places: Uint32Array };

export interface OrderThread {
  /** Starts sorting figures; their buffer is transferred and not usable afterwards. */
  sort(figures: Figures): Sorting;
  end(): Promise<void>;
}

interface Sorting {
  /**
   * The order (as buildOrder makes it), once the positions of the rows are known. `places` is in shared memory; calls
   * must come in the order of the calls of `sort`. Rejects with the thread's error.
   */
  place(places: Uint32Array): Promise<OrderData>;
}

export function openOrderThread(): OrderThread {
  const thread = startThread(import.meta.url, { buildsOrders: true });
  const waiting: { resolve(order: OrderData): void; reject(error: unknown): void }[] = [];
  let failure: unknown;
  thread.on("message", (order: OrderData) => waiting.shift()?.resolve(order));
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  thread.on("error", fail);
  thread.on("exit", () => fail(new Error("the thread that orders figures ended")));
  return {
    sort(figures) {
      thread.postMessage(figures satisfies Message, [figures.figures.buffer as ArrayBuffer]);
      return {
        place: (places) =>
          new Promise((resolve, reject) => {
            if (failure !== undefined) {
              reject(failure);
              return;
            }
            waiting.push({ resolve, reject });
            thread.postMessage({ places } satisfies Message);
          }),
      };
    },
    end: async () => void (await thread.terminate()),
  };
}

const sorted: ReturnType<typeof sortExactly>[] = [];

function receive(message: Message): void {
  if ("figures" in message) {
    sorted.push(sortExactly(message.figures, message.texts));
    return;
  }
  const first = sorted.shift();
  if (!first) throw new Error("rows came before their figures");
  const order = placeOrder(first, message.places);
  const arrays = [order.keys, order.starts, order.positions, ...order.upTo];
  parentPort?.postMessage(
    order,
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

if (!isMainThread && workerData?.buildsOrders) parentPort?.on("message", receive);
