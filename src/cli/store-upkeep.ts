// The commands that keep the store: `disclosed backup` and `disclosed restore` (the whole store, raw files included, as
// one file), `disclosed migrate` (the newest version of the database, and the reviewed reference data) and `disclosed
// prune` (removes data about callers whose retention period is over).
import type { Command } from "commander";
import { prune, removedRows } from "../accounts/retention.ts";
import { loadConfig } from "../config/config.ts";
import { checkOutFile, isStandardOutput } from "../lib/out-file.ts";
import { readVersion } from "../lib/package-root.ts";
import { noteSuccess } from "../maintenance/maintenance.ts";
import { migrate } from "../store/migrate.ts";
import { syncReference } from "../store/reference.ts";
import { openStore } from "../store/store.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { ensureDirect, withDatabase, withStore } from "./with-store.ts";

interface RestoreOptions extends OutputOptions {
  replace?: boolean;
}

const count = (n: number) => n.toLocaleString("en-US");

export function defineBackup(command: Command): void {
  withJson(command)
    .argument(
      "<file>",
      "archive to write, e.g. disclosed.tar.gz, or - for standard output (not compressed); it contains e-mail addresses, so protect it accordingly",
    )
    .action(async (file: string, options: OutputOptions) => {
      const { backUp } = await import("../backup/backup.ts");
      await checkOutFile(file);
      const version = await readVersion();
      const summary = await withStore(({ store, config }) =>
        backUp(store, { file, home: config.home, version, say: options.json ? () => {} : say }),
      );
      const words = () =>
        `${summary.file}: ${count(summary.rows)} rows of ${summary.tables} tables and ${count(summary.raw_files)} raw files ` +
        `in ${count(summary.bytes)} bytes, ${summary.seconds.toFixed(1)} s`;
      // standard output is reserved for the archive
      if (isStandardOutput(file)) say(options.json ? JSON.stringify(summary) : words());
      else printResult(options, summary, words);
    });
}

export function defineRestore(command: Command): void {
  withJson(command)
    .argument("<file>", "archive that `disclosed backup` wrote")
    .option("--replace", "replace the store's content with the backup")
    .action(async (file: string, options: RestoreOptions) => {
      const { checkBackup, restore } = await import("../backup/restore.ts");
      const report = options.json ? () => {} : say;
      report("checking the backup");
      // checked before a home is created for the archive
      const manifest = await checkBackup(file);
      const replace = options.replace === true;
      const summary = await withStore(
        ({ store, config }) => restore(store, { file, manifest, home: config.home, replace, say: report }),
        { makesHome: true },
      );
      printResult(
        options,
        summary,
        () =>
          `restored the store of ${summary.taken_at}: ${count(summary.rows)} rows of ${summary.tables} tables and ` +
          `${count(summary.raw_files)} raw files, ${summary.seconds.toFixed(1)} s`,
      );
    });
}

// `disclosed migrate`: migrates the database to the newest version and loads the reviewed reference data.

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

// `disclosed prune`: removes data about callers whose retention period is over.

export function definePrune(command: Command): void {
  withJson(command).action(async (options: OutputOptions) => {
    const pruned = await withStore(async ({ store }) => {
      const removed = await prune(store);
      await noteSuccess(store.pool, "prune", { removedRows: removedRows(removed) });
      return removed;
    });
    printResult(options, pruned, () =>
      [
        `${pruned.usage_rows} rows of usage, ${pruned.audit_rows} of the audit log, ${pruned.ended_keys} ended keys and`,
        `${pruned.address_counters} counters of failed attempts removed; ${pruned.error_rows} failed requests, ${pruned.minute_rows} minutes,`,
        `${pruned.delivery_rows} attempts to deliver, ${pruned.notice_rows} notices, ${pruned.event_rows} delivered events,`,
        `${pruned.change_rows} changes of rows, ${pruned.ended_sessions} ended sessions and links too.`,
      ].join(" "),
    );
  });
}
