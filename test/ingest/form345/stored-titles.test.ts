// Stored rows after an upgrade that resolves titles: corrected once, with their history, and the same file is no change then.
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadFilings } from "../../../src/ingest/form345/load.ts";
import { parseSubmission } from "../../../src/ingest/form345/parse.ts";
import { readTitlesAgain } from "../../../src/ingest/form345/stored-titles.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { ada, submission } from "./fixtures.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const relationship = "<isDirector>1</isDirector><isOfficer>1</isOfficer><officerTitle>See Remarks</officerTitle>";
const load = (remarks: string) =>
  loadFilings(store, [
    { filing: parseSubmission(submission({ owners: [{ ...ada, relationship }], remarks, rows: [{ code: "P" }] })) },
  ]);
const row = async () => {
  const { rows } = await store.pool.query(
    "SELECT t.title, t.title_as_filed, o.stated_role FROM insider_trades t JOIN filing_owners o USING (accession_number)",
  );
  return rows[0];
};

it("reads the titles of stored filings again when a migration requests it", async () => {
  const remarks = "Title: Chief Financial Officer";
  await load("Nothing about an office.");
  expect(await row()).toMatchObject({ title: "Director, Officer", title_as_filed: "Director, See Remarks" });
  await store.pool.query("UPDATE filings SET remarks = $1", [remarks]);
  await store.pool.query("INSERT INTO pending_derivations (kind, key) VALUES ('titles', '')");

  await readTitlesAgain(store);
  const title = "Director, Chief Financial Officer";
  expect(await row()).toEqual({ title, title_as_filed: "Director, See Remarks", stated_role: title });
  const history = await store.pool.query("SELECT reason, before ->> 'title' AS title FROM row_history");
  expect(history.rows).toEqual([{ reason: "its title is read by a newer rule", title: "Director, Officer" }]);
  expect(await load(remarks)).toEqual({ new: 0, unchanged: 1, amended: 0 });
});
