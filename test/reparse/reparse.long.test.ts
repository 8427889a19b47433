// Stored documents are read again after an upgrade: new fields are filled, ids stay, a stopped run continues, a correction has its history.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { reparse } from "../../src/reparse/reparse.ts";
import { type Corpus, ingestCorpus } from "../provenance/corpus.ts";

let folder: string;
let corpus: Corpus;
let ids: unknown;
let facts: unknown;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-reparse-"));
  corpus = await ingestCorpus(folder);
  [ids, facts] = [await rowIds(), await filedFacts()];
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await corpus.store.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => clearNewFields());

const query = async (sql: string) => (await corpus.store.pool.query(sql)).rows;
const rowIds = () => query("SELECT id FROM insider_trades UNION ALL SELECT id FROM politician_trades ORDER BY 1");
const filedFacts = async () => [
  await query("SELECT accession_number, accepted_at, issuer_sic FROM filings ORDER BY 1"),
  await query(
    "SELECT id, account, notified_on, cap_gains_over_200, is_late_statutory FROM politician_trades ORDER BY id",
  ),
];
const holdings = () => query("SELECT accession_number, shares::text FROM holdings");
const historyRows = async () => (await query("SELECT count(*)::int AS n FROM row_history"))[0].n;

/** The state after an upgrade: the fields that an earlier parser did not read. */
async function clearNewFields(): Promise<void> {
  await query("UPDATE filings SET accepted_at = NULL, issuer_sic = NULL, parser_version = NULL");
  await query("UPDATE disclosure_reports SET parser_version = NULL");
  await query(
    "UPDATE politician_trades SET account = NULL, notified_on = NULL, cap_gains_over_200 = NULL, is_late_statutory = NULL",
  );
}

async function reparsed(...args: string[]) {
  const { code, stdout, stderr } = await corpus.disclosed("reparse", ...args, "--json");
  if (code !== 0) throw new Error(stderr);
  const { sources } = JSON.parse(stdout) as { sources: Record<string, unknown>[] };
  return Object.fromEntries(sources.map((one) => [one.source, one]));
}

it("a reparse fills what an earlier parser did not read, by source and field, and preserves the ids of rows", async () => {
  const history = await historyRows();
  expect(await reparsed()).toMatchObject({
    // four filings with a header, one bare document and two of a data set, which state neither
    form345: {
      documents: 7,
      fields: { accepted_at: { filled: 4, changed: 0 }, issuer_sic: { filled: 4, changed: 0 } },
      new_rows: 0,
      gone_rows: 0,
    },
    house: { documents: 1, rows: 2, fields: { notified_on: { filled: 2, changed: 0 } }, complete: true },
    senate: { documents: 1, rows: 2, fields: {}, corrected_documents: 0 },
  });
  expect(await filedFacts()).toEqual(facts);
  expect(await rowIds()).toEqual(ids);
  expect(await historyRows()).toBe(history);
});

it("a reparse adds the holdings that an earlier parser left out, and increments the data version", async () => {
  const known = await holdings();
  expect(known).toMatchObject([{ shares: "250" }]);
  // the documents are as the present parser reads them, but for the holdings
  await reparsed();
  await query("DELETE FROM holdings");
  await query("UPDATE filings SET parser_version = 1");
  const version = async () => BigInt((await query("SELECT version FROM data_version"))[0].version);
  const before = await version();
  const { form345, house } = await reparsed();
  expect(form345).toMatchObject({ holdings: { found: 1, new: 1, changed: 0, gone: 0 }, corrected_documents: 0 });
  expect(house).toMatchObject({ holdings: { found: 0, new: 0 } });
  expect(await holdings()).toEqual(known);
  expect(await version()).toBeGreaterThan(before);
  expect(await rowIds()).toEqual(ids);
});

