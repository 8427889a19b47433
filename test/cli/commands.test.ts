// The command line as an operator uses it: exit codes, output streams, and the life of accounts and keys.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Help } from "commander";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { createAccess } from "../../src/accounts/access.ts";
import { buildWholeProgram } from "../../src/cli/program.ts";
import { postgresQuota } from "../../src/quota/open-quota.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { ifSameDay } from "../support/day.ts";
import { runCommand } from "../support/run-command.ts";

let store: TestStore;
let home: string;

beforeAll(async () => {
  store = await createTestStore();
  home = await mkdtemp(join(tmpdir(), "disclosed-cli-"));
});
afterAll(async () => {
  await store.close();
  await rm(home, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs one command line in this process, against the test's database unless the environment says otherwise. */
async function disclosed(args: string[], env: Record<string, string> = {}) {
  vi.unstubAllEnvs();
  return await runCommand(args, { DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: home, ...env });
}

async function json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await disclosed([...args, "--json"]);
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  expect(stdout.trim().split("\n")).toHaveLength(1);
  return JSON.parse(stdout) as T;
}

const commands = (await buildWholeProgram()).commands.flatMap((command) =>
  command.commands.length > 0 ? command.commands.map((sub) => [command.name(), sub.name()]) : [[command.name()]],
);

describe("every command", () => {
  it("is listed with the options and arguments that it has", async () => {
    const { commands: loaded } = await buildWholeProgram();
    const terms = loaded.map((command) => new Help().subcommandTerm(command));
    const { stdout } = await disclosed(["--help"]);
    for (const term of terms) expect(stdout).toContain(`\n  ${term}  `);
  });

  it.each(commands)("%s %s explains itself with --help and exit code 0", async (...path) => {
    const { code, stdout } = await disclosed([...path.filter(Boolean), "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: disclosed ${path.filter(Boolean).join(" ")}`);
  });

  it.each(commands.filter(([name]) => !["serve", "mcp"].includes(name ?? "")))(
    "%s %s offers --json",
    async (...path) => {
      expect((await disclosed([...path.filter(Boolean), "--help"])).stdout).toContain("--json");
    },
  );

  it.each([
    [["nonsense"]],
    [[]],
    [["accounts"]],
    [["accounts", "create"]],
    [["accounts", "create", "--email", "nobody"]],
    [["accounts", "create", "--email", "x@example.test", "--plan", "gold"]],
    [["accounts", "list", "--nonsense"]],
    [["accounts", "list", "spare"]],
    [["accounts", "set-plan", "x@example.test"]],
    [["accounts", "set-plan", "x@example.test", "free", "--plan", "max"]],
    [["accounts", "reset-link"]],
    [["admin", "create"]],
    [["admin", "create", "--email", "root@localhost"]],
    [["keys", "create"]],
    [["keys", "create", "--account", "x@example.test", "--allow-ip", "10.0.0.300"]],
    [["keys", "create", "--account", "x@example.test", "--expires", "2026-02-30"]],
    [["keys", "create", "--account", "x@example.test", "--expires", "tomorrow"]],
    [["keys", "revoke"]],
    [["ingest", "nonsense", "."]],
  ])("%j is wrong usage: exit code 2, nothing on standard output", async (args) => {
    const { code, stdout, stderr } = await disclosed(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("reports a bad setting as wrong usage, in one line", async () => {
    const { code, stderr } = await disclosed(["accounts", "list"], { DATABASE_URL: "mysql://x" });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^disclosed: DATABASE_URL="mysql:\/\/\.\.\." .*\n$/);
  });

  it.each([
    [["accounts", "set-plan", "nobody@example.test", "free"], "nobody@example.test"],
    [["keys", "create", "--account", "nobody@example.test"], "nobody@example.test"],
    [["accounts", "reset-link", "--email", "nobody@example.test"], "nobody@example.test"],
    [["accounts", "reset-second-factor", "--email", "nobody@example.test"], "nobody@example.test"],
    [["accounts", "approve", "nobody@example.test"], "nobody@example.test"],
    [["admin", "remove", "--email", "nobody@example.test"], "nobody@example.test"],
    [["keys", "revoke", "nonsense"], "nonsense"],
    [["keys", "revoke", "00000000-0000-4000-8000-000000000000"], "00000000"],
    [["usage", "--account", "nobody@example.test"], "nobody@example.test"],
  ])("%j fails with exit code 1 and one line that names what was not found", async (args, named) => {
    const { code, stdout, stderr } = await disclosed(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(named);
  });

  it("reports in one line that the database cannot be reached, without its password", async () => {
    const { code, stderr } = await disclosed(["accounts", "list"], {
      DATABASE_URL: "postgresql://me:hunter2@127.0.0.1:1/none",
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain("127.0.0.1:1");
    expect(stderr).not.toContain("hunter2");
  });
});

describe("people", () => {
  it("administrators are created with a one-time link, listed and removed", async () => {
    const email = "root@example.test";
    const made = await json("admin", "create", "--email", email);
    expect(Object.keys(made)).toEqual(["email", "link", "expires_at"]);
    expect(made).toMatchObject({
      email,
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/reset#token=[\w-]{43}$/),
    });
    expect(Date.parse(String(made.expires_at)) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const { stdout, stderr } = await disclosed(["admin", "create", "--email", email], {
      PUBLIC_URL: "https://d.example",
    });
    expect(stdout).toMatch(/^https:\/\/d\.example\/reset#token=\S{43}\n$/);
    expect(stderr).toContain(email);
    expect(await json("admin", "list")).toEqual([{ email, created_at: expect.any(String), has_password: false }]);
    await json("admin", "remove", "--email", email);
    expect(await json("admin", "list")).toEqual([]);
  });

  it("a second factor is turned off for a user who has one", async () => {
    await store.prisma.user.create({ data: { email: "lost@example.test", twoFactorEnabled: true } });
    const reset = ["accounts", "reset-second-factor", "--email", "lost@example.test"];
    expect(await json(...reset)).toEqual({ email: "lost@example.test", second_factor: false });
    expect(await disclosed(reset)).toMatchObject({ code: 1 });
  });

  it("a reset link is created for an existing account", async () => {
    await json("accounts", "create", "--email", "forgot@example.test");
    const made = await json("accounts", "reset-link", "--email", "forgot@example.test");
    expect(made).toMatchObject({ email: "forgot@example.test", link: expect.stringContaining("/reset#token=") });
  });
});

describe("accounts, keys and usage", () => {
  it("create an account and a key that is accepted from its addresses until it is revoked", async () => {
    const created = await json("accounts", "create", "--email", "Ops@Example.test", "--plan", "free");
    expect(created).toMatchObject({ email: "ops@example.test", plan: "free", status: "active" });
    expect(await disclosed(["accounts", "create", "--email", "ops@example.test"])).toMatchObject({ code: 1 });
    for (const args of [
      ["ops@example.test", "max"],
      ["--account", String(created.account_id), "--plan", "pro"],
      ["--email", "ops@example.test", "plus"],
    ])
      expect(await json("accounts", "set-plan", ...args)).toMatchObject({ plan: args.at(-1) });
    expect(await json("accounts", "list")).toContainEqual({ ...created, plan: "plus" });

    const key = await json(
      "keys",
      "create",
      "--account",
      "ops@example.test",
      "--name",
      "ci",
      "--allow-ip",
      "192.0.2.0/24",
      "--allow-ip",
      "2001:db8::/32",
    );
    expect(key).toMatchObject({
      key: expect.stringMatching(/^disc_live_\w{49}$/),
      key_id: expect.any(String),
      name: "ci",
    });
    const access = createAccess(store, postgresQuota(store.pool), { publicUrl: "" });
    const outcome = async (address: string) => (await access.authenticate(`Bearer ${key.key}`, address)).outcome;
    expect([await outcome("192.0.2.1"), await outcome("192.0.3.1")]).toEqual(["ok", "forbidden_address"]);

    const listed = (await json<Record<string, unknown>[]>("keys", "list", "--account", "ops@example.test"))[0];
    expect(listed).toMatchObject({ key_id: key.key_id, status: "active", last_four: String(key.key).slice(-4) });
    expect(JSON.stringify(listed)).not.toContain(String(key.key));
    expect(await json("keys", "revoke", String(key.key_id))).toMatchObject({ key_id: key.key_id, status: "revoked" });
    expect(await outcome("192.0.2.1")).toBe("unauthorized");
    await access.close();
  });

  it("print the key alone on standard output, and the message on standard error", async () => {
    await json("accounts", "create", "--email", "plain@example.test");
    const { stdout, stderr } = await disclosed(["keys", "create", "--account", "plain@example.test"]);
    expect(stdout).toMatch(/^disc_live_\w{49}\n$/);
    expect(stderr).toContain("it is shown only once");
    expect(stderr).not.toContain("disc_live_");
  });

  it("create keys that expire at the given time, also one in the past", async () => {
    await json("accounts", "create", "--email", "late@example.test");
    const key = await json("keys", "create", "--account", "late@example.test", "--expires", "2020-01-31");
    expect(key).toMatchObject({ status: "expired", expires_at: "2020-01-31T00:00:00.000Z" });
    const zoned = await json(
      "keys",
      "create",
      "--account",
      "late@example.test",
      "--expires",
      "2099-01-31T18:00:00+02:00",
    );
    expect(zoned).toMatchObject({ status: "active", expires_at: "2099-01-31T16:00:00.000Z" });
  });

  it("show the requests that were charged", async () => {
    const { account_id } = await json("accounts", "create", "--email", "used@example.test", "--plan", "free");
    const key = await json("keys", "create", "--account", "used@example.test");
    const access = createAccess(store, postgresQuota(store.pool), { publicUrl: "" });
    const result = await access.authenticate(`Bearer ${key.key}`, "192.0.2.1");
    if (result.outcome !== "ok") throw new Error(result.outcome);
    await access.take(result.principal);
    access.recordUse(result, { route: "/trades", status: 200, milliseconds: 1, requestId: "r", url: "/api/v1/trades" });
    await access.close();
    const [use] = await json<Record<string, unknown>[]>("usage", "--account", "used@example.test");
    expect(use).toMatchObject({
      account_id,
      plan: "free",
      day: { limit: 5, used: ifSameDay(1), remaining: ifSameDay(4) },
      month: { limit: 155, used: ifSameDay(1), remaining: ifSameDay(154) },
      requests: [{ route: "/trades", status: 200, requests: 1 }],
    });
    expect((await disclosed(["usage", "--account", "used@example.test"])).stdout).toMatch(/\b[01] of 5\b/);
  });
});

describe("migrate and doctor", () => {
  it("refuse a database with an older schema, and migrate it on demand", async () => {
    const url = await emptyDatabase();
    const env = { DATABASE_URL: url };
    const behind = await disclosed(["accounts", "list"], env);
    expect(behind.code).toBe(1);
    expect(behind.stderr).toContain("disclosed migrate");
    const unhealthy = await disclosed(["doctor", "--json"], env);
    expect(unhealthy.code).toBe(1);
    expect(JSON.parse(unhealthy.stdout)).toMatchObject({ ok: false });
    expect((await disclosed(["doctor"], env)).stdout).toContain("run `disclosed migrate`");

    const first = JSON.parse((await disclosed(["migrate", "--json"], env)).stdout);
    expect(first.applied).toContain("20261126000000_baseline");
    expect(await disclosed(["migrate", "--json"], env)).toMatchObject({ code: 0, stdout: '{"applied":[]}\n' });
    const healthy = await disclosed(["doctor", "--json"], env);
    expect([healthy.code, JSON.parse(healthy.stdout).ok]).toEqual([0, true]);
    expect((await disclosed(["accounts", "list"], env)).code).toBe(0);
  });

  it("name a bad setting and an unreachable database", async () => {
    const setting = await disclosed(["doctor"], { PORT: "http" });
    expect([setting.code, setting.stdout]).toEqual([1, expect.stringMatching(/FAILED {2}settings: PORT="http"/)]);
    const database = await disclosed(["doctor"], { DATABASE_URL: "postgresql://me:hunter2@127.0.0.1:1/none" });
    expect([database.code, database.stdout]).toEqual([1, expect.stringMatching(/FAILED {2}database: no connection/)]);
    expect(database.stdout).not.toContain("hunter2");
  });

  it("work beside a newer release that has migrated the database further", async () => {
    await store.pool.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('newer', 'x', '29990101000000_newer', now(), 1)`);
    try {
      const { stdout } = await disclosed(["doctor"]);
      expect(stdout).toMatch(/^ok +migrations: all applied, and 1 of a newer release/m);
      expect((await disclosed(["accounts", "list"])).code).toBe(0);
    } finally {
      await store.pool.query("DELETE FROM _prisma_migrations WHERE id = 'newer'");
    }
  });

  it("report missing data next to real data: prices with SPY, rosters", async () => {
    await store.pool.query("UPDATE data_version SET kind = 'real'");
    try {
      const { checks } = await json<{ checks: { check: string; status: string; message: string }[] }>("doctor");
      const found = (name: string) => checks.find(({ check }) => check === name);
      expect(found("prices")).toMatchObject({ status: "notice", message: expect.stringContaining("none") });
      expect(found("committee rosters")).toMatchObject({ status: "notice" });
      await store.pool.query("INSERT INTO price_series (symbol, provider, adjusted) VALUES ('ACME', 'test', true)");
      expect(JSON.stringify(await json("doctor"))).toContain("SPY missing");
      await store.pool.query(`WITH s AS (INSERT INTO price_series (symbol, provider, adjusted) VALUES ('SPY', 'test', true) RETURNING id)
        INSERT INTO price_bars (series_id, date, adjusted_close) SELECT id, '2026-03-10', 1 FROM s`);
      expect(JSON.stringify(await json("doctor"))).toContain("SPY until 2026-03-10");
    } finally {
      await store.pool.query("UPDATE data_version SET kind = 'empty'");
      await store.pool.query("TRUNCATE price_series CASCADE");
    }
  });
});

async function emptyDatabase(): Promise<string> {
  // the end of the run drops all databases with this prefix (test/support/global-setup.ts)
  const name = `disclosed_test_${process.ppid}_${process.pid}_cli`;
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}
