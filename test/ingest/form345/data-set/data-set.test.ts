// The SEC's quarterly data sets give the same rows as the documents, with the same ids and digests. Where the tables
// have less than the document, the document takes precedence, whichever is loaded first. An incomplete data set is
// refused.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import form345Source from "../../../../src/ingest/form345/source.ts";
import { runIngestion } from "../../../../src/ingest/run/run.ts";
import type { InputFile } from "../../../../src/ingest/source.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { ingestFiles, inputFile } from "../../../support/ingest.ts";
import { allRows, sharedRows } from "../end-state.ts";
import { accession, ada, bo, submission } from "../fixtures.ts";
import { dataSetOf, type WriterOptions } from "./data-set-writer.ts";

let store: TestStore;
let other: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  other = await createTestStore();
});
afterAll(async () => {
  await store.close();
  await other.close();
});
beforeEach(async () => {
  for (const one of [store, other])
    await one.pool.query("TRUNCATE filings, companies, insiders, row_history, quarantine, source_files CASCADE");
});

const directorAndOfficer =
  "<isDirector>1</isDirector><isOfficer>true</isOfficer><officerTitle>Chief Widget Officer</officerTitle>";
const otherRoles =
  "<isTenPercentOwner>1</isTenPercentOwner><isOther>1</isOther><otherText>Member of a group, see remarks</otherText>";

/** filings with every kind of value; all numbers have two decimals at most */
const invented = [
  submission({
    accession: accession(1),
    owners: [{ ...ada, relationship: directorAndOfficer }],
    checkbox: "1",
    footnotes: { F1: "Sold under a Rule 10b5-1 plan.", F2: 'The "Shares" of the plan.' },
    rows: [
      { code: "S", ad: "D", shares: "1500.00", price: "10.50", after: "010.00", notes: ["F2", "F1"] },
      { code: "S", ad: "D", shares: "1,200", price: ".5", after: "98500" },
      { table: "derivative", code: "M", title: 'Option ("Right" to buy)', shares: null, totalValue: "5000.00" },
      { table: "derivative", code: "A", price: null, notes: ["F2"], ownership: "I" },
    ],
  }),
  submission({
    accession: accession(2),
    owners: [{ ...bo, relationship: otherRoles }, ada],
    checkbox: null,
    symbol: "NONE",
  }),
  submission({ accession: accession(3), form: "3", rows: [] }),
  submission({
    accession: accession(4),
    form: "4/A",
    filed: "2024-03-20",
    originalSubmitted: "2024-03-06",
    rows: [{}, {}],
  }),
  // the rows with an unknown code and without one are refused; the other keeps its position, and so its id
  submission({ accession: accession(5), rows: [{ code: "Y" }, { code: "S", ad: "D" }, { code: null }] }),
];

const ingest = (into: TestStore, files: InputFile[]) => ingestFiles(into, form345Source, files);
const documents = (all: Buffer[]) => all.map((bytes, at) => inputFile(`/documents/${at}.txt`, bytes));
const tables = (all: Buffer[], options: WriterOptions = {}, edit: (set: Record<string, string>) => void = () => {}) => {
  const set = dataSetOf(all, options);
  edit(set);
  return Object.entries(set).map(([name, text]) => inputFile(`/q1/${name}`, text));
};
const refusals = async () =>
  (
    await store.pool.query(
      "SELECT record_ref, reason, document_id, regexp_replace(file_name, '^.*/', '') AS file FROM quarantine ORDER BY 1, 2, 4",
    )
  ).rows;

