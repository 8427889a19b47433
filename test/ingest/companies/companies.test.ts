// Lists of companies: their layouts, and what a list may and may not change in the store.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseCompanies } from "../../../src/ingest/companies/parse.ts";
import { companiesSource } from "../../../src/ingest/companies/source.ts";
import { form345Source } from "../../../src/ingest/form345/source.ts";
import { runIngestion } from "../../../src/ingest/run.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { submission } from "../form345/fixtures.ts";

const tickers = {
  0: { cik_str: 8000001, ticker: "IWID", title: "Invented Widgets Inc." },
  1: { cik_str: 8000002, ticker: "CLS-B", title: "CLASSY  CORP" },
  2: { cik_str: 8000002, ticker: "CLS-A", title: "CLASSY CORP" },
};
const exchange = {
  fields: ["cik", "name", "ticker", "exchange"],
  data: [[8000002, "CLASSY CORP", "CLS-B", "NYSE"]],
};
const submissions = {
  cik: "0008000001",
  name: "Invented Widgets Inc.",
  sic: "3674",
  sicDescription: "Semiconductors & Related Devices",
  tickers: ["IWD"],
  exchanges: ["Nasdaq"],
  insiderTransactionForIssuerExists: 1,
};
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

describe("the layouts", () => {
  it("company_tickers.json: one record a company, its main symbol first", () => {
    expect(parseCompanies(bytes(tickers))).toEqual([
      { cik: "0008000001", name: "Invented Widgets Inc.", tickers: ["IWID"], exchange: null, sicCode: null },
      { cik: "0008000002", name: "CLASSY CORP", tickers: ["CLS-B", "CLS-A"], exchange: null, sicCode: null },
    ]);
  });
  it("company_tickers_exchange.json and submissions JSON", () => {
    expect(parseCompanies(bytes(exchange))).toMatchObject([{ cik: "0008000002", exchange: "NYSE" }]);
    expect(parseCompanies(bytes(submissions))).toMatchObject([{ cik: "0008000001", sicCode: 3674, tickers: ["IWD"] }]);
  });
  it("people are no companies", () => {
    const person = { ...submissions, name: "EXAMPLE ADA", sic: "", tickers: [], insiderTransactionForIssuerExists: 0 };
    expect(parseCompanies(bytes(person))).toEqual([]);
  });
  it.each([
    ["<?xml", "not_json"],
    ["{}", "unknown_layout"],
    ["[1,2]", "unknown_layout"],
  ])("%s is refused", (content, reason) => {
    expect(() => parseCompanies(Buffer.from(content))).toThrow(expect.objectContaining({ reason }));
  });
});

describe("in the store", () => {
  let store: TestStore;
  let folder: string;
  beforeAll(async () => {
    store = await createTestStore();
    folder = await mkdtemp(join(tmpdir(), "disclosed-companies-"));
    await store.pool.query(
      "INSERT INTO sic_codes VALUES (3674, 'Semiconductors & Related Devices', 'Technology') ON CONFLICT DO NOTHING",
    );
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => store.pool.query("TRUNCATE filings, companies, insiders, source_files, ingestion_runs CASCADE"));

  const ingest = async (name: string, content: Buffer, asOf?: string, source = companiesSource) => {
    await writeFile(join(folder, name), content);
    const paths = [join(folder, name)];
    return (await runIngestion(store, { source, paths, options: { asOf }, home: folder, today: "2024-06-01" })).records;
  };
  const companies = async () =>
    (await store.pool.query("SELECT cik, name, ticker, exchange, industry, sector FROM companies ORDER BY cik")).rows;

  it("counts companies, and the same list again changes nothing, with and without --as-of", async () => {
    expect(await ingest("t.json", bytes(tickers))).toEqual({
      found: 2,
      new: 2,
      unchanged: 0,
      amended: 0,
      quarantined: 0,
    });
    expect(await ingest("t.json", bytes(tickers))).toMatchObject({ found: 2, unchanged: 2 });
    expect(await ingest("s.json", bytes(submissions), "2024-06-02")).toMatchObject({ found: 1, amended: 1 });
    expect(await companies()).toEqual([
      {
        cik: "0008000001",
        name: "Invented Widgets Inc.",
        ticker: "IWD",
        exchange: "Nasdaq",
        industry: "Semiconductors & Related Devices",
        sector: expect.any(String),
      },
      { cik: "0008000002", name: "CLASSY CORP", ticker: "CLS.B", exchange: null, industry: null, sector: null },
    ]);
    expect(await ingest("e.json", bytes(exchange), "2024-06-03")).toMatchObject({ amended: 1 });
    expect((await companies())[1]).toMatchObject({ exchange: "NYSE", ticker: "CLS.B" });
  });

  it("the newer of list and filing gives the symbol, in either order", async () => {
    const filing = (filed: string, symbol: string) =>
      submission({ filed, symbol, accession: `0009999999-24-${filed.slice(5, 7)}0000` });
    const both = [
      () => ingest("s.json", bytes(submissions), "2024-02-01"),
      () => ingest("f1.txt", filing("2024-01-05", "OLDW"), undefined, form345Source),
    ];
    for (const order of [both, both.toReversed()]) {
      await store.pool.query("TRUNCATE filings, companies, insiders, source_files, ingestion_runs CASCADE");
      for (const step of order) await step();
      expect(await companies()).toMatchObject([{ ticker: "IWD", name: "Invented Widgets Inc." }]);
    }
    await ingest("f2.txt", filing("2024-03-05", "NEWW"), undefined, form345Source);
    expect(await companies()).toMatchObject([{ ticker: "NEWW", name: "INVENTED WIDGETS INC" }]);
  });
});
