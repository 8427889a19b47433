// `disclosed sync` as a process of its own against EDGAR's double with invented filings: what it prints, how it ends,
// and what happens when it is stopped, killed, or started twice.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDownloads } from "../../src/export/published/downloads.ts";
import { migrate, migrationState } from "../../src/store/migrate.ts";
import { submission } from "../ingest/form345/fixtures.ts";
import { latestFeed } from "../publishers/feed.ts";
import type { Double } from "../publishers/kit.ts";
import { startSecDouble } from "../publishers/sec.ts";
import { endAll } from "../start/processes.ts";
import { testContact } from "../support/contact.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";
import { schemaDifference } from "../support/schema-difference.ts";
import { startCommand } from "../support/start-command.ts";
import { until } from "../support/until.ts";

const today = new Date().toISOString().slice(0, 10);
const accession = (n: number) => `0009980001-24-${String(n).padStart(6, "0")}`;
const entries = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ accession: accession(n + 1), filed: today, cik: 9_980_001 }));
const tickers = { 0: { cik_str: 9_980_001, ticker: "ZQIW", title: "Invented Widgets Inc" } };
let store: TestStore;
let folder: string;
let edgar: Double;
let filings: number;
let delayMs: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-sync-"));
  edgar = await startSecDouble({
    file: (name) => (name.startsWith("company_tickers") ? JSON.stringify(tickers) : null),
    latest: (form, start) => latestFeed(form === "4" && start === 0 ? entries(filings) : []),
    submission: async (id) => {
      await sleep(delayMs);
      return submission({ accession: id, filed: today, issuerCik: "0009980001" });
    },
  });
});
beforeEach(async () => {
  store = await createTestStore();
  edgar.requests.length = 0;
  filings = 6;
  delayMs = 0;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  endAll();
  await store.close();
});
afterAll(async () => {
  await edgar.close();
  await rm(folder, { recursive: true, force: true });
});

const home = () => join(folder, new URL(store.databaseUrl).pathname);
const publisher = () => ({ SEC_URL: edgar.url, SEC_DATA_URL: edgar.url });

const disclosed = (args: string[], more: Record<string, string> = {}) =>
  startCommand(args, {
    databaseUrl: store.databaseUrl,
    home: home(),
    more: { SAME_DAY: today, ...publisher(), ...more },
    imports: ["./test/support/same-day.mjs"],
  });

/** A command that ends before it does anything, in this process. */
const refused = (args: string[], more: Record<string, string>) =>
  runCommand(args, {
    DATABASE_URL: store.databaseUrl,
    DISCLOSED_HOME: home(),
    CONTACT: testContact,
    ...publisher(),
    ...more,
  });

const query = async <T>(sql: string) => (await store.pool.query(sql)).rows as T[];
const stored = async () => (await query<{ n: number }>("SELECT count(*)::int AS n FROM filings"))[0]?.n ?? 0;
/** accession numbers of the requested documents */
const requested = () =>
  edgar.requests.flatMap(({ path }) => /\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(path)?.[1] ?? []).sort();

