// The processes that send webhooks: `disclosed sync --watch`, and the service if WEBHOOKS_SENDER says so.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../../src/store/transaction.ts";
import { endAll } from "../start/processes.ts";
import type { TestStore } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { startCommand } from "../support/start-command.ts";
import { until } from "../support/until.ts";
import { startWatcher } from "./processes.ts";
import { hang, ok, type Receiver, startReceiver } from "./receiver.ts";
import { storeEvents, subscribe } from "./sending.ts";

let store: TestStore;
let folder: string;
let receiver: Receiver;
beforeEach(async () => {
  store = await createSeededStore();
  folder = mkdtempSync(join(tmpdir(), "disclosed-webhooks-"));
  receiver = await startReceiver();
});
afterEach(async () => {
  endAll();
  await receiver.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (args: string[], more: Record<string, string>) =>
  startCommand(args, { databaseUrl: store.databaseUrl, home: join(folder, "home"), more });
const watcher = (more: Record<string, string> = {}) =>
  startWatcher({ databaseUrl: store.databaseUrl, home: join(folder, "home"), more });
const service = (more: Record<string, string>) => start(["serve"], { PORT: "0", ...more });

async function eventAt(position: number, id: string) {
  const row = await store.prisma.insiderTrade.findFirstOrThrow();
  await storeEvents(store, { id, list: "trades" }, [{ position, rowId: row.id }]);
}
const reached = async (id: string) =>
  (await store.prisma.subscription.findUniqueOrThrow({ where: { id } })).reachedPosition;

test("the watcher sends waiting and new events, counts them, and releases a message under way when it stops", async () => {
  const { id } = await subscribe(store, { url: receiver.url });
  await eventAt(1, id);
  const port = await freePort();
  const running = watcher({ SYNC_METRICS_PORT: String(port) });
  await until(() => receiver.received.length === 1);
  await eventAt(2, id);
  await until(async () => (await reached(id)) === 2n);
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(page).toContain('disclosed_webhook_attempts_total{result="delivered"} 2');
  receiver.respondWith(hang);
  await eventAt(3, id);
  await until(() => receiver.received.length === 3);
  running.child.kill("SIGTERM");
  expect(await running.ended()).toBe(143);
  const after = await store.prisma.subscription.findUniqueOrThrow({ where: { id } });
  expect(after).toMatchObject({ leasedUntil: null, attempts: 0, reachedPosition: 2n, sendingPosition: 3n });
});

test("the service sends if the setting says so, and after a killed one the next sends its message under the same id", async () => {
  receiver.respondWith(hang);
  const { id } = await subscribe(store, { url: receiver.url });
  await eventAt(1, id);
  const first = service({ WEBHOOKS_SENDER: "serve" });
  await until(() => receiver.received.length === 1);
  first.child.kill("SIGKILL");
  await first.ended();
  receiver.respondWith(ok);
  // the lease of the killed one ends
  await store.pool.query("UPDATE subscriptions SET leased_until = now() WHERE id = $1", [id]);
  const second = service({ WEBHOOKS_SENDER: "both" });
  await until(async () => (await reached(id)) === 1n);
  expect(receiver.received.map((one) => one.id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id]);
  second.child.kill("SIGTERM");
  expect(await second.ended()).toBe(0);
});

test("a change of a row reaches the webhooks whose filters it matches, as created and withdrawn", async () => {
  const trade = await store.prisma.insiderTrade.findFirstOrThrow({ where: { supersededById: null } });
  const running = service({ WEBHOOKS_SENDER: "serve" });
  await running.prints(/http:\/\/\S+/);
  await subscribe(store, { url: receiver.url, filters: "tradeTypes=X" });
  const change = (code: string) =>
    inTransaction(store, async (client) => {
      const values = [code, trade.id.toString()];
      await client.query(
        "UPDATE insider_trades SET transaction_code = $1, last_modified = clock_timestamp() WHERE id = $2",
        values,
      );
      await client.query("SELECT disclosed_bump_data_version()");
    });
  await change("X");
  await until(() => receiver.received.length === 1);
  await change(trade.transactionCode);
  await until(() => receiver.received.length === 2);
  const events = receiver.received.flatMap((one) => one.events);
  expect(events.map(({ type, data }) => [type, data.id])).toEqual([
    ["trade.created", Number(trade.id)],
    ["trade.withdrawn", Number(trade.id)],
  ]);
  running.child.kill("SIGTERM");
  expect(await running.ended()).toBe(0);
});

test("without the setting the service sends nothing", async () => {
  const { id } = await subscribe(store, { url: receiver.url });
  await eventAt(1, id);
  const running = service({});
  await running.prints(/http:\/\/\S+/);
  running.child.kill("SIGTERM");
  expect(await running.ended()).toBe(0);
  expect(receiver.received).toEqual([]);
});
