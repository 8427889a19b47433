// Two services with one index, over HTTP: both show what is ingested, and a caller who sends the data version back pages through one
// list while the data change.
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../../src/accounts/accounts.ts";
import { createKey } from "../../../src/accounts/keys.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { connectTradeIndex } from "../../../src/fast/index/client.ts";
import { startIndexOwner } from "../../../src/start/index-owner.ts";
import { Closers } from "../../../src/start/lifecycle.ts";
import { createMetrics } from "../../../src/start/metrics.ts";
import { startService } from "../../../src/start/service.ts";
import { syncReference } from "../../../src/store/reference.ts";
import { inTransaction } from "../../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { addTrades, fillAwkward } from "./awkward-store.ts";
import { chanceOf } from "./chance.ts";

const chance = chanceOf(11);
const closers = new Closers();
let store: TestStore;
let key: string;
const bases: string[] = [];

beforeAll(async () => {
  store = await createTestStore();
  await syncReference(store);
  await fillAwkward(store, chance, 60);
  const log = pino({ level: "silent" });
  const indexSocket = await startIndexOwner(store.databaseUrl, { log, closers, onRestart: () => {} });
  const client = connectTradeIndex(indexSocket);
  const question = {
    list: "insiderTrades",
    filter: {},
    includeDerivative: true,
    sort: "FILED_ON",
    order: "DESC",
  } as const;
  while (!(await client.find(question, { page: 1, pageSize: 1 }, "1"))) await sleep(50);
  client.close();
  const config = loadConfig({ PORT: "0", DATABASE_URL: store.databaseUrl });
  // the third has no index
  for (const socket of [indexSocket, indexSocket, undefined]) {
    const parts = { version: "0", log, closers, metrics: createMetrics(), indexSocket: socket };
    bases.push((await startService(config, store, parts)).publicUrl);
  }
  const account = await createAccount(store, { email: "pages@example.org", plan: "max", actor: "test" });
  key = (await createKey(store, { account: account.email, actor: "test" })).key;
});
afterAll(async () => {
  await closers.closeAll(() => {});
  await store.close();
});

async function get(base: number, query: string) {
  const response = await fetch(`${bases[base]}/api/v1/trades?includeDerivative=true&${query}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a response of the service
  return { status: response.status, body: (await response.json()) as any };
}

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

/** New filings, and rows that leave the list. */
async function ingest(round: number): Promise<number> {
  return await inTransaction(store, async (client) => {
    await addTrades(client, chance, 500_000 + round * 100, 8);
    await client.query(
      "UPDATE insider_trades SET superseded_by_id = id WHERE id IN (SELECT id FROM insider_trades WHERE superseded_by_id IS NULL ORDER BY filed_on DESC, id DESC LIMIT 2 OFFSET 5)",
    );
    const { rows } = await client.query("SELECT disclosed_bump_data_version() AS version");
    return Number(rows[0].version);
  });
}

it("pages through the list of one version while new ones are stored, whichever process answers", async () => {
  const whole = await get(2, "pageSize=100");
  const { data_version: version } = whole.body.meta;
  const total = whole.body.pagination.total;
  const seen: number[] = [];
  for (let page = 1; page <= Math.ceil(total / 7); page++) {
    const { status, body } = await get(page % 2, `dataVersion=${version}&page=${page}&pageSize=7`);
    expect(status).toBe(200);
    expect(body.pagination.total).toBe(total);
    expect(body.meta.data_version).toBe(version);
    expect(body.meta.rows_version).toBe(String(Number(version) + page - 1));
    seen.push(...idsOf(body));
    await ingest(page);
  }
  expect(seen).toEqual(idsOf(whole.body));
});

it("shows what was ingested in every process, and never half of it", async () => {
  for (let round = 100; round < 104; round++) {
    const version = await ingest(round);
    const seen = async (base: number) => Number((await get(base, "pageSize=100")).body.meta.data_version);
    await Promise.all([0, 1, 2].map((base) => expect.poll(() => seen(base), { interval: 20 }).toBe(version)));
    const [one, other, plain] = await Promise.all([0, 1, 2].map((base) => get(base, "pageSize=100")));
    expect(idsOf(one?.body)).toEqual(idsOf(plain?.body));
    expect(other?.body.data).toEqual(plain?.body.data);
    expect(one?.body.pagination).toEqual(plain?.body.pagination);
  }
});

it("refuses a version that is not retained, not reached or not a number, and accepts the current one", async () => {
  expect(await get(0, "dataVersion=0")).toMatchObject({
    status: 410,
    body: { error: expect.stringContaining("start again") },
  });
  expect(await get(2, "dataVersion=1")).toMatchObject({ status: 410 });
  expect(await get(0, "dataVersion=99999")).toMatchObject({
    status: 400,
    body: { details: [{ parameter: "dataVersion", message: expect.stringContaining("not reached") }] },
  });
  expect((await get(0, "dataVersion=new")).status).toBe(400);
  const { body } = await get(2, "pageSize=1");
  expect((await get(2, `pageSize=1&dataVersion=${body.meta.data_version}`)).status).toBe(200);
});
