// Requests of one account that come at once are counted in one round trip. While an answer is awaited the next ones gather, so
// that a busy account costs a store of windows as much as it takes turns, not as much as it asks. Who was counted is exact: of a
// turn as many as there is room for, in the order in which they came.
import { thisSpan } from "../spans.ts";
import type { Counted, WindowState } from "./account-limiter.ts";
import type { Limits } from "./port.ts";

/** Counts as many of `asked` requests as all windows have room for; the state is the one afterwards. */
export type CountMany = (accountId: string, limits: Limits, asked: number) => Promise<Counted>;

interface Waiting {
  limits: Limits;
  resolve(state: WindowState): void;
  reject(error: unknown): void;
}

/** more would make one statement of too many callers' luck */
const mostAtOnce = 1000;

/**
 * A count of one, over a count of many. When a turn fails it rejects for all of it, none of whom was counted, and for those who
 * gathered meanwhile: nobody waits for the same silence twice.
 */
export function countTogether(countMany: CountMany): (accountId: string, limits: Limits) => Promise<WindowState> {
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
    try {
      const { taken, state } = await countMany(accountId, first.limits, asking.length);
      for (const [place, { resolve }] of asking.entries())
        resolve(place < taken ? standingOf(state, taken - 1 - place) : state);
    } catch (error) {
      for (const { reject } of [...asking, ...queue.splice(0)]) reject(error);
    }
  }

  return (accountId, limits) =>
    new Promise((resolve, reject) => {
      const waiting = { limits, resolve, reject };
      const queue = queues.get(accountId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const begun = [waiting];
      queues.set(accountId, begun);
      // the first of an account has its statements in his trace
      const inTrace = thisSpan();
      // whoever is read from his connection in the same turn of the event loop is in the same turn here
      if (beginning.push(() => inTrace(() => void run(accountId, begun))) === 1) setImmediate(begin);
    });
}

/** Those at the front who ask under the same limits: a plan may change between two look-ups of a key. */
function nextTurn(queue: Waiting[]): Waiting[] {
  const limits = queue[0]?.limits;
  const same = (other: Limits) =>
    other === limits ||
    (other.perMinute === limits?.perMinute && other.perDay === limits.perDay && other.perMonth === limits.perMonth);
  let length = 1;
  while (length < Math.min(queue.length, mostAtOnce) && same((queue[length] as Waiting).limits)) length++;
  return queue.splice(0, length);
}

/** How the windows stood for who was counted before `later` others. */
const standingOf = (state: WindowState, later: number): WindowState => ({
  exceeded: null,
  moment: state.moment,
  minuteStart: state.minuteStart,
  minuteUsed: state.minuteUsed - later,
  dayStart: state.dayStart,
  dayUsed: state.dayUsed - later,
  monthStart: state.monthStart,
  monthUsed: state.monthUsed - later,
  epoch: state.epoch,
});
