// The link to Redis: up while Redis may be used. After a failure no request uses Redis until it has replied to a probe
// and has received the counts made without it. Then, and once a second from there on, ledger and Redis exchange their
// counts (reconcile.ts).
import { randomUUID } from "node:crypto";
import { Cluster, type Redis } from "ioredis";
import { z } from "zod";
import { within } from "../../lib/async-work.ts";
import type { Ledger } from "../ledger.ts";
import type { RedisClient } from "./connect.ts";
import { exchange, exchangeAfterLoss } from "./reconcile.ts";

// The Redis servers that count: a single server, or the masters of a cluster that together hold all slots.
const slotCount = 16_384;
/** CLUSTER SLOTS: first and last slot, then the master (host, port, ...) and its replicas */
const slotRanges = z.array(
  z.tuple([z.number(), z.number(), z.tuple([z.string().nullable(), z.number()]).rest(z.unknown())]).rest(z.unknown()),
);

/**
 * The servers that count, after each has just responded, with their run ids (`host:port=id`, a single server `=id`).
 * The same text as before means that none of them was restarted or replaced. Rejects when one does not respond, and
 * when a cluster has slots that no server holds: ioredis forgets a dead server, and the remaining ones would look like
 * the whole cluster.
 */
export async function respondingMasters(client: RedisClient): Promise<string> {
  if (!(client instanceof Cluster)) return await runOf(client);
  const connected = new Map(client.nodes("master").map((node) => [nameOf(node), node]));
  const [anyone] = connected.values();
  if (!anyone) throw new Error("no server of the cluster is known");
  const ranges = slotRanges.parse(await anyone.cluster("SLOTS"));
  const held = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (held < slotCount) throw new Error(`${slotCount - held} slots of the cluster have no master`);
  const names = [...new Set(ranges.map(([, , [host, port]]) => `${host || anyone.options.host}:${port}`))].sort();
  const runs = names.map(async (name) => {
    const node = connected.get(name);
    if (!node) throw new Error(`${name} of the cluster is not connected`);
    return `${name}${await runOf(node)}`;
  });
  return (await Promise.all(runs)).join(" ");
}

/** The run id of a server. Random where the server does not state it, because it may then have been restarted. */
async function runOf(server: Redis): Promise<string> {
  const [, id] = /^run_id:(\w+)/m.exec(await server.info("server")) ?? [];
  return `=${id ?? `unknown-${randomUUID()}`}`;
}

const nameOf = ({ options: { host, port } }: Redis) => `${host}:${port}`;

export interface RedisLink {
  isUp(): boolean;
  /** Reports a failed command: the link is down until Redis replies to a probe. */
  failed(error: unknown): void;
  /**
   * Counts in PostgreSQL instead of Redis. The link stays down until such counts are sent to Redis, but for at most a
   * few exchanges.
   */
  insteadOfRedis<Result>(count: () => Promise<Result>): Promise<Result>;
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
const maxExchanges = 4;
/** timeout of restoring a Redis that lost data, which may be a hundred thousand accounts */
const restoreMs = 30_000;

/** Opens the link; it is down until Redis replies to the first probe. */
export function openLink({ client, ledger, onError = () => {}, timers = realTimers }: LinkOptions): RedisLink {
  const { every, within } = timers;
  let up = false;
  let probing = false;
  /** the servers that counted when Redis last had all counts of the ledger */
  let masters = "";
  /** counts in PostgreSQL instead of Redis: in progress, and finished */
  const inPlace = { running: 0, ended: 0 };
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
        const { running, ended } = inPlace;
        const responding = await respondingMasters(client);
        const isReady = await catchUp(responding === masters);
        if (!isReady || responding !== (await respondingMasters(client))) return;
        // counts made since the ledger was read are not sent yet
        const isSent = running === 0 && inPlace.running === 0 && inPlace.ended === ended;
        if (!isSent && exchanges < maxExchanges) continue;
        masters = responding;
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
    if (up && client.isCluster && masters !== (await respondingMasters(client).catch(() => ""))) change(false);
  }

  const endProbes = every(probeEveryMs, probe);
  const endExchanges = every(exchangeEveryMs, agree);
  client.on("ready", () => void probe());
  client.on("close", () => change(false));
  return {
    isUp: () => up,
    failed: () => change(false),
    async insteadOfRedis(count) {
      inPlace.running++;
      try {
        return await count();
      } finally {
        inPlace.running--;
        inPlace.ended++;
      }
    },
    onChange: (listener) => void listeners.push(listener),
    async ready(ms) {
      const until = Date.now() + ms;
      while (!up) {
        if (Date.now() > until) throw new Error(`Redis did not respond within ${ms} ms`);
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
  within: (ms, work) =>
    within(ms, work, () => {
      throw new Error(`reconciling Redis with the ledger took longer than ${ms} ms`);
    }),
};
