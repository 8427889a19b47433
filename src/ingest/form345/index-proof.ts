// What an EDGAR index proves of its days. EDGAR has ownership forms on every working day, so an index that has none of such a
// day is not the whole index, or EDGAR was closed; which of the two is told by the daily index of that day.
import { addDays } from "../../calendar-date.ts";
import type { ListingFetch } from "../../store/listings.ts";
import { isBusinessDay } from "./edgar-listings.ts";
import type { EdgarIndex } from "./index-file.ts";

/** Ownership forms are filed electronically since 2003-06-30 (SEC release 33-8230): no business day since is without one. */
const electronicSince = "2003-06-30";
/** lines of a quarter from which on each of its working days is expected to have some; real quarters have 200,000 and more */
const linesOfAQuarter = 10_000;

/** Ownership forms without a Form 4 among them that are believed: on the days of the real indexes nine of ten are Forms 4. */
const mostWithoutForm4 = 20;

export interface IndexFinding {
  outcome: ListingFetch["outcome"];
  message?: string | undefined;
  /** working days of its span of which the index has no ownership form, YYYY-MM-DD */
  gaps: string[];
}

/** `span` are the days that the index speaks of, inclusive, YYYY-MM-DD. Without a problem the outcome is `listed` or `empty`. */
export function judgeIndex(index: EdgarIndex, span: { coversFrom: string; coversTo: string }): IndexFinding {
  const failed = (message: string): IndexFinding => ({ outcome: "failed", message, gaps: [] });
  const { coversFrom, coversTo } = span;
  const single = coversFrom === coversTo;
  if (index.truncated) return failed(index.truncated);
  if (index.filings.length === 0) {
    const isClosed = single && !isBusinessDay(coversTo);
    if (coversTo >= electronicSince && !isClosed) return failed("the index lists no ownership form, which cannot be");
    return { outcome: "empty", gaps: [] };
  }
  if (index.filings.length > mostWithoutForm4 && !index.filings.some(({ formType }) => formType === "4"))
    return failed(`the index lists ${index.filings.length} ownership forms and no Form 4 among them, which cannot be`);
  const { length } = index.refused;
  const message = length > 0 ? `${length} lines could not be read` : undefined;
  return { outcome: "listed", message, gaps: single ? [] : missingDays(index, coversFrom, coversTo) };
}

function missingDays({ filings, lines }: EdgarIndex, from: string, to: string): string[] {
  if (lines < linesOfAQuarter) return [];
  const seen = new Set(filings.map(({ filedOn }) => filedOn));
  const days: string[] = [];
  for (let day = from > electronicSince ? from : electronicSince; day <= to; day = addDays(day, 1))
    if (isBusinessDay(day) && !seen.has(day)) days.push(day);
  return days;
}
