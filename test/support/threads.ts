// Set up in every test file: threads of the ingestion run from the TypeScript sources too.
import { threads } from "../../src/ingest/isolated/isolated.ts";

threads.preload = new URL("typescript-loader.mjs", import.meta.url).href;
