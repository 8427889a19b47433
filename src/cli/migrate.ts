// `disclosed migrate`: migrates the database to the newest version and loads the reviewed reference data.
import type { Command } from "commander";
import { loadConfig } from "../config/config.ts";
import { migrate } from "../store/migrate.ts";
import { syncReference } from "../store/reference.ts";
import { openStore } from "../store/store.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import { ensureDirect, withDatabase } from "./with-store.ts";

export function defineMigrate(command: Command): void {
  withJson(command).action(async (options: OutputOptions) => {
    const config = loadConfig();
    const applied = await withDatabase(
      config,
      async (url, embedded) => {
        const databaseUrl = embedded ? url : (config.databaseDirectUrl ?? url);
        if (!embedded) await ensureDirect(url, config.databaseDirectUrl);
        const names = await migrate(databaseUrl);
        const store = openStore({ databaseUrl });
        await syncReference(store).finally(() => store.close());
        return names;
      },
      { makesHome: true },
    );
    printResult(options, { applied }, () =>
      applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`,
    );
  });
}
