// Data sets of real records: one made from the real filings, and the SEC's own tables of 2024 Q3, of which half the
// rows and three tables are missing; these tables are constructed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import form345Source from "../../../../src/ingest/form345/source.ts";
import { hasRecords, sharedData } from "../../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { ingestFiles, inputFile } from "../../../support/ingest.ts";
import { dataSetOf } from "./data-set-writer.ts";

const quarter = join(sharedData, "sec-form345-tsv-2024q3");
const missing = !hasRecords("sec-form345-tsv-2024q3");

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

describe.skipIf(missing)("a data set made from real filings", () => {
  it("gives every row with its id, and equal values but for numbers of more than two decimals", async () => {
    const folder = join(sharedData, "form4");
    const seen = new Map<string, Buffer>();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const accession = /ACCESSION NUMBER:\s*(\S+)/.exec(bytes.toString("latin1"))?.[1];
      // one accession number is in two folders; the tables name it once
      if (accession && !seen.has(accession)) seen.set(accession, bytes);
    }
    const submissions = [...seen.values()];
    await ingestFiles(
      store,
      form345Source,
      submissions.map((bytes, at) => inputFile(`/d/${at}.txt`, bytes)),
    );
    await ingestFiles(
      other,
      form345Source,
      Object.entries(dataSetOf(submissions)).map(([name, text]) => inputFile(`/q/${name}`, text)),
    );
    const rows = async (one: TestStore) =>
      (
        await one.pool.query<Record<string, unknown>>("SELECT to_jsonb(t) AS row FROM insider_trades t ORDER BY id")
      ).rows.map(({ row }) => row as Record<string, unknown>);
    const [fromDocuments, fromTables] = [await rows(store), await rows(other)];
    expect(fromTables.map(({ id }) => id)).toEqual(fromDocuments.map(({ id }) => id));
    const numbers = [
      "shares",
      "price",
      "shares_owned_after",
      "value_owned_after",
      "exercise_price",
      "underlying_shares",
    ];
    let finer = 0;
    for (const [at, row] of fromDocuments.entries()) {
      const { last_modified: _, ...wanted } = row;
      const { last_modified: __, ...found } = fromTables[at] ?? {};
      if (numbers.every((column) => !/\.\d{3}/.test(String(row[column])))) expect(found).toEqual(wanted);
      else {
        finer++;
        for (const column of numbers)
          if (row[column] !== null) expect(Number(found[column])).toBeCloseTo(Number(row[column]), 1.9);
      }
    }
    expect(fromDocuments.length).toBeGreaterThan(800);
    expect(finer).toBeGreaterThan(50);
  });
});

describe.skipIf(missing)("the SEC's tables of 2024 Q3", () => {
  const table = (name: string) => gunzipSync(readFileSync(join(quarter, `${name}.tsv.gz`))).toString("utf8");

  it("are refused while three of them are missing", async () => {
    const files = readdirSync(quarter)
      .filter((name) => name.endsWith(".tsv.gz"))
      .map((name) => name.replace(".tsv.gz", ""))
      .map((name) => inputFile(`/2024q3/${name}.tsv`, table(name)));
    const context = await ingestFiles(store, form345Source, files);
    expect(context.counts.new).toBe(0);
    const { rows } = await store.pool.query("SELECT DISTINCT reason, message FROM quarantine");
    expect(rows).toEqual([
      {
        reason: "incomplete_data_set",
        message: expect.stringContaining("lacks REPORTINGOWNER, NONDERIV_TRANS, FOOTNOTES"),
      },
    ]);
  });

  it("with the missing ones constructed, give every derivative trade in the order of its form", {
    timeout: 180_000,
  }, async () => {
    const [head = "", ...lines] = table("DERIV_TRANS").trimEnd().split("\n");
    const columns = head.split("\t");
    const at = (line: string, column: string) => line.split("\t")[columns.indexOf(column)] ?? "";
    // a tenth of the quarter, whole filings: the everyday suite has to stay quick
    const chosen = lines.filter((line) => at(line, "ACCESSION_NUMBER").endsWith("7"));
    const accessions = new Set(chosen.map((line) => at(line, "ACCESSION_NUMBER")));
    const submissions = table("SUBMISSION").trimEnd().split("\n");
    const context = await ingestFiles(
      other,
      form345Source,
      Object.entries({
        "SUBMISSION.tsv": [
          submissions[0],
          ...submissions.filter((line) => accessions.has(line.slice(0, line.indexOf("\t")))),
        ].join("\n"),
        "REPORTINGOWNER.tsv": [
          "ACCESSION_NUMBER\tRPTOWNERCIK\tRPTOWNERNAME\tRPTOWNER_RELATIONSHIP\tRPTOWNER_TITLE\tRPTOWNER_TXT",
          ...[...accessions].map((accession) => `${accession}\t0009000001\tEXAMPLE ADA B\tDirector\t\t`),
        ].join("\n"),
        "NONDERIV_TRANS.tsv":
          "ACCESSION_NUMBER\tNONDERIV_TRANS_SK\tSECURITY_TITLE\tTRANS_DATE\tTRANS_CODE\tTRANS_SHARES\n",
        "DERIV_TRANS.tsv": [head, ...chosen].join("\n"),
        "FOOTNOTES.tsv": "ACCESSION_NUMBER\tFOOTNOTE_ID\tFOOTNOTE_TXT\n",
      }).map(([name, text]) => inputFile(`/2024q3/${name}`, text)),
    );
    expect(context.counts).toEqual({ new: chosen.length, unchanged: 0, amended: 0, quarantined: 0 });
    expect(chosen.length).toBeGreaterThan(1000);
    const { rows } = await other.pool.query<Record<string, string>>(
      `SELECT accession_number AS accession, row_index::text AS position, traded_on::text AS date, transaction_code AS code,
         shares::text, price::text, exercise_price::text AS strike, underlying_shares::text AS underlying,
         shares_owned_after::text AS after, expires_on::text AS expires
       FROM insider_trades WHERE accession_number = ANY($1)`,
      [[...accessions]],
    );
    const stored = new Map(rows.map((row) => [`${row.accession} ${row.position}`, row]));
    const number = (raw: string) => (raw === "" ? null : String(Number(raw)));
    const date = (raw: string) => {
      const parts = /^(\d\d)-(\w{3})-(\d{4})$/.exec(raw);
      return parts ? new Date(`${parts[1]} ${parts[2]} ${parts[3]} UTC`).toISOString().slice(0, 10) : null;
    };
    for (const accession of accessions) {
      const form = chosen
        .filter((line) => at(line, "ACCESSION_NUMBER") === accession)
        .sort((a, b) => Number(at(a, "DERIV_TRANS_SK")) - Number(at(b, "DERIV_TRANS_SK")));
      for (const [position, line] of form.entries())
        expect(stored.get(`${accession} ${position}`)).toEqual({
          accession,
          position: String(position),
          date: date(at(line, "TRANS_DATE")),
          code: at(line, "TRANS_CODE"),
          shares: number(at(line, "TRANS_SHARES")),
          price: number(at(line, "TRANS_PRICEPERSHARE")),
          strike: number(at(line, "CONV_EXERCISE_PRICE")),
          underlying: number(at(line, "UNDLYNG_SEC_SHARES")),
          after: number(at(line, "SHRS_OWND_FOLWNG_TRANS")),
          expires: date(at(line, "EXPIRATION_DATE")),
        });
    }
  });
});
