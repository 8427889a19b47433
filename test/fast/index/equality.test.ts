// The index returns the same rows as PostgreSQL: for random questions, before and after changes of every kind; and pages of an older
// version stay the same. INDEX_SEED repeats a run, INDEX_QUESTIONS makes it longer.
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { notHeld } from "../../../src/fast/index/conditions-to-bits.ts";
import { readChanges } from "../../../src/fast/index/follower.ts";
import { insiderTradeFields, insiderTradeOrders } from "../../../src/fast/index/lists/insider-trades.ts";
import { politicianTradeFields, politicianTradeOrders } from "../../../src/fast/index/lists/politician-trades.ts";
import { inSnapshot, readEverything, type Snapshot } from "../../../src/fast/index/load/read-store.ts";
import { openOrderThread } from "../../../src/fast/index/orders/order-thread.ts";
import { type Question, TradeIndex } from "../../../src/fast/index/trade-index.ts";
import { conditionsOf } from "../../../src/filters/define-filters.ts";
import { insiderTradeFilters } from "../../../src/filters/insider-trades.ts";
import { politicianTradeFilters } from "../../../src/filters/politician-trades.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { changeAwkward, fillAwkward } from "./awkward-store.ts";
import { chanceOf } from "./chance.ts";
import { anyPage, anyQuestion, anyQuestionBy, everyFilter, queryStore } from "./questions.ts";

const seed = Number(process.env.INDEX_SEED ?? Date.now() % 1_000_000);
const questions = Number(process.env.INDEX_QUESTIONS ?? 300);
const chance = chanceOf(seed);
const which = `INDEX_SEED=${seed}`;

let store: TestStore;
let client: pg.Client;
let index: TradeIndex;
let snapshot: Snapshot;
const orders = openOrderThread();

beforeAll(async () => {
  store = await createTestStore();
  client = new pg.Client({ connectionString: store.databaseUrl });
  await client.connect();
  await fillAwkward(store, chance, 600);
  const others = [
    new pg.Client({ connectionString: store.databaseUrl }),
    new pg.Client({ connectionString: store.databaseUrl }),
  ];
  for (const other of others) await other.connect();
  const read = await readEverything([client, ...others], orders);
  for (const other of others) await other.end();
  index = new TradeIndex(read.data);
  // as in the service: it then has sets that a new index does not have
  for (const _ of index.warm());
  snapshot = read.snapshot;
});
afterAll(async () => {
  await orders.end();
  await client.end();
  await store.close();
});

const fieldsOf = (fields: object): Record<string, unknown> => Object.assign({}, ...Object.values(fields));
const tradeFields = fieldsOf(insiderTradeFields);
const memberTradeFields = fieldsOf(politicianTradeFields);

/** The question filters or sorts by a field that the index does not hold. */
function isNotHeld(question: Question): boolean {
  if (question.list === "insiderTrades")
    return (
      insiderTradeOrders[question.sort] === notHeld ||
      conditionsOf(insiderTradeFilters, question.filter).some(({ field }) => tradeFields[field] === notHeld)
    );
  if (question.list !== "politicianTrades") return false;
  return (
    politicianTradeOrders[question.sort] === notHeld ||
    conditionsOf(politicianTradeFilters, question.filter).some(({ field }) => memberTradeFields[field] === notHeld)
  );
}

/** Compares so many questions about fields that the index holds, and checks that it leaves others to PostgreSQL. */
async function compare(count: number): Promise<void> {
  let compared = 0;
  for (let round = 0; round < count; ) {
    const question = anyQuestion(chance);
    const page = anyPage(chance);
    const found = index.find(question, page, index.version);
    if (isNotHeld(question)) {
      expect(found).toBeUndefined();
      continue;
    }
    round++;
    // the index returns nothing for texts that only PostgreSQL can fold or find
    if (!found) continue;
    compared++;
    expect(found, `${which} ${JSON.stringify({ question, page })}`).toEqual(
      await queryStore(store.prisma, question, page),
    );
  }
  expect(compared).toBeGreaterThan(count * 0.6);
}

