// The sums of companies, compared with sums computed row by row in plain TypeScript, and the order of the directory.
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../../src/derive/derive.ts";
import type { CompanySort } from "../../../src/filters/directories.ts";
import { loadFilings } from "../../../src/ingest/form345/load/load.ts";
import { listCompanies } from "../../../src/store/lists/companies.ts";
import { companyWindows } from "../../../src/store/sql/rules.ts";
import { type CompanyWindow, companyWindowsUntil } from "../../../src/store/statistics/company-windows.ts";
import { addDays, addPolitician, addPoliticianTrade } from "../../derive/fixture.ts";
import { companies, filingsOf, stories } from "../../derive/stories.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

interface Row {
  id: string;
  company_cik: string;
  filed_on: string;
  transaction_code: string;
  acquired_disposed: string | null;
  price_quality: string | null;
  amendment_status: string | null;
  /** the row repeats one of another filing */
  same_block_as_id: string | null;
  filing_delay_days: number | null;
  value: string | null;
  owners: string[];
}

const isSuspect = (row: Row) =>
  row.price_quality === "suspect" ||
  row.amendment_status === "undecided" ||
  (row.filing_delay_days !== null && (row.filing_delay_days < 0 || row.filing_delay_days > 1826)) ||
  ["P D", "S A"].includes(`${row.transaction_code} ${row.acquired_disposed}`);

/** The number of people behind forms: forms with a common owner belong to one person. */
function people(forms: string[][]): number {
  const groups: Set<string>[] = [];
  for (const owners of forms) {
    const touched = groups.filter((group) => owners.some((owner) => group.has(owner)));
    for (const group of touched) groups.splice(groups.indexOf(group), 1);
    groups.push(new Set([...owners, ...touched.flatMap((group) => [...group])]));
  }
  return groups.length;
}

const sum = (values: (string | null)[]) => values.reduce((total, value) => total.plus(value ?? 0), new Decimal(0));

/** The sums of filings up to the day `until`. */
async function expected(cik: string, days: number, today: string, until = "2999-12-31") {
  const from = addDays(today, -days);
  const { rows } = await store.pool.query<Row>(
    `SELECT t.*, t.filed_on::text, ARRAY(SELECT insider_cik FROM filing_owners o WHERE o.accession_number = t.accession_number) AS owners
     FROM insider_trades t WHERE company_cik = $1 AND NOT is_derivative AND superseded_by_id IS NULL AND transaction_code IN ('P', 'S')`,
    [cik],
  );
  const { rows: disclosed } = await store.pool.query<{ trade_type: string; amount_low: string; amount_high: string }>(
    `SELECT * FROM politician_trades WHERE company_cik = $1 AND superseded_by_id IS NULL AND trade_type ~ '^(Purchase|Sale)' AND filed_on BETWEEN $2 AND $3`,
    [cik, from, until],
  );
  const all = rows.filter(({ filed_on }) => filed_on >= from && filed_on <= until);
  // the owners of a block count as one person
  for (const row of all)
    for (const { owners } of rows.filter(({ same_block_as_id }) => same_block_as_id === row.id))
      row.owners.push(...owners);
  const [bought, sold] = ["P", "S"].map((code) =>
    all.filter((row) => row.transaction_code === code && row.same_block_as_id === null && !isSuspect(row)),
  ) as [Row[], Row[]];
  const [buys, sales] = [sum(bought.map(({ value }) => value)), sum(sold.map(({ value }) => value))];
  return {
    buyCount: bought.length,
    sellCount: sold.length,
    buyValue: buys.toFixed(),
    sellValue: sales.toFixed(),
    netValue: buys.minus(sales).toFixed(),
    distinctBuyers: people(bought.map(({ owners }) => owners)),
    distinctSellers: people(sold.map(({ owners }) => owners)),
    suspectCount: all.filter(isSuspect).length,
    purchaseCount: disclosed.filter(({ trade_type }) => trade_type === "Purchase").length,
    saleCount: disclosed.filter(({ trade_type }) => trade_type !== "Purchase").length,
    amountLow: sum(disclosed.map(({ amount_low }) => amount_low)).toFixed(),
    amountHigh: sum(disclosed.map(({ amount_low, amount_high }) => amount_high ?? amount_low)).toFixed(),
  };
}

async function found(cik: string, days: number) {
  const row = await store.prisma.companyWindowSums.findUnique({
    where: { companyCik_days: { companyCik: cik, days } },
  });
  if (!row) return undefined;
  const { dueOn, ...sums } = row;
  return statisticsOf(sums);
}

function statisticsOf({ companyCik, days, ...statistics }: CompanyWindow) {
  return Object.fromEntries(
    Object.entries(statistics).map(([name, value]) => [name, typeof value === "number" ? value : value.toFixed()]),
  );
}

/** Compares the windows that ended on a day, and the order of the list by them. */
async function comparePast(asOf: string): Promise<number> {
  const windows = await companyWindowsUntil(store.prisma, companies, asOf);
  const values: [cik: string, value: Decimal][] = [];
  for (const cik of companies)
    for (const days of companyWindows) {
      const window = windows.find((one) => one.companyCik === cik && one.days === days);
      const statistics = await expected(cik, days, asOf, asOf);
      const isEmpty = Object.values(statistics).every((value) => Number(value) === 0);
      expect(window && statisticsOf(window), `${cik} ${days} as of ${asOf}`).toEqual(isEmpty ? undefined : statistics);
      if (days === 365) values.push([cik, new Decimal(statistics.netValue)]);
    }
  const by = { sort: "NET_VALUE", order: "DESC", days: 365, asOf } as const;
  const { nodes, total } = await listCompanies(store.prisma, {}, by, { page: 1, pageSize: 100 });
  values.sort(([a, one], [b, other]) => other.cmp(one) || (a < b ? 1 : -1));
  expect([nodes.map(({ cik }) => cik), total]).toEqual([values.map(([cik]) => cik), values.length]);
  return windows.length;
}

