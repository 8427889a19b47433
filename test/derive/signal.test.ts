// The signal, point by point, with values computed by hand from docs/guides/outcomes-and-signal.md.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveAll } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addBars, addCompany, addFiling, type OwnerFixture, row, today, weekdays } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const points = async (id: number) => {
  const { signal_factors, signal_score, signal_tier, signal_direction, signal_version } = await row(
    store,
    "insider_trades",
    id,
  );
  const factors = signal_factors as { factor: string; points: number }[];
  expect(factors.reduce((sum, factor) => sum + factor.points, 0)).toBe(signal_score);
  expect(signal_version).toBe("6");
  return {
    ...Object.fromEntries(factors.map(({ factor, points }) => [factor, points])),
    score: signal_score,
    tier: signal_tier,
    direction: signal_direction,
  };
};

describe("purchases", () => {
  it("are scored by base, unknown history, role, value and growth of the holding", async () => {
    await addCompany(store, "0000000001", "AAA");
    const [id] = await addFiling(store, {
      company: "0000000001",
      filedOn: "2024-03-06",
      owners: [
        { cik: "0000000101", director: true },
        { cik: "0000000102", officer: true, title: "EVP and Chief Financial Officer" },
      ],
      // 5 * log10(250,000 / 10,000) = 6.99
      trades: [{ tradedOn: "2024-03-04", shares: 10_000, price: 25, deltaOwnPct: 47.9 }],
    });
    await deriveAll(store, { today });
    expect(await points(id)).toEqual({
      base: 20,
      history: 10,
      role: 10,
      value: 7,
      holding_growth: 4,
      score: 51,
      tier: "moderate",
      direction: "bullish",
    });
  });

  it("count other people of the 30 days before, joint filers and their other forms once, and no later filing", async () => {
    await addCompany(store, "0000000002", "BBB");
    const buy = (filedOn: string, tradedOn: string, owners: string[], more = {}) =>
      addFiling(store, {
        company: "0000000002",
        filedOn,
        owners,
        trades: [{ tradedOn, shares: 1, price: 1, ...more }],
      });
    await buy("2024-05-03", "2024-05-02", ["0000000201", "0000000202"]);
    await buy("2024-05-04", "2024-05-03", ["0000000202"]);
    await buy("2024-05-04", "2024-05-02", ["0000000203"], { plan: true });
    await buy("2024-04-30", "2024-04-29", ["0000000204"], { code: "S" });
    const [one] = await buy("2024-05-31", "2024-05-31", ["0000000205"]);
    const [tooLate] = await buy("2024-06-01", "2024-06-01", ["0000000206"]);
    await buy("2024-06-02", "2024-05-31", ["0000000207"]);
    await deriveAll(store, { today });
    // 201 and 202 are one; 207 filed later
    expect(await points(one)).toMatchObject({ other_buyers: 10 });
    // May 3 is 29 days before June 1, May 2 is not: 202's second form, and 205
    expect(await points(tooLate)).toMatchObject({ other_buyers: 15 });
  });

  it("are routine, opportunistic or of unknown history by the three calendar years before", async () => {
    await addCompany(store, "0000000003", "CCC");
    const trade = (tradedOn: string, cik: string, code = "S") =>
      addFiling(store, {
        company: "0000000003",
        filedOn: tradedOn,
        owners: [cik],
        trades: [{ tradedOn, code, shares: 1, price: 1 }],
      });
    for (const day of ["2021-05-10", "2022-05-11", "2022-08-01", "2023-05-12"]) await trade(day, "0000000301");
    const [routine] = await trade("2024-05-30", "0000000301", "P");
    const [opportunistic] = await trade("2024-09-30", "0000000301", "P");
    const [sale] = await trade("2024-11-29", "0000000301");
    for (const day of ["2021-05-10", "2022-06-11", "2023-07-12"]) await trade(day, "0000000302");
    const [noCommonMonth] = await trade("2024-02-05", "0000000302", "P");
    for (const day of ["2022-05-11", "2023-05-12"]) await trade(day, "0000000303");
    const [unknown] = await trade("2024-05-06", "0000000303", "P");
    await deriveAll(store, { today });
    expect(await points(routine)).toMatchObject({ history: -20 });
    expect(await points(opportunistic)).toMatchObject({ history: 20 });
    expect(await points(noCommonMonth)).toMatchObject({ history: 20 });
    expect(await points(unknown)).toMatchObject({ history: 10 });
    expect(await points(sale)).toMatchObject({ base: 10, history: 15 });
  });

  it("get five points for a price of at most 80 % of the highest close of the year before", async () => {
    await addCompany(store, "0000000004", "DDD");
    await addBars(
      store,
      "DDD",
      "one",
      weekdays("2023-01-02", "2024-06-28", () => 50).map((bar) =>
        ["2023-06-01", "2024-06-10"].includes(bar.date) ? { ...bar, close: 100 } : bar,
      ),
    );
    const buy = (tradedOn: string, price: number) =>
      addFiling(store, {
        company: "0000000004",
        filedOn: tradedOn,
        owners: [`00000004${price}`],
        trades: [{ tradedOn, price, shares: 1 }],
      });
    const [low] = await buy("2024-05-31", 80);
    const [high] = await buy("2024-05-31", 81);
    const [yearPassed] = await buy("2024-06-03", 45);
    const [otherScale] = await buy("2024-05-31", 10);
    await deriveAll(store, { today });
    expect(await points(low)).toMatchObject({ price_drawdown: 5 });
    expect(await points(high)).not.toHaveProperty("price_drawdown");
    expect(await points(yearPassed)).not.toHaveProperty("price_drawdown");
    expect(await points(otherScale)).not.toHaveProperty("price_drawdown");
  });

  it("lose five points where filed after more than two business days, not counting holidays and EDGAR's own closings", async () => {
    await addCompany(store, "0000000005", "EEE");
    const buy = (tradedOn: string, filedOn: string, more = {}) =>
      addFiling(store, {
        company: "0000000005",
        filedOn,
        owners: [`00000005${filedOn.slice(8)}`],
        trades: [{ tradedOn, price: 1, shares: 1 }],
        ...more,
      });
    // Friday before Memorial Day (May 27, 2024): the second business day is Wednesday
    const [onTime] = await buy("2024-05-24", "2024-05-29");
    const [late] = await buy("2024-05-24", "2024-05-30");
    const [veryLate] = await buy("2024-03-01", "2024-05-31");
    const [amended] = await buy("2024-05-24", "2024-06-20", { form: "4/A", originalSubmittedOn: "2024-05-28" });
    // Tuesday before a day of mourning: the second business day is Friday
    const [mourning] = await buy("2018-12-04", "2018-12-07");
    const [ordinary] = await buy("2018-12-11", "2018-12-14");
    await deriveAll(store, { today });
    expect(await points(mourning)).not.toHaveProperty("late_filing");
    expect(await points(ordinary)).toMatchObject({ late_filing: -5 });
    expect(await points(onTime)).not.toHaveProperty("late_filing");
    expect(await points(late)).toMatchObject({ late_filing: -5 });
    expect(await points(veryLate)).toMatchObject({ late_filing: -5 });
    expect(await points(amended)).not.toHaveProperty("late_filing");
  });
});

