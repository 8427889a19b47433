// Whether Redis may be asked. After a failure no request waits for it again until it has answered a probe and heard what was
// counted without it; then, and once a second from there on, ledger and Redis tell each other what they counted (reconcile.ts).
import type { Ledger } from "../ledger.ts";
import type { RedisClient } from "./connect.ts";
import { answeringMasters } from "./masters.ts";
import { exchange, exchangeAfterLoss } from "./reconcile.ts";

export interface RedisLink {
  isUp(): boolean;
  /** A command failed: Redis is not asked again until a probe has been answered. */
  failed(error: unknown): void;
  /** Counts in PostgreSQL in place of Redis. The link does not come up while Redis has not been told, unless that never ends. */
  inPlaceOfRedis<Result>(count: () => Promise<Result>): Promise<Result>;
  /** Called with every change. */
  onChange(listener: (up: boolean) => void): void;
  /** Resolves when Redis may be requested the first time; rejects after `ms`. */
  ready(ms: number): Promise<void>;
  /** Brings the ledger up to date a last time and disconnects. */
  close(): Promise<void>;
}

export interface LinkOptions {
  client: RedisClient;
  ledger: Ledger;
  /** told of failures of the exchange with the ledger; everything is tried again */
  onError?: ((error: unknown) => void) | undefined;
  /** when to probe and to exchange, and how long to wait; replaced in tests only */
  timers?: LinkTimers;
}

interface LinkTimers {
  /** Does the work repeatedly; returns what ends it. */
  every(ms: number, work: () => Promise<void>): () => void;
  /** Rejects when the work is not done in time. */
  within(ms: number, work: Promise<void>): Promise<void>;
}

const probeEveryMs = 250;
const exchangeEveryMs = 1000;
/** a ledger or a Redis that hangs must not keep others waiting, nor the process from closing */
const exchangeMs = 2000;
/** exchanges before the link comes up; callers who are busy go on counting in PostgreSQL meanwhile, and are told of within a second */
const mostExchanges = 4;
/** what a Redis lost may be a hundred thousand accounts */
const restoreMs = 30_000;

/** Opens the link; it is down until the first probe was answered. */
export function openLink({ client, ledger, onError = () => {}, timers = realTimers }: LinkOptions): RedisLink {
  const { every, within } = timers;
  let up = false;
  let probing = false;
  /** the servers that counted when Redis was last known to hold all that the ledger knows */
  let masters = "";
  /** counts in PostgreSQL that are under way, and those that have ended */
  const inPlace = { underWay: 0, ended: 0 };
  const listeners: ((up: boolean) => void)[] = [];

  function change(to: boolean): void {
    if (up === to) return;
    up = to;
    // what is counted in PostgreSQL from now on has to include what Redis counted up to now
    if (!up) ledger.flush().catch(onError);
    for (const listener of listeners) listener(to);
  }

  /** Whether Redis holds all that it has to: servers that kept running have lost nothing, and can count without the ledger. */
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
        // what was counted since the ledger was read has not been sent
        const isSent = underWay === 0 && inPlace.underWay === 0 && inPlace.ended === ended;
        if (!isSent && exchanges < mostExchanges) continue;
        masters = answering;
        change(true);
      }
    } catch {
      // not yet: the next probe will tell
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
    // a replica that took over unnoticed may lack the last second
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

/** Whether a server answers and takes nothing: its disk or its memory is full, or it is not the one that counts. */
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
