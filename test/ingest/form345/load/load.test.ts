// Loading filings: each is stored once, amendments supersede what they restate, in any order of loading.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadFilings } from "../../../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../../../src/ingest/form345/read/parse.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { orders } from "../amendments/families.ts";
import { accession, ada, bo, type FilingOptions, type RowOptions, submission } from "../fixtures.ts";
import { loadInvented } from "../load-invented.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.pool.query(
    "INSERT INTO sic_codes VALUES (3674, 'Semiconductors & Related Devices', 'Technology'), (2834, 'Pharmaceutical Preparations', 'Health')",
  );
});
afterAll(() => store.close());
const empty = () => store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
beforeEach(empty);

const load = (...filings: FilingOptions[]) => loadInvented(store, ...filings);
const query = async <T>(sql: string) => (await store.pool.query(sql)).rows as T[];

/** every column that callers may read, without the time of change */
const endState = () =>
  query("SELECT to_jsonb(t) - 'last_modified' AS row FROM insider_trades t ORDER BY id").then((rows) =>
    JSON.stringify(rows),
  );

describe("a filing is stored once", () => {
  it("a second load changes nothing", async () => {
    const filing = { rows: [{}, { code: "S", ad: "D" as const }], owners: [ada, bo] };
    expect(await load(filing)).toEqual({ new: 2, unchanged: 0, amended: 0 });
    const before = await endState();
    const modified = await query("SELECT last_modified FROM insider_trades ORDER BY id");
    expect(await load(filing)).toEqual({ new: 0, unchanged: 2, amended: 0 });
    expect(await endState()).toBe(before);
    expect(await query("SELECT last_modified FROM insider_trades ORDER BY id")).toEqual(modified);
    expect(await query("SELECT 1 FROM row_history")).toEqual([]);
  });

  it("a filing that is in a batch twice is stored once", async () => {
    expect(await load({}, {})).toMatchObject({ new: 1, unchanged: 1, amended: 0 });
  });

  it("joint owners share one filing; the first one listed is the insider", async () => {
    await load({ owners: [bo, ada] });
    expect(await query("SELECT insider_cik, owner_names FROM insider_trades")).toEqual([
      { insider_cik: bo.cik, owner_names: "sample bo\nbo sample\nexample ada b\nada b example" },
    ]);
    expect(await query("SELECT insider_cik, ordinal FROM filing_owners ORDER BY ordinal")).toEqual([
      { insider_cik: bo.cik, ordinal: 0 },
      { insider_cik: ada.cik, ordinal: 1 },
    ]);
  });

  it("a filing with another industry is a change of all trades of the company, also of earlier filings", async () => {
    const pending = () => query("DELETE FROM pending_derivations WHERE kind = 'company' RETURNING key, from_on");
    const [key, first, filed] = ["0008000001", "2024-03-06", "2024-03-20"];
    await load({ filed: first, sic: null });
    await pending();
    await load({ accession: accession(2), filed, sic: "SEMICONDUCTORS [3674]" });
    expect(await pending()).toEqual([{ key, from_on: first }]);
    await load({ accession: accession(3), filed, sic: "SEMICONDUCTORS [3674]" });
    expect(await pending()).toEqual([{ key, from_on: filed }]);
  });

  it("equal rows of two filings stay two trades", async () => {
    expect(await load({}, { accession: accession(2), owners: [bo] })).toMatchObject({ new: 2 });
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

  it("a Form 3 stores its owner, and no trade", async () => {
    expect(await load({ form: "3", rows: [] })).toEqual({ new: 0, unchanged: 0, amended: 0 });
    expect(await query("SELECT name FROM insiders")).toEqual([{ name: ada.name }]);
  });
});

describe("the filing date", () => {
  const dated = (filedOn: string, filedOnSource: "index" | "option") => ({
    filing: { ...parseSubmission(submission()), filedOn, filedOnSource },
  });
  it("of the header takes precedence over the index, and the index over the option", async () => {
    await loadFilings(store, [dated("2024-05-01", "option")]);
    expect(await loadFilings(store, [dated("2024-04-01", "index")])).toMatchObject({ amended: 1 });
    expect(await load({})).toMatchObject({ amended: 1 });
    expect(await loadFilings(store, [dated("2024-05-01", "option")])).toMatchObject({ unchanged: 1 });
    expect(await query("SELECT filed_on, filing_delay_days FROM insider_trades")).toEqual([
      { filed_on: "2024-03-06", filing_delay_days: 2 },
    ]);
  });
});

describe("an amendment supersedes only what it restates", () => {
  const original: FilingOptions = {
    accession: accession(10),
    filed: "2024-03-06",
    rows: [{ shares: "100" }, { code: "S", ad: "D" }],
  };
  const amendment = (rows: RowOptions[], options: FilingOptions = {}): FilingOptions => ({
    accession: accession(11),
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

  it("the restated row is superseded, the other is not", async () => {
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

  it("an amendment by a joint owner, with another spelling of the security, restates the same trade", async () => {
    await load(original);
    await load(amendment([{ title: "COMMON STOCK, par value $0.01" }], { owners: [bo, ada] }));
    expect(await superseded()).toEqual([{ old: "10#0", by: "11#0" }]);
  });

  it("an original filed later than the amendment is not restated by it", async () => {
    await load(amendment([{}]), { ...original, filed: "2024-04-01" });
    expect(await superseded()).toEqual([]);
  });

  it("rows are matched one to one, unchanged values first", async () => {
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
    await load(amendment([{ shares: "160" }], { accession: accession(12), filed: "2024-04-02" }));
    expect(await superseded()).toEqual([
      { old: "10#0", by: "11#0" },
      { old: "11#0", by: "12#0" },
    ]);
  });

  it("the result is the same in any order of loading", async () => {
    const filings = [
      original,
      { ...original, accession: accession(14), rows: [{ shares: "100" }, { shares: "300" }] },
      amendment([{ shares: "300" }, { shares: "101" }]),
      amendment([{ shares: "302" }], { accession: accession(12), filed: "2024-04-02" }),
    ];
    const ends: string[] = [];
    for (const order of orders(filings.length)) {
      await empty();
      for (const at of order) await load(filings[at] as FilingOptions);
      ends.push(await endState());
    }
    await empty();
    await load(...filings);
    expect(new Set([...ends, await endState()]).size).toBe(1);
    expect(await superseded()).toHaveLength(2);
  });
});

describe("the company", () => {
  const company = () => query("SELECT name, ticker, sic_code, sector, industry, as_of FROM companies");
  const old: FilingOptions = {
    accession: accession(20),
    filed: "2023-01-05",
    issuerName: "OLD NAME",
    symbol: "OLDN",
    sic: "X [2834]",
  };
  const renamed: FilingOptions = {
    accession: accession(21),
    filed: "2024-01-05",
    issuerName: "NEW NAME",
    symbol: "(NEWN)",
    sic: null,
  };
  const unlisted: FilingOptions = {
    accession: accession(22),
    filed: "2024-02-05",
    issuerName: "LAST NAME",
    symbol: "NONE",
    sic: null,
  };

  it("has the values of its newest filings and all symbols, in any order of loading", async () => {
    const filings = [old, renamed, unlisted];
    for (const order of orders(filings.length)) {
      await empty();
      for (const at of order) await load(filings[at] as FilingOptions);
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

  it("with a list of symbols has the first as its ticker, and all of them as symbols", async () => {
    await load({ symbol: "PARX,PARY" });
    expect(await company()).toMatchObject([{ ticker: "PARX" }]);
    expect(await query("SELECT symbol FROM company_tickers ORDER BY 1")).toEqual([
      { symbol: "PARX" },
      { symbol: "PARY" },
    ]);
  });

  it("has the symbol that a filing names first, where another of the same day names it second, in any order", async () => {
    const listed: FilingOptions = { accession: accession(23), symbol: "PARX, PARY" };
    const alone: FilingOptions = { accession: accession(24), symbol: "PARY" };
    for (const filings of [[[listed], [alone]], [[alone], [listed]], [[listed, alone]], [[alone, listed]]]) {
      await empty();
      for (const together of filings) await load(...together);
      expect(await query("SELECT symbol, source FROM company_tickers ORDER BY 1")).toEqual([
        { symbol: "PARX", source: "form345" },
        { symbol: "PARY", source: "form345" },
      ]);
    }
  });

  it("has no sector if its SIC code is not in the list", async () => {
    await load({ sic: "STRANGE [9998]" });
    expect(await company()).toMatchObject([{ sic_code: null, sector: null, industry: null }]);
  });
});

it("an owner has the name in the newest filing", async () => {
  await load({ owners: [{ ...ada, name: "MARRIED ADA" }] }, { accession: accession(30), filed: "2020-01-01" });
  expect(await query("SELECT name FROM insiders")).toEqual([{ name: "MARRIED ADA" }]);
});