async function follow(): Promise<void> {
  await inSnapshot(client, async (now) => {
    const step = await readChanges(client, snapshot.seen, now);
    if (!step) throw new Error("the changes do not name single rows");
    index.apply(step);
    snapshot = now;
  });
}

it("returns the same rows as PostgreSQL", () => compare(questions));

// draws values until both find a row: the index leaves texts to PostgreSQL that only PostgreSQL can fold
it.each(everyFilter)("$list: finds the same rows as PostgreSQL by $name alone", async (filter) => {
  const first = { page: 1, pageSize: 1 };
  for (let round = 0; round < 60; round++) {
    const question = anyQuestionBy(chance, filter);
    const found = index.find(question, first, index.version);
    if (isNotHeld(question)) {
      expect(found).toBeUndefined();
      return;
    }
    const stored = await queryStore(store.prisma, question, first);
    if (stored.total === 0 || !found) continue;
    expect(found, `${which} ${JSON.stringify(question)}`).toEqual(stored);
    return;
  }
  expect.fail(`${which}: no row by any of 60 values`);
});

it("returns the same rows as PostgreSQL after changes of every kind", async () => {
  for (let round = 0; round < 8; round++) {
    await changeAwkward(store, chance, round);
    await follow();
    await compare(questions / 8);
  }
});

it("returns the rows of an older version after later changes, and nothing for a version that it does not have", async () => {
  const requested = Array.from({ length: 60 }, () => ({
    question: anyQuestion(chance),
    page: anyPage(chance),
  }));
  const version = index.version;
  const before = requested.map(({ question, page }) => index.find(question, page, version));
  for (let round = 8; round < 12; round++) {
    await changeAwkward(store, chance, round);
    await follow();
  }
  expect(index.version).toBe(version + 4);
  expect(
    requested.map(({ question, page }) => index.find(question, page, version)),
    which,
  ).toEqual(before);
  expect(index.find(requested[0]?.question as Question, { page: 1, pageSize: 1 }, index.version + 1)).toBeUndefined();
  expect(
    index.find(requested[0]?.question as Question, { page: 1, pageSize: 1 }, index.oldestVersion - 1),
  ).toBeUndefined();
});

it("leaves to PostgreSQL a version between two changes that it applied together", async () => {
  const question: Question = {
    list: "insiderTrades",
    filter: {},
    includeDerivative: true,
    sort: "FILED_ON",
    order: "DESC",
  };
  const page = { page: 1, pageSize: 50 };
  const version = index.version;
  const before = index.find(question, page, version);
  for (const round of [12, 13]) await changeAwkward(store, chance, round);
  await follow();
  expect(index.version).toBe(version + 2);
  expect(index.find(question, page, version)).toEqual(before);
  expect(index.find(question, page, version + 1)).toBeUndefined();
  expect(index.find(question, page, version + 2)).toEqual(await queryStore(store.prisma, question, page));
});

it("finds nothing for an empty list of roles, and leaves an unknown role to PostgreSQL, which refuses it", () => {
  const page = { page: 1, pageSize: 1 };
  const find = (role: string[]) => [
    index.find(
      { list: "insiderTrades", filter: { role }, includeDerivative: true, sort: "FILED_ON", order: "DESC" },
      page,
      index.version,
    ),
    index.find({ list: "clusters", filter: { role }, sort: "LATEST_FILED_ON", order: "DESC" }, page, index.version),
  ];
  const none = { ids: [], total: 0 };
  expect(find([])).toEqual([none, none]);
  expect(find(["foo"])).toEqual([undefined, undefined]);
});

it("an index that was updated equals one that is rebuilt, over one connection", async () => {
  const { data } = await readEverything([client], orders);
  const fresh = new TradeIndex(data);
  for (let round = 0; round < 200; round++) {
    const question = anyQuestion(chance);
    const page = anyPage(chance);
    expect(index.find(question, page, index.version), which).toEqual(fresh.find(question, page, fresh.version));
  }
});
