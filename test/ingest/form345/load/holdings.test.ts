// Holding rows of Forms 3, 4 and 5: files in, rows out.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { filingOf } from "../../../../src/ingest/form345/data-set/filing.ts";
import { noRows } from "../../../../src/ingest/form345/data-set/tables.ts";
import { loadFilings } from "../../../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../../../src/ingest/form345/read/parse.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { accession, ada, type FilingOptions, submission } from "../fixtures.ts";
import { loadInvented } from "../load-invented.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(() => store.pool.query("TRUNCATE filings, companies, insiders, row_history, pending_derivations CASCADE"));

const load = (options: FilingOptions) => loadInvented(store, options);
const stored = async (columns: string) =>
  (await store.pool.query(`SELECT ${columns} FROM holdings ORDER BY is_derivative, row_index`)).rows;
const version = async () => (await store.pool.query("SELECT version::text FROM data_version")).rows[0].version;

const option = `<conversionOrExercisePrice><value>12.50</value></conversionOrExercisePrice><exerciseDate><value>2024-01-02</value></exerciseDate>
  <expirationDate><value>2030-01-02</value></expirationDate><underlyingSecurity><underlyingSecurityTitle><value>Common Stock</value></underlyingSecurityTitle>
  <underlyingSecurityShares><value>300</value></underlyingSecurityShares></underlyingSecurity>`;

it("stores the holdings of a Form 3 as holdings, without trades", async () => {
  const form: FilingOptions = {
    form: "3",
    rows: [],
    holdings: [
      { after: "1200.500" },
      { after: "40", ownership: "I", nature: "By Spouse" },
      { table: "derivative", title: "Stock Option", after: null, extra: option },
    ],
  };
  expect(await load(form)).toEqual({ new: 0, unchanged: 0, amended: 0 });
  expect(
    await stored(`accession_number, is_derivative, row_index, company_cik, insider_cik, filed_on, stated_on, form_type, security_title,
      shares::text, ownership, nature_of_ownership, exercise_price::text, exercisable_on, expires_on, underlying_title, underlying_shares::text`),
  ).toEqual(
    [
      { row_index: 0, shares: "1200.5", ownership: "D", nature_of_ownership: null },
      { row_index: 1, shares: "40", ownership: "I", nature_of_ownership: "By Spouse" },
      {
        is_derivative: true,
        row_index: 0,
        security_title: "Stock Option",
        shares: null,
        exercise_price: "12.5",
        exercisable_on: "2024-01-02",
        expires_on: "2030-01-02",
        underlying_title: "Common Stock",
        underlying_shares: "300",
      },
    ].map((row) => ({
      accession_number: accession(1),
      is_derivative: false,
      company_cik: "0008000001",
      insider_cik: ada.cik,
      filed_on: "2024-03-06",
      stated_on: "2024-03-04",
      form_type: "3",
      security_title: "Common Stock",
      ownership: "D",
      nature_of_ownership: null,
      exercise_price: null,
      exercisable_on: null,
      expires_on: null,
      underlying_title: null,
      underlying_shares: null,
      ...row,
    })),
  );
  expect((await store.pool.query("SELECT FROM insider_trades")).rowCount).toBe(0);
});

it("a holding is stored once, follows a changed document, and leaves the trades unchanged", async () => {
  const form = {
    rows: [{}],
    holdings: [{ after: "10" }, { after: "20", nature: "By Trust", ownership: "I" as const }],
  };
  await load(form);
  const trades = "SELECT id, last_modified FROM insider_trades";
  const before = (await store.pool.query(trades)).rows;
  const versionBefore = await version();
  await load(form);
  expect(await version()).toBe(versionBefore);
  await load({ ...form, holdings: [{ after: "11" }] });
  expect(await stored("row_index, shares::text")).toEqual([{ row_index: 0, shares: "11" }]);
  expect(Number(await version())).toBeGreaterThan(Number(versionBefore));
  // a store of an earlier release has no holdings: loading the document again stores them
  await store.pool.query("DELETE FROM holdings");
  await load(form);
  expect(await stored("row_index, shares::text")).toHaveLength(2);
  expect((await store.pool.query(trades)).rows).toEqual(before);
});

it("refuses a holding whose number cannot be read, and keeps the position of the others", async () => {
  const filing = parseSubmission(submission({ holdings: [{ after: "-5" }, { after: "7" }] }));
  expect(filing.refused).toEqual([
    {
      recordRef: "nonDerivativeHolding[0]",
      reason: "bad_number",
      message: expect.stringContaining("-5"),
      position: {
        kind: "element",
        element: "nonDerivativeHolding",
        row: 0,
        field: "sharesOwnedFollowingTransaction",
        raw: "-5",
      },
    },
  ]);
  await loadFilings(store, [{ filing }]);
  expect(await stored("row_index, shares::text")).toEqual([{ row_index: 1, shares: "7" }]);
});

it("holdings are deleted with their filing", async () => {
  await load({ holdings: [{}] });
  await load({ accession: accession(2), holdings: [{}] });
  await store.pool.query("DELETE FROM filings WHERE accession_number = '0009999999-24-000002'");
  expect(await stored("accession_number")).toEqual([{ accession_number: accession(1) }]);
  await store.pool.query("TRUNCATE filings CASCADE");
  expect(await stored("accession_number")).toEqual([]);
});

it("reads holdings from the SEC's data sets, in the order of the form", () => {
  const holding = (key: string, shares: string) => ({
    NONDERIV_HOLDING_SK: key,
    SECURITY_TITLE: "Common Stock",
    SHRS_OWND_FOLWNG_TRANS: shares,
    SHRS_OWND_FOLWNG_TRANS_FN: "F1",
    DIRECT_INDIRECT_OWNERSHIP: "I",
    NATURE_OF_OWNERSHIP: "By Trust",
  });
  const filing = filingOf({
    ...noRows(),
    accessionNumber: accession(9),
    unreadable: null,
    SUBMISSION: [
      {
        FILING_DATE: "06-MAR-2024",
        PERIOD_OF_REPORT: "04-MAR-2024",
        DOCUMENT_TYPE: "3",
        ISSUERCIK: "8000001",
        ISSUERNAME: "INVENTED WIDGETS INC",
        ISSUERTRADINGSYMBOL: "IWID",
      },
    ],
    REPORTINGOWNER: [{ RPTOWNERCIK: "9000001", RPTOWNERNAME: ada.name, RPTOWNER_RELATIONSHIP: "Director" }],
    NONDERIV_HOLDING: [holding("12", "5.0"), holding("9", "1.0E3")],
    DERIV_HOLDING: [
      {
        DERIV_HOLDING_SK: "3",
        SECURITY_TITLE: "Stock Option",
        EXERCISE_DATE: "02-JAN-2024",
        UNDLYNG_SEC_SHARES: "300.0",
      },
    ],
  });
  expect(filing.holdings).toMatchObject([
    { rowIndex: 0, sharesOwnedAfter: "1000", natureOfOwnership: "By Trust", footnoteIds: ["F1"] },
    { rowIndex: 1, sharesOwnedAfter: "5.0" },
    { isDerivative: true, rowIndex: 0, exercisableOn: "2024-01-02", underlyingShares: "300.0", sharesOwnedAfter: null },
  ]);
});
