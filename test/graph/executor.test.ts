// What the executor guarantees: one snapshot, read-only, all or nothing, and errors that reveal no internals to the caller.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asAppError } from "../../src/errors.ts";
import { createContext } from "../../src/graph/context.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { inSnapshot, openStore } from "../../src/store/store.ts";
import { onStatement, type TestStore } from "../support/database.ts";
import { seedToday } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { replyTimeoutMs } from "../support/until.ts";

let store: TestStore;
const today = () => seedToday;
const limits = { timeoutMs: replyTimeoutMs, maxWaitMs: replyTimeoutMs };
const executing = (document: string) => createExecutor(store, new Map([["hash", document]]), { today, ...limits });

beforeAll(async () => {
  store = await createSeededStore();
});
afterAll(() => store.close());

describe("documents", () => {
  it("are checked when the service starts", () => {
    expect(() => executing("{ insiderTrades { nodes { nosuchfield } } }")).toThrow(
      /does not fit the schema.*nosuchfield/,
    );
    expect(() => executing("{ insiderTrades {")).toThrow(/Syntax Error/);
  });

  it("run by their hash only", async () => {
    const execute = executing("{ coverage { total } }");
    await expect(execute("another", {})).rejects.toMatchObject({ code: "internal" });
  });
});

describe("errors", () => {
  it("hide what is not an AppError and keep it as cause", async () => {
    const execute = executing("query ($id: RowId!) { insiderTrade(id: $id) { id } }");
    const error = await execute("hash", { id: "not a number" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "internal", message: "Internal server error" });
    expect(String((error as Error).cause)).toContain("RowId");
  });

  it("let an AppError through, and fail as a whole", async () => {
    const execute = executing("{ coverage { total } insiderTrades(pageSize: 101) { total } }");
    await expect(execute("hash", {})).rejects.toMatchObject({
      code: "bad_request",
      details: [{ parameter: "pageSize", message: "must be 1 to 100" }],
    });
  });

  it.each([
    "{ accounts { total } }",
    "{ apiKeys { nodes { lastFour } } }",
    "{ usage { total } }",
    "{ ingestionRuns { total } }",
    "{ quarantine { total } }",
    "{ auditLog { total } }",
  ])("refuse a reader what is for administrators: %s", async (document) => {
    await expect(executing(document)("hash", {})).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  });

  it("report `unavailable` when the database is down", async () => {
    const gone = openStore({ databaseUrl: "postgresql://postgres@127.0.0.1:1/none" });
    const execute = createExecutor(gone, new Map([["hash", "{ coverage { total } }"]]), { today });
    await expect(execute("hash", {})).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await gone.close();
  });

  it("end a statement at its time limit as unavailable", async () => {
    const slow = inSnapshot(
      store,
      { timeoutMs: 300, maxWaitMs: 5_000 },
      (db) => db.$queryRaw`SELECT pg_sleep(5)::text`,
    );
    await expect(slow.catch((error) => Promise.reject(asAppError(error)))).rejects.toMatchObject({ status: 503 });
  });
});

describe("totals that operations share", () => {
  const document =
    "query ($name: String, $sort: InsiderSort!) { insiders(filter: { q: $name }, sort: $sort) { total leftOut } }";
  const counts = () => statements.filter((statement) => statement.includes("count(*)")).length;
  let statements: string[] = [];
  beforeAll(() => onStatement(store, (statement) => statements.push(statement)));

  it("are of one filter and one data version", async () => {
    const execute = executing(document);
    const totals = new Map();
    const countsOf = async (variables: { name?: string; sort: string }) => {
      statements = [];
      const { data } = await execute("hash", variables, undefined, undefined, totals);
      expect(await execute("hash", variables)).toMatchObject({ data });
      return counts();
    };
    const byTrades = { sort: "TRADES" };
    const byRate = { sort: "WIN_RATE_LOW_90" };
    // each operation also runs once without shared totals
    expect([await countsOf(byTrades), await countsOf(byTrades)]).toEqual([2, 1]);
    expect(await countsOf({ ...byTrades, name: "har" })).toBe(2);
    // the rows left out are all rows without the listed ones
    expect([await countsOf(byRate), await countsOf(byRate)]).toEqual([3, 2]);
    await store.prisma.$executeRaw`SELECT disclosed_bump_data_version()`;
    expect(await countsOf(byTrades)).toBe(2);
  });
});

describe("the snapshot", () => {
  it("does not see what is written meanwhile", async () => {
    await inSnapshot(store, limits, async (db, before) => {
      await store.prisma.$executeRaw`SELECT disclosed_bump_data_version()`;
      const [row] = await db.$queryRaw<[{ version: string }]>`SELECT version::text FROM data_version`;
      expect(row.version).toBe(before.dataVersion);
    });
  });

  it("cannot write", async () => {
    const write = inSnapshot(store, limits, (db) => db.politician.deleteMany());
    await expect(write).rejects.toThrow(/read-only/);
  });

  it("is per operation: loaders never outlive it", () => {
    const one = createContext(store.prisma, null, seedToday);
    const other = createContext(store.prisma, null, seedToday);
    expect(one.loaders.company).not.toBe(other.loaders.company);
  });

  it("serves more concurrent operations than there are connections", async () => {
    const execute = executing(
      "{ insiderTrades { total nodes { id company { name } insider { name } outcome { status } } } }",
    );
    const results = await Promise.all(Array.from({ length: 30 }, () => execute("hash", {})));
    expect(new Set(results.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });
});
