// `disclosed export`: rows for those who may have them all, as a file with a manifest.
import { type Command, Option } from "commander";
import { isCalendarDate } from "../calendar-date.ts";
import { UsageError } from "../errors.ts";
import type { Manifest } from "../export/export.ts";
import type { FormatName } from "../export/formats.ts";
import { isStandardOutput } from "../out-file.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { stoppable } from "./stopping.ts";
import { withStore } from "./with-store.ts";

interface ExportOptions extends OutputOptions {
  format: FormatName;
  since?: string;
  out: string;
  outcomes?: boolean;
  footnotes?: boolean;
  derivative?: boolean;
}

const count = (n: number) => n.toLocaleString("en-US");
const secondsBetweenLines = 5;

export function registerExport(program: Command): void {
  withJson(program.command("export"))
    .description(
      "write all rows of a noun into a file, as the API gives them, with a manifest beside it; the service may run meanwhile",
    )
    .argument("<noun>", "trades, politician-trades, insiders or politicians")
    .addOption(new Option("--format <format>", "of the file").choices(["ndjson", "csv", "parquet"]).default("ndjson"))
    .option("--since <date>", "what was filed on this day or later; people with such a trade (YYYY-MM-DD)")
    .requiredOption(
      "--out <path>",
      "file to write, a folder for a file that is called after the noun, or - for standard output",
    )
    .option("--outcomes", "trades with their outcomes")
    .option("--footnotes", "insider trades with footnotes, nature of ownership, remarks and acceptance")
    .option("--derivative", "insider trades with derivative ones")
    .action(async (noun: string, options: ExportOptions, command: Command) => {
      const { exportTo, fileFor } = await import("../export/export.ts");
      const { nouns } = await import("../export/nouns.ts");
      const { readVocabulary } = await import("../start/vocabulary.ts");
      check(noun, Object.keys(nouns), options);
      await fileFor({ noun, ...options });
      const stopping = stoppable("nothing is left of this export");
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

function tell(options: OutputOptions, summary: Manifest & { path: string }): void {
  if (summary.terms) say(summary.terms);
  const { path, noun, rows, bytes, data_version } = summary;
  const words = (place: string) =>
    `${place}: ${count(rows)} rows in ${count(bytes)} bytes, data version ${data_version}`;
  // standard output has the rows, and nothing else
  if (isStandardOutput(path)) say(options.json ? JSON.stringify(summary) : words(noun));
  else printResult(options, summary, () => words(path));
}

function check(noun: string, known: string[], { since, outcomes, footnotes, derivative }: ExportOptions): void {
  if (!known.includes(noun)) throw new UsageError(`there is no export of "${noun}"; there are ${known.join(", ")}`);
  if (since !== undefined && !isCalendarDate(since))
    throw new UsageError(`--since is a date such as 2026-01-31, not "${since}"`);
  if (outcomes && !noun.endsWith("trades")) throw new UsageError("--outcomes goes with trades and politician-trades");
  if (footnotes && noun !== "trades") throw new UsageError("--footnotes goes with trades");
  if (derivative && noun !== "trades") throw new UsageError("--derivative goes with trades");
}

/** A line every few seconds on standard error. */
function progress(noun: string): (rows: number, total: number) => void {
  let last = Date.now();
  return (rows, total) => {
    if (Date.now() - last < secondsBetweenLines * 1000) return;
    last = Date.now();
    say(`${noun}: ${count(rows)} of ${count(total)} rows`);
  };
}
