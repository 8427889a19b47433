// Fetching from the configured provider of daily bars: which symbols are requested, from which day, and what splits, dividends, limits
// and unknown symbols do to the stored series. Companies and bars are invented.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PriceSettings } from "../../../src/ingest/prices/publisher.ts";
import pricesPublisher from "../../../src/ingest/prices/publisher.ts";
import { addCompany, addFiling, addPoliticianTrade, weekdays } from "../../derive/fixture.ts";
import { fetches, follow } from "../../publishers/follow.ts";
import type { Double } from "../../publishers/kit.ts";
import { type DailyBar, startPrices } from "../../publishers/prices.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

let store: TestStore;
let double: Double;
let market: Record<string, DailyBar[]>;
/** messages for the operator */
let said: string[];
const key = "K-secret/1";

beforeEach(async () => {
  store = await createTestStore();
  market = {};
  said = [];
  double = await startPrices((symbol) => market[symbol] ?? null, { key });
});
afterEach(async () => {
  await store.close();
  await double.close();
});

/** Bars on weekdays; `adjusted` and `split` are the factors of a later dividend and a later split. */
const history = (from: string, to: string, { adjusted = 1, split = 1 } = {}): DailyBar[] =>
  weekdays(from, to, (day) => 100 + day).map(({ date, close }) => ({
    date,
    close: close ?? 0,
    splitAdjusted: (close ?? 0) * split,
    adjusted: (close ?? 0) * split * adjusted,
  }));

const visit = (today: string, settings: Partial<PriceSettings> = {}) =>
  follow(
    store,
    pricesPublisher({
      priceProvider: "stooq",
      priceApiKey: key,
      stooqUrl: double.url,
      tiingoUrl: double.url,
      ...settings,
    }),
    { from: "2020-01-01", today, say: (line) => said.push(line) },
  );

/** requests since the last call */
function requested(): string[] {
  const lines = double.requests.map(({ path, query }) =>
    [query.get("s") ?? path.split("/")[3], query.get("d1") ?? query.get("startDate") ?? "all"].join(" "),
  );
  double.requests.length = 0;
  return lines;
}

async function stored(symbol: string) {
  const { rows } = await store.pool.query(
    `SELECT s.provider, s.adjusted, s.dividends, count(*)::int AS bars, min(b.date) AS first, max(b.date) AS last,
       min(b.adjusted_close)::float8 AS low FROM price_series s JOIN price_bars b ON b.series_id = s.id
     WHERE s.symbol = $1 GROUP BY s.id`,
    [symbol],
  );
  return rows[0] ?? null;
}

const quarantined = async () =>
  (await store.pool.query("SELECT record_ref, reason FROM quarantine WHERE status = 'open'")).rows;

async function addPurchase(cik: string, filedOn: string): Promise<void> {
  await addFiling(store, { company: cik, filedOn, owners: ["0000009999"], trades: [{ tradedOn: filedOn }] });
}

describe("the requested symbols", () => {
  it("are the benchmark, then those of the newest filings, with old symbols of a company and those of members' trades", async () => {
    await addCompany(store, "0000000001", "OLDER");
    await addCompany(store, "0000000002", "NEW.B", { oldSymbols: ["WAS"] });
    await addPurchase("0000000001", "2024-03-01");
    await addPurchase("0000000002", "2024-05-01");
    await addPoliticianTrade(store, {
      bioguideId: "A000001",
      filedOn: "2024-04-01",
      tradedOn: "2024-03-20",
      ticker: "FUND",
    });
    market = Object.fromEntries(
      ["SPY", "OLDER", "NEW-B", "WAS", "FUND"].map((symbol) => [symbol, history("2023-01-02", "2024-06-03")]),
    );
    await visit("2024-06-04");
    expect(requested()).toEqual(["spy.us all", "new-b.us all", "was.us all", "fund.us all", "older.us all"]);
    expect(await stored("NEW.B")).toMatchObject({
      provider: "split-adjusted:stooq",
      adjusted: true,
      dividends: false,
      first: "2023-01-02",
      last: "2024-06-03",
    });
    expect(await fetches(store, "prices")).toMatchObject({ "stooq/NEW.B": { outcome: "listed" } });
    // everything up to yesterday is there
    await visit("2024-06-04");
    expect(requested()).toEqual([]);
  });

  it("are not requested beyond the year that a filing needs, nor before the first trade", async () => {
    market = { SPY: history("2019-01-01", "2024-06-03"), ONE: history("2019-01-01", "2024-06-03") };
    await visit("2024-06-04");
    expect(requested()).toEqual([]);
    await addCompany(store, "0000000001", "ONE");
    await addPurchase("0000000001", "2020-03-02");
    await visit("2024-06-04");
    expect(requested()).toEqual(["spy.us all", "one.us all"]);
    market = { SPY: history("2019-01-01", "2024-06-10"), ONE: history("2019-01-01", "2024-06-10") };
    await visit("2024-06-11");
    expect(requested()).toEqual(["spy.us 20240520"]);
  });

  it("are requested again after a week if the provider has no bars, and after a month if it has no new ones", async () => {
    await addCompany(store, "0000000001", "GONE");
    await addCompany(store, "0000000002", "NONE1");
    await addPurchase("0000000001", "2024-03-01");
    await addPurchase("0000000002", "2024-03-01");
    market = { SPY: history("2023-01-02", "2024-12-31"), GONE: history("2023-01-02", "2024-04-15") };
    await visit("2024-06-04");
    expect(requested()).toEqual(["spy.us all", "gone.us all", "none1.us all"]);
    expect(await fetches(store, "prices")).toMatchObject({ "stooq/NONE1": { outcome: "empty" } });
    expect(await stored("NONE1")).toBeNull();
    const exceptBenchmark = (symbols: string[]) => symbols.filter((one) => !one.startsWith("spy"));
    await visit("2024-06-05");
    expect(exceptBenchmark(requested())).toEqual([]);
    await visit("2024-06-11");
    expect(exceptBenchmark(requested())).toEqual(["none1.us all"]);
    await visit("2024-07-05");
    expect(exceptBenchmark(requested())).toEqual(["gone.us 20240401", "none1.us all"]);
  });
});