describe("a data set gives the rows of the documents that it was made from", () => {
  it("with the same ids, digests, owners, footnotes and companies", async () => {
    const first = await ingest(store, documents(invented));
    const second = await ingest(other, tables(invented));
    expect(second.counts).toEqual(first.counts);
    expect(first.counts).toEqual({ new: 8, unchanged: 0, amended: 0, quarantined: 2 });
    expect(await sharedRows(other)).toEqual(await sharedRows(store));
  });

  it("and documents that are loaded later change no row, and the data set after them changes nothing at all", async () => {
    const history = async () => (await store.pool.query("SELECT * FROM row_history ORDER BY id")).rows;
    await ingest(store, tables(invented));
    // the amendment may have been loaded before what it amends
    const earlier = await history();
    const again = await ingest(store, tables(invented));
    expect(again.counts).toMatchObject({ new: 0, amended: 0, unchanged: 8 });
    const refined = await ingest(store, documents(invented));
    expect(refined.counts).toMatchObject({ new: 0, amended: 0, unchanged: 8 });
    const before = await allRows(store);
    const late = await ingest(store, tables(invented));
    expect(late.counts).toMatchObject({ new: 0, amended: 0, unchanged: 8 });
    expect(await allRows(store)).toEqual(before);
    expect((await store.pool.query("SELECT DISTINCT loaded_from FROM filings")).rows).toEqual([
      { loaded_from: "document" },
    ]);
    expect(await history()).toEqual(earlier);
  });

  it("but values that it rounds or omits are loaded from the document, once, and the earlier version is retained", async () => {
    const finer = [
      submission({
        accession: accession(1),
        checkbox: "0",
        rows: [{ code: "S", ad: "D", shares: "3", price: "12.3456" }],
      }),
    ];
    await ingest(store, tables(finer, { checkbox: false }));
    const row = "SELECT price, value, is_10b5_1 FROM insider_trades";
    expect((await store.pool.query(row)).rows).toEqual([{ price: "12.35", value: "37.05", is_10b5_1: null }]);
    expect((await ingest(store, documents(finer))).counts).toMatchObject({ amended: 1, new: 0 });
    const exact = [{ price: "12.3456", value: "37.04", is_10b5_1: false }];
    expect((await store.pool.query(row)).rows).toEqual(exact);
    // the data set does not replace them again
    expect((await ingest(store, tables(finer))).counts).toMatchObject({ unchanged: 1, amended: 0 });
    expect((await store.pool.query(row)).rows).toEqual(exact);
    expect((await store.pool.query("SELECT before ->> 'price' AS price FROM row_history")).rows).toEqual([
      { price: "12.35" },
    ]);
  });

  it("and an amendment in it restates a trade of a document, and the other way round", async () => {
    const original = submission({ accession: accession(1), rows: [{ price: "10" }] });
    const amendment = submission({
      accession: accession(2),
      form: "4/A",
      filed: "2024-04-01",
      rows: [{ price: "11" }],
    });
    await ingest(store, documents([original]));
    await ingest(store, tables([amendment]));
    await ingest(other, tables([original]));
    await ingest(other, documents([amendment]));
    const superseded = "SELECT price, superseded_by_id IS NOT NULL AS superseded FROM insider_trades ORDER BY price";
    for (const one of [store, other])
      expect((await one.pool.query(superseded)).rows).toEqual([
        { price: "10", superseded: true },
        { price: "11", superseded: false },
      ]);
  });
});

