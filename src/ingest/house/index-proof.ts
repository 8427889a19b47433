// Which days an index of the Clerk proves something of. It names every kind of financial disclosure by its filing date, so days
// between its rows are covered, long stretches without any row are not, and neither is what lies behind its newest row.
import { addDays, daysBetween } from "../../calendar-date.ts";
import type { ListingFetch } from "../../store/listings.ts";
import { lacking, tolerated } from "../lacking.ts";
import { type IndexFile, isReport } from "./index-file.ts";

/**
 * Calendar days without any row that are believed. In the real indexes of 2014, 2018, 2020 to 2022 and 2026 the longest such
 * stretch lasts six days, over Thanksgiving.
 */
const longestQuiet = 7;
/** rows that would have been expected in a stretch, at the index's own rate, before its silence counts as a hole */
const expectedRows = 20;

/** a quarter of the rows of the real indexes are such reports: so many rows without one have lost them */
const mostWithoutReport = 40;

interface Proof {
  /** the newest filing date within the year; null where the index has no dated row of it, YYYY-MM-DD */
  newest: string | null;
  /** days up to it of which the index proves nothing, YYYY-MM-DD */
  gaps: string[];
  /** nothing was filed for too long before `end` */
  stale: boolean;
}

/**
 * What an index says of its year. `end` is the last day that it should speak of, YYYY-MM-DD; `listedBefore` how many reports the
 * look before this one found. An index without dated rows, or that has lost its reports, says nothing.
 */
export function judgeIndex(
  index: IndexFile,
  { year, end, listedBefore }: { year: number; end: string; listedBefore: number },
): Proof & Pick<ListingFetch, "outcome" | "message"> {
  const proof = proofOf(index, year, end);
  const { refused } = index;
  const documents = index.entries.filter(isReport).length;
  const problem = problemOf(index, { year, documents, listedBefore, newest: proof.newest });
  if (problem) return { ...proof, gaps: [], outcome: "failed", message: problem };
  const [first] = proof.gaps;
  const message = first
    ? `the index has no row of any kind on ${proof.gaps.length} days, the first of them ${first}`
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
  if (documents === 0 && (listedBefore > 0 || refused.length > 0 || entries.length > mostWithoutReport))
    return `the index of ${year} lists no report, which cannot be`;
  const lost = lacking(documents, listedBefore, "reports");
  if (lost) return `the index of ${year} has lost rows: ${lost}`;
  if (refused.length > tolerated(documents)) return `${refused.length} rows could not be read`;
  return newest === null ? `the index of ${year} has no row with a date of that year` : null;
}

function proofOf({ entries }: IndexFile, year: number, end: string): Proof {
  const start = `${year}-01-01`;
  const rows = entries.flatMap(({ filedOn }) => (filedOn && filedOn >= start && filedOn <= end ? [filedOn] : []));
  const days = [...new Set(rows)].sort();
  // a row of a later day shows that the index was written after the year
  const newest = entries.some(({ filedOn }) => filedOn !== null && filedOn > end) ? end : (days.at(-1) ?? null);
  if (newest === null) return { newest, gaps: [], stale: daysBetween(start, end) > longestQuiet };
  const perDay = rows.length / (daysBetween(start, newest) + 1);
  const isHole = (quiet: number) => quiet > longestQuiet && quiet * perDay >= expectedRows;
  const gaps: string[] = [];
  let next = start;
  for (const day of [...days, addDays(newest, 1)]) {
    const quiet = daysBetween(next, day);
    if (isHole(quiet)) gaps.push(...Array.from({ length: quiet }, (_, n) => addDays(next, n)));
    next = addDays(day, 1);
  }
  return { newest, gaps, stale: daysBetween(newest, end) > longestQuiet };
}
