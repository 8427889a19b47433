// Which failed fetches coverage and the metrics count, and since which day the oldest of them leaves days unproven.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ListingFetch, recordListing } from "../../src/store/listings.ts";
import { storeStatistics } from "../../src/store/statistics/for-operators.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(() => store.pool.query("TRUNCATE listing_fetches"));

const record = (listing: string, days: [string, string], fetched: Partial<ListingFetch>) =>
  recordListing(
    store.pool,
    { source: "form345", listing, coversFrom: days[0], coversTo: days[1], outcome: "listed", final: false, ...fetched },
    [],
  );

async function counted(source = "form345") {
  const { failedFetches, unprovenSince } =
    (await storeStatistics(store.pool)).sources.find((one) => one.source === source) ?? {};
  return [failedFetches, unprovenSince && new Date(unprovenSince * 1000).toISOString().slice(0, 10)];
}

it("a failed listing is counted from its first day, until a later one proves its days", async () => {
  await record("daily-index/2026-11-18", ["2026-11-18", "2026-11-18"], { outcome: "failed" });
  await record("daily-index/2026-11-16", ["2026-11-16", "2026-11-16"], { outcome: "failed" });
  expect(await counted()).toEqual([2, "2026-11-16"]);
  await record("full-index/2026/QTR4", ["2026-10-01", "2026-12-31"], { gaps: ["2026-11-18"] });
  expect(await counted()).toEqual([2, "2026-11-18"]);
  await record("local/daily-index/2026-11-18", ["2026-11-18", "2026-11-18"], {});
  expect(await counted()).toEqual([0, null]);
});

it("a listing that fails after its days were proven is counted", async () => {
  await record("local/daily-index/2026-11-18", ["2026-11-18", "2026-11-18"], {});
  await record("daily-index/2026-11-18", ["2026-11-18", "2026-11-18"], { outcome: "failed" });
  expect(await counted()).toEqual([1, "2026-11-18"]);
});

it("a failed excerpt is counted until other listings prove its days", async () => {
  await record("full-index/2026/QTR3", ["2026-07-01", "2026-09-30"], {});
  const gaps = ["2026-09-29", "2026-09-30", "2026-10-01"];
  await record("local/excerpt/2026-09-29..2026-10-01", ["2026-09-29", "2026-10-01"], { outcome: "failed", gaps });
  expect(await counted()).toEqual([1, "2026-10-01"]);
  await record("daily-index/2026-10-01", ["2026-10-01", "2026-10-01"], {});
  expect(await counted()).toEqual([0, null]);
});

it("the prices of one symbol do not prove the days of another", async () => {
  const day: [string, string] = ["2026-11-18", "2026-11-18"];
  await record("stooq/ZZQA", day, { source: "prices", outcome: "failed" });
  await record("stooq/ZZQB", day, { source: "prices" });
  expect(await counted("prices")).toEqual([1, "2026-11-18"]);
});
