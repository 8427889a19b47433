// The doctor refuses the settings that the start refuses, by the same code, names all that is wrong, and works behind a
// pooler.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/start-errors.ts";
import { reasonOf } from "../../src/lib/reason.ts";
import { runService } from "../../src/start/run.ts";
import { seededStore } from "../chaos/callers.ts";
import type { TestStore } from "../support/database.ts";
import { poolerVersion, startPooler, type TestPooler } from "../support/pgbouncer.ts";
import { runCommand } from "../support/run-command.ts";

interface Check {
  check: string;
  status: string;
  message: string;
  advice?: string;
}

const folder = mkdtempSync(join(tmpdir(), "disclosed-doctor-"));
let store: TestStore;
beforeAll(async () => {
  store = await seededStore();
  await store.pool.query("UPDATE data_version SET kind = 'real'");
});
afterAll(async () => {
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function disclosed(args: string[], env: Record<string, string> = {}) {
  vi.unstubAllEnvs();
  const base = { DATABASE_URL: store.databaseUrl, DATABASE_DIRECT_URL: "", DISCLOSED_HOME: folder, PORT: "0" };
  return runCommand(args, { ...base, ...env });
}

async function doctor(env: Record<string, string> = {}): Promise<{ code: number; ok: boolean; checks: Check[] }> {
  const { code, stdout } = await disclosed(["doctor", "--json"], env);
  return { code, ...JSON.parse(stdout) };
}

const unusable: [string, Record<string, string>, RegExp][] = [
  ["a proxy", { TRUST_PROXY: "foo" }, /TRUST_PROXY: "foo" is neither/],
  ["one proxy of several", { TRUST_PROXY: "loopback, 10.0.0.0/33" }, /"10\.0\.0\.0\/33" is neither/],
  ["a provider without its key", { PRICE_PROVIDER: "tiingo" }, /PRICE_PROVIDER=tiingo needs PRICE_API_KEY/],
  ["Stooq without a key", { PRICE_PROVIDER: "stooq" }, /PRICE_PROVIDER=stooq needs PRICE_API_KEY/],
  ["a port in words", { PORT: "abc" }, /PORT="abc".*must be a whole number from 0 to 65535/],
  ["a Redis", { REDIS_URL: "redis+sentinel://a" }, /REDIS_URL is not usable/],
  ["an unknown source", { SYNC_SCHEDULES: "hous=0 * * * *" }, /hous is not a source/],
  ["a schedule that never comes", { SYNC_SCHEDULES: "house=99 * * * *" }, /for house is not a cron expression/],
  [
    "a port that has two uses on all addresses",
    { PORT: "3999", METRICS_PORT: "3999", METRICS_HOST: "0.0.0.0" },
    /METRICS_PORT=3999 is also the port of the service/,
  ],
  [
    "a port that has two uses",
    { PORT: "3999", METRICS_PORT: "3999" },
    /METRICS_PORT=3999 is also the port of the service/,
  ],
  ["a level", { LOG_LEVEL: "loud" }, /LOG_LEVEL="loud" is not usable/],
];

describe.each(unusable)("an unusable setting, %s,", (_name, env, message) => {
  it("fails the doctor", async () => {
    const { code, ok, checks } = await doctor(env);
    expect([code, ok]).toEqual([1, false]);
    const failures = checks.filter(({ status }) => status === "failed");
    expect(failures).toEqual([
      { check: "settings", status: "failed", message: expect.stringMatching(message), advice: expect.any(String) },
    ]);
  });

  it("fails start, sync and other commands with the same message and exit code 2 before they begin", async () => {
    for (const args of [["sync"], ["keys", "list"], ["migrate"], ["coverage"]]) {
      const { code, stdout, stderr } = await disclosed(args, env);
      expect([args, code, stdout]).toEqual([args, 2, ""]);
      expect(stderr).toMatch(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
    vi.unstubAllEnvs();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    try {
      expect(await runService()).toBe(2);
    } finally {
      spy.mockRestore();
    }
    expect(written.join("")).toMatch(message);
  });
});

describe("the doctor reports the problems", () => {
  it.each([
    ["METRICS_PORT", "metrics address"],
    ["SYNC_METRICS_PORT", "metrics address"],
  ])("of %s on an address of another machine", async (setting, check) => {
    const { code, checks } = await doctor({ [setting]: "0", METRICS_HOST: "203.0.113.7" });
    expect(code).toBe(1);
    expect(checks.filter(({ status }) => status === "failed")).toEqual([
      {
        check,
        status: "failed",
        message: expect.stringMatching(/^METRICS_HOST=203\.0\.113\.7 is not an address of this machine/),
        advice: `correct METRICS_HOST and ${setting}`,
      },
    ]);
  });

  it("of the settings", async () => {
    const env = { TRUST_PROXY: "foo,bar", PRICE_PROVIDER: "tiingo", LOG_LEVEL: "loud", WORKERS: "none" };
    const { checks } = await doctor(env);
    const failures = checks.filter(({ check, status }) => check === "settings" && status === "failed");
    expect(failures).toHaveLength(5);
    for (const name of ["LOG_LEVEL", "WORKERS", '"foo"', '"bar"', "PRICE_API_KEY"])
      expect(failures.some(({ message }) => message.includes(name))).toBe(true);
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(/WORKERS.*LOG_LEVEL.*"foo".*"bar".*PRICE_API_KEY/);
    // the other checks still run
    expect(checks.find(({ check }) => check === "database")).toMatchObject({ status: "ok" });
  });

  it("of a setting and of the database", async () => {
    const { code, checks } = await doctor({ TRUST_PROXY: "foo", DATABASE_URL: "postgresql://127.0.0.1:1/none" });
    expect(code).toBe(1);
    const failures = checks.filter(({ status }) => status === "failed").map(({ check }) => check);
    expect(failures).toEqual(["settings", "database"]);
  });

  it("of an unusable DATABASE_URL without checking the embedded store instead", async () => {
    const { checks } = await doctor({ DATABASE_URL: "mysql://x" });
    expect(checks.map(({ check }) => check)).not.toContain("embedded PostgreSQL");
  });

  it("of sources that were never fetched in a store with real records", async () => {
    const { checks } = await doctor();
    expect(checks.find(({ check }) => check === "sources")).toMatchObject({
      status: "notice",
      message: expect.stringMatching(/never fetched: .*prices/),
    });
  });

  it("of prices that were loaded today but end in May", async () => {
    await store.pool.query(
      `WITH s AS (INSERT INTO price_series (symbol, provider, adjusted) VALUES ('ZQQQ', 'invented', true) RETURNING id)
       INSERT INTO price_bars (series_id, date, adjusted_close) SELECT id, '2026-05-29', 10 FROM s`,
    );
    await store.pool.query(
      `INSERT INTO ingestion_runs (id, source, status, finished_at) VALUES (gen_random_uuid(), 'prices', 'completed', now())`,
    );
    const { checks } = await doctor();
    expect(checks.find(({ check }) => check === "sources")?.message).toContain(
      "prices 0 d ago (newest record 2026-05-29)",
    );
  });

  it("of an address of another machine", async () => {
    const { code, checks } = await doctor({ HOST: "203.0.113.7" });
    expect(code).toBe(1);
    expect(checks.find(({ check }) => check === "address")?.message).toContain("not an address of this machine");
  });
});

describe("a reason", () => {
  it.each([
    [new AggregateError([Object.assign(new Error(""), { code: "ECONNREFUSED" })], ""), "ECONNREFUSED"],
    [new AggregateError([new Error("first"), new Error("second")]), "first"],
    [Object.assign(new Error(""), { code: "28P01" }), "28P01"],
    [new Error("", { cause: new Error("beneath") }), "beneath"],
    [new Error("\n\n  two lines \n x"), "two lines"],
    [new TypeError(), "TypeError"],
    ["", "failed, and no reason was given"],
    [undefined, "undefined"],
    [{ message: "", code: "X" }, "X"],
  ])("is never empty: %s", (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});

describe.skipIf(!poolerVersion)("behind a transaction pooler", () => {
  let pooler: TestPooler;
  beforeAll(async () => {
    pooler = await startPooler(store.databaseUrl);
  });
  afterAll(() => pooler?.close());

  it("the doctor checks every part of a store that has rows", async () => {
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: store.databaseUrl };
    const { code, ok, checks } = await doctor(env);
    expect(checks.filter(({ status }) => status === "failed")).toEqual([]);
    expect([code, ok]).toEqual([0, true]);
    const names = checks.map(({ check }) => check);
    for (const name of ["database", "direct database", "migrations", "records", "prices", "sources"])
      expect(names).toContain(name);
  });

  it.each([
    ["DATABASE_URL", () => ({ DATABASE_URL: pooler.url })],
    ["DATABASE_DIRECT_URL", () => ({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.url })],
  ])(
    "%s alone cannot hold locks: the doctor and the commands name the setting that is missing",
    async (setting, env) => {
      const message = expect.stringMatching(
        new RegExp(`${setting} leads through a transaction pooler.*set DATABASE_DIRECT_URL`),
      );
      const { code, checks } = await doctor(env());
      expect(code).toBe(1);
      expect(checks.filter(({ status }) => status === "failed")).toMatchObject([{ check: "pooler", message }]);
      for (const args of [["keys", "list"], ["usage"], ["migrate"], ["derive"], ["coverage"]])
        expect([args, await disclosed(args, env())]).toEqual([args, { code: 1, stdout: "", stderr: message }]);
    },
  );

  it("commands work with both addresses", async () => {
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: store.databaseUrl };
    for (const args of [["keys", "list"], ["usage"], ["migrate"], ["quarantine", "list"], ["prune"]])
      expect([args, (await disclosed(args, env)).code]).toEqual([args, 0]);
  });

  it("the doctor names the direct database if that does not respond", async () => {
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: "postgresql://127.0.0.1:1/none" };
    const { checks } = await doctor(env);
    expect(checks.filter(({ status }) => status === "failed")).toMatchObject([
      { check: "direct database", message: expect.stringMatching(/^no connection: .*\S/) },
    ]);
  });
});
