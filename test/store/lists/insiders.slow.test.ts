// The directory of insiders: its sums equal those of the profile and the track record, and its order and total follow
// from them.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deriveAll, derivePending } from "../../../src/derive/derive.ts";
import type { InsiderFilter, InsiderSort } from "../../../src/filters/directories.ts";
import { loadFilings } from "../../../src/ingest/form345/load/load.ts";
import { loadSeries } from "../../../src/ingest/prices/load.ts";
import { listInsiders } from "../../../src/store/lists/insiders.ts";
import { insiderStats, trackRecordPeriods } from "../../../src/store/statistics/insider.ts";
import { addCompany, addFiling, today } from "../../derive/fixture.ts";
import { filingsOf, pricesBetween, purchase, stories } from "../../derive/stories.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
beforeEach(async () => {
  await store.pool.query(
    "TRUNCATE companies, insiders, insider_sums, row_history, price_series, pending_derivations CASCADE",
  );
});
afterAll(() => store.close());

/** What the profile and the track record compute for one insider; null without trades. */
async function recomputed(cik: string) {
  const stats = await insiderStats(store.prisma, cik);
  const periods = await trackRecordPeriods(store.prisma, cik);
  const { days, ...record } = periods.find((period) => period.days === 90) ?? {};
  return stats.totalTrades === 0 ? null : { insiderCik: cik, ...stats, ...record };
}

/** Compares the stored sums of all insiders with recomputed ones; returns the number of resolved trades. */
async function compareAll(): Promise<number> {
  const insiders = await store.prisma.insider.findMany();
  let resolved = 0;
  for (const { cik } of insiders) {
    const kept = await store.prisma.insiderSums.findUnique({ where: { insiderCik: cik } });
    expect(kept).toEqual(await recomputed(cik));
    resolved += kept?.resolvedTrades ?? 0;
  }
  return resolved;
}

/** Purchases that two people report together, and one of them again on the same day. */
const reportedTwice = Array.from({ length: 10 }, (_, at) => ({
  ...purchase,
  company: at % 2,
  filed: at * 100,
  owners: [1, 2],
  chain: { people: [2], after: 0, large: true },
}));

it("has the sums that profile and track record compute, after new filings, owners, prices and days", async () => {
  let resolved = 0;
  const sumsAreEqual = fc
    .asyncProperty(stories(5, 4), async (list) => {
      const filings = filingsOf(list);
      const half = Math.ceil(filings.length / 2);
      await loadFilings(store, filings.slice(0, half));
      await loadSeries(store, pricesBetween("2019-01-01", "2022-06-30"));
      await deriveAll(store, { today: "2022-07-01" });
      await compareAll();
      await loadFilings(store, filings.slice(half));
      await derivePending(store, { today: "2022-07-02" });
      await compareAll();
      // the same forms, read with other owners
      const others = filings.slice(0, 3).map((one) => {
        const [first] = one.filing.owners;
        return { ...one, filing: { ...one.filing, owners: first ? [{ ...first, cik: "0000000909" }] : [] } };
      });
      await loadFilings(store, others);
      await loadSeries(store, pricesBetween("2022-07-01", "2024-06-30"));
      await derivePending(store, { today: "2024-07-01" });
      resolved += await compareAll();
      expect(await deriveAll(store, { today: "2024-07-01" })).toMatchObject({ steps: { insiders: 0 } });
    })
    .beforeEach(async () => {
      await store.pool.query(
        "TRUNCATE companies, insiders, insider_sums, row_history, price_series, pending_derivations CASCADE",
      );
    });
  await fc.assert(sumsAreEqual, { numRuns: 2, endOnFailure: true, examples: [[reportedTwice]] });
  // a random story may have no purchase whose return is known
  for (let more = 0; resolved === 0 && more < 30; more++)
    await fc.assert(sumsAreEqual, { numRuns: 1, endOnFailure: true });
  expect(resolved).toBeGreaterThan(0);
});

it("ranks by a rate only insiders with five resolved purchases, and counts the others", async () => {
  await addCompany(store, "0000000001", "AAA");
  const purchase = { filedOn: "2025-01-10", company: "0000000001", trades: [{ code: "P" }] };
  await addFiling(store, { ...purchase, owners: ["0000000011", "0000000012"] });
  await addFiling(store, { ...purchase, owners: ["0000000011"], trades: [{ code: "S" }] });
  await addFiling(store, { ...purchase, owners: ["0000000013"], trades: [] });
  await deriveAll(store, { today });
  await store.pool.query(
    `UPDATE insider_sums SET resolved_trades = 5, compared_trades = 5, win_rate_low_pct = 10, avg_alpha_pct = 1 WHERE insider_cik = '0000000012'`,
  );
  // five returns, of which four can be compared with SPY's
  await store.pool.query(
    `UPDATE insider_sums SET resolved_trades = 5, compared_trades = 4, win_rate_low_pct = 20, avg_alpha_pct = 9 WHERE insider_cik = '0000000011'`,
  );
  const list = async (sort: InsiderSort, filter: InsiderFilter = {}) => {
    const page = { page: 1, pageSize: 25 };
    const { nodes, ...rest } = await listInsiders(store.prisma, filter, { sort, order: "DESC" }, page);
    return { ids: nodes.map(({ cik }) => Number(cik)), ...rest };
  };
  expect(await list("TRADES")).toEqual({ ids: [11, 12, 13], total: 3, leftOut: null });
  expect(await list("VALUE")).toEqual({ ids: [11, 12, 13], total: 3, leftOut: null });
  expect(await list("WIN_RATE_LOW_90")).toEqual({ ids: [11, 12], total: 2, leftOut: 1 });
  expect(await list("ALPHA_90", { companyCik: ["0000000001"] })).toEqual({ ids: [12], total: 1, leftOut: 2 });
  expect(await list("TRADES", { minResolved: 5 })).toEqual({ ids: [11, 12], total: 2, leftOut: null });
  expect(await list("TRADES", { minResolved: 0, q: "person 13" })).toEqual({ ids: [13], total: 1, leftOut: null });
  expect(await list("TRADES", { q: "0000000011" })).toEqual({ ids: [11], total: 1, leftOut: null });
  expect(await list("TRADES", { companyCik: ["0000000009"] })).toEqual({ ids: [], total: 0, leftOut: null });
});

it("counts the different symbols of the rows, also in sums that the previous release stored", async () => {
  await addCompany(store, "0000000001", "AAA");
  const filing = { filedOn: "2025-01-10", company: "0000000001", owners: ["0000000011"] };
  const [other] = await addFiling(store, { ...filing, trades: [{ code: "S" }, { code: "S" }] });
  await deriveAll(store, { today });
  const uniqueTickers = async () =>
    (await store.prisma.insiderSums.findUniqueOrThrow({ where: { insiderCik: "0000000011" } })).uniqueTickers;
  expect(await uniqueTickers()).toBe(1);
  // of another class of shares
  await store.pool.query("UPDATE insider_trades SET own_ticker = 'AAA.B' WHERE id = $1", [other]);
  await store.pool.query("UPDATE insider_sums SET compared_trades = NULL");
  await derivePending(store, { today });
  expect(await uniqueTickers()).toBe(2);
  expect((await insiderStats(store.prisma, "0000000011")).uniqueTickers).toBe(2);
});
