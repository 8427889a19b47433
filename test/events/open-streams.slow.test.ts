// The number of open streams that a plan allows, over several processes of the service.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey, revokeKey } from "../../src/accounts/keys.ts";
import { endAll, type Running } from "../start/processes.ts";
import type { TestStore } from "../support/database.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { startCommand } from "../support/start-command.ts";
import { until } from "../support/until.ts";

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await createSeededStore();
  folder = mkdtempSync(join(tmpdir(), "disclosed-open-streams-"));
});
afterAll(async () => {
  endAll();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startService(name: string): Promise<{ running: Running; base: string }> {
  const running = startCommand(["serve"], {
    databaseUrl: store.databaseUrl,
    home: join(folder, name),
    more: { PORT: "0" },
  });
  const [base] = await running.prints(/http:\/\/[^\s"/]+/);
  return { running, base };
}

interface Stream {
  status: number;
  ended: Promise<void>;
  close(): void;
}

async function openStream(base: string, key: string): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${base}/api/v1/stream?list=trades`, {
    headers: { authorization: `Bearer ${key}` },
    signal: abort.signal,
  });
  const read = async () => {
    for await (const _ of response.body ?? []);
  };
  return { status: response.status, ended: read().catch(() => {}), close: () => abort.abort() };
}

/** A key of an account whose plan allows two open streams. */
async function newKey() {
  const account = await createAccount(store, {
    email: `${crypto.randomUUID()}@example.org`,
    plan: "plus",
    actor: "test",
  });
  expect(await store.prisma.plan.findUnique({ where: { id: "plus" } })).toMatchObject({ openStreams: 2 });
  return await createKey(store, { account: account.id, actor: "test" });
}

it("the limit of open streams holds over all processes, frees those of a killed process, and a revocation ends all", async () => {
  const [first, second] = [await startService("first"), await startService("second")];
  const { id, key } = await newKey();
  const statusOf = async (base: string) => {
    const stream = await openStream(base, key);
    if (stream.status === 200) stream.close();
    return stream.status;
  };

  await openStream(first.base, key);
  const other = await openStream(second.base, key);
  expect([await statusOf(first.base), await statusOf(second.base)]).toEqual([429, 429]);

  // after one is closed, another can be opened
  other.close();
  await until(async () => (await store.prisma.openStream.count()) === 1);
  const again = await openStream(second.base, key);
  expect(again.status).toBe(200);

  first.running.child.kill("SIGKILL");
  await first.running.ended();
  const open = () => store.prisma.openStream.count({ where: { leasedUntil: { gte: new Date() } } });
  await until(async () => (await open()) === 1);
  const third = await startService("third");
  const last = await openStream(third.base, key);
  expect(last.status).toBe(200);

  await revokeKey(store, id, "test");
  await Promise.all([again.ended, last.ended]);
  await until(async () => (await open()) === 0);
});

it("streams of a process that stops are no longer counted", async () => {
  const { running, base } = await startService("stopping");
  const { key } = await newKey();
  await openStream(base, key);
  const before = await store.prisma.openStream.count();
  running.child.kill("SIGTERM");
  expect(await running.ended()).toBe(0);
  expect(await store.prisma.openStream.count()).toBe(before - 1);
});
