// `disclosed export`: all rows of a list, for operators, as a file with a manifest.
import { type Command, Option } from "commander";
import { loadConfig } from "../config/config.ts";
import { UsageError } from "../errors.ts";
import type { Manifest } from "../export/export.ts";
import type { FormatName } from "../export/formats.ts";
import { isStandardOutput } from "../lib/out-file.ts";
import { lockOf, noteSuccess } from "../maintenance/maintenance.ts";
import { publicUrlOf } from "../start/address.ts";
import { stoppable } from "../start/lifecycle.ts";
import { trySessionLock } from "../store/connections/session-lock.ts";
import type { Store } from "../store/store.ts";
import { checkedDate } from "./checked-options.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { CommandError, withStore } from "./with-store.ts";

interface Given extends OutputOptions {
  publish?: boolean;
  format: FormatName;
  since?: string;
  out?: string;
  outcomes?: boolean;
  footnotes?: boolean;
  derivative?: boolean;
}

interface ExportOptions extends Given {
  out: string;
}

const count = (n: number) => n.toLocaleString("en-US");
const secondsBetweenLines = 5;

export function defineExport(command: Command): void {
  withJson(command)
    .argument("[noun]", "trades, politician-trades, clusters, late-filings, insiders or politicians")
    .addOption(
      new Option("--format <format>", "format of the file").choices(["ndjson", "csv", "parquet"]).default("ndjson"),
    )
    .option("--since <date>", "YYYY-MM-DD: only rows filed on this day or later; of people, those with such a trade")
    .option("--out <path>", "file to write, a folder for a file named after the list, or - for standard output")
    .option("--outcomes", "include the outcomes of trades")
    .option("--footnotes", "include footnotes, nature of ownership, remarks and time of acceptance of insider trades")
    .option("--derivative", "include derivative insider trades")
    .option("--publish", "update the ready-made files of EXPORTS_DIR, as the sync worker does daily")
    .action(async (named: string | undefined, given: Given, command: Command) => {
      if (given.publish) return await publish(named, given, command.parent?.version() ?? "");
      const { nouns } = await import("../export/nouns.ts");
      const noun = checkedNoun(named, Object.keys(nouns));
      const options = withOut(given);
      check(noun, options);
      const { exportTo, fileFor } = await import("../export/export.ts");
      const { readVocabulary } = await import("../export/vocabulary.ts");
      await fileFor({ noun, ...options });
      const stopping = stoppable("no part of this export is kept");
      const version = command.parent?.version() ?? "";
      const { signal } = stopping;
      const onProgress = options.json ? undefined : progress(noun);
      try {
        const vocabulary = await readVocabulary();
        const work = { version, now: () => new Date(), vocabulary, signal, onProgress };
        tell(
          options,
          await withStore(({ store }) => exportTo(store, { noun, ...options }, work), { signals: "ignore" }),
        );
      } catch (error) {
        if (!signal.aborted) throw error;
        process.exitCode = stopping.exitCode();
      }
    });
}

function withOut(given: Given): ExportOptions {
  const { out } = given;
  if (out === undefined) throw new UsageError("--out is missing: name the file or folder to write");
  return { ...given, out };
}

async function publish(noun: string | undefined, options: Given, version: string): Promise<void> {
  if (noun !== undefined || options.out !== undefined)
    throw new UsageError("--publish writes all ready-made files to EXPORTS_DIR and accepts neither a list nor --out");
  const config = loadConfig();
  const { exports } = config;
  if (!exports) throw new UsageError("EXPORTS_DIR is not set: name the folder of the ready-made files");
  const { publishExports } = await import("../export/published/publish.ts");
  const { readVocabulary } = await import("../export/vocabulary.ts");
  const stopping = stoppable("finished months are kept; the next run continues");
  const { signal } = stopping;
  const onMonth = options.json ? undefined : (list: string, month: string) => say(`${list} ${month}: written`);
  try {
    const vocabulary = await readVocabulary();
    const publicUrl = publicUrlOf(config, config.port);
    const work = { folder: exports.folder, version, publicUrl, vocabulary, now: () => new Date(), signal, onMonth };
    const published = await withStore(({ store }) => alone(store, () => publishExports(store, work)), {
      signals: "ignore",
    });
    const { files, bytes, unchanged, removed } = published;
    printResult(
      options,
      published,
      () =>
        `${exports.folder}: ${count(files)} files written (${count(bytes)} bytes), ${count(unchanged)} months unchanged, ${count(removed)} old files removed`,
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = stopping.exitCode();
  }
}

/** Takes the lock of publishing: two processes would write the same files. */
async function alone<Result extends { bytes: number }>(store: Store, work: () => Promise<Result>): Promise<Result> {
  const lock = await trySessionLock(store, lockOf("exports"));
  if (!lock) throw new CommandError("another process is publishing; see its log");
  try {
    const result = await work();
    await noteSuccess(store.pool, "exports", { bytes: result.bytes });
    return result;
  } finally {
    await lock.release();
  }
}

function tell(options: OutputOptions, summary: Manifest & { path: string }): void {
  if (summary.terms) say(summary.terms);
  const { path, noun, rows, bytes, data_version } = summary;
  const words = (noun: string) => `${noun}: ${count(rows)} rows in ${count(bytes)} bytes, data version ${data_version}`;
  // standard output is reserved for the rows
  if (isStandardOutput(path)) say(options.json ? JSON.stringify(summary) : words(noun));
  else printResult(options, summary, () => words(path));
}

function checkedNoun(noun: string | undefined, known: string[]): string {
  if (noun === undefined) throw new UsageError(`name the list to export: ${known.join(", ")}`);
  if (!known.includes(noun)) throw new UsageError(`"${noun}" cannot be exported; choose one of ${known.join(", ")}`);
  return noun;
}

function check(noun: string, { since, outcomes, footnotes, derivative }: ExportOptions): void {
  checkedDate("--since", since);
  if (outcomes && !noun.endsWith("trades"))
    throw new UsageError("--outcomes works with trades and politician-trades only");
  if (footnotes && noun !== "trades") throw new UsageError("--footnotes works with trades only");
  if (derivative && noun !== "trades") throw new UsageError("--derivative works with trades only");
}

/** Prints a line every few seconds on standard error. */
function progress(noun: string): (rows: number, total: number) => void {
  let last = Date.now();
  return (rows, total) => {
    if (Date.now() - last < secondsBetweenLines * 1000) return;
    last = Date.now();
    say(`${noun}: ${count(rows)} of ${count(total)} rows`);
  };
}
