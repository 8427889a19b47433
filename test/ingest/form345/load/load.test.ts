// Filings in the store: once each, amendments over what they restate, the filing date and the company's facts in any order.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadFilings } from "../../../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../../../src/ingest/form345/read/parse.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { ada, bo, type FilingOptions, type RowOptions, submission } from "../fixtures.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.pool.query(
    "INSERT INTO sic_codes VALUES (3674, 'Semiconductors & Related Devices', 'Technology'), (2834, 'Pharmaceutical Preparations', 'Health')",
  );
});
afterAll(() => store.close());
beforeEach(() => store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE"));

const load = (...filings: FilingOptions[]) =>
  loadFilings(
    store,
    filings.map((options) => ({ filing: parseSubmission(submission(options)) })),
  );
const query = async <T>(sql: string) => (await store.pool.query(sql)).rows as T[];
const number = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;

/** every column that callers may read, without the time of change */
const endState = () =>
  query("SELECT to_jsonb(t) - 'last_modified' AS row FROM insider_trades t ORDER BY id").then((rows) =>
    JSON.stringify(rows),
  );

describe("a filing is stored once", () => {
  it("twice the same changes nothing", async () => {
    const filing = { rows: [{}, { code: "S", ad: "D" as const }], owners: [ada, bo] };
    expect(await load(filing)).toEqual({ new: 2, unchanged: 0, amended: 0 });
    const before = await endState();
    const modified = await query("SELECT last_modified FROM insider_trades ORDER BY id");
    expect(await load(filing)).toEqual({ new: 0, unchanged: 2, amended: 0 });
    expect(await endState()).toBe(before);
    expect(await query("SELECT last_modified FROM insider_trades ORDER BY id")).toEqual(modified);
    expect(await query("SELECT 1 FROM row_history")).toEqual([]);
  });

  it("twice in one batch is once", async () => {
    expect(await load({}, {})).toMatchObject({ new: 1, unchanged: 1, amended: 0 });
  });

  it("joint owners are one filing; the first one listed is the insider", async () => {
    await load({ owners: [bo, ada] });
    expect(await query("SELECT insider_cik, owner_names FROM insider_trades")).toEqual([
      { insider_cik: bo.cik, owner_names: "sample bo\nbo sample\nexample ada b\nada b example" },
    ]);
    expect(await query("SELECT insider_cik, ordinal FROM filing_owners ORDER BY ordinal")).toEqual([
      { insider_cik: bo.cik, ordinal: 0 },
      { insider_cik: ada.cik, ordinal: 1 },
    ]);
  });

  it("equal rows of two filings stay two trades", async () => {
    expect(await load({}, { accession: number(2), owners: [bo] })).toMatchObject({ new: 2 });
  });

  it("other content under the same accession number is an amendment; the earlier version is retained", async () => {
    await load({ rows: [{ price: "10" }, {}] });
    const [before] = await query<{ id: string }>("SELECT id FROM insider_trades WHERE row_index = 0");
    expect(await load({ rows: [{ price: "11" }] })).toMatchObject({ new: 0, unchanged: 0, amended: 1 });
    expect(await query("SELECT id, price, value FROM insider_trades")).toEqual([
      { id: before?.id, price: "11", value: "1100" },
    ]);
    const history = await query<{ row_id: string; price: number }>(
      "SELECT row_id, (before ->> 'price')::int AS price FROM row_history ORDER BY (before ->> 'row_index')::int",
    );
    // the changed row and the one that the new content no longer has
    expect(history).toHaveLength(2);
    expect(history[0]).toEqual({ row_id: before?.id, price: 10 });
  });

  it("a Form 3 gives filing and owner, and no trade", async () => {
    expect(await load({ form: "3", rows: [] })).toEqual({
      new: 0,
      unchanged: 0,
      amended: 0,
    });
    expect(await query("SELECT name FROM insiders")).toEqual([{ name: ada.name }]);
  });
});

describe("the filing date", () => {
  const bare = (filedOn: string, filedOnSource: "index" | "option") => ({
    filing: { ...parseSubmission(submission()), filedOn, filedOnSource },
  });
  it("of the header beats the index, and that beats the option, in any order", async () => {
    await loadFilings(store, [bare("2024-05-01", "option")]);
    expect(await loadFilings(store, [bare("2024-04-01", "index")])).toMatchObject({ amended: 1 });
    expect(await load({})).toMatchObject({ amended: 1 });
    expect(await loadFilings(store, [bare("2024-05-01", "option")])).toMatchObject({ unchanged: 1 });
    expect(await query("SELECT filed_on, filing_delay_days FROM insider_trades")).toEqual([
      { filed_on: "2024-03-06", filing_delay_days: 2 },
    ]);
  });
});

describe("an amendment supersedes only what it restates", () => {
  const original: FilingOptions = {
    accession: number(10),
    filed: "2024-03-06",
    rows: [{ shares: "100" }, { code: "S", ad: "D" }],
  };
  const amendment = (rows: RowOptions[], options: FilingOptions = {}): FilingOptions => ({
    accession: number(11),
    form: "4/A",
    filed: "2024-03-20",
    originalSubmitted: "2024-03-06",
    rows,
    ...options,
  });
  const superseded = () =>
    query<{ old: string; by: string }>(
      `SELECT concat(right(t.accession_number, 2), '#', t.row_index) AS old, concat(right(b.accession_number, 2), '#', b.row_index) AS by
       FROM insider_trades t JOIN insider_trades b ON b.id = t.superseded_by_id ORDER BY 1`,
    );

  it("the restated row is removed, the other remains", async () => {
    await load(original);
    await load(amendment([{ shares: "150" }]));
    expect(await superseded()).toEqual([{ old: "10#0", by: "11#0" }]);
    expect(await query("SELECT count(*)::int AS kept FROM row_history")).toEqual([{ kept: 1 }]);
  });

  it.each([
    ["another date, number and price", [{ date: "2024-03-05", shares: "70", price: "11" }], {}],
    ["another code", [{ code: "A" }], {}],
    ["another security", [{ title: "Preferred Stock" }], {}],
    ["another owner", [{}], { owners: [bo] }],
    ["another company", [{}], { issuerCik: "0008000002" }],
    ["the other table", [{ table: "derivative" as const }], {}],
    ["holdings only", [], {}],
  ] as [string, RowOptions[], FilingOptions][])("%s supersedes nothing", async (_, rows, options) => {
    await load(original);
    await load(amendment(rows, options));
    expect(await superseded()).toEqual([]);
  });

  it("a joint owner and another spelling of the security are still the same trade", async () => {
    await load(original);
    await load(amendment([{ title: "COMMON STOCK, par value $0.01" }], { owners: [bo, ada] }));
    expect(await superseded()).toEqual([{ old: "10#0", by: "11#0" }]);
  });

  it("an original filed later than the amendment is not restated by it", async () => {
    await load(amendment([{}]), { ...original, filed: "2024-04-01" });
    expect(await superseded()).toEqual([]);
  });

  it("rows are matched one to one, by what did not change first", async () => {
    await load({ ...original, rows: [{ price: "10" }, { price: "11" }, { price: "12" }] });
    await load(amendment([{ price: "12", shares: "999" }, { price: "10" }]));
    // two rows are left, of which it may restate either
    expect(await superseded()).toEqual([{ old: "10#0", by: "11#1" }]);
    expect(
      await query(
        "SELECT right(accession_number, 2) || '#' || row_index AS row FROM insider_trades WHERE amendment_status = 'undecided' ORDER BY 1",
      ),
    ).toEqual([{ row: "10#1" }, { row: "10#2" }, { row: "11#0" }]);
  });

  it("a second amendment restates the first one", async () => {
    await load(original, amendment([{ shares: "150" }]));
    await load(amendment([{ shares: "160" }], { accession: number(12), filed: "2024-04-02" }));
    expect(await superseded()).toEqual([
      { old: "10#0", by: "11#0" },
      { old: "11#0", by: "12#0" },
    ]);
  });

  it("the result is the same in any order of loading", async () => {
    const filings = [
      original,
      { ...original, accession: number(14), rows: [{ shares: "100" }, { shares: "300" }] },
      amendment([{ shares: "300" }, { shares: "101" }]),
      amendment([{ shares: "302" }], { accession: number(12), filed: "2024-04-02" }),
    ];
    const ends: string[] = [];
    for (const order of permutations(filings)) {
      await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
      for (const filing of order) await load(filing);
      ends.push(await endState());
    }
    await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
    await load(...filings);
    expect(new Set([...ends, await endState()]).size).toBe(1);
    expect(await superseded()).toHaveLength(2);
  });
});

describe("the company", () => {
  const company = () => query("SELECT name, ticker, sic_code, sector, industry, as_of FROM companies");
  const old: FilingOptions = {
    accession: number(20),
    filed: "2023-01-05",
    issuerName: "OLD NAME",
    symbol: "OLDN",
    sic: "X [2834]",
  };
  const renamed: FilingOptions = {
    accession: number(21),
    filed: "2024-01-05",
    issuerName: "NEW NAME",
    symbol: "(NEWN)",
    sic: null,
  };
  const unlisted: FilingOptions = {
    accession: number(22),
    filed: "2024-02-05",
    issuerName: "LAST NAME",
    symbol: "NONE",
    sic: null,
  };

  it("is what its newest filings say, in any order, and every symbol finds it", async () => {
    for (const order of permutations([old, renamed, unlisted])) {
      await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
      for (const filing of order) await load(filing);
      expect(await company()).toEqual([
        {
          name: "LAST NAME",
          ticker: "NEWN",
          sic_code: 2834,
          sector: "Health",
          industry: "Pharmaceutical Preparations",
          as_of: "2024-02-05",
        },
      ]);
      expect(await query("SELECT symbol, first_seen_on, last_seen_on FROM company_tickers ORDER BY 1")).toEqual([
        { symbol: "NEWN", first_seen_on: "2024-01-05", last_seen_on: "2024-01-05" },
        { symbol: "OLDN", first_seen_on: "2023-01-05", last_seen_on: "2023-01-05" },
      ]);
    }
    expect(await query("SELECT DISTINCT ticker_as_filed FROM insider_trades ORDER BY 1")).toEqual([
      { ticker_as_filed: "(NEWN)" },
      { ticker_as_filed: "NONE" },
      { ticker_as_filed: "OLDN" },
    ]);
  });

  it("a list of symbols: the first is current, all of them find it", async () => {
    await load({ symbol: "PARX,PARY" });
    expect(await company()).toMatchObject([{ ticker: "PARX" }]);
    expect(await query("SELECT symbol FROM company_tickers ORDER BY 1")).toEqual([
      { symbol: "PARX" },
      { symbol: "PARY" },
    ]);
  });

  it("a SIC that the list does not have says nothing", async () => {
    await load({ sic: "STRANGE [9998]" });
    expect(await company()).toMatchObject([{ sic_code: null, sector: null, industry: null }]);
  });

  it("an owner is called as on the newest filing", async () => {
    await load({ owners: [{ ...ada, name: "MARRIED ADA" }] }, { accession: number(30), filed: "2020-01-01" });
    expect(await query("SELECT name FROM insiders")).toEqual([{ name: "MARRIED ADA" }]);
  });
});

function permutations<T>(list: T[]): T[][] {
  if (list.length <= 1) return [list];
  return list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}
