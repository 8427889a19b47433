// The real filings of ../shared/data, compared with the manifest and the expectations that came with them.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unpack } from "../../../src/ingest/files/walk.ts";
import { parseFile, parseSubmission } from "../../../src/ingest/form345/read/parse.ts";
import form345Source from "../../../src/ingest/form345/source.ts";
import { runIngestion } from "../../../src/ingest/run/run.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

const missing = !hasRecords("form4-manifest.json");

interface Listed {
  acc: string;
  filed: string;
  codes: string[];
  /** owners' CIKs */
  owners: string[];
  issuerCik: string;
  transactions: number;
  checkbox: string | null | undefined;
}

interface ManifestRow extends Pick<Listed, "acc" | "filed" | "codes"> {
  file: string;
  ocik: string[];
  icik: string;
  ntx: number;
  aff: string | null;
}

const manifestRows = (): ManifestRow[] => JSON.parse(readFileSync(join(sharedData, "form4-manifest.json"), "utf8"));

const manifest = (): Map<string, Listed> =>
  new Map(
    manifestRows().map(({ acc, filed, codes, ocik, icik, ntx, aff }) => [
      acc,
      { acc, filed, codes, owners: ocik, issuerCik: icik, transactions: ntx, checkbox: aff },
    ]),
  );

function expectations(): Map<string, Listed> {
  const bytes = gunzipSync(readFileSync(join(sharedData, "form4-bulk", "expected-dev.json.gz")));
  const rows = JSON.parse(bytes.toString("utf8")) as (Listed & { tx: number; aff10b5One: string | null })[];
  return new Map(rows.map((row) => [row.acc, { ...row, transactions: row.tx, checkbox: row.aff10b5One }]));
}

/** The values of the filing that the lists have too. */
function reading(bytes: Buffer) {
  const filing = parseSubmission(bytes);
  return {
    acc: filing.accessionNumber,
    filed: filing.filedOn.replaceAll("-", ""),
    codes: [...new Set(filing.transactions.map((row) => row.transactionCode))].sort(),
    owners: filing.owners.map((owner) => owner.cik).sort(),
    issuerCik: filing.issuer.cik,
    transactions: filing.transactions.length + filing.refused.length,
    checkbox: filing.aff10b5One,
  };
}

const boolean = (raw: string | null | undefined) => (raw ? raw === "1" || raw === "true" : null);
const listed = ({ acc, filed, codes, owners, issuerCik, transactions, checkbox }: Listed) => ({
  acc,
  filed,
  codes: [...codes].sort(),
  owners: [...owners].sort(),
  issuerCik,
  transactions,
  checkbox: boolean(checkbox),
});

describe.skipIf(missing)("real filings", () => {
  it("every filing of the manifest is read as listed", () => {
    const rows = manifestRows();
    const expected = manifest();
    for (const { acc, file } of rows) {
      const expectation = expected.get(acc);
      if (!expectation) throw new Error(`${acc} is not in the manifest`);
      expect(reading(readFileSync(join(sharedData, file)))).toEqual(listed(expectation));
    }
    expect(rows.length).toBe(428);
  });

  it("every filing of the bulk archive is read as expected", async () => {
    const expected = expectations();
    const path = join(sharedData, "form4-bulk", "form4-2023h1-dev.tar.xz");
    const seen = new Set<string>();
    for await (const found of unpack([{ path, name: "form4-2023h1-dev.tar.xz", size: 1 }])) {
      if ("problem" in found) throw found.problem;
      const read = reading(await found.load());
      const expectation = expected.get(read.acc);
      if (!expectation) throw new Error(`${read.acc} is not expected`);
      expect(read).toEqual(listed(expectation));
      seen.add(read.acc);
    }
    expect(seen.size).toBe(expected.size);
  });

  it("what crawlers stored instead of a filing is refused", () => {
    for (const name of [
      "1784567_4_2023-05-10_0001814521-23-000008.txt",
      "49196_4_2023-03-03_0001225208-23-003332.txt",
    ]) {
      const { filings, refusals } = parseFile(readFileSync(join(sharedData, "form4-bad", name)));
      expect(filings).toEqual([]);
      expect(refusals).toHaveLength(1);
    }
  });

  it("reads single values as the filings print them", () => {
    // read by hand: 899051_4_2023-06-02, Form 4 of an Allstate director: one conversion, two derivative rows
    const allstate = parseSubmission(
      readFileSync(join(sharedData, "form4", "899051", "899051_4_2023-06-02_0001127602-23-017637.txt")),
    );
    expect(allstate.issuer).toEqual({ cik: "0000899051", name: "ALLSTATE CORP", ticker: "ALL", sicCode: 6331 });
    expect(
      allstate.transactions.map((row) => [
        row.isDerivative,
        row.transactionCode,
        row.shares,
        row.price,
        row.sharesOwnedAfter,
      ]),
    ).toEqual([
      [false, "M", "1565", "0", "5965"],
      [true, "M", "1565", "0", "0"],
      [true, "A", "1603", "0", "1603"],
    ]);
    const zoned = readFileSync(
      join(sharedData, "form345-fixtures", "feiseli-edgar-pipeline", "form4_tz_suffix_date.xml"),
    );
    const [filing] = parseFile(zoned).filings;
    expect(filing?.transactions.length).toBeGreaterThan(0);
    expect(filing?.transactions.every((row) => /^\d{4}-\d{2}-\d{2}$/.test(row.tradedOn ?? ""))).toBe(true);
  });
});

describe.skipIf(missing)("an ingestion of the folder of real filings", () => {
  let store: TestStore;
  let home: string;
  beforeAll(async () => {
    store = await createTestStore();
    home = await mkdtemp(join(tmpdir(), "disclosed-form4-"));
  });
  afterAll(async () => {
    await store.close();
    await rm(home, { recursive: true, force: true });
  });

  it("stores every filing once with all its transactions, and changes nothing the second time", async () => {
    const run = {
      source: form345Source,
      paths: [join(sharedData, "form4"), join(sharedData, "form4-bad")],
      home,
      today: "2023-08-01",
    };
    const first = await runIngestion(store, run);
    expect(first).toMatchObject({ files: 431, quarantined_files: 3 });
    const { rows } = await store.pool.query<{ acc: string; transactions: number }>(
      `SELECT f.accession_number AS acc, count(t.id)::int AS transactions
       FROM filings f LEFT JOIN insider_trades t USING (accession_number) GROUP BY 1`,
    );
    const expected = manifest();
    expect(rows.length).toBe(expected.size);
    for (const { acc, transactions } of rows)
      expect([acc, transactions]).toEqual([acc, expected.get(acc)?.transactions]);
    const version = async () => (await store.pool.query("SELECT version, kind FROM data_version")).rows;
    const before = await version();
    expect(before).toMatchObject([{ kind: "real" }]);
    const second = await runIngestion(store, run);
    expect(second.records).toEqual({ ...first.records, new: 0, unchanged: first.records.found });
    expect(await version()).toEqual(before);
  });
});
