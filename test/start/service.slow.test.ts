// Whole runs of the service as its users start and end it: npm start, signals, crashes, bad settings, other users.
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { startEmbeddedPostgres } from "../../src/store/embedded/postgres.ts";
import { createTestStore } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { endAll, processesWith, type Running, run } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-service-"));
const home = join(folder, "home");
const isRoot = process.getuid?.() === 0;

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { cwd: packageRoot });
  execFileSync("chmod", ["755", folder]);
});
afterEach(() => {
  endAll();
  for (const pid of processesWith(folder)) process.kill(pid, "SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Settings of a run; nothing of the test's own environment but what finds programs. */
function settings(more: Record<string, string> = {}) {
  return { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, DISCLOSED_HOME: home, PORT: "0", ...more };
}

function start(more: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}): Running {
  return run(process.execPath, ["dist/src/main.js"], { env: settings(more), ...user });
}

async function ready(service: Running): Promise<{ base: string; key: string; curl: string }> {
  const [, base = ""] = await service.says(/Base URL {2}(\S+)/);
  const [, key = ""] = await service.says(/Demo key {2}(disc_live_\S+)/);
  const [curl] = await service.says(/curl .*/);
  await service.says(/Press Ctrl-C to stop/);
  return { base, key, curl };
}

const status = async (base: string, key: string) =>
  (await fetch(`${base}/usage`, { headers: { Authorization: `Bearer ${key}` } })).status;

/** Requests of the day that are left to the key. */
async function leftToday(base: string, key: string): Promise<number> {
  const response = await fetch(`${base}/usage`, { headers: { Authorization: `Bearer ${key}` } });
  await response.text();
  return Number(response.headers.get("x-dailylimit-remaining"));
}

/** Runs the curl line as a person would and returns the JSON that it prints. */
function runLine(line: string) {
  return JSON.parse(execFileSync("sh", ["-c", `${line.replace("curl ", "curl -s ")}`], { encoding: "utf8" }));
}

describe("a home of its own", () => {
  let firstKey: string;

  it("loads the sample, says what it is, and prints a curl line that works", async () => {
    const service = start();
    const { base, key, curl } = await ready(service);
    firstKey = key;
    expect(service.output()).toMatch(/All data are invented samples/);
    expect(service.output()).toMatch(/13107\(c\)/);
    const response = runLine(curl);
    expect(response.data).toHaveLength(2);
    expect(response.data[0].company_name).toMatch(/\(Sample\)$/);
    expect(response.pagination.total).toBeGreaterThanOrEqual(2_000);

    // the service itself charges what it says
    const before = await leftToday(base, key);
    const page = await fetch(`${base}/trades?format=csv&pageSize=1000`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect([page.status, page.headers.get("x-request-cost")]).toEqual([200, "10"]);
    await page.text();
    expect(await leftToday(base, key)).toBe(before - 10);

    // a start on a port that is taken must not disturb the process that has it
    const second = start({ PORT: new URL(base).port, DISCLOSED_HOME: join(folder, "second") });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toMatch(/^disclosed: Port \d+ on 127\.0\.0\.1 is in use; set PORT to another one.*\n$/);
    expect(await status(base, key)).toBe(200);

    service.child.kill("SIGTERM");
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  });

  it("starts again on the same data with a fresh key, and survives kill -9", async () => {
    const again = start();
    const { base, key } = await ready(again);
    expect(again.output()).not.toMatch(/loading sample data/);
    expect(await status(base, key)).toBe(200);
    expect(await status(base, firstKey)).toBe(401);
    again.child.kill("SIGKILL");
    await again.ended();

    const third = start();
    const after = await ready(third);
    expect(await status(after.base, after.key)).toBe(200);
    third.child.kill("SIGINT");
    expect(await third.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  });

  it.each([
    ["a SIGTERM of its own", (pid: number) => process.kill(pid, "SIGTERM")],
    ["Ctrl-C, which reaches all of the terminal's processes", (pid: number) => process.kill(-pid, "SIGINT")],
  ])("ends everything when npm start gets %s", async (_name, end) => {
    const npm = run("npm", ["start"], { env: settings(), detached: true });
    await ready(npm);
    end(npm.child.pid ?? 0);
    await npm.ended();
    await expect.poll(() => processesWith(folder)).toEqual([]);
    expect(npm.output()).toMatch(/stopping/);
  });

  it("ends everything when it is stopped while it still starts", async () => {
    const service = start();
    await service.says(/starting PostgreSQL/);
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  });

  /** While another session has the row of the demo account, its key cannot be written. */
  async function withoutDemoAccount(work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
    const postgres = await startEmbeddedPostgres(home, () => {});
    const client = new pg.Client({ connectionString: postgres.databaseUrl });
    await client.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT 1 FROM accounts WHERE email = 'demo@localhost' FOR UPDATE");
      await work(() => client.query("ROLLBACK"));
    } finally {
      await client.end();
      await postgres.release();
    }
  }

  it("is ready without its demo key, and prints it when it is written", async () => {
    await withoutDemoAccount(async (release) => {
      const service = start({ STATEMENT_TIMEOUT_MS: "600000" });
      const [, base = ""] = await service.says(/Base URL {2}(\S+)/);
      await service.says(/Demo key {2}it follows/);
      expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
      await release();
      const [, key = ""] = await service.says(/Demo key {2}(disc_live_\S+)/);
      expect(await status(base, key)).toBe(200);
      service.child.kill("SIGTERM");
      expect(await service.ended()).toBe(0);
    });
  });

  it("is ready where its demo key cannot be written, and says why", async () => {
    await withoutDemoAccount(async () => {
      const service = start({ STATEMENT_TIMEOUT_MS: "500" });
      const [, base = ""] = await service.says(/Base URL {2}(\S+)/);
      await service.says(/The demo key could not be created: .*statement timeout/);
      await service.says(/npx disclosed keys create/);
      expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
      service.child.kill("SIGTERM");
      expect(await service.ended()).toBe(0);
    });
  });

  // figure 33 at full length: SLOW_START_MS=10000, which takes 100 minutes: 600 statements in a row
  it.skipIf(!process.env.SLOW_START_MS)(
    "stays ready where every statement of its start is slow",
    async () => {
      const slow = new URL("slow-statements.mjs", import.meta.url).href;
      const args = ["--import", slow, "dist/src/main.js"];
      const service = run(process.execPath, args, {
        env: settings({ SLOW_START_MS: process.env.SLOW_START_MS ?? "", STATEMENT_TIMEOUT_MS: "600000" }),
      });
      const [, base = ""] = await service.says(/Base URL {2}(\S+)/, 10_800_000);
      await service.says(/Demo key {2}disc_live_|The demo key could not be created/, 600_000);
      expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
      expect(service.child.exitCode).toBe(null);
      service.child.kill("SIGTERM");
      expect(await service.ended()).toBe(0);
    },
    12_000_000,
  );

  it("gives no demo key to an address that others reach", async () => {
    const service = start({ HOST: "0.0.0.0" });
    await service.says(/Press Ctrl-C to stop/);
    expect(service.output()).not.toMatch(/disc_live_/);
    expect(service.output()).toMatch(/npx disclosed keys create/);
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
  });
});

describe("settings", () => {
  it.each([
    ["PORT", "eighty", /^disclosed: PORT="eighty" is not usable: .*\n$/],
    ["DATABASE_URL", "mysql://localhost/x", /^disclosed: DATABASE_URL="mysql:.*" is not usable: .*\n$/],
    ["LOG_LEVEL", "loud", /^disclosed: LOG_LEVEL="loud" is not usable: .*\n$/],
  ])("a bad %s is one line and exit 2", async (name, value, line) => {
    const service = start({ [name]: value });
    expect(await service.ended()).toBe(2);
    expect(service.output()).toMatch(line);
  });

  it("an address that is not this machine's, and a database that is not there, are one line and exit 1", async () => {
    const elsewhere = start({ HOST: "203.0.113.7" });
    expect(await elsewhere.ended()).toBe(1);
    expect(elsewhere.output()).toMatch(/^disclosed: HOST=203\.0\.113\.7 is not an address of this machine.*\n$/);
    const port = await freePort();
    const nowhere = start({ DATABASE_URL: `postgresql://me:secret@127.0.0.1:${port}/x` });
    expect(await nowhere.ended()).toBe(1);
    expect(nowhere.output()).toMatch(
      /^disclosed: DATABASE_URL \(127\.0\.0\.1:\d+\/x\) cannot be used: .*ECONNREFUSED.*\n$/,
    );
    expect(nowhere.output()).not.toMatch(/secret/);
  });

  it("a database of the operator's own gets neither samples nor a demo key", async () => {
    const store = await createTestStore();
    const service = start({ DATABASE_URL: store.databaseUrl });
    const [, base = ""] = await service.says(/Base URL {2}(\S+)/);
    await service.says(/The store is empty/);
    expect(service.output()).not.toMatch(/disc_live_/);
    expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    await store.close();
  });
});

if (!isRoot) console.warn("skipped: changing to another user needs root");

describe.skipIf(!isRoot)("users", () => {
  it("runs for an ordinary user", async () => {
    const own = join(folder, "ordinary");
    mkdirSync(own);
    chownSync(own, 65_534, 65_534);
    const service = start({ DISCLOSED_HOME: join(own, "home"), TMPDIR: own, HOME: own }, { uid: 65_534, gid: 65_534 });
    const { curl } = await ready(service);
    expect(runLine(curl).data).toHaveLength(2);
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  });
});
