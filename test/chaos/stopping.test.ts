// A service that is stopped under load loses no response. A killed worker loses its running requests and is replaced.
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

interface Outcomes {
  statuses: Record<number, number>;
  /** refused connections */
  refused: number;
  /** requests without a response that were sent before readiness failed */
  lost: number;
  /**
   * the same after it failed, when a load balancer would not send them: the kernel breaks a connection that is made
   * while the port closes, before a process has accepted it
   */
  late: number;
}

/** a connection that node:cluster passes to a dying worker never gets a response */
const replyTimeoutMs = 5_000;

/** Sends requests without a pause until stopped; half of the callers reuse their connections, half open new ones. */
function startCallers({ base }: FleetMember): { outcomes: Outcomes; stoppedAt: number; stop(): Promise<Outcomes> } {
  const outcomes: Outcomes = { statuses: {}, refused: 0, lost: 0, late: 0 };
  let stopped = false;
  const headers = { authorization: `Bearer ${caller.key}` };
  async function client(number: number): Promise<void> {
    const reused = new Pool(base, { connections: 1, pipelining: 1 });
    while (!stopped) {
      const startedAt = performance.now();
      const dispatcher = number % 2 ? reused : new Agent({ connections: 1, pipelining: 1 });
      try {
        const options = { headers, dispatcher, headersTimeout: replyTimeoutMs, bodyTimeout: replyTimeoutMs };
        const { statusCode, body } = await request(`${base}${plainPath}`, options);
        await body.text();
        outcomes.statuses[statusCode] = (outcomes.statuses[statusCode] ?? 0) + 1;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") {
          outcomes.refused++;
          await sleep(20);
          continue;
        }
        if (startedAt < callers.stoppedAt + drainMs / 2) outcomes.lost++;
        else outcomes.late++;
      }
      if (dispatcher !== reused) await dispatcher.destroy();
    }
    await reused.destroy();
  }
  const callers = {
    outcomes,
    /** when the service was stopped */
    stoppedAt: Number.POSITIVE_INFINITY,
    async stop() {
      stopped = true;
      await Promise.all(running);
      return outcomes;
    },
  };
  const running = Array.from({ length: clients }, (_, number) => client(number));
  return callers;
}

/** When readiness failed and when connections were refused, in milliseconds from now. */
async function watchReadiness({ base }: FleetMember): Promise<{ notReady: number; closed: number }> {
  const start = performance.now();
  let notReady = Number.POSITIVE_INFINITY;
  for (;;) {
    const dispatcher = new Agent({ connections: 1 });
    try {
      const { statusCode, body } = await request(`${base}/readyz`, { dispatcher });
      await body.dump();
      if (statusCode === 503) notReady = Math.min(notReady, performance.now() - start);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED")
        return { notReady, closed: performance.now() - start };
    } finally {
      await dispatcher.destroy();
    }
  }
}

describe.each([1, 4])("a service of %i process(es)", (workers) => {
  it("loses no response when it is stopped under load", async () => {
    for (let round = 0; round < rounds; round++) {
      const member = await start(workers);
      const callers = startCallers(member);
      await sleep(between(300, 1000));
      const watched = watchReadiness(member);
      await sleep(100);
      const stoppedAt = performance.now();
      callers.stoppedAt = stoppedAt;
      member.running.child.kill("SIGTERM");
      const code = await member.running.ended();
      const elapsedMs = Math.round(performance.now() - stoppedAt);
      const outcomes = await callers.stop();
      const { notReady, closed } = await watched;
      report(
        "stopping",
        `SIGTERM with WORKERS=${workers}: ${JSON.stringify(outcomes.statuses)}, ${outcomes.lost} lost, ${outcomes.late} late, ended after ${elapsedMs} ms, ${Number.isFinite(notReady) ? `not ready ${Math.round(closed - notReady)} ms before the close` : "no probe in time before the close"}`,
      );
      expect(code).toBe(0);
      expect(outcomes.lost).toBe(0);
      expect(Object.keys(outcomes.statuses)).toEqual(["200"]);
      expect(elapsedMs).toBeLessThanOrEqual(10_000);
      // only frequent requests notice it
      if (isFull) expect(notReady).toBeLessThan(closed);
      expect(childrenOf(member.running.child.pid ?? 0)).toEqual([]);
      await fleet?.close();
    }
  }, 300_000);
});

it("a killed worker is replaced, and only its running requests are lost", async () => {
  // without the process of the index, which would count as a worker
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
    expect(callers.outcomes.lost - lostBefore).toBeLessThanOrEqual(clients);
    lostBefore = callers.outcomes.lost;
  }
  const { statuses, lost, refused } = await callers.stop();
  report(
    "stopping",
    `${kills} of 4 workers killed: ${JSON.stringify(statuses)}, ${lost} requests in flight lost, ${refused} refused`,
  );
  expect(Object.keys(statuses)).toEqual(["200"]);
  expect(refused).toBe(0);
}, 300_000);

/** The running child processes of a process (Linux). */
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
