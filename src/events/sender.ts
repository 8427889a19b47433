// The sender of webhooks, and of mail. Any number of processes on any number of machines may run one: each claims
// subscriptions that have waiting events, sends one message to each, and records the result. Woken by a
// notification, and by the clock where one was missed.

import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { RowsById } from "../export/rows.ts";
import { within } from "../lib/async-work.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { inSpan } from "../lib/spans.ts";
import { eventsChannel, type Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import { attemptOf, openRecorder, type Recorder, retryDelaySeconds } from "./attempts.ts";
import { type Claim, claim, endEmpty, release, type SentChannel } from "./claims.ts";
import type { EventMessage, Posted } from "./event-message.ts";
import { messagesOf } from "./messages.ts";

/** What a sender tells its process. */
export type SenderReport =
  | { kind: "sent"; subscriptionId: string; error: string | null; durationMs: number }
  | { kind: "paused"; subscriptionId: string; error: string }
  | { kind: "failed"; error: unknown };

/** What carries the messages of a channel. */
export interface Courier {
  /** Never rejects, unless `signal` is aborted: then with its reason. */
  send(claimed: Claim, message: EventMessage, signal: AbortSignal): Promise<Posted>;
  close(): Promise<void>;
}

export interface SenderSetup {
  channel: SentChannel;
  store: Pick<Store, "pool">;
  /** the caller closes it */
  listener: Pick<Listener, "on">;
  rowsById: RowsById;
  /** the sender closes it */
  courier: Courier;
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
  /** milliseconds between two reads of the database without a notification */
  pollMs: number;
  /** milliseconds that deliveries under way get at the end */
  graceMs: number;
}

/** so long deliveries that end together are waited for, so that one claim follows them; longer where few slots are free */
const gatherMs = 5;
const maxGatherMs = 40;
/** subscriptions of one claim at most: the next one is made while these are sent */
const maxClaims = 256;

const defaults: SenderLimits = { inAll: 512, perHost: 8, leaseSeconds: 30, pollMs: 1_000, graceMs: 500 };

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
  readonly #recorder: Recorder;
  readonly #running = new Map<Promise<void>, string>();
  readonly #cancelling = new AbortController();
  readonly #ended: Promise<void>;
  #isClosing = false;
  #isWoken = true;
  #onWake = () => {};

  constructor(setup: SenderSetup) {
    this.#setup = setup;
    this.#limits = { ...defaults, ...setup.limits };
    this.#recorder = openRecorder(setup.store.pool);
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
    this.#recorder.close();
    await this.#setup.courier.close();
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
      await this.#gather();
    }
  }

  async #gather(): Promise<void> {
    const isBusy = () => this.#running.size > (this.#limits.inAll * 3) / 4;
    for (let waited = 0; this.#running.size > 0; waited += gatherMs) {
      await sleep(gatherMs);
      if (!isBusy() || waited >= maxGatherMs) return;
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
    const { store, channel } = this.#setup;
    const { inAll, perHost, leaseSeconds } = this.#limits;
    const count = Math.min(maxClaims, inAll - this.#running.size);
    if (count <= 0) return;
    const busyHosts = new Map<string, number>();
    for (const host of this.#running.values()) busyHosts.set(host, (busyHosts.get(host) ?? 0) + 1);
    const claimedAt = performance.now();
    const claims = await claim(store.pool, { channel, count, perHost, busyHosts, leaseSeconds });
    if (claims.length === 0) return;
    const messages = await this.#messagesOf(claims);
    for (const one of claims) if (messages.has(one.id)) this.#start(one, messages.get(one.id) ?? null, claimedAt);
  }

  /**
   * The messages of the claims, null where no event is stored. Where they cannot be made together each is made alone, so
   * that one that cannot be created does not delay the others; its claim is released.
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
    const { store, courier, report } = this.#setup;
    if (!message) return await endEmpty(store.pool, claimed);
    // the database was slow: another sender might take over before the receiver's time is over
    if (performance.now() - claimedAt > this.#limits.leaseSeconds * 500) return await release(store.pool, [claimed]);
    const attributes = { "disclosed.events": message.events.length, "disclosed.attempt": claimed.attempts + 1 };
    await inSpan({ name: "deliver message", kind: "client", begins: true, attributes }, async ({ note }) => {
      let posted: Posted;
      try {
        posted = await courier.send(claimed, message, this.#cancelling.signal);
      } catch {
        return await release(store.pool, [claimed]);
      }
      const { error, durationMs, status, retryAfterMs } = posted;
      if (status !== null) note({ "http.response.status_code": status });
      report({ kind: "sent", subscriptionId: claimed.id, error, durationMs });
      const outcome = {
        lease: claimed,
        attempt: attemptOf(message, posted, claimed.attempts + 1),
        delaySeconds: retryDelaySeconds(claimed.attempts, Math.random(), retryAfterMs),
      };
      const isPaused = await this.#recorder.note(outcome, claimedAt + this.#limits.leaseSeconds * 1000);
      if (isPaused && error !== null) report({ kind: "paused", subscriptionId: claimed.id, error });
    });
  }
}