describe("one run", () => {
  it("updates sources, derives everything and prints one JSON document", async () => {
    const process = disclosed(["sync", "form345", "companies", "--from", today, "--json"]);
    expect([await process.ended(), process.output()]).toEqual([0, expect.anything()]);
    const summary = JSON.parse(/^\{.*\}$/m.exec(process.output())?.[0] ?? "");
    const upToDate = {
      status: "up_to_date",
      failed: 0,
      failed_listings: 0,
      next_retry_at: null,
      seconds: expect.any(Number),
      message: null,
    };
    expect(summary).toEqual({
      sources: [
        {
          source: "companies",
          ...upToDate,
          listed: 0,
          fetched: 2,
          records: { found: 2, new: 1, unchanged: 1, amended: 0, quarantined: 0 },
        },
        {
          source: "form345",
          ...upToDate,
          listed: 6,
          fetched: 6,
          records: { found: 6, new: 6, unchanged: 0, amended: 0, quarantined: 0 },
        },
      ],
      seconds: expect.any(Number),
    });
    expect(requested()).toEqual([1, 2, 3, 4, 5, 6].map(accession));
    expect(await query("SELECT 1 FROM pending_derivations")).toEqual([]);
    expect(process.output()).toMatch(
      /form345: \d+ fetched, \d+ due; 6 listed, \d+ stored, 0 quarantined; (about|nothing)/,
    );
  });

  it("that its publisher refuses prints the time of the next retry, and ends with 1", async () => {
    edgar.fault(/0009980001-24-000003\.txt$/, { kind: "status", status: 429 });
    const process = disclosed(["sync", "form345", "--from", today]);
    expect(await process.ended()).toBe(1);
    expect(process.output()).toMatch(/form345: refused by its publisher: .*429.*; next retry at 20\d\d-/);
  });

  it("that is interrupted ends with 130, and the next one fetches what is not stored", async () => {
    delayMs = 400;
    filings = 16;
    const first = disclosed(["sync", "form345", "--from", today]);
    await until(async () => requested().length > 8);
    first.child.kill("SIGINT");
    expect(await first.ended()).toBe(130);
    expect(first.output()).toContain("form345: stopped");
    const kept = await stored();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(16);
    const before = requested().length;
    delayMs = 0;
    const second = disclosed(["sync", "form345", "--from", today]);
    expect(await second.ended()).toBe(0);
    expect(await stored()).toBe(16);
    expect(requested().length - before).toBe(16 - kept);
    expect(await query("SELECT status FROM ingestion_runs ORDER BY started_at")).toEqual([
      { status: "stopped" },
      { status: "completed" },
    ]);
  });

  it.each<[string[], Record<string, string>, string]>([
    [["sync", "nothing"], {}, "unknown source"],
    [["sync", "form345", "--from", "yesterday"], {}, "--from"],
    [["sync", "form345", "--from", "2999-01-01"], {}, "not in the future"],
    [["sync"], { CONTACT: "" }, "CONTACT"],
  ])("%j with %j is wrong usage", async (args, more, message) => {
    const { code, stderr } = await refused(args, more);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("--watch", () => {
  it("concurrent processes fetch no document twice, and leave the schema as Prisma knows it", async () => {
    filings = 12;
    const watchers = [1, 2, 3].map(() => disclosed(["sync", "form345", "--from", today, "--watch"]));
    await Promise.all(watchers.map((watcher) => watcher.prints(/watching form345/)));
    await until(async () => (await stored()) === 12);
    for (const { child } of watchers) child.kill("SIGTERM");
    expect(await Promise.all(watchers.map((watcher) => watcher.ended()))).toEqual([143, 143, 143]);
    expect(requested()).toEqual(Array.from({ length: 12 }, (_, n) => accession(n + 1)));
    expect(await query("SELECT name, policy FROM pgboss.queue WHERE name LIKE 'sync-%'")).toEqual([
      { name: "sync-form345", policy: "stately" },
    ]);
    expect(await query("SELECT name, cron FROM pgboss.schedule")).toEqual([
      { name: "sync-form345", cron: "*/10 * * * *" },
    ]);
    expect(await schemaDifference(store.databaseUrl)).toBe("-- This is an empty migration.\n");
    expect(await migrationState(store.databaseUrl)).toEqual({ pending: [], ahead: [], edited: [], failed: [] });
    expect(await migrate(store.databaseUrl)).toEqual([]);
  });

  it("publishes the filings of the day as files", async () => {
    const exports = join(folder, "exports");
    expect(await disclosed(["sync", "form345", "--from", today]).ended()).toBe(0);
    const watcher = disclosed(["sync", "form345", "--from", today, "--watch"], { EXPORTS_DIR: exports });
    await watcher.prints(/exports: done, 3 files written/);
    watcher.child.kill("SIGTERM");
    expect(await watcher.ended()).toBe(143);
    const files = await query<{ name: string; format: string; rows: number }>(
      "SELECT name, format, rows FROM published_exports WHERE list = 'trades' ORDER BY format",
    );
    expect(files.map(({ format, rows }) => [format, rows])).toEqual([
      ["csv", 6],
      ["ndjson", 6],
      ["parquet", 6],
    ]);
    const downloads = createDownloads(store, exports);
    const file = await downloads.find(files[1]?.name ?? "");
    if (!file) throw new Error("the file is not published");
    const lines = (await text(await downloads.open(file, { start: 0, end: file.bytes - 1 })))
      .split("\n")
      .filter(Boolean);
    const numbers = lines.map((line) => JSON.parse(line).accession_number);
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6].map(accession));
  });

  it.each([
    ["house=daily", "a cron expression has five fields"],
    ["house=61 * * * *", '"61 * * * *" for house is not a cron expression'],
    ["hosue=* * * * *", "hosue is not a source"],
  ])("refuses the schedule %s", async (schedule, message) => {
    const { code, stderr } = await refused(["sync", "--watch"], { SYNC_SCHEDULES: schedule });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("continues after a watcher was killed", async () => {
    delayMs = 300;
    filings = 16;
    const killed = disclosed(["sync", "form345", "--from", today, "--watch"]);
    await until(async () => requested().length > 5);
    killed.child.kill("SIGKILL");
    await killed.ended();
    delayMs = 0;
    const next = disclosed(["sync", "form345", "--from", today, "--watch"], { SYNC_SCHEDULES: "form345=off" });
    await next.prints(/no source is watched; runs of form345 start only on request/);
    const other = disclosed(["sync", "form345", "--from", today, "--watch"], { SYNC_SCHEDULES: "form345=0 4 * * *" });
    await until(async () => (await stored()) === 16);
    for (const { child } of [next, other]) child.kill("SIGTERM");
    expect([await next.ended(), await other.ended()]).toEqual([143, 143]);
    expect(await query("SELECT status FROM ingestion_runs WHERE status IN ('running', 'interrupted')")).toEqual([
      { status: "interrupted" },
    ]);
  });
});
