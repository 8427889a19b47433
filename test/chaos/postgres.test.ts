// Figure 7 of the reliability figures: a real PostgreSQL killed and cut off under real processes. What was read before is read
// on, the rest is 503, and everything recovers automatically; the embedded PostgreSQL is started again by the service.
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
  type Response,
  report,
  requestOne,
  startFleet,
  startTraffic,
  tally,
  warmUp,
} from "./fleet.ts";

const outageMs = isFull ? 15_000 : 3_000;
/** a request that was not sent before, and that no index answers */
const newPath = () => `/api/v1/symbols?q=q${between(2, 1_000_000)}`;

describe("PostgreSQL under two processes", () => {
  let postgres: TestPostgres;
  let store: Store;
  let redis: TestRedis | undefined;
  let way: TcpProxy;
  let fleet: Fleet;

  async function startOn(redisUrl: string | undefined): Promise<void> {
    const databaseUrl = new URL(postgres.url);
    databaseUrl.port = String(way.port);
    fleet = await startFleet({ size: 2, databaseUrl: databaseUrl.href, redisUrl, settings: { LOG_LEVEL: "warn" } });
  }

  beforeAll(async () => {
    postgres = await startPostgres();
    store = await seededStoreOn(postgres.url);
    way = await startProxy(postgres.port);
    if (!withoutRedis) redis = await startRedis();
  }, 180_000);
  afterEach(() => fleet?.close());
  afterAll(async () => {
    await way?.close();
    await redis?.close();
    await store?.close();
    await postgres?.close();
  });

  async function requestAll(path: string, key: string): Promise<Response[]> {
    return await Promise.all(fleet.members.map((member) => requestOne(member, path, key)));
  }

  async function readiness() {
    const [member] = fleet.members as [FleetMember];
    const { statusCode, body } = await member.pool.request({ path: "/readyz", method: "GET" });
    return { statusCode, said: await body.json() };
  }

  /** Brings it back and waits until every process reads from it again; milliseconds. */
  async function recover(key: string): Promise<number> {
    const back = performance.now();
    await postgres.start();
    await way.pass();
    await until(async () => (await requestAll(newPath(), key)).every(({ status }) => status === 200), 60_000);
    return Math.round(performance.now() - back);
  }

  const losses: [string, () => Promise<void>][] = [
    ["killed", () => postgres.kill()],
    ["refused", () => way.refuse()],
    ["swallowed", async () => way.swallow()],
  ];

  it.skipIf(withoutRedis).each(losses)(
    "%s, with Redis: what was read before is read on",
    async (name, lose) => {
      const { key } = await newCaller(store);
      await startOn(redis?.url);
      // responses are cached once a process has received the data version
      await warmUp(fleet.members, key, 5);
      await sleep(1000);
      expect(tally(await requestAll(plainPath, key))).toEqual({ 200: 2 });
      await lose();
      const lost = performance.now();
      // a server that was killed is gone when its last process has noticed
      await sleep(500);
      await until(async () => (await requestAll(plainPath, key)).every(({ status }) => status === 200), 20_000).catch(
        () => {
          throw new Error(fleet.members.map(({ running }) => running.output().slice(-3000)).join("\n---\n"));
        },
      );
      const readOn = Math.round(performance.now() - lost);
      const traffic = startTraffic(fleet.members, { key, perSecond: isFull ? 200 : 40 });
      const others = await requestAll(newPath(), key);
      const ready = await readiness();
      await sleep(outageMs);
      const cached = await traffic.stop();
      const recovered = await recover(key);
      report(
        7,
        `PostgreSQL ${name}, with Redis: cached reads go on after ${readOn} ms (${cached.length}, p99 ${percentile(cached, 0.99)} ms), others 503 after ${percentile(others, 1)} ms at most, everything again after ${recovered} ms`,
      );
      expect(tally(cached)).toEqual({ 200: cached.length });
      expect(tally(others)).toEqual({ 503: others.length });
      expect(others.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
      expect(percentile(others, 1)).toBeLessThan(12_000);
      // a balancer that took them all out would end the reads that go on
      expect(ready).toEqual({ statusCode: 200, said: { status: "ready", lacking: ["the database is not reachable"] } });
    },
    180_000,
  );

  it.each(losses)(
    "%s, without Redis: 503 with Retry-After, and automatic recovery",
    async (name, lose) => {
      const { key } = await newCaller(store);
      await startOn(undefined);
      expect(tally(await requestAll(plainPath, key))).toEqual({ 200: 2 });
      await lose();
      const responses = [...(await requestAll(plainPath, key)), ...(await requestAll(newPath(), key))];
      const ready = await readiness();
      const recovered = await recover(key);
      report(
        7,
        `PostgreSQL ${name}, without Redis: ${responses.length} x 503 after ${percentile(responses, 1)} ms at most, everything again after ${recovered} ms`,
      );
      expect(tally(responses)).toEqual({ 503: responses.length });
      expect(responses.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
      expect(ready).toMatchObject({ statusCode: 503, said: { problems: ["the database is not reachable"] } });
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

  it("is started again by the service when it is killed", async () => {
    execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { cwd: packageRoot });
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, DISCLOSED_HOME: home, PORT: "0" };
    const service = run(process.execPath, ["dist/src/main.js"], { env: { ...env, LOG_LEVEL: "warn" } });
    const [, base = ""] = await service.says(/Base URL {2}(\S+)/, 120_000);
    const [, key = ""] = await service.says(/Demo key {2}(disc_live_\S+)/);
    const status = () =>
      fetch(`${base}/trades?pageSize=1`, { headers: { Authorization: `Bearer ${key}` } }).then(
        (response) => response.status,
      );
    expect(await status()).toBe(200);
    const restarts = () => service.output().match(/the embedded PostgreSQL is running again/g)?.length ?? 0;
    const kills = isFull ? 5 : 2;
    let max = 0;
    for (let kill = 0; kill < kills; kill++) {
      process.kill(postmasterOf(home), "SIGKILL");
      const killed = performance.now();
      await until(async () => (await status()) === 503, 5_000);
      await until(async () => (await status()) === 200, 60_000);
      await until(() => restarts() === kill + 1);
      max = Math.max(max, Math.round(performance.now() - killed));
    }
    report(
      7,
      `the embedded PostgreSQL killed ${kills} times under the service: it answers again after ${max} ms at most`,
    );
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  }, 240_000);
});

function postmasterOf(home: string): number {
  return Number.parseInt(readFileSync(join(home, "postgres", "data", "postmaster.pid"), "utf8"), 10);
}
