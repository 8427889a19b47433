// `disclosed backup` and `disclosed restore`: the whole store, raw files included, as one file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { packageRoot } from "../package-root.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface RestoreOptions extends OutputOptions {
  replace?: boolean;
}

const count = (n: number) => n.toLocaleString("en-US");

export function registerBackup(program: Command): void {
  withJson(program.command("backup"))
    .description("write the whole store (tables and raw files) into one file; the service may run meanwhile")
    .argument(
      "<file>",
      "archive to write, e.g. disclosed.tar.gz; it holds e-mail addresses, so keep it as you keep those",
    )
    .action(async (file: string, options: OutputOptions) => {
      const { backUp } = await import("../backup/backup.ts");
      const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };
      const summary = await withStore(({ store, config }) =>
        backUp(store, { file, home: config.home, version, say: options.json ? () => {} : say }),
      );
      printResult(
        options,
        summary,
        () =>
          `${summary.file}: ${count(summary.rows)} rows of ${summary.tables} tables and ${count(summary.raw_files)} raw files ` +
          `in ${count(summary.bytes)} bytes, ${summary.seconds.toFixed(1)} s`,
      );
    });
  withJson(program.command("restore"))
    .description("fill an empty store from a backup; all or nothing")
    .argument("<file>", "archive that `disclosed backup` wrote")
    .option("--replace", "put the backup in the place of what the store holds")
    .action(async (file: string, options: RestoreOptions) => {
      const { restore } = await import("../backup/restore.ts");
      const summary = await withStore(({ store, config }) =>
        restore(store, {
          file,
          home: config.home,
          replace: options.replace === true,
          say: options.json ? () => {} : say,
        }),
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
