// `disclosed coverage [source]`: documents that the publishers list, how many of them are stored, quarantined or still
// to be fetched, and the days that were never fetched.
import type { Command } from "commander";
import { dateOf } from "../calendar-date.ts";
import { todayUtc } from "../clock.ts";
import { UsageError } from "../errors.ts";
import { findDocumentSource, type SourceName, sourceNames } from "../sources.ts";
import type { Page } from "../store/lists/page.ts";
import { sourceCoverage } from "../store/statistics/coverage.ts";
import { type CoverageDay, coverageDays, firstCoveredDay } from "../store/statistics/coverage-days.ts";
import { type CoverageDocument, coverageDocuments } from "../store/statistics/coverage-documents.ts";
import type { Db } from "../store/store.ts";
import { checkedDate, knownSource } from "./checked-options.ts";
import { coverageInWords } from "./coverage-words.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import type { SourceReport } from "./source-report.ts";
import { withStore } from "./with-store.ts";

interface Options extends OutputOptions {
  from?: string;
  to?: string;
  day?: string;
}

export function registerCoverage(program: Command): void {
  withJson(program.command("coverage"))
    .description("what the publishers list, what is stored, quarantined or not yet fetched, and how old that is")
    .argument("[source]", `one of ${sourceNames.join(", ")}; with it, day by day`)
    .option("--from <date>", "YYYY-MM-DD: first day (default: the first one that a listing covers)")
    .option("--to <date>", "YYYY-MM-DD: last day (default: today, UTC)")
    .option("--day <date>", "YYYY-MM-DD: this day alone, with the documents that are not stored")
    .action(async (source: string | undefined, options: Options) => {
      const only = source === undefined ? undefined : knownSource(source);
      const range = checkedRange(options);
      const today = todayUtc();
      const reports = await withStore(({ store }) => readReports(store.prisma, { only, range, today }));
      const reconciled = reports.every(({ listing, days }) => listing?.reconciled !== false && !days?.some(isOff));
      printResult(options, { reconciled, sources: reports.map(toJson) }, () => coverageInWords(reports, reconciled));
      if (!reconciled) process.exitCode = 1;
    });
}

const isOff = (day: CoverageDay) => !day.reconciled;

interface Range {
  from?: string;
  to?: string;
}

function checkedRange({ from, to, day }: Options): Range {
  for (const [option, date] of Object.entries({ "--from": from, "--to": to, "--day": day })) checkedDate(option, date);
  if (day !== undefined && (from !== undefined || to !== undefined))
    throw new UsageError("--day stands alone: it is the first and the last day");
  if (from !== undefined && to !== undefined && from > to) throw new UsageError("--from is after --to");
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
    ...figures(listing),
    newest_complete_date: listing.newestCompleteDay && dateOf(listing.newestCompleteDay),
    failed_fetches: listing.failedFetches,
    days: Object.fromEntries(listing.days.map(({ state, count }) => [state, count])),
  },
  ...(days && {
    days: days.map((day) => ({
      date: dateOf(day.day),
      state: day.state,
      ...figures(day),
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

const figures = (
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
