// What filers mistype: prices far from what the security traded at, dates that cannot be, directions that conflict. Each rule by hand, then
// random companies judged row by row by a plain loop, at once and as the rows are loaded.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { loadSeries } from "../../src/ingest/prices/load.ts";
import { companyInsiders } from "../../src/store/lists/one-company.ts";
import { insiderStats } from "../../src/store/statistics/insider.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addDays, addFiling, addWeekdayBars, type FilingFixture, row, today } from "./fixture.ts";
import { filingsOf, type Story } from "./stories.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await addWeekdayBars(store, "SPY", "spy", "2019-01-01", "2026-01-14", () => 300);
});
afterAll(() => store.close());

let companies = 0;
const company = async (symbol: string | null = null) => {
  const cik = String(++companies).padStart(10, "0");
  await addCompany(store, cik, symbol);
  return cik;
};
type Trade = FilingFixture["trades"][number];
const file = async (cik: string, trades: Trade[], more: Partial<FilingFixture> = {}) =>
  await addFiling(store, { company: cik, filedOn: "2024-03-06", owners: ["0000009001"], trades, ...more });
const quality = async (ids: number[]) => {
  await deriveAll(store, { today });
  const found = [];
  for (const id of ids) found.push((await row(store, "insider_trades", id)).price_quality);
  return found;
};
const peers = (...prices: number[]): Trade[] => prices.map((price, at) => ({ price, shares: 10 + at }));

describe("a price", () => {
  it("is compared with the median of three other filed prices of the 30 days around", async () => {
    const cik = await company();
    const sale = { code: "S", shares: 1500 };
    const ids = await file(cik, [...peers(187, 188, 190), { ...sale, price: 188_139 }, { ...sale, price: 188.139 }]);
    expect(await quality(ids)).toEqual(["ok", "ok", "ok", "suspect", "ok"]);
  });

  it("at five times the median is ok, above it and below a fifth of it suspect", async () => {
    const cik = await company();
    const ids = await file(cik, [...peers(10, 10, 10, 10, 10, 10, 10), ...peers(50, 50.01, 2, 1.99)]);
    expect((await quality(ids)).slice(7)).toEqual(["ok", "suspect", "ok", "suspect"]);
  });

  it("far from the median is ok where another filing agrees, as on either side of a reverse split", async () => {
    const cik = await company();
    const before = await file(cik, [{ price: 0.11, shares: 75_000 }], { filedOn: "2024-02-20" });
    const agrees = await file(cik, [{ price: 0.115, shares: 125_000 }], { filedOn: "2024-02-21" });
    const twice = await file(cik, [
      { price: 94, shares: 30 },
      { price: 95, shares: 40 },
    ]);
    const after = await file(cik, peers(2.45, 2.7, 2.85, 2.74));
    // two rows of one filing may have the same mistake
    expect(await quality([...before, ...agrees, ...twice, ...after])).toEqual([
      ...["ok", "ok", "suspect", "suspect"],
      ...["ok", "ok", "ok", "ok"],
    ]);
  });

  it("is not judged by two others, or by those of a month before, of another class, of grants, derivatives or superseded rows", async () => {
    const far = { price: 4000, shares: 3 };
    const ids = [];
    for (const others of [
      peers(10, 11),
      peers(10, 11, 12).map((one) => ({ ...one, tradedOn: "2024-02-04" })),
      peers(10, 11, 12).map((one) => ({ ...one, security: "Preferred Stock" })),
      peers(10, 11, 12).map((one) => ({ ...one, security: "Class B Common Stock" })),
      peers(10, 11, 12).map((one) => ({ ...one, code: "A" })),
      peers(10, 11, 12).map((one) => ({ ...one, derivative: true })),
    ])
      ids.push((await file(await company(), [{ ...far, security: "Class A Common Stock" }, ...others]))[0]);
    const superseded = await company();
    const [by] = await file(superseded, [{ price: 10, shares: 5 }]);
    ids.push((await file(superseded, [far, ...peers(10, 11, 12).map((one) => ({ ...one, supersededBy: by }))]))[0]);
    expect(await quality(ids)).toEqual(ids.map(() => null));
  });

  it("of a month before still counts on its thirtieth day", async () => {
    const cik = await company();
    const old = peers(10, 11, 12).map((one) => ({ ...one, tradedOn: "2024-02-05" }));
    const [id] = await file(cik, [{ price: 4000, shares: 3 }, ...old]);
    expect(await quality([id])).toEqual(["suspect"]);
  });

  it("of shares withheld for tax is compared, those of grants and exercises are not", async () => {
    const cik = await company();
    const ids = await file(cik, [
      ...peers(10, 11, 12),
      ...["F", "A", "M", "G", "X"].map((code) => ({ code, price: 0.5, shares: 7 })),
      { price: 0, shares: 7 },
      { price: null, shares: 7 },
    ]);
    expect((await quality(ids)).slice(3)).toEqual(["suspect", null, null, null, null, null, null]);
  });

  it("that equals the number of shares is suspect above 100, whatever the code and the other prices", async () => {
    const cik = await company();
    const same = (price: number, code = "P") => ({ price, shares: price, code });
    const ids = await file(cik, [...peers(140, 150, 160), same(2793), same(150), same(100), same(150, "A")]);
    expect((await quality(ids)).slice(3)).toEqual(["suspect", "suspect", "ok", "suspect"]);
  });
});

