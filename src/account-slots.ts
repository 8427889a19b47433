// Slots for work that runs at the same time, shared by accounts. An account holds at most so many of them while it is alone, so that one
// is free for the next caller, and fewer while other accounts send requests. Work beyond an account's share waits behind that account's
// work alone, and the waiting accounts are served in turns.
import { AppError } from "./errors.ts";

export interface AccountSlotsOptions {
  /** pieces of work that run at a time */
  slots: number;
  /** of those, what one account may hold while it is the only one */
  alone: number;
  /** of those, what one account may hold while others send requests */
  among: number;
  /** milliseconds that a piece of work may wait for its turn */
  maxWaitMs: number;
  /** pieces of work of one account that may wait; more are refused at once */
  mostWaiting: number;
  presence: Presence;
}

/** Who waits for the result; the signal is given when they no longer do. */
interface Caller {
  signal(): AbortSignal;
  /** throws where they no longer wait, for who can tell without a signal */
  throwIfOver?(): void;
}

export interface AccountSlots {
  /**
   * Runs the work when it is the account's turn. Rejects with AppError `unavailable` where the turn did not come in time or too
   * much of the account waits already, and with the signal's reason where the caller left before; the work is not begun then.
   */
  run<Result>(account: string, work: () => Promise<Result>, caller?: Caller): Promise<Result>;
  /** as it is just now */
  readonly figures: { readonly running: number; readonly waiting: number };
}

interface Waiter {
  begin(): void;
}

/** seconds after which it is worth trying again */
const retryAfter = 2;
const overfilled = "Too many requests of this account are under way at once; wait for some of them to end";
const ownFault = () => new AppError("unavailable", overfilled, { retryAfter, isCallers: true });

export function createAccountSlots(options: AccountSlotsOptions): AccountSlots {
  const { slots, alone, among, maxWaitMs, mostWaiting, presence } = options;
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
    // an account that has had its turn goes behind the others, where this loop meets it again
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
    if (queue.size >= mostWaiting) return Promise.reject(ownFault());
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
    figures: {
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

/** milliseconds for which others are taken to be present */
const presenceMs = 5_000;

/** The account of the last request, and the last other one: enough to know whether an account is the only one. */
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
