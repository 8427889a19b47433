// The searches of a visit: pages of responses to the same query are combined, and a result is complete only if all of
// its pages are present. Pure.
import { addDays } from "../../calendar-date.ts";
import type { ListedDocument } from "../../store/listings.ts";
import type { HarSearch } from "./har.ts";
import { type Criteria, readCriteria } from "./har-form.ts";
import { readSearchAnswer, type SearchAnswer } from "./search-answer.ts";

/** the search covers reports received since 1 January 2012 */
const firstDay = "2012-01-01";

export interface FoundSearch {
  /** name in quarantine: the searched period */
  place: string;
  documents: ListedDocument[];
  /** the days that it covers, YYYY-MM-DD, at most up to the day before the visit; null if it covers none */
  span: { from: string; to: string } | null;
  /** the reason why it is no proof; null for a complete result of an unrestricted search */
  problem: string | null;
}

interface Unread {
  place: string;
  message: string;
}

/** `today` is YYYY-MM-DD: later dates of a visit are not accepted, because the browser's clock may be wrong. */
export function searchesOf(searches: HarSearch[], today: string): { searches: FoundSearch[]; unread: Unread[] } {
  const unread: Unread[] = [];
  const queries = new Map<string, Query>();
  for (const [at, search] of searches.entries()) {
    const place = `search ${at + 1}`;
    const answer = search.answer === null ? null : readSearchAnswer(Buffer.from(search.answer));
    if (!answer) {
      const message =
        search.answer === null ? "the browser kept no body of this answer" : "it is no answer of the search";
      unread.push({ place, message });
    }
    const { start: _, length: __, draw: ___, ...form } = search.form;
    const key = JSON.stringify(form);
    const query = queries.get(key) ?? { criteria: readCriteria(form), requestedOn: null, pages: [] };
    queries.set(key, query);
    if (answer) query.pages.push(answer);
    // time of the first page: later ones may show newer reports, but do not cover more days
    query.requestedOn ??= dayInWashington(search.requestedAt, today);
  }
  return { searches: [...queries.values()].map((query) => found(query, today)), unread };
}

interface Query {
  criteria: Criteria;
  requestedOn: string | null;
  pages: SearchAnswer[];
}

function found({ criteria, requestedOn, pages }: Query, today: string): FoundSearch {
  const documents = new Map<string, ListedDocument>();
  const others = new Set<string>();
  const unreadable: string[] = [];
  for (const row of pages.flatMap(({ rows }) => rows)) {
    if (!("unreadable" in row)) {
      const isOther = !criteria.onlyTransactions && !/periodic transaction/i.test(`${row.detail?.title ?? ""}`);
      if (isOther) others.add(row.documentId);
      else documents.set(row.documentId, row);
    } else if (row.otherReport && !criteria.onlyTransactions) others.add(row.otherReport.toLowerCase());
    else unreadable.push(row.unreadable);
  }
  const listed = [...documents.values()];
  // the day of the visit was not over yet
  const to = [criteria.to ?? today, requestedOn === null ? today : addDays(requestedOn, -1), today].sort()[0] ?? today;
  const from = criteria.from !== null && criteria.from > firstDay ? criteria.from : firstDay;
  const place = `search of ${criteria.from ?? "the beginning"} to ${criteria.to ?? "the visit"}`;
  const narrowed = criteria.narrowed ?? (requestedOn === null ? "it does not say when it was made" : null);
  if (narrowed !== null || requestedOn === null || from > to)
    return { place, documents: listed, span: null, problem: narrowed ?? "its days were not over" };
  const outside = listed.find(({ listedOn }) => listedOn < from || (criteria.to !== null && listedOn > criteria.to));
  const total = pages.at(-1)?.total ?? 0;
  const shown = documents.size + others.size;
  const problem =
    unreadable[0] ??
    (outside && `the search shows a report of ${outside.listedOn}, which is not within it`) ??
    (pages.length === 0 ? "none of its answers can be read" : null) ??
    (pages.some((page) => page.total !== total) ? "its answer changed from page to page" : null) ??
    (shown !== total ? `the search states ${total} reports and the file shows ${shown}: open every page of it` : null);
  return { place, documents: listed, span: { from, to }, problem };
}

/** The calendar day of a time in Washington; null for a future day, and without a time. */
function dayInWashington(time: string | null, today: string): string | null {
  if (time === null) return null;
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(time));
  return day <= addDays(today, 1) ? day : null;
}
