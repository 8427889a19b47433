// The directory of members: its sums equal those of the profile and the performance, and its order and total follow
// from them.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../../src/derive/derive.ts";
import type { PoliticianSort } from "../../../src/filters/directories.ts";
import { listPoliticians } from "../../../src/store/lists/politicians.ts";
import { performance, politicianStats } from "../../../src/store/statistics/politician.ts";
import { addPolitician, addPoliticianTrade } from "../../derive/fixture.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

const members = ["A000001", "B000002", "C000003"];
const today = "2025-07-01";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  for (const member of members) await addPolitician(store, member);
});
afterAll(() => store.close());

const sumsOf = (bioguideId: string) => store.prisma.politicianSums.findUnique({ where: { bioguideId } });

/** What the profile and the performance compute for one member. */
async function recomputed(bioguideId: string) {
  const stats = await politicianStats(store.prisma, bioguideId);
  const blocks = await performance(store.prisma, bioguideId);
  const { basis, days, ...block } = blocks.find((one) => one.basis === "filing" && one.days === 90) ?? {};
  return { bioguideId, ...stats, ...block };
}

const trade = fc.record({
  member: fc.constantFrom(...members),
  filedOn: fc.constantFrom("2024-01-31", "2024-03-15", "2024-09-30"),
  tradedOn: fc.constantFrom("2023-11-01", "2024-01-10", "2024-02-29", "2024-12-01"),
  ticker: fc.constantFrom("AAA", "BBB", null),
});

it("has the sums that the profile computes after derivations of single changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 5 }), async (trades) => {
      await store.pool.query("TRUNCATE politician_trades, politician_sums CASCADE");
      await deriveAll(store, { today });
      for (const { member, ...given } of trades) {
        await addPoliticianTrade(store, { bioguideId: member, ...given });
        await deriveChanges(store, [{ kind: "politician", bioguideId: member }], { today });
      }
      for (const member of members) {
        const known = await sumsOf(member);
        const { totalTrades } = await politicianStats(store.prisma, member);
        if (totalTrades === 0) expect(known).toBeNull();
        else expect(known).toEqual(await recomputed(member));
      }
      expect(await deriveAll(store, { today })).toMatchObject({ changed: false });
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 2), endOnFailure: true },
  );
});

it("removes the sums of a member without remaining trades", async () => {
  await store.pool.query("TRUNCATE politician_trades, politician_sums CASCADE");
  const filed = { filedOn: "2024-01-31", tradedOn: "2024-01-10", ticker: "AAA" };
  await addPoliticianTrade(store, { bioguideId: "A000001", ...filed });
  await addPoliticianTrade(store, { bioguideId: "B000002", ...filed });
  await deriveAll(store, { today });
  expect(await sumsOf("A000001")).toMatchObject({ totalTrades: 1 });
  await store.pool.query("DELETE FROM politician_trades WHERE bioguide_id = 'A000001'");
  await deriveChanges(store, [{ kind: "politician", bioguideId: "A000001" }], { today });
  expect(await sumsOf("A000001")).toBeNull();
  expect(await sumsOf("B000002")).toMatchObject({ totalTrades: 1 });
});

const listed = async (sort: PoliticianSort) => {
  const page = { page: 1, pageSize: 25 };
  const { nodes, ...rest } = await listPoliticians(store.prisma, {}, { sort, order: "DESC", today }, page);
  return { ids: nodes.map(({ bioguideId }) => bioguideId), ...rest };
};

it("ranks by a rate only members with five trades that the rate is computed from, and counts the others", async () => {
  await store.pool.query("TRUNCATE politician_trades, politician_sums CASCADE");
  const filed = { filedOn: "2024-03-15", tradedOn: "2024-01-10", ticker: "AAA" };
  for (const [member, count] of [
    ["A000001", 5],
    ["B000002", 4],
  ] as const)
    for (let n = 0; n < count; n += 1) await addPoliticianTrade(store, { bioguideId: member, ...filed });
  await deriveAll(store, { today });
  expect(await listed("TRADES")).toEqual({ ids: ["A000001", "B000002", "C000003"], total: 3, leftOut: null });
  expect(await listed("LATE_RATE")).toEqual({ ids: ["A000001"], total: 1, leftOut: 2 });
  expect(await listed("ALPHA_90")).toEqual({ ids: [], total: 0, leftOut: 3 });
  // five trades, of which one has a date that cannot be right, and five returns, of which four can be compared with
  // SPY's
  await store.pool.query(`UPDATE politician_sums SET late_judged_count = 4, late_rate_pct = 80, resolved_trades = 5, win_rate_pct = 60,
    compared_trades = 4, avg_alpha_pct = 9 WHERE bioguide_id = 'A000001'`);
  expect(await listed("WIN_RATE_90")).toEqual({ ids: ["A000001"], total: 1, leftOut: 2 });
  expect(await listed("ALPHA_90")).toEqual({ ids: [], total: 0, leftOut: 3 });
  expect(await listed("LATE_RATE")).toEqual({ ids: [], total: 0, leftOut: 3 });
});

it("computes every member's sums again where the previous release stored one without the compared trades", async () => {
  await store.pool.query("UPDATE politician_sums SET unique_tickers = 77");
  await store.pool.query("UPDATE politician_sums SET compared_trades = NULL WHERE bioguide_id = 'A000001'");
  await deriveChanges(store, [], { today });
  for (const member of ["A000001", "B000002"]) expect(await sumsOf(member)).toEqual(await recomputed(member));
});
