// What a visit to the Senate's search says of each month. A month without a report counts as empty only where the same visit
// shows that the search works: the reports of the whole span are those of its months, and there are any at all.
import { addDays, daysBetween } from "../../calendar-date.ts";
import type { ListedDocument, ListingFetch } from "../../store/listings.ts";
import { lacking } from "../lacking.ts";
import type { Searched } from "./search.ts";

/** days after a month's end for which it is still asked for: reports on paper are put online later than they are received */
const daysOfLateReports = 60;
/** Days without a report of any senator that are believed: they have to report within 45 days, and one of a hundred always does. */
export const longestQuiet = 31;

export interface SearchedMonth extends Searched {
  /** YYYY-MM */
  month: string;
  /** reports that the fetch before this one listed */
  listedBefore: number;
}

/** What was found beside the months. */
export interface Control {
  /** why months without a report are not believed; null where the visit proves them */
  doubt: string | null;
  /** the newest report that is known, YYYY-MM-DD; null where there is none */
  newest: string | null;
}

type Fetched = Omit<ListingFetch, "sha256">;

/** The fetch of a month, as it is recorded. `today` is YYYY-MM-DD. */
export function judgeMonth(searched: SearchedMonth, { doubt, newest }: Control, today: string): Fetched {
  const { month, documents, listedBefore } = searched;
  const { from, to } = spanOfMonth(month, today);
  const fetched = { source: "senate", listing: `ptr/${month}`, coversFrom: from, coversTo: to };
  const failed = (message: string): Fetched => ({ ...fetched, outcome: "failed", final: false, message });
  if (searched.problem !== null) return failed(searched.problem);
  if (documents.length === 0 && listedBefore > 0)
    return failed(`the search shows none of the ${listedBefore} reports that it showed before`);
  const lost = lacking(documents.length, listedBefore, "reports");
  if (lost) return failed(`the search has lost reports: ${lost}`);
  if (documents.length === 0 && doubt !== null) return failed(doubt);
  const gaps = staleDays(newest, from, to, today);
  const message = gaps.length > 0 ? `the search shows no report since ${newest}` : undefined;
  if (documents.length === 0 && message !== undefined) return failed(message);
  const final = gaps.length === 0 && daysBetween(lastDayOf(month), today) > daysOfLateReports;
  return { ...fetched, outcome: documents.length > 0 ? "listed" : "empty", final, gaps, message };
}

/** The days of a month that a search can speak of: what is still ahead was not looked at. */
export function spanOfMonth(month: string, today: string): { from: string; to: string } {
  const end = lastDayOf(month);
  return { from: `${month}-01`, to: end < today ? end : today };
}

export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

export function newestOf(documents: ListedDocument[]): string | null {
  return (
    documents
      .map(({ listedOn }) => listedOn)
      .sort()
      .at(-1) ?? null
  );
}

/** Days of a span behind the newest report, where that is so old that the search no longer shows what is submitted. */
export function staleDays(newest: string | null, from: string, to: string, today: string): string[] {
  if (newest === null || daysBetween(newest, today) <= longestQuiet) return [];
  const days: string[] = [];
  for (let day = newest < from ? from : addDays(newest, 1); day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
