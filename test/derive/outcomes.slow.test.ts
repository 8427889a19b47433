// Outcomes: the rule on invented bars by hand and against the oracle, and on real bars where they are available.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveAll } from "../../src/derive/derive.ts";
import { hasRecords, sharedData } from "../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import {
  addBars,
  addCompany,
  addDays,
  addFiling,
  addPoliticianTrade,
  addWeekdayBars,
  type BarFixture,
  row,
  today,
  weekdays,
} from "./fixture.ts";
import { block, rounded, stored } from "./outcome-oracle.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await addWeekdayBars(store, "SPY", "spy", "2020-01-01", "2026-01-14", (day) => 300 + day / 10);
});
afterAll(() => store.close());

const outcome = (id: number) => row(store, "insider_outcomes", id, "trade_id");
const buy = async (company: string, filedOn: string, tradedOn: string | null = filedOn) =>
  (await addFiling(store, { company, filedOn, owners: ["0000009999"], trades: [{ tradedOn }] }))[0];

describe("by hand", () => {
  it("enters after the filing, exits at the first close on or after the end of the holding period, compares with SPY on the same dates", async () => {
    await addCompany(store, "0000000001", "AAA");
    const bars = weekdays("2023-12-01", "2025-12-31", () => 50);
    const set = (date: string, close: number, adjusted: number) =>
      Object.assign(bars.find((b) => b.date === date) ?? {}, { close, adjusted });
    // filed on Friday: entry on Monday the 4th; traded on Wednesday; 7 days later Monday the 11th; 30 days later Wednesday
    set("2024-03-04", 100, 40);
    set("2024-03-11", 220, 44);
    set("2024-04-03", 10, 38);
    set("2024-02-28", 90, 80);
    await addBars(store, "AAA", "one", bars);
    const id = await buy("0000000001", "2024-03-01", "2024-02-28");
    await deriveAll(store, { today });
    const found = await outcome(id);
    expect(found).toMatchObject({
      status: "resolved",
      reason: null,
      entry_on: "2024-03-04",
      entry_price: "100",
      entry_price_adjusted: "40",
    });
    expect(found.return_7).toBeCloseTo(10, 9);
    expect(found.return_30).toBeCloseTo(-5, 9);
    expect(found.return_90).toBeCloseTo(25, 9);
    expect(found.trade_date_return_7).toBeCloseTo((50 / 80 - 1) * 100, 9);
    // the SPY fixture's day 0 is 2020-01-01; 2024-03-04 is day 1524, 2024-03-11 day 1531
    expect(found.spy_return_7).toBeCloseTo((453.1 / 452.4 - 1) * 100, 9);
  });

  it("distinguishes resolved, partial, pending and unavailable, with the reason", async () => {
    const bars = (symbol: string, to: string) =>
      addWeekdayBars(store, symbol, "one", "2023-01-02", to, (day) => 10 + day);
    await addCompany(store, "0000000010", "DEAD");
    await bars("DEAD", "2024-01-31");
    await addCompany(store, "0000000011", "LIVE");
    await bars("LIVE", "2026-01-14");
    await addCompany(store, "0000000012", "RAW");
    await addBars(
      store,
      "RAW",
      "one",
      weekdays("2023-01-02", "2026-01-14", () => 5).map((b) => ({ ...b, adjusted: null })),
    );
    await addCompany(store, "0000000013", "NONE");
    await addCompany(store, "0000000014", null);
    const cases: [number, object][] = [
      [await buy("0000000010", "2023-12-15"), { status: "partial", reason: "no_bar_near_exit" }],
      [
        await buy("0000000010", "2024-01-30"),
        { status: "unavailable", reason: "no_bar_near_exit", entry_on: "2024-01-31" },
      ],
      [await buy("0000000010", "2024-01-31"), { status: "unavailable", reason: "no_bar_near_entry", entry_on: null }],
      [await buy("0000000011", "2024-06-03"), { status: "resolved", reason: null }],
      [await buy("0000000011", "2025-10-01"), { status: "partial", reason: "exit_ahead" }],
      [await buy("0000000011", "2026-01-12"), { status: "pending", reason: "exit_ahead", entry_on: "2026-01-13" }],
      [await buy("0000000011", "2026-01-14"), { status: "pending", reason: "entry_ahead", entry_on: null }],
      [await buy("0000000012", "2024-06-03"), { status: "unavailable", reason: "not_adjusted", entry_price: null }],
      [await buy("0000000013", "2024-06-03"), { status: "unavailable", reason: "no_series" }],
      [await buy("0000000014", "2024-06-03"), { status: "unavailable", reason: "no_ticker" }],
    ];
    const [derivative] = await addFiling(store, {
      company: "0000000011",
      filedOn: "2024-06-03",
      owners: ["1"],
      trades: [{ derivative: true }],
    });
    cases.push([derivative, { status: "unavailable", reason: "not_a_listed_share", return_7: null }]);
    await deriveAll(store, { today });
    for (const [id, expected] of cases) expect(await outcome(id)).toMatchObject(expected);
  });

  it("uses one adjusted series: the longest that is not stale, or the old symbol's where the new one has no bars", async () => {
    await addCompany(store, "0000000020", "TWO");
    await addWeekdayBars(store, "TWO", "a-short", "2024-01-01", "2026-01-14", () => 1);
    await addWeekdayBars(store, "TWO", "b-long", "2022-01-03", "2025-12-01", () => 2);
    await addWeekdayBars(store, "TWO", "c-stale", "2020-01-01", "2024-11-01", () => 3);
    await addBars(
      store,
      "TWO",
      "d-raw",
      weekdays("2020-01-01", "2026-01-14", () => 4).map((b) => ({ ...b, adjusted: null })),
    );
    await addCompany(store, "0000000021", "META", { oldSymbols: ["FB"] });
    await addWeekdayBars(store, "FB", "a", "2020-01-01", "2022-06-08", (day) => 100 + day);
    await addWeekdayBars(store, "META", "a", "2021-06-01", "2026-01-14", (day) => 500 + day);
    const two = await buy("0000000020", "2024-06-03");
    const old = await buy("0000000021", "2020-06-01");
    const recent = await buy("0000000021", "2022-05-31");
    await deriveAll(store, { today });
    expect(await outcome(two)).toMatchObject({ entry_price_adjusted: "2" });
    expect(await outcome(old)).toMatchObject({
      entry_on: "2020-06-02",
      entry_price_adjusted: "253",
      status: "resolved",
    });
    expect(await outcome(recent)).toMatchObject({ entry_on: "2022-06-01", entry_price_adjusted: "865" });
  });

  it("uses no bars of days on which another company had the symbol", async () => {
    // REUSE: the old company until 2018, the new one, listed again, since 2021; both call it their current symbol
    await addCompany(store, "0000000040", "REUSE");
    await addCompany(store, "0000000041", "REUSE");
    const span =
      "UPDATE company_tickers SET first_seen_on = $2, last_seen_on = $3 WHERE company_cik = $1 AND symbol = $4";
    await store.pool.query(span, ["0000000040", "2015-01-01", "2018-06-29", "REUSE"]);
    await store.pool.query(span, ["0000000041", "2021-03-01", "2025-12-31", "REUSE"]);
    await addWeekdayBars(store, "REUSE", "a", "2016-01-01", "2025-12-31", (day) => 100 + day);
    // LENT: one company's until 2019, another one's from 2020 to 2022, today no company's
    await addCompany(store, "0000000042", "AFTER", { oldSymbols: ["LENT"] });
    await addCompany(store, "0000000043", "OTHER", { oldSymbols: ["LENT"] });
    await store.pool.query(span, ["0000000042", "2015-01-01", "2019-01-31", "LENT"]);
    await store.pool.query(span, ["0000000043", "2020-01-02", "2022-01-31", "LENT"]);
    await store.pool.query(span, ["0000000043", "2022-01-31", "2025-12-31", "OTHER"]);
    await addWeekdayBars(store, "LENT", "a", "2016-01-01", "2025-12-31", (day) => 100 + day);
    const reused = { status: "unavailable", reason: "symbol_reused", return_7: null };
    const cases: [number, object][] = [
      [await buy("0000000040", "2017-05-01"), reused],
      [await buy("0000000041", "2017-05-01"), reused],
      [await buy("0000000041", "2021-05-03"), { status: "resolved", entry_on: "2021-05-04" }],
      [await buy("0000000042", "2018-05-01"), { status: "resolved", entry_on: "2018-05-02" }],
      // its last exit would be on a day on which the other company had the symbol
      [await buy("0000000042", "2019-01-15"), reused],
      [await buy("0000000043", "2019-01-15"), reused],
      [await buy("0000000043", "2020-03-02"), { status: "resolved", entry_on: "2020-03-03" }],
    ];
    const inCongress = { bioguideId: "A000001", filedOn: "2017-05-01", tradedOn: "2017-04-03", ticker: "REUSE" };
    const disclosed = await addPoliticianTrade(store, inCongress);
    await deriveAll(store, { today });
    for (const [id, expected] of cases) expect(await outcome(id), String(id)).toMatchObject(expected);
    expect(await row(store, "politician_outcomes", disclosed, "trade_id")).toMatchObject(reused);
  });

  it("prefers closes with dividends to a longer series without them", async () => {
    await addCompany(store, "0000000045", "DIVI");
    await addWeekdayBars(store, "DIVI", "splits-only", "2020-01-01", "2026-01-14", () => 1);
    await addWeekdayBars(store, "DIVI", "with-dividends", "2023-01-02", "2026-01-14", () => 2);
    await store.pool.query("UPDATE price_series SET dividends = false WHERE provider = 'splits-only'");
    const id = await buy("0000000045", "2024-06-03");
    await deriveAll(store, { today });
    expect(await outcome(id)).toMatchObject({ entry_price_adjusted: "2" });
  });

  it("leaves the benchmark null where it has no bar on one of the dates", async () => {
    await addCompany(store, "0000000030", "SUN");
    await addBars(store, "SUN", "one", [
      { date: "2024-03-09", close: 10, adjusted: 10 },
      { date: "2024-03-18", close: 11, adjusted: 11 },
    ]);
    const id = await buy("0000000030", "2024-03-08");
    await deriveAll(store, { today });
    expect(await outcome(id)).toMatchObject({ entry_on: "2024-03-09", spy_return_7: null, status: "partial" });
    expect((await outcome(id)).return_7).toBeCloseTo(10, 9);
  });

  it("gives politician trades outcomes by their own ticker", async () => {
    await addWeekdayBars(store, "FUND", "one", "2023-01-02", "2026-01-14", (day) => 10 + day);
    const id = await addPoliticianTrade(store, {
      bioguideId: "A000001",
      filedOn: "2024-06-03",
      tradedOn: "2024-05-01",
      ticker: "FUND",
    });
    const withoutTicker = await addPoliticianTrade(store, {
      bioguideId: "A000001",
      filedOn: "2024-06-03",
      tradedOn: "2024-05-01",
      ticker: null,
      assetType: "Stock",
    });
    await deriveAll(store, { today });
    expect(await row(store, "politician_outcomes", id, "trade_id")).toMatchObject({
      status: "resolved",
      entry_on: "2024-06-04",
    });
    expect(await row(store, "politician_outcomes", withoutTicker, "trade_id")).toMatchObject({
      status: "unavailable",
      reason: "no_ticker",
    });
  });

  it("the outcome of a politician trade counts from the first report that has it", async () => {
    await addWeekdayBars(store, "AGAIN", "one", "2023-01-02", "2026-01-14", (day) => 10 + day);
    const filed = { bioguideId: "A000001", tradedOn: "2024-05-01", ticker: "AGAIN" };
    const amendment = { ...filed, filedOn: "2024-09-09", amendmentOf: "2024-06-03" };
    const title = "Periodic Transaction Report for 06/03/2024";
    const first = await addPoliticianTrade(store, { ...filed, filedOn: "2024-06-03", title });
    const amended = await addPoliticianTrade(store, { ...amendment, title: `${title} (Amendment 1)` });
    const added = await addPoliticianTrade(store, { ...amendment, title: `${title} (Amendment 1)` });
    const alone = await addPoliticianTrade(store, { ...amendment, title: "Another report (Amendment 1)" });
    await store.pool.query("UPDATE politician_trades SET superseded_by_id = $2 WHERE id = $1", [first, amended]);
    await deriveAll(store, { today });
    const entry = async (id: number) => (await row(store, "politician_outcomes", id, "trade_id")).entry_on;
    expect(await entry(amended)).toBe("2024-06-04");
    // no earlier report has this one: it was unknown before the amendment
    expect(await entry(added)).toBe("2024-09-10");
    // the original is not stored: it counts from the day that the amendment states for it
    expect(await entry(alone)).toBe("2024-06-04");
  });

  it("the outcome of a politician trade counts from an amendment that names another security than the earlier report", async () => {
    await addWeekdayBars(store, "RIGHT", "one", "2023-01-02", "2026-01-14", (day) => 10 + day);
    const filed = { bioguideId: "A000001", tradedOn: "2024-05-01" };
    const pairs = [
      [{ ticker: "WRONG", assetName: "Wrong Fund" }, { ticker: "RIGHT", assetName: "Right Fund" }, "2024-09-10"],
      [{ ticker: null, assetName: "right fund" }, { ticker: "RIGHT", assetName: "Right Fund" }, "2024-06-04"],
      [{ ticker: "RIGHT", assetName: "Right" }, { ticker: "RIGHT", assetName: "Right Fund" }, "2024-06-04"],
    ] as const;
    const amended: number[] = [];
    for (const [before, after] of pairs) {
      const first = await addPoliticianTrade(store, { ...filed, ...before, filedOn: "2024-06-03" });
      const id = await addPoliticianTrade(store, {
        ...filed,
        ...after,
        filedOn: "2024-09-09",
        amendmentOf: "2024-06-03",
      });
      await store.pool.query("UPDATE politician_trades SET superseded_by_id = $2 WHERE id = $1", [first, id]);
      amended.push(id);
    }
    await deriveAll(store, { today });
    const entries = await Promise.all(amended.map((id) => row(store, "politician_outcomes", id, "trade_id")));
    expect(entries.map(({ entry_on }) => entry_on)).toEqual(pairs.map(([, , day]) => day));
  });
});

