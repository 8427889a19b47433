// Lists of companies: their layouts, and what a list may and may not change in the store.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseCompanies } from "../../../src/ingest/companies/parse.ts";
import companiesSource from "../../../src/ingest/companies/source.ts";
import form345Source from "../../../src/ingest/form345/source.ts";
import { runIngestion } from "../../../src/ingest/run/run.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { submission } from "../form345/fixtures.ts";
import { zipOf } from "../run/zip.ts";

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

describe("layouts", () => {
  it("company_tickers.json gives one record for each company, its main symbol first", () => {
    expect(parseCompanies(bytes(tickers))).toEqual([
      { cik: "0008000001", name: "Invented Widgets Inc.", tickers: ["IWID"], exchange: null, sicCode: null },
      { cik: "0008000002", name: "CLASSY  CORP", tickers: ["CLS-B", "CLS-A"], exchange: null, sicCode: null },
    ]);
  });
  it("company_tickers_exchange.json and submissions JSON give exchange, SIC code and symbols", () => {
    expect(parseCompanies(bytes(exchange))).toMatchObject([{ cik: "0008000002", exchange: "NYSE" }]);
    expect(parseCompanies(bytes(submissions))).toMatchObject([{ cik: "0008000001", sicCode: 3674, tickers: ["IWD"] }]);
  });
  it("a submissions JSON of a person gives no company", () => {
    const person = { ...submissions, name: "EXAMPLE ADA", sic: "", tickers: [], insiderTransactionForIssuerExists: 0 };
    expect(parseCompanies(bytes(person))).toEqual([]);
  });
  it.each([
    ["<?xml", "not_json"],
    ["{}", "unknown_layout"],
    ["[1,2]", "unknown_layout"],
    [`{"fields":["id","name","ticker"],"data":[[8000002,"CLASSY CORP","CLS-B"]]}`, "unknown_layout"],
    [`{"fields":["cik","title","ticker"],"data":[[8000002,"CLASSY CORP","CLS-B"]]}`, "unknown_layout"],
  ])("%s is refused", (content, reason) => {
    expect(() => parseCompanies(Buffer.from(content))).toThrow(expect.objectContaining({ reason }));
  });
});

