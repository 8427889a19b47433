// The searches of a visit: pages of answers to the same question are put together, and a question is answered only where all of
// its pages are there. Pure.
import { addDays } from "../../calendar-date.ts";
import type { ListedDocument } from "../../store/listings.ts";
import type { HarSearch } from "./har.ts";
import { type Criteria, readCriteria } from "./har-form.ts";
import { readSearchAnswer, type SearchAnswer } from "./search-answer.ts";

/** the search reaches back to reports received since 1 January 2012 */
const firstDay = "2012-01-01";

export interface FoundSearch {
  /** how it is named in quarantine: what was requested */
  place: string;
  documents: ListedDocument[];
  /** the days that it speaks of, and the day of the visit in Washington, YYYY-MM-DD; null where it covers none */
  span: { from: string; to: string; askedOn: string } | null;
  /** why it proves nothing; null for a whole answer to an open question */
  problem: string | null;
}

interface Unread {
  place: string;
  message: string;
}

/** `today` is YYYY-MM-DD: a visit cannot have been made later, whatever its clock says. */
export function searchesOf(searches: HarSearch[], today: string): { searches: FoundSearch[]; unread: Unread[] } {
  const unread: Unread[] = [];
  const questions = new Map<string, Question>();
  for (const [at, search] of searches.entries()) {
    const place = `search ${at + 1}`;
    const answer = search.answer === null ? null : readSearchAnswer(Buffer.from(search.answer));
    if (!answer) {
      const message =
        search.answer === null ? "the browser kept no body of this answer" : "it is no answer of the search";
      unread.push({ place, message });
    }
    const { start: _, length: __, draw: ___, ...asked } = search.asked;
    const key = JSON.stringify(asked);
    const question = questions.get(key) ?? { asked: readCriteria(asked), askedOn: null, pages: [] };
    questions.set(key, question);
    if (answer) question.pages.push(answer);
    // the first of its pages: later ones may show more, and prove no more
    question.askedOn ??= dayInWashington(search.askedAt, today);
  }
  return { searches: [...questions.values()].map((question) => found(question, today)), unread };
}

interface Question {
  asked: Criteria;
  askedOn: string | null;
  pages: SearchAnswer[];
}

function found({ asked, askedOn, pages }: Question, today: string): FoundSearch {
  const documents = new Map<string, ListedDocument>();
  const others = new Set<string>();
  const unreadable: string[] = [];
  for (const row of pages.flatMap(({ rows }) => rows)) {
    if (!("unreadable" in row)) {
      const isOther = !asked.onlyTransactions && !/periodic transaction/i.test(`${row.detail?.title ?? ""}`);
      if (isOther) others.add(row.documentId);
      else documents.set(row.documentId, row);
    } else if (row.otherReport && !asked.onlyTransactions) others.add(row.otherReport.toLowerCase());
    else unreadable.push(row.unreadable);
  }
  const listed = [...documents.values()];
  const to = [asked.to ?? today, askedOn ?? today, today].sort()[0] ?? today;
  const from = asked.from !== null && asked.from > firstDay ? asked.from : firstDay;
  const place = `search of ${asked.from ?? "the beginning"} to ${asked.to ?? "the visit"}`;
  const narrowed = asked.narrowed ?? (askedOn === null ? "it does not say when it was made" : null);
  if (narrowed !== null || askedOn === null || from > to)
    return { place, documents: listed, span: null, problem: narrowed ?? "its days are still ahead" };
  const outside = listed.find(({ listedOn }) => listedOn < from || (asked.to !== null && listedOn > asked.to));
  const total = pages.at(-1)?.total ?? 0;
  const shown = documents.size + others.size;
  const problem =
    unreadable[0] ??
    (outside && `the search shows a report of ${outside.listedOn}, which it did not ask for`) ??
    (pages.length === 0 ? "none of its answers can be read" : null) ??
    (pages.some((page) => page.total !== total) ? "its answer changed from page to page" : null) ??
    (shown !== total ? `the search states ${total} reports and the file shows ${shown}: open every page of it` : null);
  return { place, documents: listed, span: { from, to, askedOn }, problem };
}

/** The calendar day of a time where the Senate is; never one to come. Null without a time. */
function dayInWashington(time: string | null, today: string): string | null {
  if (time === null) return null;
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(time));
  return day <= addDays(today, 1) ? day : null;
}