it("outcomes equal the oracle's for random bars and dates", async () => {
  const origin = "2022-01-01";
  const spy = new Map(
    weekdays("2020-01-01", "2026-01-14", (day) => 300 + day / 10).map((bar) => [bar.date, bar.adjusted as number]),
  );
  let made = 0;
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 480 }), { minLength: 5, maxLength: 80 });
  const dates = fc.array(
    fc.record({ filed: fc.integer({ min: -15, max: 480 }), lag: fc.integer({ min: 0, max: 60 }) }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(days, dates, async (barDays, trades) => {
      const cik = `00000${40_000 + ++made}`;
      await addCompany(store, cik, `R${made}`);
      const bars: BarFixture[] = barDays
        .toSorted((a, b) => a - b)
        .map((day) => ({ date: addDays(origin, day), close: 5, adjusted: 10 + ((day * 7919) % 97) / 7 }));
      await addBars(store, `R${made}`, "one", bars);
      const closes = new Map(bars.map((bar) => [bar.date, bar.adjusted as number]));
      const expected = new Map<number, { filedOn: string; tradedOn: string }>();
      for (const trade of trades) {
        const filedOn = addDays(origin, trade.filed);
        const tradedOn = addDays(filedOn, -trade.lag);
        expected.set(await buy(cik, filedOn, tradedOn), { filedOn, tradedOn });
      }
      await deriveAll(store, { today });
      for (const [id, { filedOn, tradedOn }] of expected) {
        const found = await outcome(id);
        const { entryOn, ...follower } = block(closes, spy, filedOn, filedOn);
        const { entryOn: _, ...own } = block(closes, spy, addDays(tradedOn, -1), tradedOn);
        expect(found.entry_on).toBe(entryOn);
        expect(rounded(stored(found, ""))).toEqual(rounded(follower));
        expect(rounded(stored(found, "trade_date_"))).toEqual(rounded(own));
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

const realBars = join(sharedData, "prices/kinryukii-us-tech-quant-v18/v16_prices_full");

describe.skipIf(!hasRecords("prices"))("on real bars", () => {
  it("outcomes equal the oracle's to 4 decimals", async () => {
    const real = await createTestStore();
    try {
      const read = (symbol: string) => {
        const [header = "", ...lines] = readFileSync(join(realBars, `${symbol}.csv`), "utf8")
          .trim()
          .split("\n");
        const at = (name: string) => header.trim().split(",").indexOf(name);
        return lines.map((line) => {
          const cells = line.trim().split(",");
          return {
            date: cells[at("Date")] ?? "",
            close: Number(cells[at("Close")]),
            adjusted: Number(cells[at("Adj Close")]),
          };
        });
      };
      const closesOf = (bars: BarFixture[]) => new Map(bars.map((bar) => [bar.date, bar.adjusted as number]));
      const [spy, apple] = [read("SPY"), read("AAPL")];
      await addBars(real, "SPY", "one", spy);
      await addBars(real, "AAPL", "one", apple);
      await addCompany(real, "0000320193", "AAPL");
      for (let filedOn = "2019-05-10"; filedOn < "2026-05-20"; filedOn = addDays(filedOn, 17)) {
        await addFiling(real, {
          company: "0000320193",
          filedOn,
          owners: ["1"],
          trades: [{ tradedOn: addDays(filedOn, -2) }],
        });
      }
      await deriveAll(real, { today });
      const { rows } = await real.pool.query(
        "SELECT o.*, t.filed_on, t.traded_on FROM insider_outcomes o JOIN insider_trades t ON t.id = o.trade_id",
      );
      expect(rows.length).toBeGreaterThan(100);
      for (const found of rows) {
        const { entryOn, ...follower } = block(closesOf(apple), closesOf(spy), found.filed_on, found.filed_on);
        const { entryOn: _, ...own } = block(
          closesOf(apple),
          closesOf(spy),
          addDays(found.traded_on, -1),
          found.traded_on,
        );
        expect(found.entry_on).toBe(entryOn);
        expect(rounded(stored(found, ""))).toEqual(rounded(follower));
        expect(rounded(stored(found, "trade_date_"))).toEqual(rounded(own));
      }
    } finally {
      await real.close();
    }
  });
});
