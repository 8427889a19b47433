// Figure 17 of the reliability figures: a service that is stopped under load loses no response, and one of several workers
// that is killed is replaced, unnoticed but for the requests that it was at.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, Pool, request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { drainMs } from "../../src/http/server.ts";
import { endAll } from "../start/processes.ts";
import type { TestStore } from "../support/database.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";
import { type Caller, newCaller, seededStore } from "./callers.ts";
import { between } from "./chance.ts";
import { type Fleet, type FleetMember, isFull, plainPath, report, startFleet, warmUp } from "./fleet.ts";

const rounds = isFull ? 5 : 1;
const clients = 24;

let store: TestStore;
let redis: TestRedis | undefined;
let fleet: Fleet | undefined;
let caller: Caller;

beforeAll(async () => {
  store = await seededStore();
  if (!withoutRedis) redis = await startRedis();
  caller = await newCaller(store);
});
afterEach(async () => {
  await fleet?.close();
  endAll();
});
afterAll(async () => {
  await redis?.close();
  await store.close();
});

async function start(workers: number, more: Record<string, string> = {}): Promise<FleetMember> {
  const settings = { WORKERS: String(workers), LOG_LEVEL: "warn", ...more };
  fleet = await startFleet({ size: 1, databaseUrl: store.databaseUrl, redisUrl: redis?.url, settings });
  await warmUp(fleet.members, caller.key, 10 * workers);
  return fleet.members[0] as FleetMember;
}

/**
 * What callers on connections of their own saw: answers by status, refused connections, and requests that got no response. A
 * connection that is made while the port closes is broken by the kernel before a process has accepted it:
 * what was begun after readiness failed, as a load balancer would not, is counted separately.
 */
interface Seen {
  statuses: Record<number, number>;
  refused: number;
  lost: number;
  late: number;
}

/** how long a caller waits: a connection that node:cluster hands to a worker while it dies is never answered */
const replyTimeoutMs = 5_000;

/** Sends requests without a pause until stopped; half of the callers reuse their connections, half open new ones. */
function startCallers({ base }: FleetMember): { seen: Seen; sentAt: number; stop(): Promise<Seen> } {
  const seen: Seen = { statuses: {}, refused: 0, lost: 0, late: 0 };
  let stopped = false;
  const headers = { authorization: `Bearer ${caller.key}` };
  async function client(number: number): Promise<void> {
    const kept = new Pool(base, { connections: 1, pipelining: 1 });
    while (!stopped) {
      const begunAt = performance.now();
      const dispatcher = number % 2 ? kept : new Agent({ connections: 1, pipelining: 1 });
      try {
        const requested = { headers, dispatcher, headersTimeout: replyTimeoutMs, bodyTimeout: replyTimeoutMs };
        const { statusCode, body } = await request(`${base}${plainPath}`, requested);
        await body.text();
        seen.statuses[statusCode] = (seen.statuses[statusCode] ?? 0) + 1;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") {
          seen.refused++;
          await sleep(20);
          continue;
        }
        if (begunAt < callers.sentAt + drainMs / 2) seen.lost++;
        else seen.late++;
      }
      if (dispatcher !== kept) await dispatcher.destroy();
    }
    await kept.destroy();
  }
  const callers = {
    seen,
    sentAt: Number.POSITIVE_INFINITY,
    async stop() {
      stopped = true;
      await Promise.all(running);
      return seen;
    },
  };
  const running = Array.from({ length: clients }, (_, number) => client(number));
  return callers;
}

/** When readiness failed and when connections were refused, in milliseconds from now. */
async function watchReadiness({ base }: FleetMember): Promise<{ notReady: number; closed: number }> {
  const begun = performance.now();
  let notReady = Number.POSITIVE_INFINITY;
  for (;;) {
    const dispatcher = new Agent({ connections: 1 });
    try {
      const { statusCode, body } = await request(`${base}/readyz`, { dispatcher });
      await body.dump();
      if (statusCode === 503) notReady = Math.min(notReady, performance.now() - begun);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED")
        return { notReady, closed: performance.now() - begun };
    } finally {
      await dispatcher.destroy();
    }
  }
}

describe.each([1, 4])("a service of %i process(es)", (workers) => {
  it("stopped under load loses no response", async () => {
    for (let round = 0; round < rounds; round++) {
      const member = await start(workers);
      const callers = startCallers(member);
      await sleep(between(300, 1000));
      const watched = watchReadiness(member);
      await sleep(100);
      const told = performance.now();
      callers.sentAt = told;
      member.running.child.kill("SIGTERM");
      const code = await member.running.ended();
      const took = Math.round(performance.now() - told);
      const seen = await callers.stop();
      const { notReady, closed } = await watched;
      report(
        17,
        `SIGTERM with WORKERS=${workers}: ${JSON.stringify(seen.statuses)}, ${seen.lost} lost, ${seen.late} begun at the close broken, ended after ${took} ms, ${Number.isFinite(notReady) ? `not ready ${Math.round(closed - notReady)} ms before the close` : "no probe in time before the close"}`,
      );
      expect(code).toBe(0);
      expect(seen.lost).toBe(0);
      expect(Object.keys(seen.statuses)).toEqual(["200"]);
      expect(took).toBeLessThanOrEqual(10_000);
      // frequent requests see it
      if (isFull) expect(notReady).toBeLessThan(closed);
      expect(childrenOf(member.running.child.pid ?? 0)).toEqual([]);
      await fleet?.close();
    }
  }, 300_000);
});

it("a worker that is killed is replaced, and only what it was at is lost", async () => {
  // the index's process would be taken for a worker
  const member = await start(4, { TRADE_INDEX: "false" });
  const callers = startCallers(member);
  let lostBefore = 0;
  const kills = isFull ? 10 : 2;
  for (let kill = 0; kill < kills; kill++) {
    await sleep(500);
    const workers = childrenOf(member.running.child.pid ?? 0);
    expect(workers).toHaveLength(4);
    process.kill(workers[kill % 4] as number, "SIGKILL");
    await until(() => childrenOf(member.running.child.pid ?? 0).filter((pid) => !workers.includes(pid)).length === 1);
    await sleep(1500);
    expect(callers.seen.lost - lostBefore).toBeLessThanOrEqual(clients);
    lostBefore = callers.seen.lost;
  }
  const { statuses, lost, refused } = await callers.stop();
  report(
    17,
    `${kills} of 4 workers killed: ${JSON.stringify(statuses)}, ${lost} requests in flight lost, ${refused} refused`,
  );
  expect(Object.keys(statuses)).toEqual(["200"]);
  expect(refused).toBe(0);
}, 300_000);

/** The running processes that a process has begun (Linux). */
function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const [state, ppid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return Number(ppid) === parent && state !== "Z";
      } catch {
        return false;
      }
    })
    .map(Number);
}
