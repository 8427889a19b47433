// `disclosed coverage [source]`: documents that the publishers list, how many of them are stored, quarantined or still
// to be fetched, and the days that were never fetched.
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import { dateOf, todayUtc } from "../lib/calendar-date.ts";
import { findDocumentSource, type SourceName, sourceNames } from "../sources/sources.ts";
import type { Page } from "../store/lists/page.ts";
import { kindOf } from "../store/sample-data.ts";
import {
  type CoverageDocument,
  coverageDocuments,
  type SourceCoverage,
  sourceCoverage,
} from "../store/statistics/coverage.ts";
import { type CoverageDay, coverageDays, firstCoveredDay } from "../store/statistics/coverage-days.ts";
import type { Db } from "../store/store.ts";
import { checkedDate, knownSource } from "./checked-options.ts";
import { type OutputOptions, printResult, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

// The report of `disclosed coverage` on one source.
interface SourceReport extends SourceCoverage {
  /** null where days were not requested, or the source has no listings */
  days: CoverageDay[] | null;
  /** only for a single day: the listed documents that are not stored */
  documents: CoverageDocument[] | null;
}

// Coverage as text for people: a table of the sources, one of the days, and missing documents in sentences.

/** The whole report; `reconciled` is the result of the check over all of it. */
function formatCoverage(reports: SourceReport[], reconciled: boolean): string {
  const parts = [sourceTable(reports)];
  for (const report of reports) {
    if (report.days) parts.push(`${report.source}, day by day\n${dayTable(report.days)}`);
    if (report.documents?.length) parts.push(`${report.source}, not stored\n${documentTable(report.documents)}`);
  }
  const missing = reports.flatMap(missingLines);
  if (missing.length > 0) parts.push(`Missing\n${missing.join("\n")}`);
  parts.push(`reconciled: ${reconciled ? "yes" : "no"} (listed = stored + quarantined + not fetched)`);
  return parts.join("\n\n");
}

const count = (n: number) => n.toLocaleString("en-US");
const countOrDash = (n: number | undefined) => (n === undefined ? "-" : count(n));
const days = (n: number) => (n === 1 ? "1 day" : `${count(n)} days`);

function sourceTable(reports: SourceReport[]): string {
  return table(
    ["SOURCE", "RECORDS", "NEWEST", "LAST FETCH", "LISTED", "STORED", "QUARANTINED", "NOT FETCHED", "COMPLETE TO"],
    reports.map(({ source, records, newestFiledOn, ageDays, behind, listing }) => [
      source,
      count(records),
      (newestFiledOn && dateOf(newestFiledOn)) ?? "-",
      ageDays === null ? "never" : `${ageDays <= 0 ? "today" : `${days(ageDays)} ago`}${behind ? " (behind)" : ""}`,
      countOrDash(listing?.listed),
      countOrDash(listing?.stored),
      withIgnored(listing),
      countOrDash(listing?.notFetched),
      (listing?.newestCompleteDay && dateOf(listing.newestCompleteDay)) ?? "-",
    ]),
  );
}

function withIgnored(row: { quarantined: number; ignored: number } | null): string {
  if (!row) return "-";
  return row.ignored > 0 ? `${count(row.quarantined)} (${count(row.ignored)} ignored)` : count(row.quarantined);
}

/** Days without findings share one line. */
function dayTable(rows: CoverageDay[]): string {
  if (rows.length === 0) return "No listing of this source has been fetched yet.";
  const heading = ["DAY", "STATE", "LISTED", "STORED", "QUARANTINED", "NOT FETCHED", "UNLISTED", "RECONCILED", ""];
  const lines: string[][] = [];
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] as CoverageDay;
    let end = at;
    while (isBlank(first) && rows[end + 1]?.state === first.state && isBlank(rows[end + 1] as CoverageDay)) end++;
    lines.push(dayLine(first, rows[end] as CoverageDay));
    at = end + 1;
  }
  return table(heading, lines);
}

const isBlank = (day: CoverageDay) => day.listed === 0 && day.storedUnlisted === 0 && day.reconciled && !day.failure;

function dayLine(first: CoverageDay, last: CoverageDay): string[] {
  const [from, to] = [dateOf(first.day), dateOf(last.day)];
  const why = first.reasons.map(({ reason, count: documents }) => `${reason} ${documents}`);
  return [
    from === to ? from : `${from} to ${to}`,
    first.state.replaceAll("_", " "),
    count(first.listed),
    count(first.stored),
    withIgnored(first),
    count(first.notFetched),
    count(first.storedUnlisted),
    first.reconciled ? "yes" : "NO",
    [...why, ...(first.failure ? [`last fetch failed: ${first.failure}`] : [])].join("; "),
  ];
}

function documentTable(documents: NonNullable<SourceReport["documents"]>): string {
  const shown = documents.slice(0, 100);
  const rows = shown.map((document) => [
    document.documentId,
    document.kind,
    document.state.replaceAll("_", " "),
    document.ignored ? `ignored: ${document.ignoredBecause}` : (document.reason ?? "-"),
    (document.message ?? document.lastError ?? "").slice(0, 100),
  ]);
  const rest = documents.length - shown.length;
  const more = rest > 0 ? `\n... and ${count(rest)} more; --json lists them all` : "";
  return `${table(["DOCUMENT", "KIND", "STATE", "REASON", "MESSAGE"], rows)}${more}`;
}

