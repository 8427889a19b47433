// Every fast path gives what the plain path gives: random questions to both, for each way to switch them on.
import fc from "fast-check";
import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPersisted } from "../../rest/persisted.ts";
import { createExecutor, type Execute, type ExecutorOptions } from "../../src/graph/executor.ts";
import { packageRoot } from "../../src/package-root.ts";
import { createRowCache } from "../../src/store/direct/row-cache.ts";
import { listInsiderTrades } from "../../src/store/lists/insider-trades.ts";
import type { TradeIndexPort } from "../../src/trade-index/ask.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { insiders, members, politicianTradeId, seedStore, seedToday, tradeId } from "../support/seed.ts";

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
  store = await createTestStore();
  await seedStore(store);
  plain = executing({});
  const { rows } = await store.pool.query("SELECT version::text FROM data_version");
  versionNow = rows[0].version;
});
afterAll(async () => {
  await store.close();
});

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const some = <Value>(...values: Value[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const dateText = fc.constantFrom("2019-01-01", "2024-01-01", "2024-03-01", "2024-06-24", "2026-01-01");
const amount = fc.constantFrom("0", "1", "9.99", "1000", "50000", "1000000");
const range = fc.record({ min: optional(amount), max: optional(amount) });
const page = { page: fc.integer({ min: 1, max: 4 }), pageSize: fc.integer({ min: 1, max: 30 }) };

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
  outcomes: fc.boolean(),
  ...page,
});

const tradeKeys = ["lot1", "lot2", "saleOriginal", "saleAmended", "fund", "gift", "option", "recent"] as const;
const questions: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  ListTrades: trades,
  GetTrade: fc.record({
    id: fc.oneof(fc.constantFrom(...tradeKeys.map((key) => Number(tradeId(key)))), fc.nat()),
    outcomes: fc.boolean(),
  }),
  ListPoliticianTrades: fc.record({
    sort: fc.constantFrom("FILED_ON", "TRADED_ON", "AMOUNT_MID"),
    order: fc.constantFrom("ASC", "DESC"),
    outcomes: fc.boolean(),
    ...page,
  }),
  GetPoliticianTrade: fc.record({
    id: fc.oneof(fc.constant(Number(politicianTradeId("lateSpouse"))), fc.nat()),
    outcomes: fc.boolean(),
  }),
  GetInsider: fc.record({ cik: fc.constantFrom(insiders.hargrove, "0009999999") }),
  GetTrackRecord: fc.record({ cik: fc.constantFrom(insiders.hargrove, "0009999999") }),
  GetPolitician: fc.record({ bioguideId: fc.constantFrom(members.ashcombe, members.brask, "Z999999"), ...page }),
  ListClusters: fc.record({
    minSize: fc.integer({ min: 2, max: 4 }),
    transactionCode: fc.constantFrom("P", "S"),
    ...page,
  }),
  ListSymbols: fc.record({ q: fc.constantFrom("a", "br", "zzz"), ...page }),
};

/** an index that says what PostgreSQL says, so that the rows of lists are read directly */
const index: TradeIndexPort = {
  async find(question, page) {
    if (question.list !== "insiderTrades") return undefined;
    const { filter, includeDerivative } = question;
    const { total, nodes } = await listInsiderTrades(store.prisma, filter, includeDerivative, page);
    return { total, ids: nodes.map(({ id }) => Number(id)) };
  },
};
const direct = (bytes: number) => ({
  cache: createRowCache(bytes),
  dataVersion: { current: () => versionNow },
});

const ways: [string, () => Partial<ExecutorOptions>][] = [
  ["compiled", () => ({ compiledQueries: true })],
  ["direct", () => ({ direct: direct(0), index })],
  ["direct, compiled, with rows kept", () => ({ compiledQueries: true, direct: direct(1e6), index })],
];

describe.each(ways)("%s", (_, optionsOf) => {
  it.each(Object.entries(questions))("answers %s as the plain path does", async (operation, variables) => {
    const hash = hashes.get(operation) ?? "";
    const fast = executing(optionsOf());
    await fc.assert(
      fc.asyncProperty(variables, async (given) => {
        const wanted = await plain(hash, given);
        expect(await fast(hash, given)).toEqual(wanted);
        // and again, when something may have been kept
        expect(await fast(hash, given)).toEqual(wanted);
      }),
      { numRuns: operation === "ListTrades" ? 40 : 4 },
    );
  });
});

it("reads directly, keeps rows of one version only, and leaves what it cannot to the plain path", async () => {
  const reads = direct(1e6);
  const fast = executing({ direct: reads, index });
  const list = { includeDerivative: false, outcomes: false, page: 1, pageSize: 10 };
  const hash = hashes.get("ListTrades") ?? "";
  const before = await fast(hash, list);
  await fast(hash, list);
  expect(reads.cache.figures).toEqual({ hits: 0, misses: 10 });
  await fast(hash, list);
  expect(reads.cache.figures).toEqual({ hits: 10, misses: 10 });
  await store.pool.query("UPDATE insider_trades SET title = 'Changed' WHERE id = $1", [tradeId("recent")]);
  await store.pool.query("SELECT disclosed_bump_data_version()");
  // not heard of yet: what is kept is of the version that it says
  expect((await fast(hash, list)).dataVersion).toBe(before.dataVersion);
  versionNow = String(Number(versionNow) + 1);
  for (let time = 0; time < 3; time++) {
    const after = await fast(hash, list);
    expect(after.dataVersion).toBe(versionNow);
    expect(after).toEqual(await plain(hash, list));
    expect(JSON.stringify(after.data)).toContain("Changed");
  }
});