it("without a key Stooq is not requested, and the message names the setting", async () => {
  await expect(visit("2024-06-04", { priceApiKey: undefined })).rejects.toThrow(/March 2026: set PRICE_API_KEY/);
  expect(requested()).toEqual([]);
});

it("a provider that has no bars of any symbol proves nothing", async () => {
  await addCompany(store, "0000000001", "ONE");
  await addPurchase("0000000001", "2024-03-01");
  market = {};
  await visit("2024-06-04");
  expect(await fetches(store, "prices")).toMatchObject({
    "stooq/SPY": { outcome: "failed" },
    "stooq/ONE": { outcome: "failed" },
  });
});

describe("new bars", () => {
  beforeEach(async () => {
    await addCompany(store, "0000000001", "ONE");
    await addPurchase("0000000001", "2024-05-01");
    market = { SPY: history("2023-01-02", "2024-06-03"), ONE: history("2023-01-02", "2024-06-03") };
    await visit("2024-06-04");
    requested();
  });

  it("are requested with two known weeks, and are added if those are the same", async () => {
    market = { SPY: history("2023-01-02", "2024-06-07"), ONE: history("2023-01-02", "2024-06-07") };
    await visit("2024-06-10");
    expect(requested()).toEqual(["spy.us 20240520", "one.us 20240520"]);
    expect(await stored("ONE")).toMatchObject({ first: "2023-01-02", last: "2024-06-07", low: 100 });
  });

  it("replace the whole history if the share was split since", async () => {
    market = {
      SPY: history("2023-01-02", "2024-06-07"),
      ONE: history("2023-01-02", "2024-06-07", { split: 0.25 }),
    };
    await visit("2024-06-10");
    expect(requested()).toEqual(["spy.us 20240520", "one.us 20240520", "one.us all"]);
    const { bars } = (await stored("ONE")) ?? {};
    expect(await stored("ONE")).toMatchObject({ first: "2023-01-02", last: "2024-06-07", low: 25 });
    expect(bars).toBe(market.ONE?.length);
    expect(await quarantined()).toEqual([]);
  });

  it("that cannot be read are replaced by the whole history, and the next symbol is requested", async () => {
    market = { SPY: history("2023-01-02", "2024-06-07"), ONE: history("2023-01-02", "2024-06-07") };
    const body = `Date,Open,High,Low,Close,Volume\n${"1".repeat(70_000)}\n`;
    double.fault("/q/d/l/", { kind: "changed", body }, { times: 1 });
    await visit("2024-06-10");
    expect(requested()).toEqual(["spy.us 20240520", "spy.us all", "one.us 20240520"]);
    expect(await stored("SPY")).toMatchObject({ last: "2024-06-07" });
  });

  it("are not added if the provider has the new basis only in part", async () => {
    // the provider's plan reaches back no further, and the share was split
    market.ONE = history("2024-05-20", "2024-06-07", { split: 0.25 });
    await visit("2024-06-10");
    expect(await stored("ONE")).toMatchObject({ first: "2023-01-02", last: "2024-06-03", low: 100 });
    expect(await quarantined()).toEqual([{ record_ref: "ONE", reason: "rebased" }]);
  });
});

