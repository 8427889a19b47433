// Set up in every test file: threads of the ingestion run what global-setup.ts has built of them.
import { inject } from "vitest";
import { threads } from "../../src/ingest/isolated/isolated.ts";

threads.module = inject("threadModule");