describe("sales and other trades", () => {
  it("score half the role, the part of the holding sold, and at most 60 for a sale", async () => {
    await addCompany(store, "0000000006", "FFF");
    const sell = (cik: string, title: string, deltaOwnPct: number) =>
      addFiling(store, {
        company: "0000000006",
        filedOn: "2024-03-06",
        owners: [{ cik, officer: true, title }],
        trades: [{ code: "S", tradedOn: "2024-03-05", deltaOwnPct }],
      });
    const [cfo] = await sell("0000000601", "CFO", -20);
    const [president] = await sell("0000000602", "President & COO", -19.9);
    const [vice] = await sell("0000000603", "Senior Vice President", -100);
    await sell("0000000604", "Director of Sales", -1);
    await deriveAll(store, { today });
    expect(await points(cfo)).toEqual({
      base: 10,
      other_sellers: 15,
      role: 5,
      holding_sold: 10,
      score: 40,
      tier: "weak",
      direction: "bearish",
    });
    expect(await points(president)).toMatchObject({ role: 4, score: 29 });
    expect(await points(vice)).toMatchObject({ role: 3, holding_sold: 10, score: 38 });
  });

  it("get five points and no direction for plan trades, grants and derivatives", async () => {
    await addCompany(store, "0000000007", "GGG");
    const cases = [
      { plan: true },
      { code: "S", plan: true },
      { code: "A" },
      { derivative: true },
      { derivative: true, code: "S" },
      { derivative: true, code: "S", plan: true },
      { derivative: true, code: "M" },
      { security: "Series A Preferred Stock" },
      { security: "Depositary Shares", code: "S" },
    ];
    const ids = await addFiling(store, {
      company: "0000000007",
      filedOn: "2024-03-06",
      owners: ["0000000701"],
      trades: cases,
    });
    await deriveAll(store, { today });
    for (const id of ids) expect(await points(id)).toEqual({ base: 5, score: 5, tier: "noise", direction: "neutral" });
  });

  it("keep a score of 0 to 100, with the difference as a factor", async () => {
    await addCompany(store, "0000000008", "HHH");
    const buy = (tradedOn: string, filedOn = tradedOn) =>
      addFiling(store, {
        company: "0000000008",
        filedOn,
        owners: ["0000000801"],
        trades: [{ tradedOn, price: 1, shares: 1 }],
      });
    for (const day of ["2021-05-10", "2022-05-11", "2023-05-12"]) await buy(day);
    const [id] = await buy("2024-05-10", "2024-06-10");
    await deriveAll(store, { today });
    expect(await points(id)).toMatchObject({ base: 20, history: -20, late_filing: -5, limit: 5, score: 0 });
  });
});

describe("roles", () => {
  it("include the office that a filer wrote beside the box Other", async () => {
    await addCompany(store, "0000000030", "ROL");
    const trade = async (code: string, owner: Omit<OwnerFixture, "cik">) => {
      const cik = String(3_000_000_000 + nextOwner++);
      const [id] = await addFiling(store, {
        company: "0000000030",
        filedOn: "2024-03-06",
        owners: [{ cik, ...owner }],
        trades: [{ tradedOn: "2024-03-05", code, shares: 1, price: 1 }],
      });
      return id;
    };
    let nextOwner = 0;
    const chair = await trade("P", { otherText: "President, Chairwoman" });
    const seller = await trade("S", { director: true, otherText: "Chairman of the Board" });
    const deputy = await trade("S", { officer: true, title: "Deputy CFO" });
    const holder = await trade("P", { otherText: "Member of 10% owner group" });
    await deriveAll(store, { today });
    expect(await points(chair)).toMatchObject({ role: 8 });
    expect(await points(seller)).toMatchObject({ role: 4 });
    expect(await points(deputy)).toMatchObject({ role: 5 });
    expect(await points(holder)).not.toHaveProperty("role");
  });
});
