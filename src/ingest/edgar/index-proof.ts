// Checks whether an EDGAR index is complete. EDGAR has ownership forms on every working day. If an index has none for
// such a day, either it is incomplete or EDGAR was closed; the daily index of that day decides.
import { isEdgarBusinessDay } from "../../domain/business-days.ts";
import { addDays } from "../../lib/calendar-date.ts";
import type { ListingFetch } from "../../store/listings.ts";
import type { EdgarIndex } from "./index-file.ts";

/**
 * Ownership forms are filed electronically since 2003-06-30 (SEC release 33-8230): every business day since then has
 * some.
 */
const electronicSince = "2003-06-30";
/**
 * minimum number of lines of a quarter's index for which every working day is expected to have filings; real quarters
 * have 200,000 and more
 */
const minLinesOfQuarter = 10_000;

/**
 * Maximum number of ownership forms that is accepted without a Form 4 among them: in the real indexes nine of ten are
 * Forms 4.
 */
const maxWithoutForm4 = 20;

export interface IndexFinding {
  outcome: ListingFetch["outcome"];
  message?: string | undefined;
  /** working days of its period without an ownership form in the index, YYYY-MM-DD */
  gaps: string[];
}

/**
 * `span` is the period that the index covers, inclusive, YYYY-MM-DD. Without a problem the outcome is `listed` or
 * `empty`.
 */
export function judgeIndex(index: EdgarIndex, span: { coversFrom: string; coversTo: string }): IndexFinding {
  const failed = (message: string): IndexFinding => ({ outcome: "failed", message, gaps: [] });
  const { coversFrom, coversTo } = span;
  const single = coversFrom === coversTo;
  if (index.truncated) return failed(index.truncated);
  if (index.filings.length === 0) {
    const isClosed = single && !isEdgarBusinessDay(coversTo);
    if (coversTo >= electronicSince && !isClosed)
      return failed("the index lists no ownership form, which is not possible");
    return { outcome: "empty", gaps: [] };
  }
  if (index.filings.length > maxWithoutForm4 && !index.filings.some(({ formType }) => formType === "4"))
    return failed(
      `the index lists ${index.filings.length} ownership forms and no Form 4 among them, which is not possible`,
    );
  const { length } = index.refused;
  const message = length > 0 ? `${length} lines could not be read` : undefined;
  return { outcome: "listed", message, gaps: single ? [] : missingDays(index, coversFrom, coversTo) };
}

function missingDays({ filings, lines }: EdgarIndex, from: string, to: string): string[] {
  if (lines < minLinesOfQuarter) return [];
  const seen = new Set(filings.map(({ filedOn }) => filedOn));
  const days: string[] = [];
  for (let day = from > electronicSince ? from : electronicSince; day <= to; day = addDays(day, 1))
    if (isEdgarBusinessDay(day) && !seen.has(day)) days.push(day);
  return days;
}