describe("responses without bars", () => {
  beforeEach(async () => {
    await addCompany(store, "0000000001", "ONE");
    await addPurchase("0000000001", "2024-05-01");
    market = { SPY: history("2023-01-02", "2024-06-03"), ONE: history("2023-01-02", "2024-06-03") };
  });

  it.each([
    ["a message about the daily limit", "Exceeded the daily hits limit", "Stooq's daily limit is used up"],
    [
      "a page for browsers",
      "<!DOCTYPE html><html><head><title>Verifying</title></head></html>",
      "Stooq responded with a page instead of bars; the key in PRICE_API_KEY may be wrong",
    ],
  ])("end the requests of the day if they are %s, and the next day continues", async (_, body, message) => {
    const stopped = `${message}; nothing more is requested before tomorrow (UTC)`;
    double.fault("/q/d/l/", { kind: "changed", body }, { times: 1 });
    await visit("2024-06-04");
    expect(requested()).toEqual(["spy.us all"]);
    expect(await fetches(store, "prices")).toMatchObject({ stooq: { outcome: "failed", message } });
    expect(said).toEqual([stopped]);
    await visit("2024-06-04");
    expect(requested()).toEqual([]);
    expect(said).toEqual([stopped, stopped]);
    await visit("2024-06-05");
    expect(requested()).toEqual(["spy.us all", "one.us all"]);
  });

  it("affect only one symbol, and a refusal ends the visit; no message contains the key", async () => {
    double.fault("/q/d/l/", { kind: "changed", body: "out of order" }, { times: 1 });
    await visit("2024-06-04");
    expect(requested()).toEqual(["spy.us all", "one.us all"]);
    expect(await fetches(store, "prices")).toMatchObject({ "stooq/SPY": { outcome: "failed" } });
    double.fault("/q/d/l/", { kind: "status", status: 403 }, { times: 1 });
    await visit("2024-06-05");
    expect(requested()).toEqual(["spy.us all"]);
    const { rows } = await store.pool.query(
      "SELECT message FROM listing_fetches UNION ALL SELECT stopped_because FROM outbound_gates UNION ALL SELECT url FROM fetched_resources",
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toMatch(/secret/);
  });

  it("are not stored if they were cut off", async () => {
    double.fault("/q/d/l/", { kind: "truncated" }, { times: 2 });
    await visit("2024-06-04");
    expect(await stored("SPY")).toBeNull();
    expect(await stored("ONE")).not.toBeNull();
  });
});

describe("Tiingo", () => {
  it("is requested with the key in a header; its unadjusted closes are stored beside the adjusted ones", async () => {
    await addCompany(store, "0000000001", "BRK.B");
    await addCompany(store, "0000000002", "NONESUCH");
    await addPurchase("0000000001", "2024-05-01");
    await addPurchase("0000000002", "2024-05-01");
    market = { SPY: history("2023-01-02", "2024-06-03"), "BRK-B": history("2023-01-02", "2024-06-03", { split: 0.5 }) };
    await visit("2024-06-04", { priceProvider: "tiingo" });
    expect(double.requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Token ${key}`));
    expect(requested()).toEqual(["SPY 1960-01-01", "BRK-B 1960-01-01", "NONESUCH 1960-01-01"]);
    expect(await stored("BRK.B")).toMatchObject({ provider: "adjusted-close:tiingo", dividends: true, low: 50 });
    const { rows } = await store.pool.query(
      "SELECT close, adjusted_close FROM price_bars b JOIN price_series s ON s.id = b.series_id WHERE symbol = 'BRK.B' ORDER BY date LIMIT 1",
    );
    expect(rows).toEqual([{ close: "100", adjusted_close: "50" }]);
    expect(await fetches(store, "prices")).toMatchObject({ "tiingo/NONESUCH": { outcome: "empty" } });
    // a dividend of a quarter of a percent
    market["BRK-B"] = history("2023-01-02", "2024-06-07", { split: 0.5, adjusted: 0.9975 });
    await visit("2024-06-10", { priceProvider: "tiingo" });
    expect(requested()).toEqual(["SPY 2024-05-20", "BRK-B 2024-05-20", "BRK-B 1960-01-01"]);
    expect(await stored("BRK.B")).toMatchObject({ low: 49.875, last: "2024-06-07" });
  });

  it("is a failed fetch of each symbol without a key, not an empty one", async () => {
    await addCompany(store, "0000000001", "ONE");
    await addPurchase("0000000001", "2024-05-01");
    await visit("2024-06-04", { priceProvider: "tiingo", priceApiKey: undefined });
    expect(await fetches(store, "prices")).toMatchObject({
      "tiingo/SPY": { outcome: "failed", message: expect.stringContaining("401") },
      "tiingo/ONE": { outcome: "failed" },
    });
  });
});

it("without a provider nothing is requested", async () => {
  await addCompany(store, "0000000001", "ONE");
  await addPurchase("0000000001", "2024-05-01");
  await visit("2024-06-04", { priceProvider: "none" });
  expect(requested()).toEqual([]);
});
