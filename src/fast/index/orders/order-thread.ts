// A second thread for the most expensive part of building: it sorts decimals and ids while the first thread indexes the
// other columns.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { startThread } from "../thread.ts";
import { buffersOfOrder, type NumberColumn, type OrderData, positionOrder, sortExactly } from "./exact-order.ts";
import { sortNumbers } from "./number-sort.ts";

/** In this order: numbers to sort, the ids by position, and the positions of the rows once for each column of numbers. */
type Message = NumberColumn | { ids: Float64Array } | { rowPositions: Uint32Array };

export interface OrderThread {
  /** Starts sorting numbers; their buffer is transferred and not usable afterwards. */
  sort(column: NumberColumn): Sorting;
  /**
   * The positions of all rows, ascending by id. `ids`, those of the rows by position, are in shared memory; to be called
   * before `build`. Rejects with the thread's error.
   */
  sortIds(ids: Float64Array): Promise<Uint32Array>;
  end(): Promise<void>;
}

export interface Sorting {
  /**
   * The order (as buildOrder makes it), once the positions of the rows are known. `rowPositions` is in shared memory;
   * calls must come in the order of the calls of `sort`. Rejects with the thread's error.
   */
  build(rowPositions: Uint32Array): Promise<OrderData>;
}

type Response = OrderData | Uint32Array;

export function openOrderThread(): OrderThread {
  const thread = startThread(import.meta.url, { buildsOrders: true });
  const waiting: { resolve(response: Response): void; reject(error: unknown): void }[] = [];
  let failure: unknown;
  thread.on("message", (response: Response) => waiting.shift()?.resolve(response));
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  thread.on("error", fail);
  thread.on("exit", () => fail(new Error("the thread that sorts numbers ended")));
  const responseTo = (message: Message) =>
    new Promise<Response>((resolve, reject) => {
      if (failure !== undefined) {
        reject(failure);
        return;
      }
      waiting.push({ resolve, reject });
      thread.postMessage(message);
    });
  return {
    sort(column) {
      thread.postMessage(column satisfies Message, [column.numbers.buffer as ArrayBuffer]);
      return { build: async (rowPositions) => (await responseTo({ rowPositions })) as OrderData };
    },
    sortIds: async (ids) => (await responseTo({ ids })) as Uint32Array,
    end: async () => void (await thread.terminate()),
  };
}

/** What the thread does with each message, in the order in which they come. */
function receiver(): (message: Message) => void {
  const sorted: ReturnType<typeof sortExactly>[] = [];
  let byId: Uint32Array = new Uint32Array();

  function sendOrder(rowPositions: Uint32Array): void {
    const first = sorted.shift();
    if (!first) throw new Error("positions came before their numbers");
    const order = positionOrder(first, { rowPositions, byId });
    parentPort?.postMessage(order, buffersOfOrder(order));
  }

  return (message) => {
    if ("numbers" in message) sorted.push(sortExactly(message));
    else if ("ids" in message) {
      byId = sortNumbers(message.ids).rows;
      parentPort?.postMessage(byId);
    } else sendOrder(message.rowPositions);
  };
}

if (!isMainThread && workerData?.buildsOrders) parentPort?.on("message", receiver());
