// The sender of webhooks. Any number of processes on any number of machines may run one: each claims subscriptions that
// have waiting events, sends one message to each, and records what came of it. Woken by a notification, and by the clock
// where one was missed.

import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { RowsById } from "../export/rows.ts";
import { todayUtc } from "../lib/clock.ts";
import { within } from "../lib/within.ts";
import { eventsChannel, type Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import { type Attempt, attemptOf, type Claim, claim, endEmpty, noteDelivered, noteFailed, release } from "./claims.ts";
import type { EventMessage } from "./event-body.ts";
import { messagesOf } from "./messages.ts";
import type { Post, Posted } from "./post.ts";
import { retryDelaySeconds } from "./retry-delay.ts";

/** What a sender tells its process. */
export type SenderReport =
  | { kind: "sent"; subscriptionId: string; error: string | null; durationMs: number }
  | { kind: "paused"; subscriptionId: string; error: string }
  | { kind: "failed"; error: unknown };

export interface SenderSetup {
  store: Pick<Store, "pool">;
  /** the caller closes it */
  listener: Pick<Listener, "on">;
  rowsById: RowsById;
  /** the sender closes it */
  post: Post;
  report(report: SenderReport): void;
  limits?: Partial<SenderLimits> | undefined;
}

interface SenderLimits {
  /** deliveries at the same time */
  inAll: number;
  /** deliveries to one host at the same time */
  perHost: number;
  /** seconds until another sender may take over from one that was killed; more than a delivery may take */
  leaseSeconds: number;
  /** milliseconds between two looks at the database without a notification */
  pollMs: number;
  /** milliseconds that deliveries under way get at the end */
  graceMs: number;
}

const gatherMs = 5;

const defaults: SenderLimits = { inAll: 64, perHost: 8, leaseSeconds: 30, pollMs: 1_000, graceMs: 500 };

export interface Sender {
  /** deliveries under way */
  inFlight(): number;
  /**
   * Claims nothing more, waits half a second for deliveries under way, and cancels the others: their messages are sent
   * again, under the same ids. Never rejects.
   */
  close(): Promise<void>;
}

export function startSender(setup: SenderSetup): Sender {
  const sender = new RunningSender(setup);
  setup.listener.on(eventsChannel, sender.wake, sender.wake);
  return sender;
}

class RunningSender implements Sender {
  readonly #setup: SenderSetup;
  readonly #limits: SenderLimits;
  readonly #running = new Map<Promise<void>, string>();
  readonly #cancelling = new AbortController();
  readonly #ended: Promise<void>;
  #isClosing = false;
  #isWoken = true;
  #onWake = () => {};

  constructor(setup: SenderSetup) {
    this.#setup = setup;
    this.#limits = { ...defaults, ...setup.limits };
    // each delivery listens
    setMaxListeners(0, this.#cancelling.signal);
    this.#ended = this.#run();
  }

  inFlight(): number {
    return this.#running.size;
  }

  readonly wake = (): void => {
    this.#isWoken = true;
    this.#onWake();
  };

  async close(): Promise<void> {
    this.#isClosing = true;
    this.wake();
    const timer = setTimeout(
      () => this.#cancelling.abort(new Error("the sender is being stopped")),
      this.#limits.graceMs,
    );
    const ended = this.#ended.then(() => Promise.all(this.#running.keys()));
    // leases end by themselves where the database does not respond
    await within(this.#limits.graceMs + 400, ended, () => undefined);
    clearTimeout(timer);
    await this.#setup.post.close();
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      this.#isWoken = false;
      try {
        await this.#sendReady();
      } catch (error) {
        this.#setup.report({ kind: "failed", error });
        this.#isWoken = false;
      }
      if (!this.#isWoken) await this.#pause();
      // deliveries that end together are followed by one claim
      if (this.#running.size > 0) await sleep(gatherMs);
    }
  }

  /** Until something happens, or it is time to look. */
  async #pause(): Promise<void> {
    if (this.#isClosing) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#limits.pollMs);
      this.#onWake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#onWake = () => {};
  }

  async #sendReady(): Promise<void> {
    const { store } = this.#setup;
    const { inAll, perHost, leaseSeconds } = this.#limits;
    const count = inAll - this.#running.size;
    if (count <= 0) return;
    const busyHosts = new Map<string, number>();
    for (const host of this.#running.values()) busyHosts.set(host, (busyHosts.get(host) ?? 0) + 1);
    const claimedAt = performance.now();
    const claims = await claim(store.pool, { count, perHost, busyHosts, leaseSeconds });
    if (claims.length === 0) return;
    const messages = await this.#messagesOf(claims);
    for (const one of claims) if (messages.has(one.id)) this.#start(one, messages.get(one.id) ?? null, claimedAt);
  }

  /**
   * The messages of the claims, null where no event is stored. Where they cannot be made together each is made alone, so
   * that one that cannot be made does not keep the others; its claim is given back.
   */
  async #messagesOf(claims: readonly Claim[]): Promise<Map<string, EventMessage | null>> {
    const { store, rowsById, report } = this.#setup;
    const make = async (some: readonly Claim[]): Promise<[string, EventMessage | null][]> => {
      const made = await messagesOf({ pool: store.pool, rowsById, today: todayUtc() }, some);
      return some.map(({ id }) => [id, made.get(id) ?? null]);
    };
    try {
      return new Map(await make(claims));
    } catch (error) {
      if (claims.length === 1 || this.#isClosing) {
        await release(store.pool, claims);
        throw error;
      }
    }
    const messages = new Map<string, EventMessage | null>();
    for (const one of claims) {
      try {
        for (const [id, message] of await make([one])) messages.set(id, message);
      } catch (error) {
        report({ kind: "failed", error });
        await release(store.pool, [one]);
      }
    }
    return messages;
  }

  #start(claimed: Claim, message: EventMessage | null, claimedAt: number): void {
    const work = this.#deliver(claimed, message, claimedAt)
      .catch((error) => this.#setup.report({ kind: "failed", error }))
      .finally(() => {
        this.#running.delete(work);
        // its slot is free, and its next message may wait
        this.wake();
      });
    this.#running.set(work, claimed.host);
  }

  async #deliver(claimed: Claim, message: EventMessage | null, claimedAt: number): Promise<void> {
    const { store, post } = this.#setup;
    if (!message) return await endEmpty(store.pool, claimed);
    // the database was slow: another sender might take over before the receiver's time is over
    if (performance.now() - claimedAt > this.#limits.leaseSeconds * 500) return await release(store.pool, [claimed]);
    let posted: Posted;
    try {
      posted = await post.send(claimed, message, this.#cancelling.signal);
    } catch {
      return await release(store.pool, [claimed]);
    }
    await this.#note(claimed, { ...attemptOf(message, posted), attempt: claimed.attempts + 1 });
  }

  async #note(claimed: Claim, attempt: Attempt): Promise<void> {
    const { store, report } = this.#setup;
    const { error, durationMs } = attempt;
    report({ kind: "sent", subscriptionId: claimed.id, error, durationMs });
    if (error === null) return await noteDelivered(store.pool, claimed, attempt);
    const { isPaused } = await noteFailed(
      store.pool,
      claimed,
      attempt,
      retryDelaySeconds(claimed.attempts, Math.random()),
    );
    if (isPaused) report({ kind: "paused", subscriptionId: claimed.id, error });
  }
}
