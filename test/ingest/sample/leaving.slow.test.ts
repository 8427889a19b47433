// The sample has invented listings, which must never be stored beside real ones: the whole sample is removed at the first real
// listing, fetch or record, in whatever order they come, and no invented document is ever requested.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import form345Source from "../../../src/ingest/form345/source.ts";
import { OutboundError } from "../../../src/ingest/outbound/index.ts";
import type { Publisher } from "../../../src/ingest/publisher.ts";
import { runIngestion } from "../../../src/ingest/run/run.ts";
import { loadSampleData } from "../../../src/ingest/sample/load.ts";
import { dueDocuments, type ListingFetch, recordDocuments, recordListing } from "../../../src/store/listings.ts";
import { syncReference } from "../../../src/store/reference.ts";
import { domainTables, kindOf } from "../../../src/store/sample-data.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { inTransaction } from "../../../src/store/transaction.ts";
import { cloneTemplate, filledTemplate } from "../../support/clone.ts";
import { createTestStore } from "../../support/database.ts";
import { accession, submission } from "../form345/fixtures.ts";
import { inventedPublisher, sync } from "../sync/publisher.ts";

const today = "2024-06-01";
let template: string;
let store: Store;
let folder: string;

beforeAll(async () => {
  template = await filledTemplate("sample_2024", async (databaseUrl) => {
    const filled = openStore({ databaseUrl });
    await syncReference(filled);
    await loadSampleData(filled, { today }).finally(() => filled.close());
  });
});
beforeEach(async () => {
  store = openStore({ databaseUrl: await cloneTemplate(template) });
  folder = await mkdtemp(join(tmpdir(), "disclosed-sample-"));
  // what each test presupposes: the sample has a document that is due, and listings
  expect(await count("listed_documents WHERE source = 'form345' AND NOT stored")).toBe(1);
  expect(await count("listing_fetches WHERE listing LIKE 'sample/%'")).toBeGreaterThan(40);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function count(rows: string): Promise<number> {
  return (await store.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${rows}`)).rows[0]?.n ?? 0;
}

/** The tables of the sample that have rows, other than the given ones. */
async function remaining(...expected: string[]): Promise<string[]> {
  const tables: string[] = [];
  for (const table of domainTables) if (!expected.includes(table) && (await count(table)) > 0) tables.push(table);
  return tables;
}

const day = "2024-05-29";
const fetched: ListingFetch = {
  source: "form345",
  listing: `daily-index/${day}`,
  coversFrom: day,
  coversTo: day,
  outcome: "listed",
  final: true,
};
const listed = (n: number) => ({
  documentId: accession(n),
  listedOn: day,
  kind: "4",
  url: `https://example.invalid/${n}`,
});
const listings = ["listed_documents", "listed_day_changes", "listing_fetches"];
const ingest = (path: string) =>
  runIngestion(store, { source: form345Source, paths: [path], home: join(folder, "home"), today });

it("the sample is removed at the first real listing", async () => {
  await recordListing(store.pool, fetched, [listed(1), listed(2)]);
  expect(await remaining(...listings)).toEqual([]);
  expect(await kindOf(store.pool)).toBe("real");
  expect(await count("listing_fetches")).toBe(1);
  expect(await count("listed_days WHERE listed = 2 AND stored = 0")).toBe(1);
  expect(await count("listed_days")).toBe(1);
});

it("the sample is removed in the transaction of the first real listing, and stays if that fails", async () => {
  const failing = inTransaction(store, async (client) => {
    await recordListing(client, fetched, [listed(1)]);
    throw new Error("the process ends here");
  });
  await expect(failing).rejects.toThrow("ends here");
  expect(await kindOf(store.pool)).toBe("sample");
  expect(await count("listing_fetches WHERE listing NOT LIKE 'sample/%'")).toBe(0);
  await inTransaction(store, (client) => recordListing(client, fetched, [listed(1)]));
  expect(await remaining(...listings)).toEqual([]);
});

it("the sample is removed at a failed fetch, and at documents that no day covers", async () => {
  await recordListing(store.pool, { ...fetched, outcome: "failed", final: false, message: "HTTP 503" }, []);
  expect(await remaining("listing_fetches")).toEqual([]);
  await store.close();
  store = openStore({ databaseUrl: await cloneTemplate(template) });
  await recordDocuments(store.pool, "form345", [listed(1)]);
  expect(await remaining("listed_documents", "listed_day_changes")).toEqual([]);
});

it("the sample is removed at a sync that fetches a list and finds nothing", async () => {
  const publisher = inventedPublisher(0);
  expect(await sync(store, publisher, { home: folder })).toMatchObject({ status: "up_to_date", listed: 0, fetched: 0 });
  expect(publisher.requested).toEqual([]);
  expect(await remaining("listing_fetches")).toEqual([]);
  expect(await count("listing_fetches WHERE listing NOT LIKE 'sample/%'")).toBe(1);
});

it("the sample is removed at a sync that reaches no publisher, which requests no invented document", async () => {
  const unreachable: Publisher = {
    ...inventedPublisher(0),
    // biome-ignore lint/correctness/useYield: it fails before its first file
    async *list() {
      throw new OutboundError("timeout", "no response in 60 s");
    },
  };
  const messages: string[] = [];
  const watcher = { update: () => {}, say: (line: string) => messages.push(line) };
  expect(await sync(store, unreachable, { home: folder, watcher })).toMatchObject({ status: "failed" });
  expect(messages).toContainEqual(expect.stringMatching(/^The sample data .* were removed/));
  expect(await remaining()).toEqual([]);
  expect(await dueDocuments(store.pool, { source: "form345", from: "2000-01-01", limit: 10 })).toEqual([]);
});

it("the sample is removed before members are looked up, so that a sync of reports fails without members", async () => {
  const publisher = { ...inventedPublisher(0), source: "house" as const };
  const report = await sync(store, publisher, { home: folder });
  expect(report).toMatchObject({ status: "failed", message: expect.stringContaining("legislators") });
});

it("the sample is removed at the first real record, and the listings that come after it are the only ones", async () => {
  const path = join(folder, `${accession(1)}.txt`);
  await writeFile(path, submission({ accession: accession(1) }));
  await ingest(path);
  expect(await count("filings")).toBe(1);
  for (const table of listings) expect(await count(table), table).toBe(0);
  await recordListing(store.pool, fetched, [listed(1), listed(2)]);
  expect(await count("listed_days WHERE listed = 2 AND stored = 1")).toBe(1);
});

it("the sample is removed at an index that is ingested from disk, which is not compared with invented listings", async () => {
  const path = join(folder, "master.20240529.idx");
  await writeFile(
    path,
    `Description:           Daily Index of EDGAR Dissemination Feed
Last Data Received:    May 29, 2024

CIK|Company Name|Form Type|Date Filed|File Name
--------------------------------------------------------------------------------
8000001|INVENTED WIDGETS INC|4|20240529|edgar/data/8000001/${accession(1)}.txt
`,
  );
  await ingest(path);
  expect(await remaining(...listings)).toEqual([]);
  expect(await count("listing_fetches WHERE listing = 'local/daily-index/2024-05-29' AND outcome = 'listed'")).toBe(1);
  expect(await count("listing_fetches")).toBe(1);
});

it("the sample is not loaded into a store that has only a listing", async () => {
  const other = await createTestStore();
  try {
    await recordListing(other.pool, fetched, []);
    expect(await loadSampleData(other, { today })).toBe(false);
  } finally {
    await other.close();
  }
});
