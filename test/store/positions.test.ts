// Positions of insiders from invented forms: the last stated number of shares per security and vehicle, its filing, and
// its ledger.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../src/ingest/form345/read/parse.ts";
import { companyPositions, insiderPositions, maxEntries } from "../../src/store/statistics/holdings/positions.ts";
import { addBars } from "../derive/fixture.ts";
import { ada, bo, type FilingOptions, submission } from "../ingest/form345/fixtures.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(() => store.pool.query("TRUNCATE filings, companies, insiders, row_history, pending_derivations CASCADE"));

const company = "0008000001";
const number = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;
const load = (...filings: FilingOptions[]) =>
  loadFilings(
    store,
    filings.map((options, position) => ({
      filing: parseSubmission(submission({ accession: number(position + 1), ...options })),
    })),
  );
const all = { page: 1, pageSize: 100 };
const byFiling = { sort: "FILED_ON", order: "DESC" } as const;
const ofAda = async (page = all) =>
  (await insiderPositions(store.prisma, ada.cik, byFiling, page)) ?? expect.fail("no insider");
const trust = { ownership: "I" as const, nature: "By Trust" };

it("has the last stated number of each security and vehicle, and the filing that states it", async () => {
  await load(
    {
      form: "3",
      filed: "2024-01-05",
      period: "2024-01-02",
      rows: [],
      holdings: [{ after: "1000" }, { after: "50", ...trust }],
    },
    {
      filed: "2024-03-06",
      rows: [{ date: "2024-03-04", shares: "100", after: "1100", title: "COMMON STOCK, par value $0.01" }],
      holdings: [
        { after: "60", ...trust },
        { title: "Class B Common Stock", after: "7" },
      ],
    },
  );
  const { total, nodes } = await ofAda();
  expect(total).toBe(3);
  const summary = nodes.map((one) => ({
    title: one.securityTitle,
    vehicle: one.vehicle,
    shares: one.shares,
    on: one.statedOn,
    form: one.accessionNumber,
    gaps: one.gapCount,
    ledger: one.ledger.map(({ row, gap, cause }) => [row.tradeId !== null, row.after, gap, cause]),
  }));
  expect(summary).toEqual([
    {
      title: "Class B Common Stock",
      vehicle: "direct",
      shares: "7",
      on: "2024-03-04",
      form: number(2),
      gaps: 0,
      ledger: [[false, "7", null, "first_statement"]],
    },
    {
      title: "COMMON STOCK, par value $0.01",
      vehicle: "direct",
      shares: "1100",
      on: "2024-03-04",
      form: number(2),
      gaps: 0,
      ledger: [
        [false, "1000", null, "first_statement"],
        [true, "1100", "0", null],
      ],
    },
    {
      title: "Common Stock",
      vehicle: "trust",
      shares: "60",
      on: "2024-03-04",
      form: number(2),
      gaps: 1,
      ledger: [
        [false, "50", null, "first_statement"],
        [false, "60", "10", "gap"],
      ],
    },
  ]);
});

it("keeps securities apart whose titles differ after the par value, so that neither has a gap", async () => {
  const [shares, units] = ["Common Stock, par value $0.01", "Common Stock, par value $0.01 (RSUs)"];
  await load(
    {
      filed: "2024-01-05",
      rows: [
        { title: shares, shares: "100", after: "1000" },
        { title: units, shares: "10", after: "50" },
      ],
    },
    {
      filed: "2024-03-06",
      rows: [
        { date: "2024-03-04", title: shares, shares: "100", after: "1100" },
        { date: "2024-03-04", title: units, shares: "10", after: "60" },
      ],
    },
  );
  const { nodes } = await ofAda();
  expect(new Map(nodes.map((one) => [one.securityTitle, [one.shares, one.gapCount, one.parts]]))).toEqual(
    new Map([
      [shares, ["1100", 0, 1]],
      [units, ["60", 0, 1]],
    ]),
  );
});

it("reads the position from the last row of the newest form, even if its rows follow in another order", async () => {
  await load(
    { filed: "2024-01-05", rows: [{ shares: "100", after: "1000" }] },
    {
      filed: "2024-03-06",
      rows: [
        { date: "2024-03-04", shares: "20", after: "1030" },
        { date: "2024-03-04", shares: "10", after: "1010" },
      ],
    },
  );
  expect((await ofAda()).nodes.map(({ shares }) => shares)).toEqual(["1010"]);
});

it("keeps derivatives with different terms apart", async () => {
  const terms = (price: string) => `<conversionOrExercisePrice><value>${price}</value></conversionOrExercisePrice>`;
  const option = { table: "derivative" as const, title: "Stock Option" };
  await load({
    rows: [],
    holdings: [
      { ...option, after: "10", extra: terms("5") },
      { ...option, after: "20", extra: terms("5.50") },
    ],
  });
  const { nodes } = await ofAda();
  expect(nodes.map(({ exercisePrice, shares, securityClass }) => [exercisePrice, shares, securityClass])).toEqual([
    ["5.5", "20", "option"],
    ["5", "10", "option"],
  ]);
});

