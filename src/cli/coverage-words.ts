// Coverage as text for people: a table of the sources, one of the days, and missing documents in sentences.
import { dateOf } from "../calendar-date.ts";
import type { CoverageDay } from "../store/statistics/coverage-days.ts";
import { table } from "./output.ts";
import type { SourceReport } from "./source-report.ts";

/** The whole report; `reconciled` is the result of the check over all of it. */
export function coverageInWords(reports: SourceReport[], reconciled: boolean): string {
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
const figure = (n: number | undefined) => (n === undefined ? "-" : count(n));
const days = (n: number) => (n === 1 ? "1 day" : `${count(n)} days`);

function sourceTable(reports: SourceReport[]): string {
  return table(
    ["SOURCE", "RECORDS", "NEWEST", "LAST FETCH", "LISTED", "STORED", "QUARANTINED", "NOT FETCHED", "COMPLETE TO"],
    reports.map(({ source, records, newestFiledOn, ageDays, behind, listing }) => [
      source,
      count(records),
      (newestFiledOn && dateOf(newestFiledOn)) ?? "-",
      ageDays === null ? "never" : `${ageDays <= 0 ? "today" : `${days(ageDays)} ago`}${behind ? " (behind)" : ""}`,
      figure(listing?.listed),
      figure(listing?.stored),
      withIgnored(listing),
      figure(listing?.notFetched),
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
  if (rows.length === 0) return "No listing of it has been seen yet.";
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
