// Every fast path gives the results of the plain path: random queries of both, for each combination of fast paths.
import fc from "fast-check";
import { parse } from "graphql";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readPersisted } from "../../rest/all-routes.ts";
import type { TradeIndexPort } from "../../src/fast/index/client.ts";
import type { Question } from "../../src/fast/index/trade-index.ts";
import { insiderTradeSorts } from "../../src/filters/insider-trades.ts";
import { lateFilingSorts } from "../../src/filters/politician-trades.ts";
import { sortNames, symbolSorts } from "../../src/filters/sorts.ts";
import { createExecutor, type ExecutorOptions } from "../../src/graph/executor.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { Execute } from "../../src/ports/execution.ts";
import { listInsiderTrades } from "../../src/store/lists/insider-trades.ts";
import type { Listed, Page } from "../../src/store/lists/page.ts";
import { listLateFilings, listPoliticianTrades } from "../../src/store/lists/politician-trades.ts";
import { type TestStore, tablesIn } from "../support/database.ts";
import { insiders, members, politicianTradeId, seedToday, tradeId } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";

const persisted = await readPersisted(packageRoot);
const hashes = new Map(
  Object.entries(persisted).map(([hash, document]) => {
    const [definition] = parse(document).definitions;
    return [definition?.kind === "OperationDefinition" ? definition.name?.value : undefined, hash];
  }),
);

let store: TestStore;
let plain: Execute;
let versionNow: string | undefined;
const plainOptions: ExecutorOptions = { today: () => seedToday, compiledQueries: false };
const executing = (options: Partial<ExecutorOptions>) =>
  createExecutor(store, new Map(Object.entries(persisted)), { ...plainOptions, ...options });

