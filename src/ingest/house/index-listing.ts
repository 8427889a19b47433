// A yearly index of the Clerk as a listing, so that coverage can compare it with the stored reports: which reports it
// lists, which days it covers, and its record in the store.
import type { Pool, PoolClient } from "pg";
import { isFederalBusinessDay } from "../../domain/business-days.ts";
import { addDays, datesBetween } from "../../lib/calendar-date.ts";
import { type ListedDocument, type ListingFetch, recordListing, removeFetch } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { tolerated, truncatedListing } from "../publisher.ts";
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import { type IndexEntry, type IndexFile, isMembersReport, isReport } from "./index-file.ts";

/**
 * The Periodic Transaction Reports of members in an index. One without a date is listed on the first requested day (`from`) of its
 * year.
 */
export function listedReports(entries: IndexEntry[], year: number, from: string): ListedDocument[] {
  const start = `${year}-01-01`;
  return entries.filter(isMembersReport).map(({ docId, filedOn, filingType, disclosureType: _type, ...filer }) => ({
    documentId: docId,
    listedOn: filedOn ?? (from > start ? from : start),
    kind: filingType,
    url: houseSite + housePaths.report(filer.year, docId),
    detail: { ...filer, dated: filedOn !== null },
  }));
}

/**
 * Name of the fetch for a year's index that was ingested from a file. It differs from that of a fetch from the Clerk,
 * so that it never replaces one.
 */
const localListing = (year: number) => `local/year-index/${year}`;
/** Name of the fetch for the days after the newest row of that file. */
export const afterLocal = (year: number) => `${localListing(year)}/since`;

/**
 * Records what a local index lists. It covers its year up to its newest row, and is never final: the Clerk may have
 * added rows since. If the file is too old, the days after that row are recorded as a failed fetch. `today` is
 * YYYY-MM-DD.
 */
export async function recordLocalIndex(
  { store, today }: Pick<IngestContext, "store" | "today">,
  index: IndexFile,
  { sha256 }: StoredFile,
): Promise<void> {
  const { entries } = index;
  const year = Math.max(...entries.map((entry) => entry.year));
  if (!Number.isFinite(year)) return;
  const documents = listedReports(entries, year, `${year}-01-01`);
  const listedBefore = await listedUpTo(store, year, entries);
  // a copy that does not name its reports proves nothing, and changes nothing that another copy proved
  if (lacksTypes(entries, year) && listedBefore > documents.length) return;
  const lastDay = `${year}-12-31`;
  const end = today.startsWith(`${year}-`) ? today : lastDay;
  const { newest, stale, ...judged } = judgeIndex(index, { year, end, listedBefore });
  await inTransaction(store, async (client) => {
    await record(client, year, newest ?? lastDay, { ...judged, sha256 }, documents);
    const listing = afterLocal(year);
    if (!stale || newest === null || judged.outcome === "failed") return await removeFetch(client, "house", listing);
    const message = `the newest row of the index is of ${newest}`;
    const daysAfter = {
      source: "house",
      listing,
      coversFrom: addDays(newest, 1),
      coversTo: end,
      final: false,
      message,
    };
    await recordListing(client, { ...daysAfter, outcome: "failed" }, []);
  });
}

/**
 * Number of known reports of a year up to the newest row of this index: an older download is shorter, but has not lost
 * rows.
 */
async function listedUpTo({ pool }: Store, year: number, entries: IndexEntry[]): Promise<number> {
  const days = entries.flatMap(({ filedOn }) => (filedOn?.startsWith(`${year}-`) ? [filedOn] : []));
  const { rows } = await pool.query<{ reports: number }>(
    `SELECT count(*)::int AS reports FROM listed_documents
     WHERE source = 'house' AND (detail->>'year')::int = $1 AND listed_on BETWEEN $2 AND $3`,
    [year, `${year}-01-01`, days.sort().at(-1) ?? `${year}-12-31`],
  );
  return rows[0]?.reports ?? 0;
}

