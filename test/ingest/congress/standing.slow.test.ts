// Senate reports whose filer is printed with a standing such as (Former Senator): which member is matched, and that refused
// reports are retried without a command.
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { retryUnmatched } from "../../../src/ingest/congress/retry-refused.ts";
import legislatorsSource from "../../../src/ingest/legislators/source.ts";
import { runIngestion } from "../../../src/ingest/run/run.ts";
import senateSource from "../../../src/ingest/senate/source.ts";
import { senatePage } from "../../support/congress.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { memberYaml } from "../legislators/support.ts";

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.pool.query("TRUNCATE politicians, disclosure_reports, quarantine, source_files, ingestion_runs CASCADE");
  folder = await mkdtemp(join(tmpdir(), "disclosed-standing-"));
  await members(memberYaml("A000001", "Ada Marlowe", ["sen 2013-01-03 2019-01-03 OR Independent"]));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = async (source: typeof senateSource, name: string, content: string) => {
  await writeFile(join(folder, name), content);
  return await runIngestion(store, {
    source,
    paths: [join(folder, name)],
    home: join(folder, "home"),
    today: "2026-07-01",
  });
};
const members = (yaml: string) => run(legislatorsSource, "legislators-current.yaml", yaml);
const uuid = "0a1b2c3d-0000-4111-8222-333344445555";
const page = (filer: string, filed: string, name = `${uuid}.html`) =>
  run(senateSource, name, senatePage({ filer, filed: `${filed} @ 6:31 AM`, rows: [{ date: filed }] }));
const matchedMembers = async () =>
  (await store.pool.query("SELECT bioguide_id FROM politician_trades ORDER BY 1")).rows.map((row) => row.bioguide_id);
const openReasons = async () =>
  (await store.pool.query("SELECT reason FROM quarantine WHERE status = 'open'")).rows.map(({ reason }) => reason);

it.each([
  ["The Honorable Ada Marlowe (Former Senator)", "02/20/2018", true],
  ["The Honorable Ada Marlowe (Former Senator)", "02/20/2019", true],
  ["Ms. Ada Marlowe (FORMER SENATOR)", "02/20/2025", true],
  ["Ada Marlowe (Marlowe, Ada) (Former Senator)", "02/20/2025", true],
  ["Marlowe, Ada (Former Senator - OR)", "02/20/2025", true],
  ["Ada Marlowe (Senator-elect)", "12/20/2012", true],
  ["Ada Marlowe (Candidate)", "12/20/2012", true],
  ["Ada Marlowe (Former Candidate)", "02/20/2025", false],
  ["Ada Marlowe (Candidate)", "02/20/2019", false],
  ["Ada Marlowe (Former Senator)", "02/20/2012", false],
  ["Eda Marlowe (Former Senator)", "02/20/2025", false],
  ["Ada Marlowe", "02/20/2025", false],
  ["(Former Senator)", "02/20/2018", false],
])("the right member, or none, is found for %s filed on %s", async (filer, filed, isMatched) => {
  await page(filer, filed);
  expect(await matchedMembers()).toEqual(isMatched ? ["A000001"] : []);
  expect(await openReasons()).toEqual(isMatched ? [] : ["member_unmatched"]);
});

it("a report that two former senators of one name may have filed is matched to neither", async () => {
  await members(memberYaml("A000002", "Ada Marlowe", ["sen 2001-01-03 2007-01-03 WA Independent"]));
  await page("Ada Marlowe (Former Senator)", "02/20/2025");
  expect(await matchedMembers()).toEqual([]);
  expect(await openReasons()).toEqual(["member_unmatched"]);
});

it("the name is that of the search if the page has none", async () => {
  await store.pool.query(
    `INSERT INTO listed_documents (source, document_id, listed_on, kind, url, detail) VALUES ('senate', $1, '2018-02-20', 'ptr',
       'https://example.test/', '{"firstName": "Ada", "lastName": "Marlowe", "office": "Former Senator (Former Senator)", "title": "t"}')`,
    [uuid],
  );
  await page("Former Senator (Former Senator)", "02/20/2018");
  expect(await matchedMembers()).toEqual(["A000001"]);
});

it("a report is the same as its page that was saved while the senator was in office", async () => {
  await page("The Honorable Ada Marlowe (Marlowe, Ada)", "02/20/2018", "Report.html");
  await page("The Honorable Ada Marlowe (Former Senator)", "02/20/2018");
  expect(await matchedMembers()).toEqual(["A000001"]);
});

it("refused reports are retried when the members have changed, and only then", async () => {
  await page("Bea Noble (Former Senator)", "02/20/2018");
  expect(await openReasons()).toEqual(["member_unmatched"]);
  expect(await retryUnmatched(store, { home: join(folder, "home"), today: "2026-07-01" })).toBeNull();
  await members(memberYaml("B000001", "Bea Noble", ["sen 2013-01-03 2019-01-03 WA Independent"]));
  expect([await matchedMembers(), await openReasons()]).toEqual([["B000001"], []]);
});

it("a report that an earlier version refused is retried once", async () => {
  await page("Bea Noble (Former Senator)", "02/20/2018");
  await store.pool.query("UPDATE quarantine SET detail = detail - 'judgedBy'");
  const again = () => retryUnmatched(store, { home: join(folder, "home"), today: "2026-07-01" });
  expect(await again()).toMatchObject({ tried: 1, resolved: [] });
  expect(await again()).toBeNull();
});

it("a report whose stored file is damaged is reported as unavailable, and does not end the retry of the others", async () => {
  await page("Bea Noble (Former Senator)", "02/20/2018");
  const raw = join(folder, "home", "raw");
  const before = new Set(await readdir(raw, { recursive: true }));
  await page("Cy Noble (Former Senator)", "02/20/2018", "1a1b2c3d-0000-4111-8222-333344445555.html");
  const [added] = (await readdir(raw, { recursive: true })).filter((name) => name.endsWith(".gz") && !before.has(name));
  await writeFile(join(raw, added ?? ""), "damaged");
  await members(memberYaml("B000001", "Bea Noble", ["sen 2013-01-03 2019-01-03 WA Independent"]));
  expect([await matchedMembers(), await openReasons()]).toEqual([["B000001"], ["member_unmatched"]]);
  expect(await retryUnmatched(store, { home: join(folder, "home"), today: "2026-07-01" })).toBeNull();
});
