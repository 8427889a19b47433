// Loads invented filings into a store, without files and without a run.
import { loadFilings } from "../../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../../src/ingest/form345/read/parse.ts";
import type { TestStore } from "../../support/database.ts";
import { type FilingOptions, submission } from "./fixtures.ts";

export const loadInvented = (store: TestStore, ...filings: FilingOptions[]) =>
  loadFilings(
    store,
    filings.map((options) => ({ filing: parseSubmission(submission(options)) })),
  );