describe("closes as traded", () => {
  const traded = (symbol: string, close: number, asTraded: boolean) =>
    loadSeries(store, [
      {
        symbol,
        provider: asTraded ? "lean:x" : "adjusted-close:x",
        adjusted: true,
        asTraded,
        bars: ["2024-03-01", "2024-03-11"].map((date) => ({
          ...{ date, open: null, high: null, low: null, volume: null },
          ...{ close: String(close), adjustedClose: String(close) },
        })),
      },
    ]);

  it("of the ten days around are compared before the prices that others filed", async () => {
    const cik = await company("CLO");
    await traded("CLO", 100, true);
    const ids = await file(cik, [...peers(9, 10, 11), { price: 500 }, { price: 501 }, { price: 20 }, { price: 19.9 }]);
    const far = await file(
      cik,
      peers(9, 10, 11).map((one) => ({ ...one, tradedOn: "2024-02-24" })),
    );
    expect(await quality([...ids, ...far])).toEqual([
      ...["suspect", "suspect", "suspect", "ok", "suspect", "ok", "suspect"],
      // six days before the first close: compared with the other prices
      ...["ok", "ok", "ok"],
    ]);
  });

  it("that were adjusted for later splits are not used", async () => {
    const cik = await company("SPL");
    await traded("SPL", 1, false);
    expect(await quality(await file(cik, peers(100, 101, 102, 103)))).toEqual(["ok", "ok", "ok", "ok"]);
  });

  it("of another symbol that the company has beside the row's own are not used", async () => {
    const cik = await company("BIGB");
    await store.pool.query(
      `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source) VALUES ($1, 'BIGA', '2015-01-01', '2025-12-31', 'x')`,
      [cik],
    );
    await traded("BIGB", 300, true);
    const ids = [
      ...(await file(cik, [{ price: 4000, shares: 1 }], { tickerAsFiled: "BIGA" })),
      ...(await file(cik, [{ price: 4000, shares: 2 }], { tickerAsFiled: "BIGB" })),
    ];
    expect(await quality(ids)).toEqual([null, "suspect"]);
  });
});

it("suspect rows are left out of sums, scores, clusters and outcomes, with the reason, and are counted on their own", async () => {
  const cik = await company("OUT");
  await addWeekdayBars(store, "OUT", "one", "2019-01-01", "2026-01-14", () => 10);
  const on = { filedOn: "2024-05-06" };
  const another = { ...on, owners: ["0000009002"] };
  const sound = await file(
    cik,
    [
      { price: 10, shares: 1000 },
      { price: 11, shares: 1000 },
      { price: 12, shares: 1000 },
      { code: "S", price: 10, shares: 500 },
    ],
    on,
  );
  const suspect = {
    price: await file(cik, [{ price: 10_000, shares: 1500, deltaOwnPct: 50 }], another),
    future: await file(cik, [{ tradedOn: "2028-03-05", shares: 50 }], another),
    lag: await file(cik, [{ tradedOn: "2019-03-05", shares: 51 }], another),
    purchase: await file(cik, [{ acquiredDisposed: "D", shares: 52, deltaOwnPct: 50 }], another),
    sale: await file(cik, [{ code: "S", acquiredDisposed: "A", shares: 53 }], another),
  };
  await deriveAll(store, { today });
  for (const [name, [id]] of Object.entries(suspect)) {
    expect(await row(store, "insider_trades", id), name).toMatchObject({
      signal_score: 5,
      signal_direction: "neutral",
      signal_factors: [{ factor: "base", points: 5 }],
    });
    const reason =
      { price: "price_suspect", future: "date_suspect", lag: "date_suspect" }[name] ?? "direction_conflict";
    expect(await row(store, "insider_outcomes", id, "trade_id"), name).toMatchObject({
      status: "unavailable",
      reason,
      return_7: null,
    });
  }
  expect(await row(store, "insider_outcomes", sound[0], "trade_id")).toMatchObject({ status: "resolved" });
  expect((await store.pool.query("SELECT 1 FROM clusters WHERE company_cik = $1", [cik])).rowCount).toBe(0);
  expect(await insiderStats(store.prisma, "0000009002")).toMatchObject({
    totalTrades: 5,
    buyCount: 4,
    sellCount: 1,
    suspectCount: 5,
    avgTradeValue: null,
    // a trade with a suspect date is neither the first nor the last
    firstTradedOn: new Date("2024-05-06"),
    lastTradedOn: new Date("2024-05-06"),
  });
  const stats = await insiderStats(store.prisma, "0000009002");
  expect([stats.totalBuyValue, stats.totalSellValue, stats.netValue].map(String)).toEqual(["0", "0", "0"]);
  const people = (await companyInsiders(store.prisma, cik, { page: 1, pageSize: 10 })).nodes;
  const shown = people.map((one) => ({ ...one, buyValue: String(one.buyValue), sellValue: String(one.sellValue) }));
  const lastTradedOn = new Date("2024-05-06");
  expect(shown.toSorted((a, b) => a.buyCount - b.buyCount)).toMatchObject([
    { buyCount: 3, sellCount: 1, buyValue: "33000", sellValue: "5000", suspectCount: 0, lastTradedOn },
    { buyCount: 4, sellCount: 1, buyValue: "0", sellValue: "0", suspectCount: 5, lastTradedOn },
  ]);
  const days = await store.pool.query(
    "SELECT coalesce(sum(observations), 0)::int AS n FROM signal_days WHERE filed_on = '2024-05-06' AND days = 7 AND direction <> 'neutral'",
  );
  expect(days.rows[0].n).toBeGreaterThan(0);
  const neutral = await store.pool.query(
    "SELECT 1 FROM signal_days WHERE filed_on = '2024-05-06' AND direction = 'neutral'",
  );
  expect(neutral.rowCount).toBe(0);
});