it("a reparse corrects holdings that are stored differently, but only counts them with --only-new-fields", async () => {
  const known = await holdings();
  await reparsed();
  await query("UPDATE holdings SET shares = 7, content_hash = 'other'");
  await query("UPDATE filings SET parser_version = 1");
  const changed = { holdings: { found: 1, new: 0, changed: 1, gone: 0 } };
  expect((await reparsed("--only-new-fields")).form345).toMatchObject({ ...changed, left_documents: 1 });
  expect(await holdings()).toMatchObject([{ shares: "7" }]);
  expect((await reparsed()).form345).toMatchObject({ ...changed, corrected_documents: 1 });
  expect(await holdings()).toEqual(known);
});

it("a reparse reads nothing again that the present parser has read", async () => {
  await reparsed();
  expect(await reparsed()).toMatchObject({
    form345: { documents: 0 },
    house: { documents: 0 },
    senate: { documents: 0 },
  });
});

it("a reparse continues where it was stopped, document by document", async () => {
  expect(await reparsed("form345", "--limit", "3")).toMatchObject({ form345: { documents: 3, complete: false } });
  const stopping = new AbortController();
  const stopped = await reparse(corpus.store, {
    home: corpus.home,
    limit: 2,
    signal: stopping.signal,
    progress: () => stopping.abort(),
  });
  expect(stopped.map(({ documents }) => documents)).toEqual([2, 0, 0]);
  // of seven, two of a data set come last
  expect(await reparsed()).toMatchObject({
    form345: { documents: 2 },
    house: { documents: 1 },
    senate: { documents: 1 },
  });
  expect(await filedFacts()).toEqual(facts);
  expect(await rowIds()).toEqual(ids);
});

it("a reparse is complete after a failure between storing a batch's rows and marking it as read", async () => {
  await query(
    `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the connection ends here'; END $$`,
  );
  await query("CREATE TRIGGER die BEFORE UPDATE OF parser_version ON filings FOR EACH ROW EXECUTE FUNCTION die()");
  const dead = await corpus.disclosed("reparse", "--json");
  expect([dead.code, dead.stdout]).toEqual([1, expect.stringContaining("the connection ends here")]);
  await query("DROP FUNCTION die() CASCADE");
  // the rows of filings are filled already
  expect(await reparsed()).toMatchObject({
    form345: { documents: 7, fields: {}, complete: true },
    house: { documents: 1, fields: { notified_on: { filled: 2 } } },
  });
  expect(await filedFacts()).toEqual(facts);
  expect(await rowIds()).toEqual(ids);
});

it("a reparse leaves or corrects fields that differ from the stored ones, and a correction has its history", async () => {
  const misread = "UPDATE insider_trades SET price = 99, content_hash = 'x' WHERE price = 10.55 RETURNING id::text";
  const [{ id }] = await query(misread);
  const price = async () => (await query(`SELECT price FROM insider_trades WHERE id = ${id}`))[0].price;
  const changed = { fields: { price: { filled: 0, changed: 1 } } };
  expect(await reparsed("form345", "--only-new-fields")).toMatchObject({
    form345: { ...changed, left_documents: 1, corrected_documents: 0 },
  });
  expect(await price()).toBe("99");
  expect(await reparsed("form345")).toMatchObject({ form345: { ...changed, documents: 1, corrected_documents: 1 } });
  expect(await price()).toBe("10.55");
  expect(await query(`SELECT before ->> 'price' AS price FROM row_history WHERE row_id = ${id}`)).toEqual([
    { price: "99" },
  ]);
});

it("a reparse reads only what was filed in the period, and counts documents without a file and missing files", async () => {
  expect(await reparsed("--filed-from", "2024-03-20", "--filed-to", "2024-03-20")).toMatchObject({
    form345: { documents: 1 },
    house: { documents: 0 },
  });
  await query("UPDATE disclosure_reports SET source_file_sha256 = NULL WHERE chamber = 'House'");
  await rm(join(corpus.home, "raw"), { recursive: true });
  expect(await reparsed()).toMatchObject({
    form345: { missing_files: 6, unreadable: 0 },
    house: { documents: 0, without_file: 1 },
  });
});

it("a reparse refuses invalid sources and options", async () => {
  for (const args of [["prices"], ["--limit", "0"], ["--filed-from", "2024-02-30"]])
    expect((await corpus.disclosed("reparse", ...args)).code).toBe(2);
});