/** Records that an index file could not be read: a failed fetch for its year, if its name contains the year. */
export async function recordUnreadIndex(store: Store, { name }: InputFile, message: string): Promise<void> {
  const year = Number(/(?<!\d)((?:19|20)\d{2})FD/i.exec(name)?.[1]);
  if (year) await record(store.pool, year, `${year}-12-31`, { outcome: "failed", message }, []);
}

type Fetched = Pick<ListingFetch, "outcome" | "message" | "sha256" | "gaps">;

async function record(
  client: PoolClient | Pool,
  year: number,
  coversTo: string,
  fetched: Fetched,
  documents: ListedDocument[],
): Promise<void> {
  const listingFetch = {
    source: "house",
    listing: localListing(year),
    coversFrom: `${year}-01-01`,
    coversTo,
    final: false,
  };
  await recordListing(client, { ...listingFetch, ...fetched }, documents);
}

/** base URL of the publisher, independent of HOUSE_URL */
const houseSite = "https://disclosures-clerk.house.gov";

export const housePaths = {
  index: (year: number) => `/public_disc/financial-pdfs/${year}FD.zip`,
  report: (year: number | string, docId: string) => `/public_disc/ptr-pdfs/${year}/${docId}.pdf`,
};

// Decides which days an index of the Clerk covers. It lists every kind of financial disclosure by filing date, so days
// between its rows are covered. Longer periods without any row or without a report are not, nor are days after its
// newest row. A gap of a single day cannot be distinguished from a day on which no one filed.

/**
 * Maximum number of consecutive business days without a row that is accepted, and without a report. In the real indexes
 * of 2014, 2018, 2020 to 2022 and of parts of 2025 and 2026 it is three for both, around Thanksgiving.
 */
const maxQuiet = 4;

/**
 * Maximum part of the business days without a row, and without a report, that is accepted in addition: 21 and 54 of a
 * year. In the real years it is 6 to 16, and 17 to 43.
 */
const maxQuietPart = { rows: 0.07, reports: 0.2 };

/**
 * maximum number of rows that is accepted without any report among them: in the real indexes a quarter of the rows are
 * reports
 */
const maxRowsWithoutReport = 40;

/** the day from which members report transactions (STOCK Act, section 6: 90 days after 4 April 2012) */
const firstReports = "2012-07-03";
/** the last year whose index names reports by DisclosureType; a copy of such an index may lack that column */
const lastYearOfTypes = 2013;
/** part of the rows of an index that are reports below which a copy without that column is not believed */
const minReportPart = 0.05;

interface Proof {
  /** the newest filing date within the year; null if the index has no dated row of that year, YYYY-MM-DD */
  newest: string | null;
  /** days up to it that the index does not cover, YYYY-MM-DD */
  gaps: string[];
  /** nothing was filed for too long before `end` */
  stale: boolean;
  /** the reason why no day is covered; null if there is none */
  doubt: string | null;
}

/**
 * Judges the index of a year. `end` is the last day that it should cover, YYYY-MM-DD; `listedBefore` is the number of
 * reports at the previous fetch. An index without dated rows, or that has lost its reports, is `failed`.
 */
export function judgeIndex(
  index: IndexFile,
  { year, end, listedBefore }: { year: number; end: string; listedBefore: number },
): Omit<Proof, "doubt"> & Pick<ListingFetch, "outcome" | "message"> {
  const { doubt, ...proof } = proofOf(index, year, end);
  const { refused } = index;
  const documents = index.entries.filter(isMembersReport).length;
  const problem = problemOf(index, { year, documents, listedBefore, newest: proof.newest }) ?? doubt;
  if (problem) return { ...proof, gaps: [], outcome: "failed", message: problem };
  const [first] = proof.gaps;
  const message = first
    ? `the index has no row or no report for longer than ${maxQuiet} business days: ${proof.gaps.length} days from ${first}`
    : refused.length > 0
      ? `${refused.length} rows could not be read`
      : undefined;
  return { ...proof, outcome: documents > 0 ? "listed" : "empty", message };
}

