// Runs the `disclosed` command from the TypeScript sources as a process of its own: node --import tsx test/support/command.ts ...
import { run } from "../../src/cli/main.ts";
import { threads } from "../../src/ingest/isolated/isolated.ts";

threads.module = new URL("typescript-thread.mjs", import.meta.url).href;
process.exitCode = await run(process.argv.slice(2));