it("lets an amendment of the same form and period supersede the holdings that it states again", async () => {
  const stated = { rows: [], filed: "2024-03-06" };
  await load(
    { ...stated, holdings: [{ after: "1000" }, { after: "50", ...trust }] },
    { ...stated, filed: "2024-03-20", form: "4/A", originalSubmitted: "2024-03-06", holdings: [{ after: "900" }] },
    { ...stated, filed: "2024-05-06", period: "2024-05-02", rows: [{ date: "2024-05-02", shares: "1", after: "901" }] },
  );
  const { nodes } = await ofAda();
  const direct = nodes.find(({ vehicle }) => vehicle === "direct");
  expect(direct?.ledger.map(({ row, cause }) => [row.after, cause])).toEqual([
    ["1000", "superseded"],
    ["900", "first_statement"],
    ["901", null],
  ]);
  // the amendment does not state the trust's holding
  expect(nodes.find(({ vehicle }) => vehicle === "trust")?.ledger[0]?.cause).toBe("first_statement");
});

it("sorts positions by value as a number, those without one last", async () => {
  const stated = ["9", "1000000.5", undefined, "25", "9.01"];
  const holdings = stated.map((value, position) => ({
    title: `Fund ${position}`,
    ...(value === undefined ? {} : { after: null, value }),
  }));
  await load({ owners: [ada], rows: [], holdings });
  const values = async (order: "ASC" | "DESC") =>
    (await insiderPositions(store.prisma, ada.cik, { sort: "VALUE", order }, all))?.nodes.map(({ value }) =>
      value === null ? null : Number(value),
    );
  expect(await values("DESC")).toEqual([1_000_000.5, 25, 9.01, 9, null]);
  expect(await values("ASC")).toEqual([9, 9.01, 25, 1_000_000.5, null]);
});

it("lists joint forms for each owner, and a company's positions by first owner", async () => {
  await load(
    { owners: [bo, ada], rows: [{ after: "100" }] },
    { owners: [ada], rows: [{ after: "300" }] },
    { owners: [ada], issuerCik: "0008000002", rows: [{ after: "5" }] },
  );
  expect((await ofAda()).nodes.map(({ companyCik }) => companyCik)).toEqual([company, "0008000002"]);
  expect((await insiderPositions(store.prisma, bo.cik, byFiling, all))?.nodes.map(({ shares }) => shares)).toEqual([
    "100",
  ]);
  const found = await companyPositions(store.prisma, company, byFiling, all);
  expect(found?.nodes.map(({ insiderCik, shares }) => [insiderCik, shares])).toEqual([
    [ada.cik, "300"],
    [bo.cik, "100"],
  ]);
});

it("finds splits where the company's prices as traded jump against the adjusted ones", async () => {
  const bars = (first: string, days: number, close: number, adjusted: number) =>
    Array.from({ length: days }, (_, position) => {
      const date = new Date(Date.parse(first) + position * 86_400_000).toISOString().slice(0, 10);
      return { date, close, adjusted };
    });
  await load(
    { filed: "2024-01-05", rows: [{ date: "2024-01-03", shares: "10", after: "40" }] },
    { filed: "2024-02-20", rows: [{ date: "2024-02-16", shares: "5", after: "65" }] },
  );
  // a dividend of two percent, then three for two
  await addBars(store, "IWID", "one", [
    ...bars("2024-01-02", 10, 90, 58.8),
    ...bars("2024-01-20", 10, 90, 60),
    ...bars("2024-02-10", 10, 60, 60),
  ]);
  const { nodes } = await ofAda();
  expect(nodes[0]?.ledger.map(({ cause, splitRatio, expected, gap }) => [cause, splitRatio, expected, gap])).toEqual([
    ["first_statement", null, null, null],
    ["split", "1.5", "45", "20"],
  ]);
  expect(nodes[0]?.gapCount).toBe(0);
});

it("pages in a total order, has no result for an unknown owner, and shows the newest entries of a long ledger", async () => {
  const rows = Array.from({ length: maxEntries + 20 }, (_, position) => ({
    shares: "1",
    after: String(1000 + position),
  }));
  await load({
    rows,
    holdings: [
      { after: "1", ...trust },
      { title: "Warrants", after: "2" },
    ],
  });
  const whole = await ofAda();
  const pages = await Promise.all([1, 2, 3, 4].map((page) => ofAda({ page, pageSize: 1 })));
  expect(pages.flatMap(({ nodes }) => nodes)).toEqual(whole.nodes);
  expect(pages.map(({ total }) => total)).toEqual([3, 3, 3, 3]);
  const [long] = whole.nodes.filter(({ entryCount }) => entryCount > 1);
  expect(long).toMatchObject({ entryCount: maxEntries + 20, gapCount: 0, shares: String(1000 + maxEntries + 19) });
  expect(long?.ledger).toHaveLength(maxEntries);
  expect(await insiderPositions(store.prisma, "0000000042", byFiling, all)).toBeNull();
  expect(await companyPositions(store.prisma, "0000000042", byFiling, all)).toBeNull();
});