describe("a refusal", () => {
  it("is of the whole data set if a table is missing", async () => {
    const { counts, quarantinedFiles } = await ingest(
      store,
      tables(invented, {}, (set) => {
        delete set["NONDERIV_TRANS.tsv"];
        delete set["FOOTNOTES.tsv"];
      }),
    );
    expect(counts).toEqual({ new: 0, unchanged: 0, amended: 0, quarantined: 0 });
    expect(quarantinedFiles).toBe(3);
    expect((await store.pool.query("SELECT 1 FROM filings")).rows).toEqual([]);
    expect(await refusals()).toMatchObject(
      ["DERIV_TRANS.tsv", "REPORTINGOWNER.tsv", "SUBMISSION.tsv"].map((file) => ({
        file,
        reason: "incomplete_data_set",
      })),
    );
    const { rows } = await store.pool.query("SELECT DISTINCT message FROM quarantine");
    expect(rows[0].message).toContain("lacks NONDERIV_TRANS, FOOTNOTES");
  });

  it("is of the whole data set if a table lacks its columns", async () => {
    await ingest(
      store,
      tables(invented, {}, (set) => {
        set["FOOTNOTES.tsv"] = "<html>Undeclared Automated Tool</html>";
      }),
    );
    expect((await refusals()).map(({ file, reason }) => [file, reason])).toContainEqual(["FOOTNOTES.tsv", "bad_table"]);
    expect((await store.pool.query("SELECT 1 FROM filings")).rows).toEqual([]);
  });

  it("is of one filing if it has a cut line, no owner, no submission, no date or two submissions", async () => {
    await ingest(
      store,
      tables(
        [1, 2, 3, 4, 5, 6].map((n) => submission({ accession: accession(n) })),
        {},
        (set) => {
          const edit = (table: string, change: (lines: string[]) => string[]) => {
            set[table] = change((set[table] ?? "").split("\n")).join("\n");
          };
          edit("NONDERIV_TRANS.tsv", (lines) =>
            lines.map((line) => (line.startsWith(accession(1)) ? line.slice(0, 60) : line)),
          );
          edit("REPORTINGOWNER.tsv", (lines) => lines.filter((line) => !line.startsWith(accession(2))));
          edit("SUBMISSION.tsv", (lines) =>
            lines
              .filter((line) => !line.startsWith(accession(3)))
              .map((line) => (line.startsWith(accession(4)) ? line.replace("06-MAR-2024", "31-FEB-2024") : line))
              .flatMap((line) => (line.startsWith(accession(5)) ? [line, line] : [line])),
          );
        },
      ),
    );
    expect((await store.pool.query("SELECT accession_number FROM filings")).rows).toEqual([
      { accession_number: accession(6) },
    ]);
    expect(await refusals()).toEqual(
      ["bad_line", "no_owner", "no_submission", "no_filing_date", "second_submission"].map((reason, at) => ({
        record_ref: accession(at + 1),
        document_id: accession(at + 1),
        reason,
        file: "SUBMISSION.tsv",
      })),
    );
  });
});

describe("reading a data set", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "disclosed-data-set-test-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("numbers as floating point, literal quotation marks, a byte-order mark and CRLF are read", async () => {
    const filing = submission({ rows: [{ shares: "12500000", price: "0.05", title: 'the "A" Stock' }] });
    await ingest(store, documents([filing]));
    const set = tables([filing], {}, (texts) => {
      texts["NONDERIV_TRANS.tsv"] = `\uFEFF${(texts["NONDERIV_TRANS.tsv"] ?? "")
        .replace("12500000.0", "1.25E7")
        .replace('"the ""A"" Stock"', 'the "A" Stock')
        .replaceAll("\n", "\r\n")}`;
    });
    await ingest(other, set);
    expect(await sharedRows(other)).toEqual(await sharedRows(store));
  });

  it("a large set is loaded in bulk into an empty store, with the same rows and counts, and not into one with filings", async () => {
    const large = [
      ...invented,
      ...[6, 7].map((n) =>
        submission({
          accession: accession(n),
          footnotes: Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`F${at}`, "n".repeat(10_000)])),
        }),
      ),
    ];
    // a bulk load empties the tables, which puts them into new files
    const files = async () =>
      (
        await other.pool.query(
          "SELECT pg_relation_filenode('filings') AS filings, pg_relation_filenode('insider_trades') AS trades",
        )
      ).rows[0];
    const before = await files();
    const ordinary = await ingest(store, documents(large));
    const bulk = await ingest(other, tables(large));
    expect(bulk.counts).toEqual(ordinary.counts);
    expect(await sharedRows(other)).toEqual(await sharedRows(store));
    const after = await files();
    expect(after.filings).not.toBe(before.filings);
    expect(after.trades).not.toBe(before.trades);
    expect((await ingest(other, tables(large))).counts).toMatchObject({ new: 0, unchanged: 10 });
    expect(await files()).toEqual(after);
  });

  it("a folder of .tsv.gz is read by an ingestion run", async () => {
    const quarter = join(folder, "2024q1");
    await mkdir(quarter);
    for (const [name, text] of Object.entries(dataSetOf(invented)))
      await writeFile(join(quarter, `${name}.gz`), gzipSync(text));
    await writeFile(join(quarter, "FORM_345_metadata.json"), "{}");
    const home = join(folder, "home");
    const summary = await runIngestion(store, { source: form345Source, paths: [folder], home, today: "2024-06-01" });
    expect(summary).toMatchObject({ files: 5, quarantined_files: 0, records: { new: 8, quarantined: 2 } });
  });
});
