// `disclosed backup` and `disclosed restore`: the whole store, raw files included, as one file.
import type { Command } from "commander";
import { checkOutFile, isStandardOutput } from "../lib/out-file.ts";
import { readVersion } from "../lib/package-root.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

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
