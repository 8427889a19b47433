// Slots for concurrent work, shared by accounts. While an account is the only active one it may use most slots, so that
// some stay free for another caller, and fewer while other accounts send requests. Further work of an account waits in
// that account's queue, and the waiting accounts take turns.
import { AppError } from "../errors.ts";

export interface AccountSlotsOptions {
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

export interface AccountSlots {
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

export function createAccountSlots(options: AccountSlotsOptions): AccountSlots {
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
export class Presence {
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
