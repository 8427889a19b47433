// `disclosed verify`: reads the stored raw files again and compares every stored field with them.
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import {
  CannotVerify,
  type Difference,
  type VerifyProgress,
  type VerifySummary,
  verifyStore,
} from "../provenance/verify.ts";
import { documentSourceNames } from "../sources/sources.ts";
import { stoppable } from "../start/lifecycle.ts";
import type { Store } from "../store/store.ts";
import { knownDocumentSource, wholeNumber } from "./checked-options.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { CommandError, withStore } from "./with-store.ts";

interface Options extends OutputOptions {
  rows?: string;
  all?: boolean;
  source?: string;
  seed: string;
  after?: string;
}

const usualRows = 1000;
/** max number of differences that are listed; further ones are only counted */
const maxListed = 1000;
const secondsBetweenLines = 5;

export function defineVerify(command: Command): void {
  withJson(command)
    .option("--rows <n>", `compare n random rows (default: ${usualRows})`)
    .option("--all", "compare every row, document after document")
    .option("--source <source>", `only ${documentSourceNames.join(", ")}`)
    .option("--seed <text>", "the same seed selects the same rows of the same store", "1")
    .option("--after <id>", "with --all: continue after the document of this row; a stopped run prints the id")
    .action(async (options: Options) => {
      const checked = checkedOptions(options);
      const stopping = stoppable("a summary of the rows compared so far follows");
      const differences: Difference[] = [];
      const summary = await withStore(
        async ({ store, config }) => {
          await refuseSample(store);
          return await verifyStore(store, {
            ...checked,
            home: config.home,
            signal: stopping.signal,
            progress: lines(),
            found(difference) {
              if (differences.length >= maxListed) return;
              differences.push(difference);
              if (!options.json) process.stdout.write(`${format(difference)}\n`);
            },
          }).catch(asCommandError);
        },
        { signals: "ignore" },
      );
      printResult(options, toJson(summary, differences), () => formatSummary(summary));
      if (!summary.complete) process.exitCode = stopping.exitCode();
      else if (summary.differences > 0) process.exitCode = 1;
    });
}

function checkedOptions({ rows, all, source, seed, after }: Options) {
  if (rows !== undefined && all) throw new UsageError("--rows and --all exclude each other");
  if (after !== undefined && !all) throw new UsageError("--after works with --all only: random rows have no order");
  if (after !== undefined && !/^\d{1,16}$/.test(after))
    throw new UsageError(`--after must be the id of a row, not ${JSON.stringify(after)}`);
  const some = rows === undefined ? usualRows : wholeNumber("--rows", rows);
  return { rows: all ? null : some, source: knownDocumentSource(source), seed, after };
}

/** Refuses the sample: its invented rows have no raw files to compare with. */
async function refuseSample({ pool }: Store): Promise<void> {
  const { rows } = await pool.query("SELECT FROM data_version WHERE kind IN ('sample', 'filling')");
  if (rows.length > 0) throw new CommandError("the store has sample data: invented rows, which have no raw files");
}

function asCommandError(error: unknown): never {
  throw error instanceof CannotVerify ? new CommandError(error.message) : error;
}

/** Prints a line every few seconds on standard error. */
function lines(): (state: VerifyProgress) => void {
  const started = Date.now();
  let last = started;
  return ({ rows, documents, differences, last: id }) => {
    if (Date.now() - last < secondsBetweenLines * 1000) return;
    last = Date.now();
    const rate = Math.round((rows * 1000) / (last - started));
    say(`${rows} rows of ${documents} documents, ${differences} differences, ${rate} rows/s; last row ${id ?? "none"}`);
  };
}

function format({ source, documentId, rowId, field, stored, read }: Difference): string {
  const what = rowId === null ? `${source} ${documentId}` : `${source} ${documentId}, row ${rowId}`;
  if (field === "file") return `${what}: ${read}`;
  const show = (value: string | null) => (value === null ? "nothing" : JSON.stringify(value));
  return `${what}: ${field} is stored as ${show(stored)} and read as ${show(read)}`;
}

function formatSummary({ rows, documents, differences, complete, seconds, last }: VerifySummary): string {
  const rate = Math.round(rows / Math.max(seconds, 0.001));
  const stopped = complete ? "" : `\nStopped; continue with --all --after ${last ?? "(no row yet)"}`;
  return `${rows} rows of ${documents} documents compared in ${seconds.toFixed(1)} s (${rate} rows/s): ${differences} differences${stopped}`;
}

const toJson = ({ last, ...summary }: VerifySummary, differences: Difference[]) => ({
  ...summary,
  last_id: last,
  listed: differences.map(({ source, documentId, rowId, ...one }) => ({
    source,
    document_id: documentId,
    row_id: rowId,
    ...one,
  })),
});
