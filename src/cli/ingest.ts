// `disclosed ingest <source> <path...>`: reads disclosures from files, folders and archives into the store, then
// derives the computed data from them.
import type { WriteStream } from "node:tty";
import type { Command } from "commander";
import { derivePending } from "../derive/derive.ts";
import { UsageError } from "../errors.ts";
import { statOf } from "../ingest/files/walk.ts";
import { loadSource } from "../ingest/load-source.ts";
import { type RunSummary, runIngestion } from "../ingest/run/run.ts";
import type { IngestOptions, Progress } from "../ingest/source.ts";
import { todayUtc } from "../lib/clock.ts";
import { type SourceName, sourceNames } from "../sources/sources.ts";
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
  filed?: string;
  close?: string;
}

export function defineIngest(command: Command): void {
  withJson(command)
    .argument("<source>", `one of ${sourceNames.join(", ")}`)
    .argument("<path...>", "files, folders and archives")
    .option("--as-of <date>", "YYYY-MM-DD: when a roster or list was taken")
    .option("--filed <date>", "YYYY-MM-DD: filing date of form345 documents that carry none")
    .option("--close <kind>", "adjusted or raw: what an unnamed close in a price file is")
    .action(async (source: string, paths: string[], options: Options) => {
      const name = knownSource(source);
      const ingestOptions = checkedOptions(options);
      // checked before a home is created in vain
      await Promise.all(paths.map(statOf));
      const summary = await ingest(name, paths, ingestOptions);
      printResult(options, summary, () => format(summary));
    });
}

async function ingest(name: SourceName, paths: string[], options: IngestOptions): Promise<RunSummary> {
  const today = todayUtc();
  return await withStore(
    async ({ store, config }) => {
      const progress = progressOn(process.stderr, name);
      return await runIngestion(store, {
        source: await loadSource(name),
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

function checkedOptions({ asOf, filed, close }: Options): IngestOptions {
  if (close !== undefined && close !== "adjusted" && close !== "raw")
    throw new UsageError(`--close is adjusted or raw, not ${JSON.stringify(close)}`);
  return { asOf: checkedDate("--as-of", asOf), filed: checkedDate("--filed", filed), close };
}

function format({ source, files, quarantined_files, records, seconds }: RunSummary): string {
  const count = (n: number) => n.toLocaleString("en-US");
  const lines = [
    `${source}: ${count(files)} ${files === 1 ? "file" : "files"} (${count(quarantined_files)} quarantined) in ${seconds.toFixed(1)} s`,
    `records: ${count(records.found)} found, ${count(records.new)} new, ${count(records.unchanged)} unchanged, ` +
      `${count(records.amended)} amended, ${count(records.quarantined)} quarantined`,
  ];
  if (records.found === 0 && files > 0)
    lines.push(`no record of ${source} was found: the files hold no trades, members or prices that are new or known`);
  return lines.join("\n");
}
