// `disclosed reparse`: reads the stored raw files again with the current parsers, and stores the differences.
import type { Command } from "commander";
import { derivePending } from "../derive/derive.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { type ReparseReport, reparse } from "../reparse/reparse.ts";
import { documentSourceNames } from "../sources/sources.ts";
import { stoppable } from "../start/lifecycle.ts";
import { hasPending } from "../store/transaction.ts";
import { checkedDate, knownDocumentSource, wholeNumber } from "./checked-options.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface Options extends OutputOptions {
  filedFrom?: string;
  filedTo?: string;
  limit?: string;
  onlyNewFields?: boolean;
}

const secondsBetweenLines = 5;

export function defineReparse(command: Command): void {
  withJson(command)
    .argument("[source]", `only ${documentSourceNames.join(", ")}`)
    .option("--filed-from <date>", "YYYY-MM-DD: only documents filed on this day or later")
    .option("--filed-to <date>", "YYYY-MM-DD: only documents filed on this day or earlier")
    .option("--limit <n>", "maximum number of documents per source")
    .option("--only-new-fields", "store only the values of new fields; other differences are counted and not stored")
    .action(async (source: string | undefined, options: Options) => {
      const checked = checkedOptions(source, options);
      const stopping = stoppable("what was read so far is stored; run the same command again to continue");
      const today = todayUtc();
      const reports = await withStore(
        async ({ store, config }) => {
          const { signal } = stopping;
          const found = await reparse(store, { ...checked, home: config.home, signal, progress: lines() });
          if (!signal.aborted && (await hasPending(store.pool, today)))
            await derivePending(store, { today, progress: (step) => say(`Deriving ${step} ...`) });
          return found;
        },
        { signals: "ignore" },
      );
      printResult(options, { sources: reports.map(toJson) }, () => reports.map(format).join("\n"));
      if (stopping.signal.aborted) process.exitCode = stopping.exitCode();
    });
}

function checkedOptions(source: string | undefined, { filedFrom, filedTo, limit, onlyNewFields }: Options) {
  return {
    source: knownDocumentSource(source),
    filedFrom: checkedDate("--filed-from", filedFrom),
    filedTo: checkedDate("--filed-to", filedTo),
    limit: limit === undefined ? undefined : wholeNumber("--limit", limit),
    onlyNewFields,
  };
}

const rateOf = ({ rows, seconds }: ReparseReport) => Math.round(rows / Math.max(seconds, 0.001));

/** Prints a line every few seconds on standard error. */
function lines(): (report: ReparseReport) => void {
  let last = Date.now();
  return (report) => {
    if (Date.now() - last < secondsBetweenLines * 1000) return;
    last = Date.now();
    say(`${report.source}: ${report.documents} documents with ${report.rows} rows, ${rateOf(report)} rows/s`);
  };
}

function format(report: ReparseReport): string {
  const { source, documents, rows, seconds, complete, fields, newRows, goneRows, holdings, problems } = report;
  const rate = `${seconds.toFixed(1)} s (${rateOf(report)} rows/s)`;
  return [
    `${source}: ${documents} documents with ${rows} rows read again in ${rate}${complete ? "" : "; not all of them yet"}`,
    ...Object.entries(fields).map(([field, { filled, changed }]) => `  ${field}: ${filled} filled, ${changed} changed`),
    ...(newRows + goneRows > 0 ? [`  rows: ${newRows} new, ${goneRows} removed`] : []),
    ...(holdings.new + holdings.changed + holdings.gone > 0
      ? [
          `  holdings: ${holdings.found} found, ${holdings.new} new, ${holdings.changed} changed, ${holdings.gone} removed`,
        ]
      : []),
    ...(report.left > 0 ? [`  ${report.left} documents differ from what is stored and were not changed`] : []),
    ...(report.withoutFile > 0 ? [`  ${report.withoutFile} documents have no raw file`] : []),
    ...(report.missingFiles > 0 ? [`  ${report.missingFiles} raw files are not on this machine`] : []),
    ...problems.map(({ document, problem }) => `  ${document}: ${problem}`),
  ].join("\n");
}

const toJson = (report: ReparseReport) => ({
  source: report.source,
  documents: report.documents,
  rows: report.rows,
  fields: report.fields,
  new_rows: report.newRows,
  gone_rows: report.goneRows,
  holdings: report.holdings,
  corrected_documents: report.corrected,
  left_documents: report.left,
  without_file: report.withoutFile,
  missing_files: report.missingFiles,
  unreadable: report.unreadable,
  problems: report.problems,
  complete: report.complete,
  seconds: report.seconds,
  rows_per_second: rateOf(report),
});
