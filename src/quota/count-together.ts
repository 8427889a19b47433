// Concurrent requests of one account are counted as a batch, in one round trip. While the store handles a batch, the
// next one fills up, so that a busy account costs the store one call a batch and not one a request. The count is exact:
// of a batch, as many requests are counted as the limits allow, in the order of their arrival.
import { thisSpan } from "../lib/spans.ts";
import type { CountedWindows, Limits } from "../ports/access.ts";
import type { Charge, Counted, WindowState } from "./account-limiter.ts";

/** Counts as many requests as all windows allow, and returns the state afterwards. */
export type CountMany = (accountId: string, limits: Limits, charge: Charge) => Promise<Counted>;

/** Counts one request; or `requests` of them, all or none, as a separate batch. */
type CountOne = (
  accountId: string,
  limits: Limits,
  windows?: CountedWindows,
  requests?: number,
) => Promise<WindowState>;

interface Waiting {
  limits: Limits;
  windows: CountedWindows;
  requests: number;
  resolve(state: WindowState): void;
  reject(error: unknown): void;
}

/** requests in one batch; limited, because a failure of the store fails the whole batch */
const maxAtOnce = 1000;

/**
 * Makes a function that counts one request from one that counts many. When a batch fails, all its requests reject, none
 * of which was counted, and also those that arrived meanwhile: no request waits for a second timeout.
 */
export function countTogether(countMany: CountMany): CountOne {
  const queues = new Map<string, Waiting[]>();
  /** batches that begin in the next turn of the event loop */
  const beginning: (() => void)[] = [];

  function begin(): void {
    for (const start of beginning.splice(0)) start();
  }

  async function run(accountId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await countBatch(accountId, queue);
    queues.delete(accountId);
  }

  async function countBatch(accountId: string, queue: Waiting[]): Promise<void> {
    const batch = nextBatch(queue);
    const [first] = batch;
    if (!first) return;
    const { limits, windows, requests } = first;
    const whole = requests > 1;
    try {
      const { countedRequests, state } = await countMany(accountId, limits, {
        requests: whole ? requests : batch.length,
        windows,
        whole,
      });
      if (whole) first.resolve(state);
      else
        for (const [index, { resolve }] of batch.entries())
          resolve(index < countedRequests ? stateBefore(state, countedRequests - 1 - index, windows) : state);
    } catch (error) {
      for (const { reject } of [...batch, ...queue.splice(0)]) reject(error);
    }
  }

  return (accountId, limits, windows = "all", requests = 1) =>
    new Promise((resolve, reject) => {
      const waiting = { limits, windows, requests, resolve, reject };
      const queue = queues.get(accountId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const begun = [waiting];
      queues.set(accountId, begun);
      // the statements appear in the trace of the account's first request
      const inTrace = thisSpan();
      // requests read from their connections in the same turn of the event loop are in the same batch
      if (beginning.push(() => inTrace(() => void run(accountId, begun))) === 1) setImmediate(begin);
    });
}

/**
 * Takes the first requests with the same windows and the same limits, which differ where a plan was changed meanwhile.
 */
function nextBatch(queue: Waiting[]): Waiting[] {
  const [first] = queue;
  const limits = first?.limits;
  if (first && first.requests > 1) return queue.splice(0, 1);
  const same = (other: Waiting) => other.windows === first?.windows && other.requests === 1 && hasLimits(other.limits);
  const hasLimits = (other: Limits) =>
    other === limits ||
    (other.perMinute === limits?.perMinute && other.perDay === limits.perDay && other.perMonth === limits.perMonth);
  let length = 1;
  while (length < Math.min(queue.length, maxAtOnce) && same(queue[length] as Waiting)) length++;
  return queue.splice(0, length);
}

/** The windows after a request that was counted before `later` others of its batch. */
const stateBefore = (state: WindowState, later: number, windows: CountedWindows): WindowState => ({
  exceeded: null,
  now: state.now,
  minuteStart: state.minuteStart,
  minuteUsed: state.minuteUsed - later,
  dayStart: state.dayStart,
  dayUsed: windows === "all" ? state.dayUsed - later : state.dayUsed,
  monthStart: state.monthStart,
  monthUsed: windows === "all" ? state.monthUsed - later : state.monthUsed,
  epoch: state.epoch,
});