describe("as the rows are loaded", () => {
  const ownCompany = "0000000101";
  const story = (filed: number, price: number, more: Partial<Story> = {}): Story => ({
    ...{ company: 0, filed, lag: 1, owners: [1], role: "director", code: "P" as const, derivative: false, plan: null },
    ...{ lots: 1, price, chain: null, amended: null, ...more },
  });
  const kept = async () =>
    (
      await store.pool.query(
        `SELECT t.id, t.price_quality, t.signal_score, t.signal_factors, o.status, o.reason,
           (SELECT array_agg(m.cluster_id) FROM cluster_trades m WHERE m.trade_id = t.id) AS clusters
         FROM insider_trades t LEFT JOIN insider_outcomes o ON o.trade_id = t.id WHERE t.company_cik = $1 ORDER BY t.id`,
        [ownCompany],
      )
    ).rows;
  const empty = async () => {
    await store.pool.query(
      `DELETE FROM filings WHERE company_cik = '${ownCompany}'; DELETE FROM company_tickers WHERE company_cik = '${ownCompany}';
       DELETE FROM clusters WHERE company_cik = '${ownCompany}'; DELETE FROM price_series WHERE symbol = 'AAA'`,
    );
    await deriveAll(store, { today });
  };
  const filings = (list: Story[]) =>
    filingsOf(list).map((one, at) => ({
      filing: {
        ...one.filing,
        transactions: one.filing.transactions.map((each) => ({ ...each, shares: String(10 + at) })),
      },
    }));

  it("a later filing makes an earlier price suspect, with all that depends on it, and its correction undoes that", async () => {
    await empty();
    const list = [story(100, 4000, { owners: [2] }), ...[101, 102, 103].map((filed) => story(filed, 100))];
    const [typo, ...others] = filings(list);
    if (!typo) throw new Error("no filing");
    await loadFilings(store, [typo, ...others.slice(0, 2)]);
    await deriveChanges(store, [], { today });
    expect((await kept()).map((one) => one.price_quality)).toEqual([null, null, null]);
    expect((await kept()).filter(({ clusters }) => clusters !== null)).toHaveLength(3);
    await loadFilings(store, others);
    await deriveChanges(store, [], { today });
    expect((await kept()).map((one) => one.price_quality).sort()).toEqual(["ok", "ok", "ok", "suspect"]);
    expect((await kept()).filter(({ clusters }) => clusters !== null)).toHaveLength(0);
    const corrected = {
      ...typo.filing,
      transactions: typo.filing.transactions.map((one) => ({ ...one, price: "90" })),
    };
    await loadFilings(store, [{ filing: corrected }]);
    await deriveChanges(store, [], { today });
    expect((await kept()).map((one) => one.price_quality)).toEqual(["ok", "ok", "ok", "ok"]);
    expect((await kept()).filter(({ clusters }) => clusters !== null)).toHaveLength(4);
  });

  it("a row that moves to another day no longer counts for the prices around the old one", async () => {
    await empty();
    const list = [story(100, 4000, { owners: [2] }), ...[101, 102, 103].map((filed) => story(filed, 100))];
    const all = filings(list);
    await loadFilings(store, all);
    await deriveChanges(store, [], { today });
    expect((await kept()).filter((one) => one.price_quality === "suspect")).toHaveLength(1);
    const last = all.at(-1)?.filing;
    if (!last) throw new Error("no filing");
    const moved = last.transactions.map((one) => ({ ...one, tradedOn: addDays(one.tradedOn ?? "", -200) }));
    await loadFilings(store, [{ filing: { ...last, transactions: moved } }]);
    await deriveChanges(store, [], { today });
    expect((await kept()).map((one) => one.price_quality)).toEqual([null, null, null, null]);
  });

  it("new closes are checked against the trades around them", async () => {
    await empty();
    await loadFilings(store, filings([story(100, 4000), story(400, 4000)]));
    await deriveChanges(store, [], { today });
    expect((await kept()).map((one) => one.price_quality)).toEqual([null, null]);
    const at = addDays("2020-01-06", 99);
    const bar = {
      date: addDays(at, 3),
      open: null,
      high: null,
      low: null,
      close: "90",
      adjustedClose: "90",
      volume: null,
    };
    await loadSeries(store, [{ symbol: "AAA", provider: "raw", adjusted: true, asTraded: true, bars: [bar] }]);
    await deriveChanges(store, [], { today });
    const { rows } = await store.pool.query(
      "SELECT price_quality FROM insider_trades WHERE company_cik = $1 ORDER BY filed_on",
      [ownCompany],
    );
    expect(rows.map((one) => one.price_quality)).toEqual(["suspect", null]);
  });

  const randomStory = fc.record({
    filed: fc.integer({ min: 0, max: 160 }),
    lag: fc.integer({ min: 0, max: 20 }),
    code: fc.constantFrom("P" as const, "S" as const, "A" as const),
    price: fc.constantFrom(9, 10, 10, 10.5, 12, 12, 49, 51, 59, 2, 1.9, 4000, 9000),
    derivative: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    amended: fc.option(fc.record({ after: fc.integer({ min: 1, max: 20 }), price: fc.boolean() }), { freq: 4 }),
    owners: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
    lots: fc.integer({ min: 1, max: 2 }),
  });

  it("the result equals a plain loop over the rows, however they are loaded", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomStory, { minLength: 10, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        async (some, parts) => {
          await empty();
          const all = filings(some.map(({ filed, price, ...more }) => story(filed, price, more)));
          const size = Math.ceil(all.length / parts);
          for (let at = 0; at < all.length; at += size) {
            await loadFilings(store, all.slice(at, at + size));
            await deriveChanges(store, [], { today });
          }
          const { rows } = await store.pool.query<StoredPrice>(
            `SELECT id, accession_number, traded_on, price, shares, transaction_code, is_derivative, superseded_by_id IS NULL AS live, price_quality
           FROM insider_trades WHERE company_cik = $1 ORDER BY id`,
            [ownCompany],
          );
          expect(rows.map(({ id, price_quality }) => [id, price_quality])).toEqual(
            rows.map((one) => [one.id, judged(one, rows)]),
          );
          const incremental = await kept();
          expect(await deriveAll(store, { today })).toMatchObject({ changed: false });
          expect(await kept()).toEqual(incremental);
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 4), endOnFailure: true },
    );
  });
});

