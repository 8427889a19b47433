// Shares the capacity of one process fairly among accounts. Responses are computed concurrently; work that reads the
// store in a transaction also takes one of a few slots, because it occupies a connection. Every request also waits for
// a turn of the event loop. While an account is alone, many of its responses are computed concurrently and share round
// trips and statements. While other accounts send requests too, only two are: there is one processor, and a caller with
// few requests must not wait for the responses of another one.
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors.ts";
import type { FairTurns } from "../ports/execution.ts";

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

interface FairShareOptions {
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

// Slots for concurrent work. While an account is the only active one it may use most slots, so that some stay free for
// another caller. Further work of an account waits in that account's queue, and the waiting accounts take turns.
interface AccountSlotsOptions {
  /** tasks that may run concurrently */
  slots: number;
  /** slots that one account may use while it is the only active one */
  alone: number;
  /** slots that one account may use while others send requests */
  among: number;
  /** milliseconds that a task may wait for its turn */
  maxWaitMs: number;
  /** waiting tasks of one account; further ones are refused immediately */
  maxWaiting: number;
  presence: Presence;
}

/** The caller that waits for the result; its signal aborts when the request is cancelled. */
interface Caller {
  signal(): AbortSignal;
  /** throws where the request is cancelled; optional, for callers that can check this without a signal */
  throwIfOver?(): void;
}

interface AccountSlots {
  /**
   * Runs the work when it is the account's turn. Rejects with AppError `unavailable` where the turn does not come in
   * time or too many tasks of the account wait already, and with the signal's reason where the request was cancelled
   * before; the work does not start then.
   */
  run<Result>(account: string, work: () => Promise<Result>, caller?: Caller): Promise<Result>;
  /** current numbers of tasks */
  readonly statistics: { readonly running: number; readonly waiting: number };
}

interface Waiter {
  begin(): void;
}

/** seconds after which it is worth trying again */
const retryAfter = 2;
const overfilled = "Too many requests of this account are under way at once; wait for some of them to end";
const ownFault = () => new AppError("unavailable", overfilled, { retryAfter, isCallers: true });

function createAccountSlots(options: AccountSlotsOptions): AccountSlots {
  const { slots, alone, among, maxWaitMs, maxWaiting, presence } = options;
  const running = new Map<string, number>();
  /** by account, the one whose turn is next first */
  const queues = new Map<string, Set<Waiter>>();
  let free = slots;

  const shareOf = (account: string) => (presence.isAlone(account) ? alone : among);
  const mayRun = (account: string) => free > 0 && (running.get(account) ?? 0) < shareOf(account);

  function occupy(account: string): void {
    free--;
    running.set(account, (running.get(account) ?? 0) + 1);
  }

  function release(account: string): void {
    free++;
    const left = (running.get(account) ?? 1) - 1;
    if (left > 0) running.set(account, left);
    else running.delete(account);
    // an account that has had its turn moves to the end of the queues, where this loop reaches it again
    for (const [next, queue] of queues) {
      if (free === 0) return;
      const [waiter] = queue;
      if (!waiter || !mayRun(next)) continue;
      leaveQueue(next, waiter);
      if (queues.delete(next)) queues.set(next, queue);
      occupy(next);
      waiter.begin();
    }
  }

  function leaveQueue(account: string, waiter: Waiter): void {
    const queue = queues.get(account);
    queue?.delete(waiter);
    if (queue?.size === 0) queues.delete(account);
  }

  function turn(account: string, caller: Caller | undefined): Promise<void> {
    const signal = caller?.signal();
    const queue = queues.get(account) ?? new Set();
    if (queue.size >= maxWaiting) return Promise.reject(ownFault());
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      const waiter: Waiter = {
        begin() {
          over();
          resolve();
        },
      };
      const giveUp = (reason: unknown) => {
        over();
        leaveQueue(account, waiter);
        reject(reason);
      };
      const leave = () => giveUp(signal?.reason);
      const timer = setTimeout(() => {
        const isOwn = (running.get(account) ?? 0) >= shareOf(account);
        giveUp(isOwn ? ownFault() : new AppError("unavailable", undefined, { retryAfter }));
      }, maxWaitMs);
      signal?.addEventListener("abort", leave);
      queues.set(account, queue.add(waiter));
      if (signal?.aborted) leave();
    });
  }

  return {
    statistics: {
      get running() {
        return slots - free;
      },
      get waiting() {
        return [...queues.values()].reduce((sum, { size }) => sum + size, 0);
      },
    },
    async run(account, work, caller) {
      presence.note(account);
      if (mayRun(account)) occupy(account);
      else await turn(account, caller);
      try {
        caller?.throwIfOver?.();
        return await work();
      } finally {
        release(account);
      }
    },
  };
}

/** milliseconds after its last request for which an account counts as present */
const presenceMs = 5_000;

/**
 * Stores the accounts of the last request and of the last request of another account: enough to know whether an account
 * is alone.
 */
class Presence {
  readonly #clock: () => number;
  #last = { account: "", at: Number.NEGATIVE_INFINITY };
  #lastOther = { ...this.#last };

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  note(account: string): void {
    if (this.#last.account !== account) [this.#last, this.#lastOther] = [this.#lastOther, this.#last];
    this.#last.account = account;
    this.#last.at = this.#clock();
  }

  isAlone(account: string): boolean {
    const other = this.#last.account === account ? this.#lastOther : this.#last;
    return this.#clock() - other.at > presenceMs;
  }
}
