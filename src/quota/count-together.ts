// Requests of one account that come at once are counted in one round trip, a batch. While the store answers, the next batch fills up,
// so that a busy account costs the store one call a batch and not one a request. The count is exact: of a batch as many requests are
// counted as there is room for, in the order in which they came.
import { thisSpan } from "../spans.ts";
import type { Charge, Counted, WindowState } from "./account-limiter.ts";
import type { CountedWindows, Limits } from "./port.ts";

/** Counts as many requests as all windows have room for; the state is the one afterwards. */
export type CountMany = (accountId: string, limits: Limits, charge: Charge) => Promise<Counted>;

/** Counts one, or all of so many, which are a batch of their own. */
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

/** a failure of the store fails the whole batch, so a batch has a limit */
const mostAtOnce = 1000;

/**
 * A count of one, over a count of many. When a batch fails it rejects for all its requests, none of which was counted, and for those
 * that came meanwhile: no request waits for the same silence twice.
 */
export function countTogether(countMany: CountMany): CountOne {
  const queues = new Map<string, Waiting[]>();
  /** what begins with the next turn of the event loop */
  const beginning: (() => void)[] = [];

  function begin(): void {
    for (const account of beginning.splice(0)) account();
  }

  async function run(accountId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await turn(accountId, queue);
    queues.delete(accountId);
  }

  async function turn(accountId: string, queue: Waiting[]): Promise<void> {
    const asking = nextTurn(queue);
    const [first] = asking;
    if (!first) return;
    const { limits, windows, requests } = first;
    const whole = requests > 1;
    try {
      const { taken, state } = await countMany(accountId, limits, {
        requests: whole ? requests : asking.length,
        windows,
        whole,
      });
      if (whole) first.resolve(state);
      else
        for (const [place, { resolve }] of asking.entries())
          resolve(place < taken ? stateBefore(state, taken - 1 - place, windows) : state);
    } catch (error) {
      for (const { reject } of [...asking, ...queue.splice(0)]) reject(error);
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
      // the first request of an account has the statements in its trace
      const inTrace = thisSpan();
      // requests that are read from their connections in the same turn of the event loop are in the same batch
      if (beginning.push(() => inTrace(() => void run(accountId, begun))) === 1) setImmediate(begin);
    });
}

/** The first requests that are counted in the same windows, under the same limits: a plan may change between two look-ups of a key. */
function nextTurn(queue: Waiting[]): Waiting[] {
  const [first] = queue;
  const limits = first?.limits;
  if (first && first.requests > 1) return queue.splice(0, 1);
  const same = (other: Waiting) => other.windows === first?.windows && other.requests === 1 && hasLimits(other.limits);
  const hasLimits = (other: Limits) =>
    other === limits ||
    (other.perMinute === limits?.perMinute && other.perDay === limits.perDay && other.perMonth === limits.perMonth);
  let length = 1;
  while (length < Math.min(queue.length, mostAtOnce) && same(queue[length] as Waiting)) length++;
  return queue.splice(0, length);
}

/** The windows after a request that was counted before `later` others of its batch. */
const stateBefore = (state: WindowState, later: number, windows: CountedWindows): WindowState => ({
  exceeded: null,
  moment: state.moment,
  minuteStart: state.minuteStart,
  minuteUsed: state.minuteUsed - later,
  dayStart: state.dayStart,
  dayUsed: windows === "all" ? state.dayUsed - later : state.dayUsed,
  monthStart: state.monthStart,
  monthUsed: windows === "all" ? state.monthUsed - later : state.monthUsed,
  epoch: state.epoch,
});