beforeAll(async () => {
  store = await createSeededStore();
  plain = executing({});
  const { rows } = await store.pool.query("SELECT version::text FROM data_version");
  versionNow = rows[0].version;
});
afterAll(() => store.close());

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const some = <Value>(...values: Value[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const dateText = fc.constantFrom("2019-01-01", "2024-01-01", "2024-03-01", "2024-06-24", "2026-01-01");
const amount = fc.constantFrom("0", "1", "9.99", "1000", "50000", "1000000");
const range = fc.record({ min: optional(amount), max: optional(amount) });
const page = { page: fc.integer({ min: 1, max: 4 }), pageSize: fc.integer({ min: 1, max: 30 }) };

/** variables that include relations */
const flags = (...names: string[]) => Object.fromEntries(names.map((name) => [name, fc.boolean()]));

const trades = fc.record({
  filter: fc.record({
    tickers: optional(some("ALDM", "BRKW", "BWEC", "crvn-b", "NONE")),
    valueRanges: optional(fc.array(range, { minLength: 1, maxLength: 2 })),
    priceRanges: optional(fc.array(range, { minLength: 1, maxLength: 2 })),
    sectors: optional(some("Technology", "Energy", "Nowhere")),
    transactionCodes: optional(some("P", "S", "M", "F", "G")),
    insiderName: optional(fc.constantFrom("har", "grove", "a", "%", "zzz")),
    q: optional(fc.constantFrom("aldermoor", "al", "har ald", "_", "0009999999")),
    filedFrom: optional(dateText),
    filedTo: optional(dateText),
    tradedFrom: optional(dateText),
    updatedSince: optional(fc.constantFrom("2024-04-30T00:00:00.000Z", "2030-01-01T00:00:00.000Z")),
  }),
  includeDerivative: fc.boolean(),
  sort: fc.constantFrom(...sortNames(insiderTradeSorts)),
  order: fc.constantFrom("ASC", "DESC"),
  ...flags("outcomes", "footnotes", "remarks", "natureOfOwnership", "company", "owners", "filing"),
  ...page,
});

const tradeKeys = ["lot1", "lot2", "saleOriginal", "saleAmended", "fund", "gift", "option", "recent"] as const;
const operations: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  ListTrades: trades,
  GetTrade: fc.record({
    id: fc.oneof(fc.constantFrom(...tradeKeys.map((key) => Number(tradeId(key)))), fc.nat()),
    ...flags("outcomes", "footnotes", "owners"),
  }),
  ListLateFilings: fc.record({
    filter: fc.record({
      minDelayDays: fc.constantFrom(46, 60, 71, 500),
      party: optional(fc.constantFrom("Democrat", "Republican")),
      chamber: optional(fc.constantFrom("House", "Senate")),
    }),
    sort: fc.constantFrom(...sortNames(lateFilingSorts)),
    order: fc.constantFrom("ASC", "DESC"),
    ...flags("member", "report"),
    ...page,
  }),
  ListPoliticianTrades: fc.record({
    filter: fc.record({
      tickers: optional(some("ALDM", "BRKW", "NONE")),
      politician: optional(fc.constantFrom("a", "ash", "zzz")),
      tradeKind: optional(fc.constantFrom("PURCHASE", "SALE", "EXCHANGE")),
      isLate: optional(fc.boolean()),
      isCommitteeTrade: optional(fc.boolean()),
    }),
    sort: fc.constantFrom("FILED_ON", "TRADED_ON", "AMOUNT_MID"),
    order: fc.constantFrom("ASC", "DESC"),
    ...flags("outcomes", "member", "report"),
    ...page,
  }),
  GetPoliticianTrade: fc.record({
    id: fc.oneof(fc.constant(Number(politicianTradeId("lateSpouse"))), fc.nat()),
    ...flags("outcomes", "member"),
  }),
  GetInsider: fc.record({ cik: fc.constantFrom(insiders.hargrove, "0009999999") }),
  GetTrackRecord: fc.record({ cik: fc.constantFrom(insiders.hargrove, "0009999999") }),
  GetPolitician: fc.record({ bioguideId: fc.constantFrom(members.ashcombe, members.brask, "Z999999"), ...page }),
  ListClusters: fc.record({
    filter: fc.record({ minSize: fc.integer({ min: 2, max: 4 }), transactionCode: fc.constantFrom("P", "S") }),
    ...flags("company", "suspects", "tradeIds"),
    ...page,
  }),
  ListSymbols: fc.record({
    q: fc.constantFrom("a", "br", "zzz"),
    sort: fc.constantFrom(...sortNames(symbolSorts)),
    order: fc.constantFrom("ASC", "DESC"),
    ...page,
  }),
};

/** an index that finds what PostgreSQL finds, so that the rows of lists are read directly */
const index: TradeIndexPort = {
  async find(question, page) {
    const listed = await listFromStore(question, page);
    return listed && { total: listed.total, ids: listed.nodes.map(({ id }) => Number(id)) };
  },
};

async function listFromStore(question: Question, page: Page): Promise<Listed<{ id: bigint }> | undefined> {
  if (question.list === "insiderTrades") return await listInsiderTrades(store.prisma, question.filter, question, page);
  if (question.list === "politicianTrades")
    return await listPoliticianTrades(store.prisma, question.filter, question, page);
  if (question.list === "lateFilings") return await listLateFilings(store.prisma, question.filter, question, page);
  return undefined;
}

const direct = { dataVersion: { current: () => versionNow } };

/** the texts of the statements that read trades by id while `work` runs */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    const texts = query.mock.calls.map(([statement]) => (statement as unknown as { text?: string }).text ?? "");
    return texts.filter((text) => text.startsWith("SELECT v.version"));
  } finally {
    query.mockRestore();
  }
}

/** random queries of operations with a fast path of their own; the everyday suite runs a third of them, with a new seed each time */
const runs: Record<string, number> = {
  ListTrades: 40,
  ListPoliticianTrades: 30,
  ListLateFilings: 15,
  GetPoliticianTrade: 10,
};
const share = process.env.SUITE ? 1 : 3;

