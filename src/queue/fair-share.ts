// Shares the capacity of one process fairly among accounts. Responses are computed concurrently; work that reads the
// store in a transaction also takes one of a few slots, because it occupies a connection. Every request also waits for
// a turn of the event loop (src/queue/fair-share.ts). While an account is alone, many of its responses are computed
// concurrently and share round trips and statements. While other accounts send requests too, only two are: there is one
// processor, and a caller with few requests must not wait for the responses of another one.
import { setTimeout as sleep } from "node:timers/promises";
import type { FairTurns } from "../ports/execution.ts";
import { type AccountSlots, createAccountSlots, Presence } from "./account-slots.ts";

// Limits how many requests of a caller begin in one turn of the event loop. Without it requests that arrive together
// would all be handled before anything that arrives just after them. Here one request of each caller begins in a turn,
// or a few if only one caller is active. Further requests of the caller wait for the next turns, in order, and between
// two turns the loop reads the requests of others.
interface RequestTurns {
  /** Runs the work now if the caller may begin more in this turn of the loop, else in a later one. */
  begin(caller: string, work: () => void): void;
}

/** requests that begin in one turn of the loop while only one caller is present: they are counted in one batch */
const maxAlone = 24;

export function createRequestTurns(isAlone: (caller: string) => boolean = () => false): RequestTurns {
  /** by caller, the requests begun in this turn */
  const served = new Map<string, number>();
  /** by caller, the oldest first */
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;

  function serve(caller: string, work: () => void): void {
    served.set(caller, (served.get(caller) ?? 0) + 1);
    if (!isScheduled) setImmediate(nextTurn);
    isScheduled = true;
    work();
  }

  function nextTurn(): void {
    isScheduled = false;
    served.clear();
    for (const [caller, works] of [...waiting]) {
      for (let left = isAlone(caller) ? maxAlone : 1; left > 0; left--) {
        const work = works.shift();
        if (works.length === 0) waiting.delete(caller);
        if (work) serve(caller, work);
      }
    }
  }

  function mayBegin(caller: string): boolean {
    const begun = served.get(caller) ?? 0;
    return begun === 0 || (begun < maxAlone && isAlone(caller));
  }

  return {
    begin(caller, work) {
      const works = waiting.get(caller);
      if (works) works.push(work);
      else if (mayBegin(caller)) serve(caller, work);
      else waiting.set(caller, [work]);
    },
  };
}

export interface FairShareOptions {
  /** tasks on the store that may run concurrently */
  slots: number;
  /** milliseconds that a task may wait for its turn */
  maxWaitMs: number;
  /** waiting tasks of one account; further ones are refused immediately */
  maxWaiting?: number;
  /** milliseconds of a monotonic clock */
  clock?: () => number;
}

export interface FairShare extends RequestTurns, FairTurns {
  /** current numbers: `running` tasks with a slot of the store, `waiting` tasks of either kind */
  readonly statistics: AccountSlots["statistics"];
}

/**
 * concurrent responses, in all and of one account: with 64 throughput is a fifth higher than with 16, by shared round
 * trips (docs/lab/serving.md)
 */
const computed = { slots: 256, alone: 64, among: 2 };

/**
 * parts of large responses, one of an account while others send requests: there is always a next part. A response that
 * has begun waits rather than fails.
 */
const sent = { slots: 64, alone: 16, among: 1, maxWaitMs: 60_000, maxWaiting: 10_000 };

/**
 * Milliseconds at least between two parts of one account while others send requests; the pause is as long as the part
 * took. Without it ready-made files are read and written, and rows formatted, as fast as the machine can, and the other
 * callers wait for the processor; with it an account gets some 50 MB/s of files.
 */
const minPauseMs = 1;

export function createFairShare(options: FairShareOptions): FairShare {
  const { slots, maxWaitMs, maxWaiting = 256, clock = () => performance.now() } = options;
  const presence = new Presence(clock);
  const alone = Math.min(slots, Math.max(2, Math.ceil(slots / 2)));
  const among = Math.max(1, Math.floor(slots / 4));
  const store = createAccountSlots({ slots, alone, among, maxWaitMs, maxWaiting, presence });
  const computing = createAccountSlots({ ...computed, maxWaitMs, maxWaiting, presence });
  const sending = createAccountSlots({ ...sent, presence });
  return {
    ...createRequestTurns((caller) => presence.isAlone(caller)),
    run: store.run,
    compute: computing.run,
    send: (account, work, cancellation) =>
      sending.run(
        account,
        async () => {
          const begun = clock();
          const part = await work();
          if (!presence.isAlone(account)) await sleep(Math.max(minPauseMs, clock() - begun));
          return part;
        },
        cancellation,
      ),
    note: (account) => presence.note(account),
    statistics: {
      get running() {
        return store.statistics.running;
      },
      get waiting() {
        return store.statistics.waiting + computing.statistics.waiting + sending.statistics.waiting;
      },
    },
  };
}

/**
 * Slots of a process with `connections` database connections: a task uses one and may need another; keys and quotas
 * need some too.
 */
export const slotsOf = (connections: number): number => Math.max(1, Math.floor(connections / 2));