function missingLines({ source, missing, listing }: SourceReport): string[] {
  const of = (state: string) => listing?.days.find((day) => day.state === state)?.count ?? 0;
  const lines = missing.map((gap) => `  ${source}: ${count(gap.count)} ${gap.reason} (${gap.description})`);
  if (of("never_fetched") > 0) lines.push(`  ${source}: ${days(of("never_fetched"))} never fetched`);
  if (of("failed") > 0) lines.push(`  ${source}: ${days(of("failed"))} with failed fetches only`);
  if (listing && listing.notFetched > 0)
    lines.push(`  ${source}: ${count(listing.notFetched)} listed and not fetched yet`);
  return lines;
}

interface Options extends OutputOptions {
  from?: string;
  to?: string;
  day?: string;
}

export function defineCoverage(command: Command): void {
  withJson(command)
    .argument("[source]", `one of ${sourceNames.join(", ")}; with it, day by day`)
    .option("--from <date>", "YYYY-MM-DD: first day (default: the first one that a listing covers)")
    .option("--to <date>", "YYYY-MM-DD: last day (default: today, UTC)")
    .option("--day <date>", "YYYY-MM-DD: only this day, with the documents that are not stored")
    .action(async (source: string | undefined, options: Options) => {
      const only = source === undefined ? undefined : knownSource(source);
      const range = checkedRange(options);
      const today = todayUtc();
      const { reports, isSample } = await withStore(async ({ store }) => ({
        reports: await readReports(store.prisma, { only, range, today }),
        isSample: (await kindOf(store.pool)) === "sample",
      }));
      const reconciled = reports.every(({ listing, days }) => listing?.reconciled !== false && !days?.some(isOff));
      const sample = isSample ? { sample: true } : {};
      printResult(options, { ...sample, reconciled, sources: reports.map(toJson) }, () =>
        [...(isSample ? [sampleNote] : []), formatCoverage(reports, reconciled)].join("\n\n"),
      );
      if (!reconciled) process.exitCode = 1;
    });
}

const sampleNote = "Sample data: these records and listings are invented.";
const isOff = (day: CoverageDay) => !day.reconciled;

interface Range {
  from?: string;
  to?: string;
}

function checkedRange({ from, to, day }: Options): Range {
  for (const [option, date] of Object.entries({ "--from": from, "--to": to, "--day": day })) checkedDate(option, date);
  if (day !== undefined && (from !== undefined || to !== undefined))
    throw new UsageError("--day excludes --from and --to: it is both the first and the last day");
  if (from !== undefined && to !== undefined && from > to) throw new UsageError("--from must not be after --to");
  return day === undefined ? { from, to } : { from: day, to: day };
}

async function readReports(
  db: Db,
  { only, range, today }: { only: SourceName | undefined; range: Range; today: string },
): Promise<SourceReport[]> {
  const byDay = only !== undefined || range.from !== undefined || range.to !== undefined;
  const reports: SourceReport[] = [];
  for (const coverage of await sourceCoverage(db, today, only)) {
    const { source } = coverage;
    const listed = byDay && findDocumentSource(source) !== undefined;
    const to = range.to ?? (range.from !== undefined && range.from > today ? range.from : today);
    const from = listed ? (range.from ?? (await firstCoveredDay(db, source, today))) : null;
    const days = from === null ? null : from > to ? [] : await coverageDays(db, source, from, to);
    const documents =
      days && range.from !== undefined && range.from === range.to ? await notStored(db, source, to) : null;
    reports.push({ ...coverage, days, documents });
  }
  return reports;
}

/** All documents of a day that are not in the store. */
async function notStored(db: Db, source: string, day: string): Promise<CoverageDocument[]> {
  const documents: CoverageDocument[] = [];
  for (const state of ["quarantined", "not_fetched"]) {
    const page: Page = { page: 1, pageSize: 100 };
    for (let total = 1; (page.page - 1) * page.pageSize < total; page.page++) {
      const listed = await coverageDocuments(db, { source, from: day, to: day, state }, page);
      total = listed.total;
      documents.push(...listed.nodes);
    }
  }
  return documents;
}

const toJson = ({ listing, days, documents, ...coverage }: SourceReport) => ({
  source: coverage.source,
  records: coverage.records,
  newest_filing_date: coverage.newestFiledOn && dateOf(coverage.newestFiledOn),
  last_fetched_at: coverage.lastFetchedAt?.toISOString() ?? null,
  last_run_status: coverage.lastRunStatus,
  age_days: coverage.ageDays,
  behind: coverage.behind,
  listing: listing && {
    ...countsOf(listing),
    newest_complete_date: listing.newestCompleteDay && dateOf(listing.newestCompleteDay),
    failed_fetches: listing.failedFetches,
    days: Object.fromEntries(listing.days.map(({ state, count }) => [state, count])),
  },
  ...(days && {
    days: days.map((day) => ({
      date: dateOf(day.day),
      state: day.state,
      ...countsOf(day),
      fetch_failures: day.fetchFailures,
      reasons: day.reasons,
      last_fetched_at: day.lastFetchedAt?.toISOString() ?? null,
      failure: day.failure,
    })),
  }),
  ...(documents && {
    documents: documents.map((document) => ({
      document_id: document.documentId,
      kind: document.kind,
      url: document.url,
      state: document.state,
      reason: document.reason,
      message: document.message ?? document.lastError,
      quarantine_id: document.quarantineId,
      ignored_because: document.ignoredBecause,
      attempts: document.attempts,
    })),
  }),
  missing: coverage.missing,
});

const countsOf = (
  row: Pick<
    CoverageDay,
    "listed" | "stored" | "quarantined" | "ignored" | "notFetched" | "storedUnlisted" | "reconciled"
  >,
) => ({
  listed: row.listed,
  stored: row.stored,
  quarantined: row.quarantined,
  ignored: row.ignored,
  not_fetched: row.notFetched,
  stored_unlisted: row.storedUnlisted,
  reconciled: row.reconciled,
});