interface StoredPrice {
  id: string;
  accession_number: string;
  traded_on: string;
  price: string;
  shares: string;
  transaction_code: string;
  is_derivative: boolean;
  live: boolean;
  price_quality: string | null;
}

/** The rule of the contract and of ADR 0041, one row after the other; there are no closes. */
function judged(one: StoredPrice, all: StoredPrice[]): "ok" | "suspect" | null {
  const price = Number(one.price);
  if (price === Number(one.shares) && price > 100) return "suspect";
  // a total, whatever the code
  if (price > 5000) return "suspect";
  if (one.is_derivative || !["P", "S", "F"].includes(one.transaction_code) || price <= 0) return null;
  const others: number[] = [];
  let agrees = false;
  for (const other of all) {
    if (other.id === one.id || !other.live || other.is_derivative) continue;
    if (!["P", "S"].includes(other.transaction_code)) continue;
    if (Math.abs(Date.parse(other.traded_on) - Date.parse(one.traded_on)) > 30 * 86_400_000) continue;
    const filed = Number(other.price);
    others.push(filed);
    agrees ||= other.accession_number !== one.accession_number && filed >= price / 2 && filed <= price * 2;
  }
  if (others.length < 3) return null;
  others.sort((a, b) => a - b);
  const middle = others.length / 2;
  const median = Number.isInteger(middle)
    ? ((others[middle - 1] as number) + (others[middle] as number)) / 2
    : (others[Math.floor(middle)] as number);
  return !agrees && (price > 5 * median || 5 * price < median) ? "suspect" : "ok";
}