const combinations: [string, () => Partial<ExecutorOptions>][] = [
  ["compiled", () => ({ compiledQueries: true })],
  ["direct", () => ({ direct, index })],
  ["direct, compiled", () => ({ compiledQueries: true, direct, index })],
];

/** Expects that the rows that a document finds are those of its result, and that any of them can be read alone. */
async function expectRowsAs(fast: Execute, hash: string, variables: Record<string, unknown>, data: unknown) {
  const root = Object.values(data as object)[0] as { total?: number; nodes?: { id: string }[] } | null;
  const call = { hash, variables, accountId: "1", cancellation: { isOver: false, signal: () => AbortSignal.any([]) } };
  await fast.fromRows?.(call, async (found, reads) => {
    const nodes = found.total === null ? [root] : (root?.nodes ?? []);
    if (found.total !== null) {
      expect(found.total).toBe(root?.total);
      expect(found.ids).toHaveLength(nodes.length);
    }
    const odd = found.ids.filter((_, at) => at % 2 === 1);
    const read = await reads.rows(odd);
    const one = Object.values(read?.data as Record<string, typeof root>)[0];
    if (found.total !== null) expect(one?.nodes).toEqual(nodes.filter((_, at) => at % 2 === 1));
    expect(await reads.stamps(odd)).toEqual(read?.stamps);
    return true;
  });
}

describe.each(combinations)("%s", (_, optionsOf) => {
  it.each(Object.entries(operations))("gives the result of the slow path for %s", async (operation, variables) => {
    const hash = hashes.get(operation) ?? "";
    const fast = executing(optionsOf());
    await fc.assert(
      fc.asyncProperty(variables, async (given) => {
        const expected = await plain(hash, given);
        expect(await fast(hash, given)).toEqual(expected);
        // a second time, when the data version of the result is known
        expect(await fast(hash, given)).toEqual(expected);
        await expectRowsAs(fast, hash, given, expected.data);
      }),
      { numRuns: Math.ceil((runs[operation] ?? 4) / share) },
    );
  });
});

it("the direct path returns rows of one version only, and passes other documents to the slow path", async () => {
  const fast = executing({ direct, index });
  const list = { includeDerivative: false, outcomes: false, footnotes: false, page: 1, pageSize: 10 };
  const hash = hashes.get("ListTrades") ?? "";
  const before = await fast(hash, list);
  expect(await statementsOf(() => fast(hash, list))).toHaveLength(1);
  await store.pool.query("UPDATE insider_trades SET title = 'Changed' WHERE id = $1", [tradeId("recent")]);
  await store.pool.query("SELECT disclosed_bump_data_version()");
  // the new version is not announced yet: the statement sees it, and the document runs in a snapshot
  expect(await fast(hash, list)).toEqual(await plain(hash, list));
  versionNow = String(Number(before.dataVersion) + 1);
  for (let time = 0; time < 3; time++) {
    const after = await fast(hash, list);
    expect(after.dataVersion).toBe(versionNow);
    expect(after).toEqual(await plain(hash, list));
    expect(JSON.stringify(after.data)).toContain("Changed");
  }
});

it.each([
  ["ListPoliticianTrades", { sort: "FILED_ON", order: "DESC", page: 1, pageSize: 4 }],
  ["ListLateFilings", { filter: { minDelayDays: 46 }, page: 1, pageSize: 4 }],
  ["ListTrades", { includeDerivative: false, footnotes: true, page: 1, pageSize: 4 }],
  ["GetTrade", { id: Number(tradeId("recent")) }],
  ["GetPoliticianTrade", { id: Number(politicianTradeId("lateSpouse")) }],
])("the rows of %s are read directly, too", async (operation, variables) => {
  const fast = executing({ direct, index });
  const hash = hashes.get(operation) ?? "";
  const requested = { outcomes: false, ...variables };
  const expected = await plain(hash, requested);
  await fast(hash, requested);
  const statements = await statementsOf(async () => expect(await fast(hash, requested)).toEqual(expected));
  expect(statements.length).toBeGreaterThan(0);
});

