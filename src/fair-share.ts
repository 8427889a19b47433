// A fair share of what one process computes. Requests are computed side by side, and what reads the store in a transaction holds one of a
// few slots besides, because it holds a connection. Every request also takes a turn of the event loop (src/request-turns.ts). While
// an account is alone, many of its requests are computed at once: they share round trips and statements. While others send
// requests too it has two: there is one processor, and a caller with few requests must not wait for the responses of another one.
import { type AccountSlots, createAccountSlots, Presence } from "./account-slots.ts";
import { createRequestTurns, type RequestTurns } from "./request-turns.ts";

export interface FairShareOptions {
  /** pieces of work on the store that run at a time */
  slots: number;
  /** milliseconds that a piece of work may wait for its turn */
  maxWaitMs: number;
  /** pieces of work of one account that may wait; more are refused at once */
  mostWaiting?: number;
  /** milliseconds on a clock that never goes back */
  clock?: () => number;
}

export interface FairShare extends RequestTurns {
  /** Runs work on the store when it is the account's turn; rejects as AccountSlots says. It must not be nested. */
  run: AccountSlots["run"];
  /** Computes a response when it is the account's turn; what needs a connection for itself takes `run` inside. */
  compute: AccountSlots["run"];
  /** Notes that the account sends requests, also those that need no turn: no other one is alone then. */
  note(account: string): void;
  /** as it is just now: `running` holds a slot of the store, `waiting` waits for any turn */
  readonly figures: AccountSlots["figures"];
}

/** responses that are computed at a time, and of one account: 64 share round trips better than 16 do, by a fifth (docs/performance.md) */
const computed = { slots: 256, alone: 64, among: 2 };

export function createFairShare(options: FairShareOptions): FairShare {
  const { slots, maxWaitMs, mostWaiting = 256, clock = () => performance.now() } = options;
  const presence = new Presence(clock);
  const alone = Math.min(slots, Math.max(2, Math.ceil(slots / 2)));
  const among = Math.max(1, Math.floor(slots / 4));
  const store = createAccountSlots({ slots, alone, among, maxWaitMs, mostWaiting, presence });
  const computing = createAccountSlots({ ...computed, maxWaitMs, mostWaiting, presence });
  return {
    ...createRequestTurns((caller) => presence.isAlone(caller)),
    run: store.run,
    compute: computing.run,
    note: (account) => presence.note(account),
    figures: {
      get running() {
        return store.figures.running;
      },
      get waiting() {
        return store.figures.waiting + computing.figures.waiting;
      },
    },
  };
}

/** Slots of a process with so many database connections: work holds one and may need another, and keys and quotas need some too. */
export const slotsOf = (connections: number): number => Math.max(1, Math.floor(connections / 2));
