// Runs one search of the Senate's site, reads all of its pages, and judges the results for each month. A response that
// is inconsistent, or does not match the request, has a `problem`: it never counts as a period without reports. A month
// without a report counts as empty only if the same visit shows that the search works: the total of the whole period
// equals the sum of its months, and is not zero.
import { load } from "cheerio";
import { z } from "zod";
import { addDays, datesBetween, daysBetween, lastDayOfMonth } from "../../lib/calendar-date.ts";
import type { ListedDocument, ListingFetch } from "../../store/listings.ts";
import { calendarDate, plainText } from "../congress/values.ts";
import { parseJson } from "../files/text.ts";
import { OutboundError } from "../outbound/index.ts";
import { truncatedListing } from "../publisher.ts";
import type { SenateSession } from "./session.ts";
import { searchForm, senateSite } from "./site.ts";

const rowsPerPage = 100;
/** maximum number of times that a search is read because the pages of its result were inconsistent */
const maxAttempts = 3;

/** Days of submission, inclusive, YYYY-MM-DD. */
interface SearchSpan {
  from: string;
  to: string;
}

/** What sends the search form. */
export type Searching = Pick<SenateSession, "search">;

interface Searched {
  documents: ListedDocument[];
  /** reason why the result proves nothing; null for a complete one */
  problem: string | null;
}

/**
 * Reads every page of a search. Throws OutboundError `publisher_stopped`; any other failure is returned as a problem.
 */
export async function searchAll(span: SearchSpan, session: Searching): Promise<Searched> {
  let searched: Searched = { documents: [], problem: "" };
  for (let attempt = 0; attempt < maxAttempts && searched.problem !== null; attempt++) {
    try {
      searched = await readPages(span, session);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
      return { documents: searched.documents, problem: error.message };
    }
  }
  return searched;
}

/**
 * The number of reports of a period, from the first page of the result; a sentence if the response does not contain it.
 */
export async function searchTotal(span: SearchSpan, session: SenateSession): Promise<number | string> {
  try {
    const { body } = await session.search(searchForm(span, { start: 0, length: rowsPerPage }));
    const response = readSearchResponse(body);
    return response && response.draw === 1 ? response.total : `not a response to a search: ${excerptOf(body)}`;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    return error.message;
  }
}

/** Each page is a new search, so a report submitted in between shifts the others. */
async function readPages(span: SearchSpan, session: Searching): Promise<Searched> {
  const documents = new Map<string, ListedDocument>();
  const unreadable: string[] = [];
  const broken = (problem: string): Searched => ({ documents: [...documents.values()], problem });
  let first: SearchResponse | undefined;
  let mismatch: string | null = null;
  let start = 0;
  do {
    const form = searchForm(span, { start, length: rowsPerPage });
    const { body } = await session.search(form);
    const response = readSearchResponse(body);
    if (!response) return broken(`not a response to a search: ${excerptOf(body)}`);
    if (`${response.draw}` !== form.draw)
      mismatch ??= `a response to request ${response.draw} came for request ${form.draw}`;
    first ??= response;
    for (const row of response.rows) {
      if ("unreadable" in row) unreadable.push(row.unreadable);
      else documents.set(row.documentId, row);
    }
    if (response.total !== first.total) return broken("the response of the search changed from page to page");
    if (response.rows.length === 0) break;
    start += response.rows.length;
  } while (start < first.total);
  return {
    documents: [...documents.values()],
    problem: problemOf(first.total, documents, unreadable, span) ?? mismatch,
  };
}

function problemOf(
  total: number,
  documents: Map<string, ListedDocument>,
  unreadable: string[],
  { from, to }: SearchSpan,
): string | null {
  if (unreadable.length > 0) return unreadable.slice(0, 3).join("; ");
  if (documents.size !== total) return `the search states ${total} reports and shows ${documents.size}`;
  const outside = [...documents.values()].find(({ listedOn }) => listedOn < from || listedOn > to);
  return outside ? `the search shows a report of ${outside.listedOn}, and ${from} to ${to}` : null;
}

function excerptOf(body: Buffer): string {
  return JSON.stringify(body.subarray(0, 80).toString("utf8"));
}

/**
 * days after a month's end for which it is still fetched: reports on paper are put online later than they are received
 */
const daysOfLateReports = 60;
/**
 * Maximum days without a report of any senator that are accepted: reports are due within 45 days, and one of a hundred
 * senators always files.
 */
const maxQuietDays = 31;
/** Senators have to report transactions since this day (STOCK Act, 126 Stat. 293). */
const dutySince = "2012-07-03";

export interface SearchedMonth extends Searched {
  /** YYYY-MM */
  month: string;
  /** number of reports that the previous fetch listed */
  listedBefore: number;
}

/** The control result of a visit. */
export interface Control {
  /** reason why months without a report are not accepted; null if the visit proves that they are empty */
  doubt: string | null;
  /** date of the newest known report, YYYY-MM-DD; null if there is none */
  newest: string | null;
}

type Fetched = Omit<ListingFetch, "sha256">;

