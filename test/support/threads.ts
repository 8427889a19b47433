// Setup of every test file: the threads of the ingestion run the JavaScript that global-setup.ts has built.
import { inject } from "vitest";
import { threads } from "../../src/ingest/isolated/isolated.ts";

threads.module = inject("threadModule");
