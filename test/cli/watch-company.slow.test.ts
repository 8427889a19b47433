// The scheduled maintenance of `disclosed sync --watch` and of the service, and the ports on which they report it. Both
// run as processes of their own, with every source switched off.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endAll } from "../start/processes.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { startCommand } from "../support/start-command.ts";
import { startProxy } from "../support/tcp-proxy.ts";
import { replyTimeoutMs } from "../support/until.ts";

let store: TestStore;
let folder: string;
beforeEach(async () => {
  store = await createTestStore();
  folder = mkdtempSync(join(tmpdir(), "disclosed-company-"));
  await store.pool.query(
    `INSERT INTO service_minutes (minute, requests, client_errors, errors, refusals, cache_hits, cache_misses, latency)
     VALUES (date_trunc('minute', now()) - interval '94 days', 1, 0, 0, 0, 0, 0, '{}')`,
  );
});
afterEach(async () => {
  endAll();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const backups = () => readdirSync(join(folder, "backups"));
const start = (args: string[], more: Record<string, string>) =>
  startCommand(args, {
    databaseUrl: store.databaseUrl,
    home: join(folder, "home"),
    more: { BACKUP_DIR: join(folder, "backups"), ...more },
  });
const watchHouse = (more: Record<string, string>) => start(["sync", "house", "--watch"], more);
const getFrom = (port: number) => (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
/** The number of backups once both tasks have succeeded, 0 before. */
const backupsWhenDone = async () =>
  (await store.prisma.maintenance.count({ where: { succeededAt: { not: null } } })) === 2 ? backups().length : 0;

test("the watcher removes expired rows and makes a backup, prints both, and serves metrics and health checks", async () => {
  const port = await freePort();
  const get = getFrom(port);
  const watcher = watchHouse({ SYNC_METRICS_PORT: String(port) });
  await watcher.prints(/prune: done, 1 rows removed/);
  await watcher.prints(/backup: done, \S+\.tar\.gz written \([\d,]+ bytes\)/);
  expect(backups()).toEqual([expect.stringMatching(/^disclosed-\d{8}T\d{6}Z\.tar\.gz$/)]);
  expect(await store.prisma.serviceMinute.count()).toBe(0);
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(200);
  expect((await get("/")).status).toBe(404);
  const page = async () => await (await get("/metrics")).text();
  await expect.poll(page).toMatch(/^disclosed_maintenance_success_timestamp_seconds\{task="backup"\} \d+/m);
  const text = await page();
  expect(text).toMatch(/^disclosed_maintenance_success_timestamp_seconds\{task="prune"\} \d+/m);
  expect(text).toMatch(/^disclosed_maintenance_removed_rows_total\{task="prune"\} 1$/m);
  expect(text).toMatch(/^disclosed_sync_scheduled\{source="house"\} 0$/m);
  expect(text).toMatch(/^disclosed_maintenance_written_bytes\{task="backup"\} \d+$/m);
  const judged = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
  if (judged.error === undefined) expect(`${judged.stdout}${judged.stderr}`).toBe("");
  watcher.child.kill("SIGTERM");
  expect(await watcher.ended()).toBe(143);
});

test("a watcher that loses its database is alive but not ready until the database is back", async () => {
  const url = new URL(store.databaseUrl);
  const proxy = await startProxy(Number(url.port || 5432));
  try {
    const port = await freePort();
    const get = getFrom(port);
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    const watcher = watchHouse({ SYNC_METRICS_PORT: String(port), DATABASE_URL: url.href, BACKUP_DIR: "" });
    await watcher.prints(/no source is watched; runs of house start only on request/);
    const status = async (path: string) => (await get(path)).status;
    expect(await status("/readyz")).toBe(200);
    proxy.swallow();
    expect(await status("/readyz")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    await proxy.pass();
    await expect.poll(() => status("/readyz"), { timeout: replyTimeoutMs }).toBe(200);
    watcher.child.kill("SIGKILL");
    await watcher.ended();
  } finally {
    await proxy.close();
  }
});

test("a watcher whose port is in use ends with one line and exit code 1", async () => {
  const port = await freePort();
  const first = watchHouse({ SYNC_METRICS_PORT: String(port) });
  await first.prints(/no source is watched; runs of house start only on request/);
  const second = watchHouse({ SYNC_METRICS_PORT: String(port) });
  expect(await second.ended()).toBe(1);
  expect(second.output()).toContain(`Port ${port} on 127.0.0.1 is in use; set SYNC_METRICS_PORT to another one`);
  first.child.kill("SIGTERM");
  await first.ended();
});

test("of several services and watchers on one database, only one does each task", async () => {
  const port = await freePort();
  const settings = { PORT: "0", SESSION_SECRET: "x".repeat(40) };
  const service = start(["serve"], { ...settings, METRICS_PORT: String(port) });
  const others = [start(["serve"], { ...settings, DISCLOSED_HOME: join(folder, "other") }), watchHouse({})];
  await expect.poll(backupsWhenDone, { timeout: replyTimeoutMs }).toBe(1);
  await service.prints(/http:\/\/127\.0\.0\.1:\d+/);
  const page = async () => await (await getFrom(port)("/metrics")).text();
  await expect.poll(page).toMatch(/^disclosed_maintenance_due_timestamp_seconds\{task="backup"\} \d+/m);
  for (const one of [service, ...others]) one.child.kill("SIGTERM");
  expect(await Promise.all([service, ...others].map((one) => one.ended()))).toEqual([0, 0, 143]);
  const rows = await store.prisma.maintenance.findMany({ orderBy: { task: "asc" } });
  expect(rows.map(({ task, failures, removedRows }) => [task, failures, Number(removedRows)])).toEqual([
    ["backup", 0, 0],
    ["prune", 0, 1],
  ]);
  expect(backups()).toHaveLength(1);
});
