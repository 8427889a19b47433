// The Senate's search as a publisher: one listing a month of submission, and one page a report, within one visit.
import {
  type ListedDocument,
  type ListingLook,
  lastLook,
  recordFetchFailure,
  recordListing,
} from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { OutboundError } from "../outbound/door.ts";
import type { DueDocument, Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { readSearchAnswer, type SearchAnswer } from "./search-answer.ts";
import { SenateSession } from "./session.ts";
import { searchForm } from "./site.ts";

/** the search reaches back to reports received since 1 January 2012 */
const firstMonth = "2012-01";
/** days after a month's end for which it is still asked for: reports on paper are put online later than they are received */
const daysOfLateReports = 60;
const rowsPerPage = 100;
/** times that a month is read again because the answers' pages did not fit together */
const mostReadings = 3;

export function senatePublisher({ senateUrl }: Pick<PublisherSettings, "senateUrl">): Publisher {
  let session: SenateSession | undefined;
  // one visit for the lists and the reports of a run
  const sessionOf = ({ outbound, signal }: SyncContext) => {
    if (session?.outbound !== outbound || session.signal !== signal)
      session = new SenateSession(senateUrl, outbound, signal);
    return session;
  };
  return {
    source: "senate",
    // biome-ignore lint/correctness/useYield: the Senate has no listing files that are ingested
    async *list(context) {
      for (const month of monthsBack(context.to ?? context.today, context.from))
        await lookAt(month, sessionOf(context), context);
    },
    fetch: (document, context) => fetchReport(document, sessionOf(context), context),
  };
}

/** Months from that of `to` back to that of `from`, YYYY-MM. */
function monthsBack(to: string, from: string): string[] {
  const first = from.slice(0, 7) > firstMonth ? from.slice(0, 7) : firstMonth;
  const months: string[] = [];
  for (let month = to.slice(0, 7); month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  return new Date(Date.parse(`${month}-01T00:00:00Z`) - 1).toISOString().slice(0, 7);
}

async function lookAt(month: string, session: SenateSession, { store, today }: SyncContext): Promise<void> {
  const listing = `ptr/${month}`;
  const known = await lastLook(store.pool, "senate", listing);
  if (known?.final) return;
  const end = lastDayOf(month);
  const look = {
    source: "senate",
    listing,
    coversFrom: `${month}-01`,
    // what is still ahead was not looked at
    coversTo: end < today ? end : today,
  };
  const { documents, ...outcome } = believed(
    await searchAll({ from: `${month}-01`, to: end }, session),
    known?.listed ?? 0,
  );
  const final = outcome.outcome !== "failed" && daysBetween(end, today) > daysOfLateReports;
  await inTransaction(store, (client) => recordListing(client, { ...look, ...outcome, final }, documents));
}

type Found = Pick<ListingLook, "outcome" | "message"> & { documents: ListedDocument[] };

/** Reports are taken from the site singly, years later: a month that had some and shows none was not searched. */
function believed(found: Found, listedBefore: number): Found {
  if (found.outcome !== "empty" || listedBefore === 0) return found;
  const message = `the search shows none of the ${listedBefore} reports that it showed before`;
  return { outcome: "failed", message, documents: [] };
}

/** Every page of a search. What is not one consistent answer is `failed`, with the reports that could be read. */
async function searchAll(span: { from: string; to: string }, session: SenateSession): Promise<Found> {
  let message = "";
  let documents: ListedDocument[] = [];
  for (let reading = 0; reading < mostReadings; reading++) {
    try {
      const read = await readPages(span, session);
      documents = read.documents;
      if (!read.problem) return { outcome: documents.length > 0 ? "listed" : "empty", documents };
      message = read.problem;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { outcome: "failed", message: error.message, documents };
    }
  }
  return { outcome: "failed", message, documents };
}

/** The search is answered anew for each page, so that a report submitted in between moves the others along. */
async function readPages(
  span: { from: string; to: string },
  session: SenateSession,
): Promise<{ documents: ListedDocument[]; problem?: string }> {
  const documents = new Map<string, ListedDocument>();
  const unreadable: string[] = [];
  let first: SearchAnswer | undefined;
  let start = 0;
  do {
    const { body } = await session.search(searchForm(span, { start, length: rowsPerPage }));
    const answer = readSearchAnswer(body);
    if (!answer) return { documents: [...documents.values()], problem: `no answer to a search: ${beginningOf(body)}` };
    first ??= answer;
    for (const row of answer.rows) {
      if ("unreadable" in row) unreadable.push(row.unreadable);
      else documents.set(row.documentId, row);
    }
    if (answer.total !== first.total)
      return { documents: [...documents.values()], problem: "the search's answer changed from page to page" };
    if (answer.rows.length === 0) break;
    start += answer.rows.length;
  } while (start < first.total);
  const { total } = first;
  const listed = [...documents.values()];
  if (unreadable.length > 0) return { documents: listed, problem: unreadable.slice(0, 3).join("; ") };
  if (documents.size === total) return { documents: listed };
  return { documents: listed, problem: `the search states ${total} reports and shows ${documents.size}` };
}

function beginningOf(body: Buffer): string {
  return JSON.stringify(body.subarray(0, 80).toString("utf8"));
}

function lastDayOf(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** A report's page, or null: what breaks off is tried again, for its rows cannot be counted. */
async function fetchReport(
  { documentId, listedOn, url: address }: DueDocument,
  session: SenateSession,
  { store }: SyncContext,
): Promise<InputFile | null> {
  const path = new URL(address).pathname;
  const { status, body } = await session.page(path);
  const fail = async (message: string) => {
    await recordFetchFailure(store.pool, { source: "senate", documentId, message });
    return null;
  };
  if (status !== 200) return await fail(`HTTP ${status} from ${path}`);
  if (!/<\/html\s*>/i.test(body.subarray(-4096).toString("latin1")))
    return await fail(`the page has no end: ${beginningOf(body)}`);
  return { path: session.senateUrl + path, name: `${documentId}.html`, documentId, listedOn, read: async () => body };
}