it.each([
  [
    "ListTrades",
    { includeDerivative: false },
    ["company", "owners", "filing"],
    ["companies", "filings", "filing_owners"],
  ],
  [
    "ListPoliticianTrades",
    { sort: "FILED_ON", order: "DESC" },
    ["member", "report"],
    ["politicians", "disclosure_reports"],
  ],
  ["ListLateFilings", { filter: { minDelayDays: 46 } }, ["member", "report"], ["politicians", "disclosure_reports"]],
])("%s is read without the tables of relations that are not selected", async (operation, given, joined, names) => {
  const fast = executing({ direct, index });
  const hash = hashes.get(operation) ?? "";
  const whole = { ...given, page: 1, pageSize: 4 };
  const alone = { ...whole, ...Object.fromEntries(joined.map((name) => [name, false])) };
  await fast(hash, alone);
  const tablesRead = async (variables: Record<string, unknown>) =>
    (await statementsOf(async () => expect(await fast(hash, variables)).toEqual(await plain(hash, variables)))).flatMap(
      tablesIn,
    );
  const read = await tablesRead(alone);
  expect(read).toContain("data_version");
  for (const name of names) expect(read).not.toContain(name);
  expect(await tablesRead(whole)).toEqual(expect.arrayContaining(names));
});

it("the index is queried once, for any document and on either path", async () => {
  let queries = 0;
  let isBuilt = true;
  const counting: TradeIndexPort = {
    async find(...question) {
      queries++;
      return isBuilt ? await index.find(...question) : undefined;
    },
  };
  const fast = executing({ direct, index: counting });
  const hash = hashes.get("ListTrades") ?? "";
  const list = (outcomes: boolean) => ({ includeDerivative: false, outcomes, footnotes: true, page: 1, pageSize: 3 });
  const costOf = async (outcomes: boolean) => {
    queries = 0;
    expect(await fast(hash, list(outcomes))).toEqual(await plain(hash, list(outcomes)));
    return queries;
  };
  const costs = async () => [await costOf(false), await costOf(true), await costOf(false), await costOf(true)];
  expect(await costs()).toEqual([1, 1, 1, 1]);
  isBuilt = false;
  expect(await costs()).toEqual([1, 1, 1, 1]);
  await store.pool.query("SELECT disclosed_bump_data_version()");
  versionNow = String(Number(versionNow) + 1);
  expect(await costs()).toEqual([1, 1, 1, 1]);
});

it("a document runs once, in a snapshot, where its rows are of a newer version than is known", async () => {
  const fast = executing({ direct, index });
  const hash = hashes.get("GetTrade") ?? "";
  const trade = { id: Number(tradeId("recent")), outcomes: false };
  await fast(hash, trade);
  expect(await statementsOf(() => fast(hash, trade))).not.toEqual([]);
  await store.pool.query("SELECT disclosed_bump_data_version()");
  // the new version is not announced yet
  const moved = await fast(hash, trade);
  expect(moved).toEqual(await plain(hash, trade));
  versionNow = moved.dataVersion;
});

it("rows are read directly again as soon as the index is built", async () => {
  let isBuilt = false;
  const building: TradeIndexPort = {
    find: async (...question) => (isBuilt ? await index.find(...question) : undefined),
  };
  const fast = executing({ direct, index: building });
  const hash = hashes.get("ListTrades") ?? "";
  const list = { includeDerivative: false, outcomes: false, footnotes: false, page: 1, pageSize: 5 };
  const request = async () => expect(await fast(hash, list)).toEqual(await plain(hash, list));
  for (let time = 0; time < 3; time++) expect(await statementsOf(request)).toEqual([]);
  isBuilt = true;
  expect(await statementsOf(request)).toHaveLength(1);
});
