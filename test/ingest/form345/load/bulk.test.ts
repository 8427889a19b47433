// The bulk load of a backfill stores the same rows as the ordinary load and recreates the indexes and keys that it
// drops; a load that fails leaves nothing behind.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadFilings } from "../../../../src/ingest/form345/load/load.ts";
import { loadSpools } from "../../../../src/ingest/form345/load/load-spools.ts";
import { FilingSpool } from "../../../../src/ingest/form345/load/spool.ts";
import { parseSubmission } from "../../../../src/ingest/form345/read/parse.ts";
import type { FilingToLoad } from "../../../../src/ingest/form345/read/record.ts";
import { recordListing } from "../../../../src/store/listings.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { sharedRows } from "../end-state.ts";
import { accession, ada, bo, type FilingOptions, submission } from "../fixtures.ts";

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
    await one.pool.query(
      "TRUNCATE listed_documents, listing_fetches, filings, companies, insiders, row_history, source_files, pending_derivations, sic_codes CASCADE; INSERT INTO sic_codes VALUES (3674, 'Semiconductors & Related Devices', 'Technology')",
    );
});

const filing = (options: FilingOptions): FilingToLoad => ({ filing: parseSubmission(submission(options)) });

/** filings with a value and a null in columns of every type */
const varied = [
  filing({ accession: accession(1), rows: [{ shares: "0.00012", price: "123456789.987654321", notes: ["F1", "F2"] }] }),
  filing({
    accession: accession(2),
    rows: [{ shares: "100000000", price: "10000" }, { price: null }, { shares: null, totalValue: "0.5" }],
  }),
  filing({
    accession: accession(3),
    owners: [bo, ada],
    symbol: "IWID, IWIB",
    filed: "2024-05-06",
    issuerName: "Invented Widgets Corp.",
  }),
  filing({
    accession: accession(8),
    form: "3",
    rows: [],
    holdings: [
      { after: "12.50" },
      { after: "7", ownership: "I", nature: "By Trust" },
      { table: "derivative", after: null },
    ],
  }),
  filing({
    accession: accession(4),
    form: "3",
    rows: [],
    sic: null,
    checkbox: null,
    footnotes: { F1: '“é” \\ \t "x"' },
  }),
  filing({
    accession: accession(5),
    form: "4/A",
    filed: "2024-04-01",
    originalSubmitted: "2024-03-06",
    rows: [{ shares: "0.00013" }],
  }),
  filing({
    accession: accession(6),
    owners: [{ ...ada, name: "EXAMPLE-NEWNAME ADA B" }],
    filed: "2024-06-01",
    rows: [
      {
        table: "derivative",
        title: "Option",
        date: "1999-12-31",
        extra:
          "<exerciseDate><value>0999-01-01</value></exerciseDate><expirationDate><value>9999-12-31</value></expirationDate><conversionOrExercisePrice><value>0</value></conversionOrExercisePrice><underlyingSecurity><underlyingSecurityTitle><value>Stock</value></underlyingSecurityTitle><underlyingSecurityShares><value>10000.0001</value></underlyingSecurityShares></underlyingSecurity>",
      },
      { code: "S", ad: "D", after: "900" },
    ],
  }),
  filing({ accession: accession(7), rows: Array.from({ length: 300 }, (_, at) => ({ shares: String(at + 1) })) }),
];

async function loadInBulk(filings: FilingToLoad[], spoolCount = 1) {
  const spools = Array.from({ length: spoolCount }, () => new FilingSpool());
  try {
    for (const [at, one] of filings.entries()) spools[at % spoolCount]?.add(one);
    return await loadSpools(
      other,
      spools.map((spool) => spool.finish()),
    );
  } finally {
    for (const spool of spools) spool.close();
  }
}

const schema = async () =>
  (
    await other.pool.query(
      `SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
       UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated FROM pg_constraint
       ORDER BY 1`,
    )
  ).rows;

describe("a bulk load", () => {
  it("stores the rows and pending derivations of the ordinary load, and leaves indexes and keys as before", async () => {
    const before = await schema();
    expect(await loadFilings(store, varied)).toMatchObject({ new: 308 });
    expect(await loadInBulk(varied, 2)).toMatchObject({ new: 308 });
    expect(await sharedRows(other)).toEqual(await sharedRows(store));
    const pending = "SELECT kind, key, from_on FROM pending_derivations ORDER BY 1, 2";
    expect((await other.pool.query(pending)).rows).toEqual((await store.pool.query(pending)).rows);
    expect(await schema()).toEqual(before);
    // as text too, in which 10 and 10.0 differ
    const text =
      "SELECT t.id, shares::text, price::text, value::text, footnote_ids::text, exercisable_on::text FROM insider_trades t ORDER BY id";
    expect((await other.pool.query(text)).rows).toEqual((await store.pool.query(text)).rows);
  });

  it("leaves nothing to change for an ordinary load of the same filings", async () => {
    await loadInBulk(varied);
    expect(await loadFilings(other, varied)).toEqual({ new: 0, unchanged: 308, amended: 0 });
    expect((await other.pool.query("SELECT 1 FROM row_history")).rows).toEqual([]);
  });

  it("gives different ids to documents whose hashes agree in the 45 bits that ids have", async () => {
    // found by searching fourteen million accession numbers
    const [first, second] = ["9999000000-24-256390", "9999000005-24-772942"].map((found) =>
      filing({ accession: found, rows: [{}, {}] }),
    ) as [FilingToLoad, FilingToLoad];
    expect(await loadFilings(store, [first])).toMatchObject({ new: 2 });
    expect(await loadFilings(store, [second])).toMatchObject({ new: 2 });
    expect(await loadInBulk([second, first])).toMatchObject({ new: 4 });
    expect(await sharedRows(other)).toEqual(await sharedRows(store));
    expect((await other.pool.query("SELECT DISTINCT id FROM insider_trades")).rowCount).toBe(4);
  });

  it("marks the documents as stored in the listings", async () => {
    const fetched = {
      source: "form345",
      listing: "daily-index/2024-03-06",
      coversFrom: "2024-03-06",
      coversTo: "2024-03-06",
    };
    const documents = [1, 99].map((n) => ({ documentId: accession(n), listedOn: "2024-03-06", kind: "4", url: "x" }));
    await recordListing(other.pool, { ...fetched, outcome: "listed", final: true }, documents);
    await loadInBulk(varied);
    expect((await other.pool.query("SELECT document_id, stored FROM listed_documents ORDER BY 1")).rows).toEqual([
      { document_id: accession(1), stored: true },
      { document_id: accession(99), stored: false },
    ]);
  });

  it("is refused by a store that is not empty", async () => {
    await loadFilings(other, varied.slice(0, 1));
    expect(await loadInBulk(varied.slice(1))).toBeNull();
    expect((await other.pool.query("SELECT count(*)::int AS n FROM filings")).rows).toEqual([{ n: 1 }]);
  });

  it("leaves nothing behind when PostgreSQL refuses a row", async () => {
    const before = await schema();
    await expect(loadInBulk([...varied, varied[0] as FilingToLoad])).rejects.toMatchObject({ code: "23505" });
    expect((await other.pool.query("SELECT 1 FROM filings UNION ALL SELECT 1 FROM insider_trades")).rows).toEqual([]);
    expect(await schema()).toEqual(before);
  });
});
