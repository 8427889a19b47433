// The link to Redis: up while Redis may be used. After a failure no request uses Redis until it has answered a probe
// and has received the counts made without it. Then, and once a second from there on, ledger and Redis exchange their
// counts (reconcile.ts).
import type { Ledger } from "../ledger.ts";
import type { RedisClient } from "./connect.ts";
import { answeringMasters } from "./masters.ts";
import { exchange, exchangeAfterLoss } from "./reconcile.ts";

export interface RedisLink {
  isUp(): boolean;
  /** Reports a failed command: the link goes down until a probe is answered. */
  failed(error: unknown): void;
  /**
   * Counts in PostgreSQL in place of Redis. The link stays down until such counts are sent to Redis, but for at most a
   * few exchanges.
   */
  inPlaceOfRedis<Result>(count: () => Promise<Result>): Promise<Result>;
  /** Adds a listener that is called on every change. */
  onChange(listener: (up: boolean) => void): void;
  /** Resolves when the link is up for the first time; rejects after `ms`. */
  ready(ms: number): Promise<void>;
  /** Exchanges counts a last time and disconnects. */
  close(): Promise<void>;
}

export interface LinkOptions {
  client: RedisClient;
  ledger: Ledger;
  /** called when an exchange with the ledger fails; it is retried */
  onError?: ((error: unknown) => void) | undefined;
  /** timers of probes and exchanges, and timeouts; replaced in tests only */
  timers?: LinkTimers;
}

interface LinkTimers {
  /** Runs the work repeatedly; returns a function that stops it. */
  every(ms: number, work: () => Promise<void>): () => void;
  /** Rejects when the work does not finish in time. */
  within(ms: number, work: Promise<void>): Promise<void>;
}

const probeEveryMs = 250;
const exchangeEveryMs = 1000;
/** timeout of an exchange: a ledger or a Redis that hangs must not delay other accounts or the end of the process */
const exchangeMs = 2000;
/**
 * most exchanges before the link goes up: busy callers keep counting in PostgreSQL meanwhile; the next exchange sends
 * those counts
 */
const mostExchanges = 4;
/** timeout of restoring a Redis that lost data, which may be a hundred thousand accounts */
const restoreMs = 30_000;

/** Opens the link; it is down until the first probe is answered. */
export function openLink({ client, ledger, onError = () => {}, timers = realTimers }: LinkOptions): RedisLink {
  const { every, within } = timers;
  let up = false;
  let probing = false;
  /** the servers that counted when Redis last had all counts of the ledger */
  let masters = "";
  /** counts in PostgreSQL in place of Redis: in progress, and finished */
  const inPlace = { underWay: 0, ended: 0 };
  const listeners: ((up: boolean) => void)[] = [];

  function change(to: boolean): void {
    if (up === to) return;
    up = to;
    // counts in PostgreSQL from now on must include those that Redis made before
    if (!up) ledger.flush().catch(onError);
    for (const listener of listeners) listener(to);
  }

  /**
   * True when Redis has all counts it needs. Servers that kept running (`hasRunOn`) have lost nothing, and can count
   * without the ledger.
   */
  async function catchUp(hasRunOn: boolean): Promise<boolean> {
    try {
      await (hasRunOn
        ? within(exchangeMs, exchange(client, ledger))
        : within(restoreMs, exchangeAfterLoss(client, ledger)));
      return true;
    } catch (error) {
      onError(error);
      return hasRunOn && !refusesWrites(error);
    }
  }

  async function probe(): Promise<void> {
    if (up || probing) return;
    probing = true;
    try {
      for (let exchanges = 1; !up; exchanges++) {
        const { underWay, ended } = inPlace;
        const answering = await answeringMasters(client);
        const isReady = await catchUp(answering === masters);
        if (!isReady || answering !== (await answeringMasters(client))) return;
        // counts made since the ledger was read are not sent yet
        const isSent = underWay === 0 && inPlace.underWay === 0 && inPlace.ended === ended;
        if (!isSent && exchanges < mostExchanges) continue;
        masters = answering;
        change(true);
      }
    } catch {
      // not reachable yet: the next probe tries again
    } finally {
      probing = false;
    }
  }

  async function agree(): Promise<void> {
    try {
      await (up ? exchange(client, ledger) : ledger.flush());
    } catch (error) {
      onError(error);
    }
    // a replica that became master unnoticed may lack the last second
    if (up && client.isCluster && masters !== (await answeringMasters(client).catch(() => ""))) change(false);
  }

  const endProbes = every(probeEveryMs, probe);
  const endExchanges = every(exchangeEveryMs, agree);
  client.on("ready", () => void probe());
  client.on("close", () => change(false));
  return {
    isUp: () => up,
    failed: () => change(false),
    async inPlaceOfRedis(count) {
      inPlace.underWay++;
      try {
        return await count();
      } finally {
        inPlace.underWay--;
        inPlace.ended++;
      }
    },
    onChange: (listener) => void listeners.push(listener),
    async ready(ms) {
      const until = Date.now() + ms;
      while (!up) {
        if (Date.now() > until) throw new Error(`Redis did not answer within ${ms} ms`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      endProbes();
      endExchanges();
      await within(exchangeMs, agree()).catch(onError);
      client.disconnect();
    },
  };
}

/**
 * True for the error of a server that responds but refuses writes: its disk or memory is full, or it is not a master.
 */
const refusesWrites = (error: unknown): boolean =>
  /^ReplyError: (?:MISCONF|OOM|READONLY|LOADING|MASTERDOWN|NOREPLICAS|CLUSTERDOWN) /.test(String(error));

const realTimers: LinkTimers = {
  every(ms, work) {
    const timer = setInterval(() => void work(), ms);
    timer.unref();
    return () => clearInterval(timer);
  },
  async within(ms, work) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`ledger and Redis were not brought to agree within ${ms} ms`)), ms);
    });
    await Promise.race([work, late]).finally(() => clearTimeout(timer));
  },
};
