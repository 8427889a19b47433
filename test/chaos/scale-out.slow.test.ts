// The whole installation behind a real proxy: four processes, a Redis Cluster, a primary with a read replica. One node
// of each is killed under load, and callers get their responses.
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { startHaproxy, withoutHaproxy } from "../support/haproxy.ts";
import { withoutRedis } from "../support/redis.ts";
import { startCluster, type Topology } from "../support/redis-topologies.ts";
import { type Replication, startReplication, withoutReplication } from "../support/replication.ts";
import { newCaller, seededStoreOn } from "./callers.ts";
import {
  type Fleet,
  type FleetMember,
  isFull,
  report,
  startFleet,
  startTraffic,
  type TimedResponse,
  tally,
  warmUp,
} from "./fleet.ts";

const perSecond = isFull ? 100 : 20;
/** how long responses are watched after a kill */
const watchMs = isFull ? 10_000 : 4_000;
const paths = Array.from({ length: 40 }, (_, n) => `/api/v1/trades?pageSize=${n + 1}`);
/** until every process has noticed the loss or the return of the primary */
const settledMs = 3_000;

describe.skipIf(withoutHaproxy || withoutRedis || withoutReplication)("behind a proxy", () => {
  let servers: Replication;
  let redis: Topology;
  let store: Store;
  let fleet: Fleet;
  let proxy: Awaited<ReturnType<typeof startHaproxy>>;
  let behindProxy: FleetMember;
  let key: string;

  beforeAll(async () => {
    // sequentially: both could choose the same free port
    servers = await startReplication();
    redis = await startCluster();
    store = await seededStoreOn(servers.primary.url, { maxConnections: 2 });
    ({ key } = await newCaller(store));
    fleet = await startFleet({
      size: 4,
      databaseUrl: servers.primary.url,
      redisUrl: redis.url,
      settings: {
        DATABASE_REPLICA_URLS: servers.replica.url,
        TRADE_INDEX: "false",
        // so that each response is read from the database
        RESPONSE_CACHE_MB: "0",
        ROW_CACHE_MB: "0",
        TRUST_PROXY: "loopback",
        SESSION_SECRET: "x".repeat(40),
        DATABASE_POOL: "4",
      },
    });
    await warmUp(fleet.members, key, 3);
    proxy = await startHaproxy(fleet.members.map(({ base }) => base));
    const [first] = fleet.members as [FleetMember];
    behindProxy = { base: proxy.base, running: first.running, pool: new Pool(proxy.base, { connections: 50 }) };
  }, 180_000);
  afterAll(async () => {
    await behindProxy?.pool.destroy();
    await proxy?.close();
    await fleet?.close();
    await store?.close();
    await redis?.close();
    await servers?.close();
  });

  /** The responses from a second before `kill` until `watchMs` after it. */
  async function responsesAround(
    what: string,
    kill: () => unknown,
  ): Promise<{ responses: TimedResponse[]; killedAt: number }> {
    const traffic = startTraffic([behindProxy], { key, perSecond, paths });
    await sleep(1_000);
    const killedAt = performance.now();
    await kill();
    await sleep(watchMs);
    const responses = await traffic.stop();
    report("scale-out", `${what} killed at ${perSecond} requests a second: ${JSON.stringify(tally(responses))}`);
    return { responses, killedAt };
  }

  it.each<[string, () => unknown]>([
    ["one of four processes", () => fleet.members[1]?.running.child.kill("SIGKILL")],
    ["a master of the Redis Cluster", () => redis.killMaster()],
    ["the read replica", () => servers.replica.kill()],
  ])("every request is served while %s is killed", async (what, kill) => {
    const { responses } = await responsesAround(what, kill);
    expect(Object.keys(tally(responses))).toEqual(["200"]);
  });

  it("the replica serves reads while the primary is down, and every request is served when it is back", async () => {
    await servers.replica.start();
    await sleep(12_000);
    const { responses, killedAt } = await responsesAround("the primary", () => servers.primary.kill());
    const later = responses.filter(({ startedAt }) => startedAt > killedAt + settledMs);
    expect(later.length).toBeGreaterThan(0);
    expect(Object.keys(tally(later))).toEqual(["200"]);
    await servers.primary.start();
    await sleep(settledMs);
    const after = await responsesAround("no process", () => {});
    expect(Object.keys(tally(after.responses))).toEqual(["200"]);
  });
});
