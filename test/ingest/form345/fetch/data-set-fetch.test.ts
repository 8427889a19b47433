// A sync that lacks thousands of filings of a closed quarter fetches the quarter's data set, once, and what the set
// lacks as documents; a sync that lacks few never requests a set.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import secPublisher, { closedQuarters, fetchDataSets } from "../../../../src/ingest/form345/publisher.ts";
import { openOutbound } from "../../../../src/ingest/outbound/outbound.ts";
import type { Publisher } from "../../../../src/ingest/publisher.ts";
import { syncSource } from "../../../../src/ingest/sync/sync-source.ts";
import { recordListing } from "../../../../src/store/listings.ts";
import type { Double } from "../../../publishers/kit.ts";
import { startSecDouble } from "../../../publishers/sec.ts";
import { testContact } from "../../../support/contact.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { zipOf } from "../../run/zip.ts";
import { dataSetOf } from "../data-set/data-set-writer.ts";
import { accession, submission } from "../fixtures.ts";

describe("closed quarters", () => {
  it("are those that began on or after the first wanted day and ended before today, the newest first", () => {
    const names = (from: string, today: string) =>
      closedQuarters(from, today).map(({ year, quarter, from: first, to }) => `${year}q${quarter} ${first} ${to}`);
    expect(names("2023-10-01", "2024-07-01")).toEqual([
      "2024q2 2024-04-01 2024-06-30",
      "2024q1 2024-01-01 2024-03-31",
      "2023q4 2023-10-01 2023-12-31",
    ]);
    expect(names("2024-01-02", "2024-06-30")).toEqual([]);
    expect(names("2024-01-01", "2024-04-01")).toEqual(["2024q1 2024-01-01 2024-03-31"]);
  });
});

let store: TestStore;
let double: Double;
let zip: Buffer | null;
let home: string;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.pool.query(
    "TRUNCATE listed_documents, listing_fetches, fetched_resources, outbound_gates, filings, companies, insiders, quarantine, source_files, ingestion_runs CASCADE",
  );
  home = mkdtempSync(join(tmpdir(), "disclosed-sets-"));
  double = await startSecDouble({
    dataSet: () => zip,
    // the one document that is not in the set
    submission: (number) => (number === late ? submission({ accession: number, filed: "2024-03-29" }) : null),
  });
});
afterEach(async () => {
  await double.close();
  rmSync(home, { recursive: true, force: true });
});

const late = accession(60);
const paths = () => double.requests.map(({ path }) => path);
const setPath = "/files/structureddata/data/insider-transactions-data-sets/2024q1_form345.zip";

/** Stores a final index of the quarter with so many filings. */
async function recordIndex(count: number): Promise<void> {
  const fetched = {
    source: "form345",
    coversFrom: "2024-01-01",
    coversTo: "2024-03-29",
    outcome: "listed",
    final: true,
  } as const;
  const documents = Array.from({ length: count }, (_, at) => ({
    documentId: accession(at + 1),
    listedOn: "2024-03-29",
    kind: "4",
    url: `${double.url}/Archives/edgar/data/8000001/${accession(at + 1)}.txt`,
  }));
  await recordListing(store.pool, { ...fetched, listing: "full-index/2024/QTR1" }, documents);
}

/** `min`: only the publisher of data sets, which fetches a set for so many missing filings; else all of EDGAR. */
async function sync(min?: number) {
  const edgar = secPublisher({ secUrl: double.url });
  const sets: Publisher = { ...edgar, list: (context) => fetchDataSets(double.url, context, min) };
  const outbound = openOutbound({
    store,
    home,
    contact: testContact,
    requestsPerSecond: { sec: 1000 },
    retries: { times: 1, firstAfterMs: 1 },
  });
  try {
    return await syncSource("form345", {
      store,
      outbound,
      home,
      today: "2024-04-09",
      from: "2024-01-01",
      publisher: async () => (min === undefined ? edgar : sets),
      watcher: { say: () => {}, update: () => {} },
      signal: new AbortController().signal,
    });
  } finally {
    await outbound.close();
  }
}

const setOf = (count: number) =>
  zipOf(
    Object.fromEntries(
      Object.entries(
        dataSetOf(
          Array.from({ length: count }, (_, at) => submission({ accession: accession(at + 1), filed: "2024-03-29" })),
        ),
      ).map(([name, text]) => [name, Buffer.from(text)]),
    ),
  );

describe("a sync", () => {
  it("loads the set of a quarter with thousands of missing filings, then the rest as documents, once", async () => {
    await recordIndex(60);
    zip = setOf(59);
    expect(await sync(50)).toMatchObject({ status: "up_to_date", records: { new: 60 } });
    expect(paths().filter((path) => path === setPath)).toHaveLength(1);
    expect(paths().filter((path) => path.endsWith(".txt"))).toEqual([`/Archives/edgar/data/8000001/${late}.txt`]);
    const { rows } = await store.pool.query(
      "SELECT loaded_from, count(*)::int AS n FROM filings GROUP BY 1 ORDER BY 1",
    );
    expect(rows).toEqual([
      { loaded_from: "data_set", n: 59 },
      { loaded_from: "document", n: 1 },
    ]);
    const requested = paths().length;
    await sync();
    expect(
      paths()
        .slice(requested)
        .filter((path) => path === setPath || path.endsWith(".txt")),
    ).toEqual([]);
  });

  it("fetches a few missing filings as documents", async () => {
    await recordIndex(3);
    zip = setOf(3);
    await sync();
    expect(paths()).not.toContain(setPath);
  });

  it("fetches documents where there is no set yet, and requests the set again a day later", async () => {
    await recordIndex(2_001);
    zip = null;
    await store.pool.query("UPDATE listed_documents SET retry_at = now() + interval '1 day'");
    await sync();
    await sync();
    expect(paths().filter((path) => path === setPath)).toHaveLength(1);
    await store.pool.query(
      "UPDATE listing_fetches SET fetched_at = now() - interval '25 hours' WHERE listing LIKE 'data-set/%'",
    );
    await sync();
    expect(paths().filter((path) => path === setPath)).toHaveLength(2);
  });

  it("records a set from which nothing could be loaded as failed, with its tables in quarantine", async () => {
    await recordIndex(60);
    await store.pool.query("UPDATE listed_documents SET retry_at = now() + interval '1 day'");
    zip = zipOf({ "SUBMISSION.tsv": Buffer.from("ACCESSION_NUMBER\n") });
    await sync(50);
    const fetches = "SELECT outcome, final FROM listing_fetches WHERE listing = 'data-set/2024q1'";
    expect((await store.pool.query(fetches)).rows).toEqual([{ outcome: "failed", final: false }]);
    const { rows } = await store.pool.query("SELECT reason FROM quarantine ORDER BY 1");
    expect(rows.map(({ reason }) => reason)).toEqual(["bad_table", "incomplete_data_set"]);
  });
});
