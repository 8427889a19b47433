// Stored rows after an upgrade that reads footnotes otherwise: corrected once, with their history, and the same file is no change then.
import { afterAll, beforeAll, expect, it } from "vitest";
import { derivePending } from "../../../src/derive/derive.ts";
import { loadFilings } from "../../../src/ingest/form345/load.ts";
import { parseSubmission } from "../../../src/ingest/form345/parse.ts";
import { readPlansAgain } from "../../../src/ingest/form345/stored-plans.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { submission } from "./fixtures.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const today = "2026-01-15";
const plan = "The sale was effected pursuant to a Rule 10b5-1 trading plan.";
const load = (footnote: string) =>
  loadFilings(store, [
    {
      filing: parseSubmission(
        submission({
          checkbox: "0",
          footnotes: { F1: footnote },
          rows: [
            { code: "S", ad: "D", shares: "0100.50", price: "12.340", notes: ["F1"] },
            { code: "S", ad: "D" },
          ],
        }),
      ),
    },
  ]);
const rows = async () => {
  const { rows } = await store.pool.query(
    "SELECT is_10b5_1, signal_direction, signal_score FROM insider_trades ORDER BY row_index",
  );
  return rows;
};

it("reads the footnotes of stored filings again when a migration requests it", async () => {
  await load("Sold at several prices.");
  await derivePending(store, { today });
  const sold = { is_10b5_1: false, signal_direction: "bearish" };
  expect(await rows()).toMatchObject([sold, sold]);
  // as a release that did not read it has stored the filing: footnotes are no part of a row
  await store.pool.query("UPDATE filings SET footnotes = jsonb_build_object('F1', $1::text)", [plan]);
  await store.pool.query("INSERT INTO pending_derivations (kind, key) VALUES ('plans', '')");
  // a derivation leaves the note to the reader of documents
  await derivePending(store, { today });

  await readPlansAgain(store);
  expect(await derivePending(store, { today })).toMatchObject({ changed: true });
  expect(await rows()).toMatchObject([{ is_10b5_1: true, signal_direction: "neutral", signal_score: 5 }, sold]);
  const history = await store.pool.query("SELECT reason, before ->> 'is_10b5_1' AS plan FROM row_history");
  expect(history.rows).toEqual([{ reason: "its footnotes are read by a newer rule", plan: "false" }]);

  const unclear = "It is unknown whether a Rule 10b5-1 plan was used.";
  await store.pool.query("UPDATE filings SET footnotes = jsonb_build_object('F1', $1::text)", [unclear]);
  await store.pool.query("INSERT INTO pending_derivations (kind, key) VALUES ('plans', '')");
  await readPlansAgain(store);
  const flagged = await store.pool.query("SELECT is_10b5_1, is_plan_unclear FROM insider_trades ORDER BY row_index");
  expect(flagged.rows[0]).toEqual({ is_10b5_1: null, is_plan_unclear: true });
  expect(await load(unclear)).toEqual({ new: 0, unchanged: 2, amended: 0 });

  await store.pool.query("UPDATE filings SET footnotes = jsonb_build_object('F1', $1::text)", [plan]);
  await store.pool.query("INSERT INTO pending_derivations (kind, key) VALUES ('plans', '')");
  await readPlansAgain(store);
  await derivePending(store, { today });
  expect(await load(plan)).toEqual({ new: 0, unchanged: 2, amended: 0 });
  expect(await derivePending(store, { today })).toMatchObject({ changed: false });
});
