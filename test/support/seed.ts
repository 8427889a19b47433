// A small store written by hand, for the tests of the graph and of the facade: one call fills it. "Today" of these tests
// is 2024-07-01; the data version is 7, as of 2024-06-30T12:00:00Z, of kind `sample`.
import { createHash } from "node:crypto";
import { deriveCompanyDays } from "../../src/derive/company-days.ts";
import { deriveCompanySums } from "../../src/derive/company-sums.ts";
import { deriveInsiderSums } from "../../src/derive/insider-sums.ts";
import { derivePoliticianSums } from "../../src/derive/politician-sums.ts";
import { deriveSignalDays } from "../../src/derive/signal-days.ts";
import { deriveVocabularyCounts } from "../../src/derive/vocabulary-counts.ts";
import type { Store } from "../../src/store/store.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { members, politicianTradeId, seedCongress } from "./seed/congress.ts";
import { companies, day, insiders, seedInsiders, tradeId } from "./seed/insiders.ts";

export { companies, insiders, members, politicianTradeId, tradeId };

export const seedToday = "2024-07-01";
export const seedAccountId = "00000000-0000-4000-8000-00000000000a";

/** Fills an empty, migrated store. */
export async function seedStore(store: Store): Promise<void> {
  await seedInsiders(store);
  await inTransaction(store, (client) => deriveSignalDays({ client, today: seedToday, everything: true }));
  await seedCongress(store);
  await inTransaction(store, async (client) => {
    const context = { client, today: seedToday, everything: true };
    await derivePoliticianSums(context);
    await deriveInsiderSums(context);
    await deriveCompanySums(context);
    await deriveCompanyDays(context);
    await deriveVocabularyCounts(context);
  });
  await seedOperations(store);
  await seedListings(store);
  await store.prisma.publishedExport.create({ data: seedExport });
  await store.prisma.dataVersion.update({
    where: { id: 1 },
    data: { version: 7n, asOf: new Date("2024-06-30T12:00:00Z"), kind: "sample" },
  });
}

/** One account with a key and its usage, an ingestion run, a quarantined file, and an entry of the audit log. */
async function seedOperations({ prisma }: Store): Promise<void> {
  await prisma.plan.upsert({
    where: { id: "pro" },
    update: {},
    create: { id: "pro", name: "Pro", pricePerMonth: "199", perMinute: 60, perDay: 50_000, perMonth: 1_550_000 },
  });
  await prisma.account.create({ data: { id: seedAccountId, email: "team@example.org", planId: "pro" } });
  await prisma.apiKey.create({
    data: {
      accountId: seedAccountId,
      name: "backend",
      hash: createHash("sha256").update("not a key").digest(),
      lastFour: "wxyz",
      allowlist: ["192.0.2.0/24"],
    },
  });
  await prisma.usageDaily.create({
    data: { accountId: seedAccountId, day: day("2024-06-29"), route: "/trades", status: 200, requests: 12 },
  });
  const run = await prisma.ingestionRun.create({
    data: {
      source: "form345",
      arguments: ["filings/"],
      status: "completed",
      startedAt: new Date("2024-06-29T10:00:00Z"),
      finishedAt: new Date("2024-06-29T10:05:00Z"),
      files: 20,
      found: 21,
      new: 21,
      quarantinedFiles: 1,
    },
  });
  await prisma.quarantineItem.create({
    data: {
      runId: run.id,
      source: "form345",
      fileName: "broken.xml",
      documentId: "0009000099-24-000001",
      reason: "not_xml",
      message: "The file is not XML.",
    },
  });
  await prisma.auditLog.create({
    data: {
      actor: "operator",
      action: "set-plan",
      objectType: "account",
      objectId: seedAccountId,
      after: { plan: "pro" },
    },
  });
}

/**
 * EDGAR's listings of four days: one with a stored, a refused and a missing document, a weekend without a listing, and a day
 * of which the fetch failed. Later days were never fetched.
 */
async function seedListings({ pool, prisma }: Store): Promise<void> {
  const stored = await prisma.filing.findFirstOrThrow({ orderBy: [{ filedOn: "desc" }, { accessionNumber: "asc" }] });
  await pool.query(
    `INSERT INTO listing_fetches (source, listing, covers_from, covers_to, fetched_at, outcome, listed, final, message) VALUES
       ('form345', 'daily-index/2024-06-21', '2024-06-21', '2024-06-21', '2024-06-22T06:00:00Z', 'listed', 3, true, NULL),
       ('form345', 'daily-index/2024-06-22', '2024-06-22', '2024-06-22', '2024-06-24T06:00:00Z', 'not_published', 0, true, NULL),
       ('form345', 'daily-index/2024-06-23', '2024-06-23', '2024-06-23', '2024-06-24T06:00:00Z', 'not_published', 0, true, NULL),
       ('form345', 'daily-index/2024-06-24', '2024-06-24', '2024-06-24', '2024-06-25T06:00:00Z', 'failed', 0, false,
         '503 Service Unavailable')`,
  );
  await pool.query(
    `INSERT INTO listed_documents (source, document_id, listed_on, kind, url)
     SELECT 'form345', id, '2024-06-21', '4', 'https://www.sec.gov/Archives/edgar/data/1/' || id || '.txt' FROM unnest($1::text[]) AS id`,
    [[stored.accessionNumber, "0009000099-24-000001", "0009000099-24-000002"]],
  );
}

const sha256 = createHash("sha256").update("an export").digest("hex");

/** A ready-made file that is recorded in the store; no folder contains it. */
const seedExport = {
  name: `trades-2024-05-${sha256.slice(0, 16)}.parquet`,
  list: "trades",
  month: "2024-05",
  format: "parquet",
  rows: 3,
  bytes: 4096n,
  sha256,
  dataVersion: 7n,
  asOf: new Date("2024-06-30T12:00:00Z"),
  fingerprint: "invented",
  publishedAt: new Date("2024-06-30T13:00:00Z"),
};
