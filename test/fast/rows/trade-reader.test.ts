// Trades are read by id with one statement for concurrent reads; a statement without a waiting caller is cancelled.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { joinedInsiderTrades } from "../../../src/fast/rows/joined-trades.ts";
import { TradeReader } from "../../../src/fast/rows/trade-reader.ts";
import { traceWith } from "../../../src/lib/spans.ts";
import type { TestStore } from "../../support/database.ts";
import { tradeId } from "../../support/seed.ts";
import { createSeededStore } from "../../support/seeded-store.ts";
import { waitingFor } from "../../support/waiting-for.ts";

let store: TestStore;
let version: string;
const [lot, sale, gift] = [tradeId("lot1"), tradeId("saleAmended"), tradeId("gift")].map(BigInt) as [
  bigint,
  bigint,
  bigint,
];

beforeAll(async () => {
  store = await createSeededStore();
  version = (await store.pool.query("SELECT version::text FROM data_version")).rows[0].version;
});
afterAll(() => store.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const newReader = () => new TradeReader(store, joinedInsiderTrades);

it("answers concurrent reads with one statement, each with its rows and the version", async () => {
  const connect = vi.spyOn(store.pool, "connect");
  const reader = newReader();
  const responses = await Promise.all([reader.read([lot, sale]), reader.read([sale]), reader.read([1n])]);
  expect(connect).toHaveBeenCalledTimes(1);
  expect(responses.map((response) => response.version)).toEqual([version, version, version]);
  expect(responses[0]?.rows.get(lot)?.trade.id).toBe(lot);
  expect(responses[1]?.rows.get(sale)?.filing.accessionNumber).toBe(
    responses[0]?.rows.get(sale)?.trade.accessionNumber,
  );
  expect(responses[2]?.rows.has(1n)).toBe(false);
});

it("puts at most a thousand ids into a statement, but never splits a single read", async () => {
  const connect = vi.spyOn(store.pool, "connect");
  const reader = newReader();
  const many = Array.from({ length: 600 }, (_, index) => BigInt(index));
  await Promise.all([reader.read(many), reader.read(many), reader.read([...many, ...many])]);
  expect(connect).toHaveBeenCalledTimes(3);
});

it("runs four statements concurrently, and the others after them", async () => {
  const reader = newReader();
  let open = 0;
  let max = 0;
  const connect = store.pool.connect.bind(store.pool) as () => Promise<never>;
  vi.spyOn(store.pool, "connect").mockImplementation(async () => {
    max = Math.max(max, ++open);
    const client = (await connect()) as { release: () => void };
    const release = client.release.bind(client);
    await sleep(20);
    client.release = () => {
      open--;
      release();
    };
    return client as never;
  });
  const responses = [];
  for (let time = 0; time < 12; time++) {
    responses.push(reader.read([lot]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { rows } of await Promise.all(responses)) expect(rows.get(lot)?.trade.id).toBe(lot);
  expect(max).toBe(4);
});

it("rejects a cancelled read with its reason, and continues for the others", async () => {
  const reader = newReader();
  const cancellation = new AbortController();
  const cancelled = reader.read([lot], cancellation.signal);
  const other = reader.read([gift]);
  cancellation.abort(new Error("client closed request"));
  await expect(cancelled).rejects.toThrow("client closed request");
  expect((await other).rows.get(gift)?.trade.id).toBe(gift);
  await expect(reader.read([lot], AbortSignal.abort(new Error("gone before")))).rejects.toThrow("gone before");
});

it("cancels a statement without a waiting caller, and only that one", async () => {
  // a lock keeps the statement waiting; nothing else reads these rows here
  const blocker = await store.pool.connect();
  try {
    await blocker.query("BEGIN");
    await blocker.query("LOCK TABLE insider_trades IN ACCESS EXCLUSIVE MODE");
    const reader = newReader();
    const [one, other] = [new AbortController(), new AbortController()];
    const responses = [reader.read([lot], one.signal), reader.read([sale], other.signal)];
    const outcome = Promise.allSettled(responses);
    const waiting = async () => (await blocker.query(waitingFor("insider_trades"))).rowCount ?? 0;
    while ((await waiting()) === 0) await sleep(10);
    one.abort(new Error("left"));
    await sleep(100);
    expect(await waiting()).toBe(1);
    other.abort(new Error("left too"));
    while ((await waiting()) > 0) await sleep(10);
    expect((await outcome).map((result) => result.status === "rejected" && result.reason.message)).toEqual([
      "left",
      "left too",
    ]);
  } finally {
    await blocker.query("ROLLBACK");
    blocker.release();
  }
});

it("rejects all waiting reads when the statement fails", async () => {
  vi.spyOn(store.pool, "connect").mockImplementation(() => Promise.reject(new Error("away")) as never);
  const reader = newReader();
  const outcome = await Promise.allSettled([reader.read([lot]), reader.read([sale])]);
  expect(outcome.map((result) => result.status === "rejected" && result.reason.message)).toEqual(["away", "away"]);
});

it("runs a statement in the trace of one of its callers, whichever statement ended before", async () => {
  const caller = new AsyncLocalStorage<string>();
  traceWith((_span, work) => work({ rename() {}, note() {} }));
  try {
    const startedBy: (string | undefined)[] = [];
    const connect = store.pool.connect.bind(store.pool) as () => Promise<never>;
    vi.spyOn(store.pool, "connect").mockImplementation(async () => {
      startedBy.push(caller.getStore());
      await sleep(20);
      return await connect();
    });
    const reader = newReader();
    const callers = Array.from({ length: 8 }, (_, index) => `caller ${index}`);
    const responses = [];
    for (const name of callers) {
      responses.push(caller.run(name, () => reader.read([lot])));
      // a turn of the event loop, so that no two requests share a statement before four are under way
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(responses);
    expect(startedBy.length).toBeGreaterThan(4);
    expect(startedBy).toEqual(callers.slice(0, startedBy.length));
  } finally {
    traceWith(undefined);
  }
});