describe("ingestion", () => {
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
  const truncate = () =>
    store.pool.query("TRUNCATE filings, companies, insiders, source_files, ingestion_runs CASCADE");
  beforeEach(truncate);

  const ingest = async (name: string, content: Buffer, asOf?: string, source = companiesSource) => {
    await writeFile(join(folder, name), content);
    const paths = [join(folder, name)];
    return (await runIngestion(store, { source, paths, options: { asOf }, home: folder, today: "2024-06-01" })).records;
  };
  const companies = async () =>
    (await store.pool.query("SELECT cik, name, ticker, exchange, industry, sector FROM companies ORDER BY cik")).rows;

  it("counts companies; the same list again changes nothing, and newer lists amend companies", async () => {
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
      { cik: "0008000002", name: "CLASSY  CORP", ticker: "CLS.B", exchange: null, industry: null, sector: null },
    ]);
    expect(await ingest("e.json", bytes(exchange), "2024-06-03")).toMatchObject({ amended: 1 });
    expect((await companies())[1]).toMatchObject({ exchange: "NYSE", ticker: "CLS.B" });
  });

  it("loads the bulk file of submissions, without people, older pages and damaged files", async () => {
    const person = { ...submissions, cik: "0008000099", name: "EXAMPLE ADA", sic: "", tickers: [] };
    const zip = zipOf({
      "CIK0008000001.json": bytes(submissions),
      "CIK0008000001-submissions-001.json": bytes({ accessionNumber: [] }),
      "CIK0008000099.json": bytes({ ...person, insiderTransactionForIssuerExists: 0 }),
      "CIK0008000098.json": Buffer.from("{"),
    });
    expect(await ingest("submissions.zip", zip, "2024-02-01")).toMatchObject({ found: 1, new: 1 });
    expect(await companies()).toMatchObject([{ cik: "0008000001", industry: "Semiconductors & Related Devices" }]);
    const { rows } = await store.pool.query("SELECT count(*)::int AS n FROM source_files WHERE source = 'companies'");
    expect(rows[0].n).toBeLessThanOrEqual(2);
  });

  it("takes the symbol from the newer of list and filing, in either order", async () => {
    const filing = (filed: string, symbol: string) =>
      submission({ filed, symbol, accession: `0009999999-24-${filed.slice(5, 7)}0000` });
    const both = [
      () => ingest("s.json", bytes(submissions), "2024-02-01"),
      () => ingest("f1.txt", filing("2024-01-05", "OLDW"), undefined, form345Source),
    ];
    for (const order of [both, both.toReversed()]) {
      await truncate();
      for (const step of order) await step();
      expect(await companies()).toMatchObject([{ ticker: "IWD", name: "Invented Widgets Inc." }]);
    }
    await ingest("f2.txt", filing("2024-03-05", "NEWW"), undefined, form345Source);
    expect(await companies()).toMatchObject([{ ticker: "NEWW", name: "INVENTED WIDGETS INC" }]);
  });

  const listOf = (...rows: [number, string][]) =>
    bytes(
      Object.fromEntries(rows.map(([cik_str, ticker], at) => [at, { cik_str, ticker, title: `Company ${cik_str}` }])),
    );
  const filed = (issuer: number, symbol: string, day: string) => {
    const options = { filed: day, symbol, issuerCik: String(issuer).padStart(10, "0") };
    const accession = `0009999999-24-${day.slice(5, 7)}${day.slice(8)}${issuer % 100}`.padEnd(20, "0");
    return () =>
      ingest(
        `${accession}.txt`,
        submission({ ...options, accession: accession.slice(0, 20) }),
        undefined,
        form345Source,
      );
  };
  const inEveryOrder = async (steps: (() => Promise<unknown>)[], expected: object[]) => {
    for (const [at] of steps.entries()) {
      await truncate();
      for (const step of [...steps.slice(at), ...steps.slice(0, at)]) await step();
      expect(await companies()).toMatchObject(expected);
    }
  };

  it("takes the symbol of the common stock if the company has or had one, in any order", async () => {
    await inEveryOrder(
      [
        filed(8000021, "TRXN", "2024-01-05"),
        () => ingest("l.json", listOf([8000021, "TRXN-PA"], [8000021, "TRXN-PB"]), "2024-02-01"),
        filed(8000021, "TRXN-PB", "2024-03-05"),
      ],
      [{ ticker: "TRXN" }],
    );
    await inEveryOrder(
      [() => ingest("l.json", listOf([8000022, "CLSAW"], [8000022, "CLSA"]), "2024-02-01")],
      [{ ticker: "CLSA" }],
    );
    // without a common stock the first of the list
    await inEveryOrder(
      [
        () => ingest("l.json", listOf([8000023, "COOPP"], [8000023, "COOPL"]), "2024-02-01"),
        filed(8000023, "COOPL", "2024-01-05"),
      ],
      [{ ticker: "COOPP" }],
    );
    // of several classes of common stock the first of the newest list, whatever filings name
    await inEveryOrder(
      [
        () => ingest("l.json", listOf([8000024, "TWOL"], [8000024, "TWOS"]), "2024-02-01"),
        filed(8000024, "TWOS", "2024-03-05"),
        filed(8000024, "TWOL", "2024-01-05"),
      ],
      [{ ticker: "TWOL" }],
    );
  });

  it("treats a symbol that the lists give to another company as a typing error, in any order", async () => {
    const companiesOf = async (symbol: string) =>
      (
        await store.pool.query("SELECT company_cik AS cik FROM company_symbols WHERE symbol = $1 ORDER BY 1", [symbol])
      ).rows.map(({ cik }) => Number(cik));
    await inEveryOrder(
      [
        filed(8000031, "CRDX", "2024-01-05"),
        filed(8000031, "NTRX", "2024-02-05"),
        filed(8000031, "CRDX", "2024-03-05"),
        filed(8000032, "NTRX", "2024-01-08"),
        () => ingest("l.json", listOf([8000032, "NTRX"]), "2024-04-01"),
      ],
      [{ ticker: "CRDX" }, { ticker: "NTRX" }],
    );
    expect(await companiesOf("NTRX")).toEqual([8000032]);
    expect(await companiesOf("CRDX")).toEqual([8000031]);
    // the newest filing has it
    await inEveryOrder(
      [
        filed(8000031, "CRDX", "2024-01-05"),
        filed(8000031, "NTRX", "2024-02-05"),
        filed(8000032, "NTRX", "2024-01-08"),
        () => ingest("l.json", listOf([8000032, "NTRX"]), "2024-04-01"),
      ],
      [{ ticker: "CRDX" }, { ticker: "NTRX" }],
    );
    // a symbol that one company had before the other is of both
    await inEveryOrder(
      [
        filed(8000031, "PASS", "2023-01-05"),
        filed(8000031, "KEPT", "2024-02-05"),
        () => ingest("l.json", listOf([8000032, "PASS"]), "2024-04-01"),
      ],
      [{ ticker: "KEPT" }, { ticker: "PASS" }],
    );
    expect(await companiesOf("PASS")).toEqual([8000031, 8000032]);
  });
});
