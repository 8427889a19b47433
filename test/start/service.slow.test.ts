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

/** The environment of a run: of the test's own only PATH. */
function settings(more: Record<string, string> = {}) {
  return { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, DISCLOSED_HOME: home, PORT: "0", ...more };
}

function start(more: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}): Running {
  return run(process.execPath, ["dist/src/main.js"], { env: settings(more), ...user });
}

async function ready(service: Running): Promise<{ base: string; key: string; curl: string }> {
  const [, base = ""] = await service.prints(/Base URL {2}(\S+)/);
  const [, key = ""] = await service.prints(/Demo key {2}(disc_live_\S+)/);
  const [curl] = await service.prints(/curl .*/);
  await service.prints(/Press Ctrl-C to stop/);
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

describe("with its own home the service", () => {
  let firstKey: string;

  it("loads sample data, prints that they are invented, and prints a curl line that works", async () => {
    const service = start();
    const { base, key, curl } = await ready(service);
    firstKey = key;
    expect(service.output()).toMatch(/All data are invented samples/);
    expect(service.output()).toMatch(/13107\(c\)/);
    const response = runLine(curl);
    expect(response.data).toHaveLength(2);
    expect(response.data[0].company_name).toMatch(/\(Sample\)$/);
    expect(response.pagination.total).toBeGreaterThanOrEqual(2_000);

    // the limits are charged what the header states
    const before = await leftToday(base, key);
    const page = await fetch(`${base}/trades?format=csv&pageSize=1000`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect([page.status, page.headers.get("x-request-cost")]).toEqual([200, "10"]);
    await page.text();
    expect(await leftToday(base, key)).toBe(before - 10);

    // a start on a port in use must not disturb the process that has it
    const second = start({ PORT: new URL(base).port, DISCLOSED_HOME: join(folder, "second") });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toMatch(/^disclosed: Port \d+ on 127\.0\.0\.1 is in use; set PORT to another one.*\n$/);
    expect(await status(base, key)).toBe(200);

    service.child.kill("SIGTERM");
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  });

  it("starts again on the same data with a new key, and after kill -9", async () => {
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

  it("ends everything when it is stopped while it is starting", async () => {
    const service = start();
    await service.prints(/starting PostgreSQL/);
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    expect(processesWith(folder)).toEqual([]);
  });

  /** Locks the row of the demo account during the work, so that its key cannot be written. */
  async function withLockedDemoAccount(work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
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

  it("is ready before its demo key is written, and prints it afterwards", async () => {
    await withLockedDemoAccount(async (release) => {
      const service = start({ STATEMENT_TIMEOUT_MS: "600000" });
      const [, base = ""] = await service.prints(/Base URL {2}(\S+)/);
      await service.prints(/Demo key {2}it follows/);
      expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
      await release();
      const [, key = ""] = await service.prints(/Demo key {2}(disc_live_\S+)/);
      expect(await status(base, key)).toBe(200);
      service.child.kill("SIGTERM");
      expect(await service.ended()).toBe(0);
    });
  });

  it("is ready if its demo key cannot be written, and prints why", async () => {
    await withLockedDemoAccount(async () => {
      const service = start({ STATEMENT_TIMEOUT_MS: "500" });
      const [, base = ""] = await service.prints(/Base URL {2}(\S+)/);
      await service.prints(/The demo key could not be created: .*statement timeout/);
      await service.prints(/npx disclosed keys create/);
      expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
      service.child.kill("SIGTERM");
      expect(await service.ended()).toBe(0);
    });
  });

  // at full length, SLOW_START_MS=10000, this takes 100 minutes: 600 statements in a row
  it.skipIf(!process.env.SLOW_START_MS)(
    "becomes ready and stays so although every statement of its start is slow",
    async () => {
      const slow = new URL("slow-statements.mjs", import.meta.url).href;
      const args = ["--import", slow, "dist/src/main.js"];
      const service = run(process.execPath, args, {
        env: settings({ SLOW_START_MS: process.env.SLOW_START_MS ?? "", STATEMENT_TIMEOUT_MS: "600000" }),
      });
      const [, base = ""] = await service.prints(/Base URL {2}(\S+)/, 10_800_000);
      await service.prints(/Demo key {2}disc_live_|The demo key could not be created/, 600_000);
      expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
      expect(service.child.exitCode).toBe(null);
      service.child.kill("SIGTERM");
      expect(await service.ended()).toBe(0);
    },
    12_000_000,
  );

  it("prints no demo key on an address that others can reach", async () => {
    const service = start({ HOST: "0.0.0.0" });
    await service.prints(/Press Ctrl-C to stop/);
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
  ])("with a bad %s end a start with one line and exit code 2", async (name, value, line) => {
    const service = start({ [name]: value });
    expect(await service.ended()).toBe(2);
    expect(service.output()).toMatch(line);
  });

  it("with an address of another machine or a missing database end a start with one line and exit code 1", async () => {
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

  it("with a database of the operator give it neither sample data nor a demo key", async () => {
    const store = await createTestStore();
    const service = start({ DATABASE_URL: store.databaseUrl });
    const [, base = ""] = await service.prints(/Base URL {2}(\S+)/);
    await service.prints(/The store is empty/);
    expect(service.output()).not.toMatch(/disc_live_/);
    expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(200);
    service.child.kill("SIGTERM");
    expect(await service.ended()).toBe(0);
    await store.close();
  });
});

if (!isRoot) console.warn("SKIPPED: changing to another user needs root");

it.skipIf(!isRoot)("the service runs for an ordinary user", async () => {
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