it("has the sums that are computed row by row, after new filings and days", async () => {
  let past = 0;
  const isEqual = fc.asyncProperty(stories(12, 6), fc.integer({ min: 100, max: 1500 }), async (list, start) => {
    await store.pool.query(
      "TRUNCATE companies, insiders, politicians, company_window_sums, company_sums, row_history, pending_derivations CASCADE",
    );
    const filings = filingsOf(list);
    const half = Math.ceil(filings.length / 2);
    let today = addDays("2020-01-06", start);
    await loadFilings(store, filings.slice(0, half));
    await deriveAll(store, { today });
    for (const [passing, load] of [
      [10, () => loadFilings(store, filings.slice(half))],
      [45, () => addPolitician(store, "A000001")],
      [
        0,
        () =>
          addPoliticianTrade(store, {
            bioguideId: "A000001",
            filedOn: today,
            tradedOn: addDays(today, -20),
            ticker: "AAA",
          }),
      ],
      [200, async () => {}],
    ] as const) {
      today = addDays(today, passing);
      await load();
      await deriveChanges(store, [{ kind: "politician", bioguideId: "A000001" }], { today });
      for (const cik of companies)
        for (const days of companyWindows) {
          const statistics = await expected(cik, days, today);
          const isEmpty = Object.values(statistics).every((value) => Number(value) === 0);
          expect(await found(cik, days), `${cik} ${days} ${today}`).toEqual(isEmpty ? undefined : statistics);
        }
    }
    for (const passed of [300, 100]) past += await comparePast(addDays(today, -passed));
    const { rows } = await store.pool.query("SELECT company_cik, last_filed_on FROM company_sums ORDER BY 1");
    const { rows: newest } = await store.pool.query(
      "SELECT company_cik, max(filed_on) AS last_filed_on FROM filings GROUP BY 1 ORDER BY 1",
    );
    expect(rows).toEqual(newest);
  });
  await fc.assert(isEqual, { numRuns: 2, endOnFailure: true });
  // random days may leave no window in the past
  for (let more = 0; past === 0 && more < 30; more++) await fc.assert(isEqual, { numRuns: 1, endOnFailure: true });
  expect(past).toBeGreaterThan(0);
});

it("sorts by name, newest filing and net value of the window", async () => {
  await store.pool.query("TRUNCATE companies, company_window_sums, company_sums CASCADE");
  await store.pool.query(`
    INSERT INTO companies (cik, name, ticker) VALUES ('0000000001', 'Beta Corp', 'B'), ('0000000002', 'Alpha Corp', 'AL'), ('0000000003', 'gamma', NULL);
    INSERT INTO company_sums VALUES ('0000000001', '2024-05-01'), ('0000000002', '2024-06-01');
    INSERT INTO company_window_sums VALUES ('0000000001', 30, 1, 0, 5, 0, 5, 1, 0, 0, 0, 0, 0, 0, '2024-06-01'),
      ('0000000002', 90, 0, 1, 0, 7, -7, 0, 1, 0, 0, 0, 0, 0, '2024-09-01')`);
  const order = async (sort: CompanySort, direction: "ASC" | "DESC", days = 90) =>
    (await listCompanies(store.prisma, {}, { sort, order: direction, days }, { page: 1, pageSize: 25 })).nodes.map(
      ({ cik }) => Number(cik),
    );
  expect(await order("NAME", "ASC")).toEqual([2, 1, 3]);
  expect(await order("LAST_FILING", "DESC")).toEqual([2, 1, 3]);
  expect(await order("LAST_FILING", "ASC")).toEqual([1, 2, 3]);
  expect(await order("NET_VALUE", "DESC", 30)).toEqual([1, 3, 2]);
  expect(await order("NET_VALUE", "ASC", 90)).toEqual([2, 1, 3]);
  expect(await order("BUY_VALUE", "DESC", 30)).toEqual([1, 3, 2]);
  expect(await order("DISTINCT_BUYERS", "DESC", 30)).toEqual([1, 3, 2]);
  expect(await order("SELL_VALUE", "DESC")).toEqual([2, 3, 1]);
  await store.pool.query("UPDATE company_window_sums SET purchase_count = 4 WHERE company_cik = '0000000001'");
  expect(await order("MEMBER_PURCHASES", "DESC", 30)).toEqual([1, 3, 2]);
  expect(await order("MEMBER_PURCHASES", "DESC", 90)).toEqual([3, 2, 1]);
  const search = async (q: string) =>
    (await listCompanies(store.prisma, { q }, { sort: "NAME", order: "ASC", days: 90 }, { page: 1, pageSize: 25 }))
      .total;
  expect(await search("corp alpha")).toBe(1);
  expect(await search("3")).toBe(0);
  expect(await search("0000000003")).toBe(1);
  expect(await search("%")).toBe(0);
});
