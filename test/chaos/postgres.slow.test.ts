// A real PostgreSQL is killed and cut off under real processes. Cached responses are still served, other requests get
// 503, and everything recovers automatically; the embedded PostgreSQL is restarted by the service.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { Store } from "../../src/store/store.ts";
import { endAll, processesWith, run } from "../start/processes.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { newCaller, seededStoreOn } from "./callers.ts";
import { between } from "./chance.ts";
import {
  type Fleet,
  type FleetMember,
  isFull,
  percentile,
  plainPath,
  report,
  requestOne,
  startFleet,
  startTraffic,
  type TimedResponse,
  tally,
  urlThrough,
  warmUp,
} from "./fleet.ts";

const outageMs = isFull ? 15_000 : 3_000;
/** a request that was not sent before, and whose response no index has */
const uncachedPath = () => `/api/v1/symbols?q=q${between(2, 1_000_000)}`;

describe("two processes", () => {
  let postgres: TestPostgres;
  let store: Store;
  let redis: TestRedis | undefined;
  let proxy: TcpProxy;
  let fleet: Fleet;

  async function startOn(redisUrl: string | undefined): Promise<void> {
    const databaseUrl = urlThrough(proxy, postgres.url);
    fleet = await startFleet({ size: 2, databaseUrl, redisUrl, settings: { LOG_LEVEL: "warn" } });
  }

  beforeAll(async () => {
    postgres = await startPostgres();
    store = await seededStoreOn(postgres.url);
    proxy = await startProxy(postgres.port);
    if (!withoutRedis) redis = await startRedis();
  }, 180_000);
  afterEach(() => fleet?.close());
  afterAll(async () => {
    await proxy?.close();
    await redis?.close();
    await store?.close();
    await postgres?.close();
  });

  async function requestAll(path: string, key: string): Promise<TimedResponse[]> {
    return await Promise.all(fleet.members.map((member) => requestOne(member, path, key)));
  }

  async function readiness() {
    const [member] = fleet.members as [FleetMember];
    const { statusCode, body } = await member.pool.request({ path: "/readyz", method: "GET" });
    return { statusCode, body: await body.json() };
  }

  /** Brings PostgreSQL back and returns after how many milliseconds every process reads from it again. */
  async function recover(key: string): Promise<number> {
    const start = performance.now();
    await postgres.start();
    await proxy.pass();
    await until(async () => (await requestAll(uncachedPath(), key)).every(({ status }) => status === 200), 60_000);
    return Math.round(performance.now() - start);
  }

  const losses: [string, () => Promise<void>][] = [
    ["killed", () => postgres.kill()],
    ["disconnected", () => proxy.refuse()],
    ["silent", async () => proxy.swallow()],
  ];

  it.skipIf(withoutRedis).each(losses)(
    "with Redis, serve cached responses while PostgreSQL is %s, and everything when it is back",
    async (name, lose) => {
      const { key } = await newCaller(store);
      await startOn(redis?.url);
      // responses are cached once a process has received the data version
      await warmUp(fleet.members, key, 5);
      await sleep(1000);
      expect(tally(await requestAll(plainPath, key))).toEqual({ 200: 2 });
      await lose();
      const lostAt = performance.now();
      // a killed server is gone when its last process has ended
      await sleep(500);
      await until(async () => (await requestAll(plainPath, key)).every(({ status }) => status === 200), 20_000).catch(
        () => {
          throw new Error(fleet.members.map(({ running }) => running.output().slice(-3000)).join("\n---\n"));
        },
      );
      const servedAgainMs = Math.round(performance.now() - lostAt);
      const traffic = startTraffic(fleet.members, { key, perSecond: isFull ? 200 : 40 });
      const others = await requestAll(uncachedPath(), key);
      const ready = await readiness();
      await sleep(outageMs);
      const cached = await traffic.stop();
      const recovered = await recover(key);
      report(
        "PostgreSQL",
        `${name}, with Redis: cached responses again after ${servedAgainMs} ms (${cached.length}, p99 ${percentile(cached, 0.99)} ms), others 503 after at most ${percentile(others, 1)} ms, everything again after ${recovered} ms`,
      );
      expect(tally(cached)).toEqual({ 200: cached.length });
      expect(tally(others)).toEqual({ 503: others.length });
      expect(others.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
      expect(percentile(others, 1)).toBeLessThan(12_000);
      // not ready would make a load balancer remove every process, and end the cached responses
      expect(ready).toEqual({ statusCode: 200, body: { status: "ready", lacking: ["the database is not reachable"] } });
    },
    180_000,
  );

  it.each(losses)(
    "without Redis, respond with 503 and Retry-After while PostgreSQL is %s, and recover automatically",
    async (name, lose) => {
      const { key } = await newCaller(store);
      await startOn(undefined);
      expect(tally(await requestAll(plainPath, key))).toEqual({ 200: 2 });
      await lose();
      const responses = [...(await requestAll(plainPath, key)), ...(await requestAll(uncachedPath(), key))];
      const ready = await readiness();
      const recovered = await recover(key);
      report(
        "PostgreSQL",
        `${name}, without Redis: ${responses.length} x 503 after at most ${percentile(responses, 1)} ms, everything again after ${recovered} ms`,
      );
      expect(tally(responses)).toEqual({ 503: responses.length });
      expect(responses.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
      expect(ready).toMatchObject({ statusCode: 503, body: { problems: ["the database is not reachable"] } });
    },
    180_000,
  );
});

describe("the embedded PostgreSQL", () => {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-embedded-"));
  const home = join(folder, "home");
  chmodSync(folder, 0o755);
  afterEach(endAll);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is restarted by the service when it is killed", async () => {
    execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { cwd: packageRoot });
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, DISCLOSED_HOME: home, PORT: "0" };
    const service = run(process.execPath, ["dist/src/main.js"], { env: { ...env, LOG_LEVEL: "warn" } });
    const [, base = ""] = await service.prints(/Base URL {2}(\S+)/, 120_000);
    const [, key = ""] = await service.prints(/Demo key {2}(disc_live_\S+)/);
    const status = () =>
      fetch(`${base}/trades?pageSize=1`, { headers: { Authorization: `Bearer ${key}` } }).then(
        (response) => response.status,
      );
    expect(await status()).toBe(200);
    const restarts = () => service.output().match(/the embedded PostgreSQL is running again/g)?.length ?? 0;
    const kills = isFull ? 5 : 2;
    let maxMs = 0;
    for (let kill = 0; kill < kills; kill++) {
      process.kill(postmasterOf(home), "SIGKILL");
      const killedAt = performance.now();
      await until(async () => (await status()) === 503, 5_000);
      await until(async () => (await status()) === 200, 60_000);
      await until(() => restarts() === kill + 1);
      maxMs = Math.max(maxMs, Math.round(performance.now() - killedAt));
    }
    report("PostgreSQL", `embedded, killed ${kills} times under the service: 200 again after at most ${maxMs} ms`);
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  }, 240_000);
});

function postmasterOf(home: string): number {
  return Number.parseInt(readFileSync(join(home, "postgres", "data", "postmaster.pid"), "utf8"), 10);
}