function problemOf(
  { refused, entries }: IndexFile,
  about: { year: number; documents: number; listedBefore: number; newest: string | null },
): string | null {
  const { year, documents, listedBefore, newest } = about;
  if (lacksTypes(entries, year))
    return `the index of ${year} has no column DisclosureType, so its reports are not known: ingest one that has it`;
  if (
    documents === 0 &&
    `${year}-12-31` >= firstReports &&
    (listedBefore > 0 || refused.length > 0 || entries.length > maxRowsWithoutReport)
  )
    return `the index of ${year} lists no report, which is not possible`;
  const lost = truncatedListing(documents, listedBefore, "reports");
  if (lost) return `the index of ${year} has lost rows: ${lost}`;
  if (refused.length > tolerated(documents)) return `${refused.length} rows could not be read`;
  return newest === null ? `the index of ${year} has no row with a date of that year` : null;
}

/** True for a copy of an old index that does not say which of its documents are reports. */
function lacksTypes(entries: IndexEntry[], year: number): boolean {
  const isOld = year <= lastYearOfTypes && `${year}-12-31` >= firstReports;
  if (!isOld || entries.some(({ disclosureType }) => disclosureType)) return false;
  return entries.filter(isReport).length < entries.length * minReportPart;
}

function proofOf({ entries }: IndexFile, year: number, end: string): Proof {
  const start = `${year}-01-01`;
  const daysOf = (filed: IndexEntry[]) =>
    new Set(filed.flatMap(({ filedOn }) => (filedOn && filedOn >= start && filedOn <= end ? [filedOn] : [])));
  const rows = daysOf(entries);
  // a row with a later date shows that the index was written after the year; in a running year it is a mistake
  const isLater = end === `${year}-12-31` && entries.some(({ filedOn }) => filedOn !== null && filedOn > end);
  const newest = isLater ? end : ([...rows].sort().at(-1) ?? null);
  if (newest === null) return { newest, gaps: [], stale: false, doubt: null };
  const reports = entries.filter(isReport);
  const undated = reports.filter(({ filedOn }) => filedOn === null).length;
  const quiet = quietIn(rows, start, newest);
  // nothing had to be reported on the days before
  const withoutReport = quietIn(daysOf(reports), start > firstReports ? start : firstReports, newest);
  const doubt =
    (undated > 0 ? `${undated} reports of the index of ${year} have no date: they may be of any day` : null) ??
    scattered(quiet, "row", maxQuietPart.rows) ??
    scattered(withoutReport, "report", maxQuietPart.reports);
  const gaps = [...new Set([...quiet.gaps, ...withoutReport.gaps])].sort();
  const daysAfter = datesBetween(addDays(newest, 1), addDays(end, -1));
  return { newest, gaps, stale: daysAfter.filter(isFederalBusinessDay).length > maxQuiet, doubt };
}

interface Quiet {
  /** days of the periods that are too long */
  gaps: string[];
  /** business days outside of them */
  businessDays: number;
  /** those without a row among them */
  quietDays: number;
}

/** The days from `start` to `end` that are not among `days`. */
function quietIn(days: Set<string>, start: string, end: string): Quiet {
  const found: Quiet = { gaps: [], businessDays: 0, quietDays: 0 };
  let period: string[] = [];
  for (const day of datesBetween(start, addDays(end, 1))) {
    if (day <= end && !days.has(day)) {
      period.push(day);
      continue;
    }
    const quietDays = period.filter(isFederalBusinessDay).length;
    if (quietDays > maxQuiet) found.gaps.push(...period);
    else found.quietDays += quietDays;
    period = [];
    if (day <= end && isFederalBusinessDay(day)) found.businessDays++;
  }
  return { ...found, businessDays: found.businessDays + found.quietDays };
}

/** The reason why so many single days without a row cannot be. */
function scattered({ businessDays, quietDays }: Quiet, what: string, maxPart: number): string | null {
  if (quietDays <= maxQuiet + businessDays * maxPart) return null;
  return `the index has no ${what} on ${quietDays} of ${businessDays} business days, which is not possible`;
}
