// EDGAR as the publisher of Forms 3, 4 and 5: full and daily indexes, the feed of the latest filings for the days that
// have no index yet, the data sets of closed quarters, and each filing's full submission. Addresses as on "Accessing
// EDGAR Data" (sec.gov).
import { addDays } from "../../lib/calendar-date.ts";
import { recordFetchFailure, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { edgarListings, fullSpan } from "../edgar/listings.ts";
import { OutboundError } from "../outbound/index.ts";
import type { DueDocument, Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { syncIndex } from "./fetch/index-listing.ts";
import { syncLatest } from "./fetch/latest-fetch.ts";

/** a full submission includes attachments */
const maxSubmissionBytes = 64 * 1024 * 1024;

export default function secPublisher({ secUrl }: Pick<PublisherSettings, "secUrl">): Publisher {
  return {
    source: "form345",
    // eight requests per second, and a response takes up to a second
    parallel: 8,
    async *list(context) {
      const { from, to = context.today, today } = context;
      // the feed covers days without an index
      if (to >= addDays(today, -1)) await syncLatest(secUrl, context);
      for (const listing of edgarListings(from, today))
        if (listing.coversFrom <= to) yield* syncIndex(listing, secUrl, context);
      if (to === today) yield* fetchDataSets(secUrl, context);
    },
    latest: (context) => syncLatest(secUrl, context),
    fetch: (document, context) => fetchSubmission(document, secUrl, context),
  };
}

/**
 * Fetches the full submission. Returns null, and the document is due again later, if EDGAR does not have it (yet), or
 * returns an HTML page or a truncated file.
 */
async function fetchSubmission(
  { documentId, listedOn, url: listed }: DueDocument,
  secUrl: string,
  { store, outbound, signal }: SyncContext,
): Promise<InputFile | null> {
  const url = submissionUrl(listed, documentId, secUrl);
  const fail = async (message: string) => {
    await recordFetchFailure(store.pool, { source: "form345", documentId, message });
    return null;
  };
  // fetched once and stored by the ingestion, so no validators for conditional requests are stored
  const response = await outbound.request({
    publisher: "sec",
    url,
    conditional: false,
    maxBytes: maxSubmissionBytes,
    signal,
  });
  if (response.status !== 200) return await fail(`HTTP ${response.status} from ${url}`);
  const { body } = response;
  const head = body.subarray(0, 1024).toString("latin1");
  if (/^\s*<(!doctype html|html)/i.test(head)) return await fail(`a web page instead of a filing from ${url}`);
  const tail = body.subarray(-1024).toString("latin1");
  if (head.startsWith("<SEC-DOCUMENT>") && !tail.includes("</SEC-DOCUMENT>"))
    return await fail(`the submission was cut off: it has no end, from ${url}`);
  return { path: url, name: `${documentId}.txt`, documentId, listedOn, read: async () => body };
}

/** `edgar/data/<cik without zeros>/<accession number>.txt`, under the folder of any CIK that the index lists it for. */
function submissionUrl(listed: string, accessionNumber: string, secUrl: string): string {
  const cik = /\/edgar\/data\/(\d+)\//.exec(listed)?.[1]?.replace(/^0+(?=\d)/, "");
  // the first ten digits are the CIK of the filer agent; EDGAR serves the file from that folder too
  return `${secUrl}/Archives/edgar/data/${cik ?? Number(accessionNumber.slice(0, 10))}/${accessionNumber}.txt`;
}

// Fetches the SEC's quarterly data sets to catch up. If the indexes list thousands of filings of a closed quarter that
// are not stored, one data set replaces hours of single requests. Filings that it lacks (those made after 5:30 p.m. ET
// on the quarter's last business day are in the next set) remain due and are fetched as documents.

/** a source name of its own in listing_fetches, separate from the fetches that list filings: a data set lists none */
const sourceOfSets = "form345-data-sets";
/**
 * below this number, single documents are the better source and are fetched soon: at eight a second, in four minutes
 */
const worthwhile = 2_000;
/** a quarter has 10 to 15 MB */
const maxBytes = 256 * 1024 * 1024;

interface Quarter {
  year: number;
  quarter: number;
  /** first and last day, YYYY-MM-DD */
  from: string;
  to: string;
}

/** The quarters that began on or after `from` and ended before `today`, the newest first. */
export function closedQuarters(from: string, today: string): Quarter[] {
  const quarters: Quarter[] = [];
  for (let at = Number(today.slice(0, 4)) * 4 + Math.ceil(Number(today.slice(5, 7)) / 3) - 1; ; at--) {
    const year = Math.floor((at - 1) / 4);
    const quarter = ((at - 1) % 4) + 1;
    const { coversFrom, coversTo } = fullSpan(year, quarter, null);
    if (coversFrom < from) return quarters;
    if (coversTo < today) quarters.push({ year, quarter, from: coversFrom, to: coversTo });
  }
}

/**
 * Fetches the data sets that are worth it now. Yields the zip; when the generator resumes, its content is stored. The
 * fetch is recorded after that, so that a crash in between makes the set due again.
 */
export async function* fetchDataSets(
  secUrl: string,
  context: SyncContext,
  min = worthwhile,
): AsyncGenerator<InputFile> {
  for (const quarter of closedQuarters(context.from, context.today)) {
    const before = await notStored(quarter, context);
    if (before < min || !(await isDue(quarter, context))) continue;
    const found = await request(quarter, secUrl, context);
    if ("problem" in found) {
      await record(quarter, found.problem, context);
      continue;
    }
    yield found.file;
    const loaded = before - (await notStored(quarter, context));
    const outcome: Finding =
      loaded > 0
        ? { outcome: "listed", final: true, message: `${loaded} filings that were not in the store` }
        : { outcome: "failed", final: false, message: "nothing could be loaded from it; see the quarantine" };
    await record(quarter, { ...outcome, sha256: found.sha256 }, context);
  }
}

interface Finding {
  outcome: "listed" | "not_published" | "failed";
  final: boolean;
  message: string;
  sha256?: string;
}

async function request(
  { year, quarter }: Quarter,
  secUrl: string,
  { outbound, signal }: SyncContext,
): Promise<{ file: InputFile; sha256?: string } | { problem: Finding }> {
  const name = `${year}q${quarter}_form345.zip`;
  // the URL to which the page "Insider Transactions Data Sets" of sec.gov links for each quarter
  const url = `${secUrl}/files/structureddata/data/insider-transactions-data-sets/${name}`;
  try {
    const response = await outbound.request({ publisher: "sec", url, maxBytes, signal });
    if (response.status !== 200)
      return { problem: { outcome: "not_published", final: false, message: `HTTP ${response.status} from ${url}` } };
    if (response.body.subarray(0, 2).toString("latin1") !== "PK")
      return { problem: { outcome: "failed", final: false, message: `no zip file from ${url}` } };
    return {
      file: { path: url, name, read: async () => response.body },
      ...(response.sha256 && { sha256: response.sha256 }),
    };
  } catch (error) {
    // while the publisher's requests are paused, no other set can be fetched either
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    return { problem: { outcome: "failed", final: false, message: error.message } };
  }
}

/** Listed filings of the quarter that are neither stored nor in quarantine. */
async function notStored({ from, to }: Quarter, { store }: SyncContext): Promise<number> {
  const { rows } = await store.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM listed_document_states
     WHERE source = 'form345' AND listed_on BETWEEN $1 AND $2 AND state = 'not_fetched'`,
    [from, to],
  );
  return rows[0]?.n ?? 0;
}

/** A set is loaded once. One that was not available, or had nothing to load, is requested again after a day. */
async function isDue({ year, quarter }: Quarter, { store }: SyncContext): Promise<boolean> {
  const { rows } = await store.pool.query<{ due: boolean }>(
    `SELECT NOT final AND fetched_at < now() - interval '1 day' AS due FROM listing_fetches WHERE source = $1 AND listing = $2`,
    [sourceOfSets, listingOf(year, quarter)],
  );
  return rows[0]?.due ?? true;
}

async function record({ year, quarter, from, to }: Quarter, finding: Finding, { store }: SyncContext): Promise<void> {
  const fetched = {
    source: sourceOfSets,
    listing: listingOf(year, quarter),
    coversFrom: from,
    coversTo: to,
    ...finding,
  };
  await inTransaction(store, (client) => recordListing(client, fetched, []));
}

const listingOf = (year: number, quarter: number) => `data-set/${year}q${quarter}`;