/** The fetch of a month in the form in which it is recorded. `today` is YYYY-MM-DD. */
export function judgeMonth(searched: SearchedMonth, { doubt, newest }: Control, today: string): Fetched {
  const { month, documents, listedBefore } = searched;
  const { from, to } = spanOfMonth(month, today);
  const fetched = { source: "senate", listing: `ptr/${month}`, coversFrom: from, coversTo: to };
  const failed = (message: string): Fetched => ({ ...fetched, outcome: "failed", final: false, message });
  if (searched.problem !== null) return failed(searched.problem);
  if (documents.length === 0 && listedBefore > 0)
    return failed(`the search shows none of the ${listedBefore} reports that it showed before`);
  const lost = truncatedListing(documents.length, listedBefore, "reports");
  if (lost) return failed(`the search has lost reports: ${lost}`);
  if (documents.length === 0 && doubt !== null) return failed(doubt);
  const gaps = staleDays(newest, from, to, today);
  const message = gaps.length > 0 ? `the search shows no report since ${newest}` : undefined;
  if (documents.length === 0 && message !== undefined) return failed(message);
  const final = gaps.length === 0 && daysBetween(lastDayOfMonth(month), today) > daysOfLateReports;
  return { ...fetched, outcome: documents.length > 0 ? "listed" : "empty", final, gaps, message };
}

/** The days of a month that a search can cover: future days are excluded. */
export function spanOfMonth(month: string, today: string): { from: string; to: string } {
  const end = lastDayOfMonth(month);
  return { from: `${month}-01`, to: end < today ? end : today };
}

export function newestOf(documents: ListedDocument[]): string | null {
  return (
    documents
      .map(({ listedOn }) => listedOn)
      .sort()
      .at(-1) ?? null
  );
}

/**
 * Days of a period after the newest report, if that report is so old that the search apparently no longer shows new
 * ones.
 */
function staleDays(newest: string | null, from: string, to: string, today: string): string[] {
  if (newest === null || daysBetween(newest, today) <= maxQuietDays) return [];
  return datesBetween(newest < from ? from : addDays(newest, 1), to);
}

/** Days of a period that belong to a stretch without a report of any senator that is too long to be plausible. */
export function quietDays(reported: string[], from: string, to: string): string[] {
  const quiet: string[] = [];
  let next = from > dutySince ? from : dutySince;
  const days = [...new Set(reported)].filter((day) => day >= next && day <= to).sort();
  for (const day of [...days, addDays(to, 1)]) {
    if (daysBetween(next, day) > maxQuietDays) quiet.push(...datesBetween(next, addDays(day, -1)));
    next = addDays(day, 1);
  }
  return quiet;
}

/** What is recorded with such days. */
export function quietMessage(days: string[]): string {
  return `the search shows no report for more than ${maxQuietDays} days: ${days.length} days from ${days[0]}`;
}

// Reads a response of the Senate's search: rows of five cells with HTML, for a table on the page. Treated as untrusted
// input: a row that cannot be read is reported, never skipped silently.

/** DataTables' own fields (datatables.net/manual/server-side). */
const responseForm = z.object({
  draw: z.number().int().nonnegative().optional(),
  recordsTotal: z.number().int().nonnegative(),
  recordsFiltered: z.number().int().nonnegative(),
  data: z.array(z.array(z.string().max(10_000)).length(5)).max(10_000),
  result: z.string().optional(),
});

interface UnreadRow {
  unreadable: string;
  /** uuid of the report of another kind that the row names, if any */
  otherReport?: string | undefined;
}

export interface SearchResponse {
  /** the number of the request; null if it is missing, then the response has another format */
  draw: number | null;
  /** number of reports that match the search, over all of its pages */
  total: number;
  /** rows of this page */
  rows: (ListedDocument | UnreadRow)[];
}

/** Reads one page of search results; null if the body is not a search response. */
export function readSearchResponse(body: Buffer): SearchResponse | null {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch {
    return null;
  }
  const response = responseForm.safeParse(json);
  if (!response.success || (response.data.result ?? "ok") !== "ok") return null;
  const { draw, recordsTotal, recordsFiltered, data } = response.data;
  // the site's form is the only filter: the filtered count must equal the total
  if (recordsFiltered !== recordsTotal || data.length > recordsFiltered) return null;
  return { draw: draw ?? null, total: recordsFiltered, rows: data.map(readRow) };
}

const reportPath = /^\/search\/view\/(ptr|paper)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/**
 * path of any report of the site, such as `/search/view/annual/<uuid>/` or
 * `/search/view/extension-notice/regular/<uuid>/`
 */
const otherPath = /^\/search\/view\/[a-z-]+(?:\/[a-z-]+)?\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

function readRow(cells: string[]): ListedDocument | UnreadRow {
  const [first = "", last = "", office = "", link = "", date = ""] = cells;
  const anchor = load(link, null, false)("a").first();
  const path = pathOf(anchor.attr("href") ?? "");
  const [, kind, uuid] = reportPath.exec(path ?? "") ?? [];
  const listedOn = calendarDate(text(date));
  if (!path || !kind || !uuid)
    return {
      unreadable: `a row without a report's address: ${shown(link)}`,
      otherReport: otherPath.exec(path ?? "")?.[1],
    };
  if (!listedOn) return { unreadable: `a row without a date: ${shown(date)}` };
  return {
    documentId: uuid.toLowerCase(),
    listedOn,
    kind: kind.toLowerCase(),
    // in the site's own spelling: the uuids of older paper reports are in capitals
    url: senateSite + path,
    detail: { firstName: text(first), lastName: text(last), office: text(office), title: plainText(anchor.text()) },
  };
}

/** The path of a link within the site; null for a link to another site. */
function pathOf(href: string): string | null {
  if (!URL.canParse(href, senateSite)) return null;
  const url = new URL(href, senateSite);
  return url.origin === senateSite ? url.pathname : null;
}

function text(html: string): string {
  return plainText(load(html, null, false).text());
}

function shown(html: string): string {
  return JSON.stringify(plainText(html).slice(0, 120));
}
