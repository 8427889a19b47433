// The process that holds the index: it returns the same rows as PostgreSQL, follows changes, and is started again when it has died.
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTradeIndex, type TradeIndexClient } from "../../../src/fast/index/client.ts";
import { startIndexOwner } from "../../../src/start/index-owner.ts";
import { Closers } from "../../../src/start/lifecycle.ts";
import { processesWith } from "../../start/processes.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { changeAwkward, fillAwkward } from "./awkward-store.ts";
import { chanceOf } from "./chance.ts";
import { anyPage, anyQuestion, queryStore } from "./questions.ts";

const chance = chanceOf(7);
const closers = new Closers();
let store: TestStore;
let socketPath: string;
let restarts = 0;
const clients: TradeIndexClient[] = [];

beforeAll(async () => {
  store = await createTestStore();
  await fillAwkward(store, chance, 100);
  socketPath = await startIndexOwner(store.databaseUrl, {
    log: pino({ level: "silent" }),
    closers,
    onRestart: () => restarts++,
  });
  clients.push(connectTradeIndex(socketPath), connectTradeIndex(socketPath));
});
afterAll(async () => {
  for (const client of clients) client.close();
  await closers.closeAll(() => {});
  await store.close();
});

const everything = {
  list: "insiderTrades",
  filter: {},
  includeDerivative: true,
  sort: "FILED_ON",
  order: "DESC",
} as const;
const firstPage = { page: 1, pageSize: 25 };
const versionNow = async () => String((await store.pool.query("SELECT version FROM data_version")).rows[0].version);
const waitUntilReady = () =>
  expect.poll(async () => clients[0]?.find(everything, firstPage, await versionNow())).toBeDefined();

it("returns the same rows as PostgreSQL for many concurrent queries", async () => {
  await waitUntilReady();
  const version = await versionNow();
  const queryMany = () =>
    Promise.all(
      Array.from({ length: 120 }, async (_, at) => {
        const [question, page] = [anyQuestion(chance), anyPage(chance)];
        const found = await clients[at % 2]?.find(question, page, version);
        if (found) expect(found).toEqual(await queryStore(store.prisma, question, page));
      }),
    );
  // on a busy machine some results take longer than a client waits
  while ((clients[0]?.statistics.found ?? 0) <= 40) await queryMany();
});

it("has a new version when a request needs it, and keeps the one before", async () => {
  const before = await versionNow();
  const rowsBefore = await clients[0]?.find(everything, firstPage, before);
  for (let round = 0; round < 3; round++) {
    await changeAwkward(store, chance, round);
    const version = await versionNow();
    const expected = await queryStore(store.prisma, everything, firstPage);
    // usually the first query has it; on a busy machine it can take longer than a client waits
    await expect.poll(() => clients[1]?.find(everything, firstPage, version)).toEqual(expected);
  }
  expect(await clients[1]?.find(everything, firstPage, before)).toEqual(rowsBefore);
});

it("returns nothing for a version that does not exist yet or is no longer retained", async () => {
  expect(await clients[0]?.find(everything, firstPage, "999999")).toBeUndefined();
  expect(await clients[0]?.find(everything, firstPage, "0")).toBeUndefined();
});

it("is rebuilt if any row may have changed", async () => {
  await store.pool.query("BEGIN; TRUNCATE insider_trades CASCADE; SELECT disclosed_bump_data_version(); COMMIT");
  await expect
    .poll(async () => clients[0]?.find(everything, firstPage, await versionNow()))
    .toEqual({ ids: [], total: 0 });
});

it("is rebuilt after it was killed", async () => {
  const [pid] = processesWith("fast/index/owner").filter((one) => parentOf(one) === process.pid);
  process.kill(Number(pid), "SIGKILL");
  await expect
    .poll(async () => clients[0]?.find(everything, firstPage, await versionNow()), { interval: 5 })
    .toBeUndefined();
  await waitUntilReady();
  expect(restarts).toBe(1);
});

it("is started again after its process could not be started", async () => {
  const { execPath } = process;
  const another = new Closers();
  let failed = 0;
  try {
    process.execPath = "/nowhere/node";
    const log = pino({ level: "silent" });
    const path = await startIndexOwner(store.databaseUrl, { log, closers: another, onRestart: () => failed++ });
    await expect.poll(() => failed).toBeGreaterThan(0);
    process.execPath = execPath;
    await expect.poll(() => existsSync(path), { timeout: 20_000 }).toBe(true);
  } finally {
    process.execPath = execPath;
    await another.closeAll(() => {});
  }
});

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

it("removes the temporary folders that killed services left, and none that is in use or has other files", async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const folderOf = (name: string, file?: string) => {
    const folder = join(tmpdir(), `disclosed-index-${name}-${process.pid}`);
    mkdirSync(folder);
    if (file) writeFileSync(join(folder, file), "");
    utimesSync(folder, anHourAgo, anHourAgo);
    return folder;
  };
  const [dead, empty, foreign] = [folderOf("dead", "index"), folderOf("empty"), folderOf("foreign", "notes")];
  await waitUntilReady();
  utimesSync(dirname(socketPath), anHourAgo, anHourAgo);
  const another = new Closers();
  try {
    await startIndexOwner(store.databaseUrl, { log: pino({ level: "silent" }), closers: another, onRestart: () => {} });
    expect([dead, empty, foreign].map((folder) => existsSync(folder))).toEqual([false, false, true]);
    expect(existsSync(socketPath)).toBe(true);
  } finally {
    await another.closeAll(() => {});
    rmSync(foreign, { recursive: true, force: true });
  }
});
