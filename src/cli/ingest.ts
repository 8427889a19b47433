// `disclosed ingest <source> <path...>`: reads disclosures from files, folders and archives into the store, then
// derives the computed data from them.
import type { WriteStream } from "node:tty";
import type { Command } from "commander";
import { derivePending } from "../derive/derive.ts";
import { UsageError } from "../errors.ts";
import { statOf } from "../ingest/files/walk.ts";
import { loadSource } from "../ingest/load-source.ts";
import { type RunSummary, runIngestion } from "../ingest/run/run.ts";
import type { IngestOptions, Progress, Source } from "../ingest/source.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { sourceNames } from "../sources/sources.ts";
import { checkedDate, knownSource } from "./checked-options.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import { ProgressBars } from "./progress-bars.ts";
import { withStore } from "./with-store.ts";

// Progress of an ingestion on standard error: a bar on a terminal, a plain line every few seconds otherwise.
const secondsBetweenLines = 5;

/** A bar or lines, depending on the stream. */
function progressOn(stream: WriteStream, source: string): Progress {
  return stream.isTTY ? bar(stream, source) : lines(stream, source);
}

function bar(stream: WriteStream, source: string): Progress {
  const bars = new ProgressBars(stream);
  let total = 1;
  return {
    start(bytes) {
      total = Math.max(bytes, 1);
    },
    advance({ bytes, files, records, quarantinedFiles }) {
      const percent = Math.min(100, Math.floor((bytes / total) * 100));
      const words = `${percent} % | ${files} files (${quarantinedFiles} quarantined), ${records} records`;
      bars.update(source, bytes / total, `${source}: ${words}`);
    },
    say: (line) => bars.say(line),
    stop: () => bars.stop(),
  };
}

function lines(stream: WriteStream, source: string): Progress {
  let total = 1;
  let last = Date.now();
  return {
    start(bytes) {
      total = Math.max(bytes, 1);
    },
    advance({ bytes, files, records, quarantinedFiles }) {
      if (Date.now() - last < secondsBetweenLines * 1000) return;
      last = Date.now();
      const percent = Math.min(100, Math.floor((bytes / total) * 100));
      stream.write(`${source}: ${percent} %, ${files} files (${quarantinedFiles} quarantined), ${records} records\n`);
    },
    say: (line) => void stream.write(`${line}\n`),
    stop() {},
  };
}

interface Options extends OutputOptions {
  asOf?: string;
  history?: boolean;
  filed?: string;
  close?: string;
}

export function defineIngest(command: Command): void {
  withJson(command)
    .argument("<source>", `one of ${sourceNames.join(", ")}`)
    .argument("<path...>", "files, folders and archives")
    .option("--as-of <date>", "YYYY-MM-DD: date of a roster or list")
    .option(
      "--history",
      "legislators: load the rosters of all dates from folders and archives whose folders are named by date, or from a git repository of the project",
    )
    .option("--filed <date>", "YYYY-MM-DD: filing date of form345 documents that state none")
    .option("--close <kind>", "adjusted or raw: kind of the closes in a price file that does not say it")
    .action(async (source: string, paths: string[], options: Options) => {
      const name = knownSource(source);
      const loaded = await loadSource(name);
      const ingestOptions = checkedOptions(options, loaded);
      // checked first, so that no home is created needlessly
      await Promise.all(paths.map(statOf));
      const summary = await ingest(loaded, paths, ingestOptions);
      printResult(options, summary, () => format(summary));
    });
}

async function ingest(source: Source, paths: string[], options: IngestOptions): Promise<RunSummary> {
  const today = todayUtc();
  return await withStore(
    async ({ store, config }) => {
      const progress = progressOn(process.stderr, source.name);
      return await runIngestion(store, {
        source,
        paths,
        options,
        home: config.home,
        today,
        progress,
        derive: () => derivePending(store, { today, progress: (step) => progress.say(`Deriving ${step} ...`) }),
      });
    },
    { makesHome: true },
  );
}

function checkedOptions({ asOf, history, filed, close }: Options, source: Source): IngestOptions {
  if (history && !source.versionsIn)
    throw new UsageError(`--history does not apply to ${source.name}: its files have no versions`);
  if (history && asOf !== undefined)
    throw new UsageError("--history loads each roster with its own date: omit --as-of");
  if (close !== undefined && close !== "adjusted" && close !== "raw")
    throw new UsageError(`--close must be adjusted or raw, not ${JSON.stringify(close)}`);
  return { asOf: checkedDate("--as-of", asOf), history, filed: checkedDate("--filed", filed), close };
}

function format({ source, files, quarantined_files, records, seconds }: RunSummary): string {
  const count = (n: number) => n.toLocaleString("en-US");
  const lines = [
    `${source}: ${count(files)} ${files === 1 ? "file" : "files"} (${count(quarantined_files)} quarantined) in ${seconds.toFixed(1)} s`,
    `records: ${count(records.found)} found, ${count(records.new)} new, ${count(records.unchanged)} unchanged, ` +
      `${count(records.amended)} amended, ${count(records.quarantined)} quarantined`,
  ];
  if (records.found === 0 && files > 0)
    lines.push(`no record of ${source} was found: the files contain no trades, members or prices`);
  return lines.join("\n");
}
