// The Clerk of the House as a publisher: one index per year, which grows during the year and is amended for years
// afterwards, and one PDF per report. URLs as on the Clerk's download page
// (disclosures-clerk.house.gov/FinancialDisclosure).
import { addDays } from "../../lib/calendar-date.ts";
import { type ListingFetch, lastFetch, recordFetchFailure, recordListing, removeFetch } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { InputProblem } from "../files/found.ts";
import { decodeText } from "../files/text.ts";
import { zipEntries } from "../files/walk.ts";
import { OutboundError, type OutboundResponse } from "../outbound/index.ts";
import type { DueDocument, Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { type IndexFile, readIndexFile } from "./index-file.ts";
import { afterLocal, housePaths, judgeIndex, listedReports } from "./index-listing.ts";

// Reads the zip in which the Clerk publishes a year's index: `<year>FD.zip` with `<year>FD.xml` and `<year>FD.txt`,
// which have the same rows.
interface YearIndex extends IndexFile {
  /** name within the zip */
  name: string;
  bytes: Buffer;
}

/**
 * The index in a zip, from its .xml, else from its .txt. Throws InputProblem for a damaged archive, and for one without
 * a readable index: a truncated index must not be read as a shorter one.
 */
async function readYearIndex(zip: Buffer, path: string): Promise<YearIndex> {
  const found: YearIndex[] = [];
  for await (const entry of zipEntries({ path, name: path, size: zip.length, bytes: zip })) {
    if ("problem" in entry) throw entry.problem;
    const { name } = entry.file;
    if (!/\.(xml|txt)$/i.test(name)) continue;
    const bytes = await entry.load();
    const index = readIndexFile(decodeText(bytes));
    if (index) found.push({ ...index, name, bytes });
  }
  const best = found.find(({ name }) => /\.xml$/i.test(name)) ?? found[0];
  if (!best) throw new InputProblem("unreadable", "the archive has no readable index");
  return best;
}

/** the first year for which the Clerk has an index */
const firstYear = 2008;
/**
 * Years after its end for which an index is still fetched: rows were added to the index of 2020 until August 2023. An
 * unchanged index costs one conditional request.
 */
const yearsOfAmendments = 3;

export default function housePublisher({ houseUrl }: Pick<PublisherSettings, "houseUrl">): Publisher {
  return {
    source: "house",
    parallel: 2,
    async *list(context) {
      // reports for the year before are filed in this one: the index of a year lists filings of the following years too
      const from = Math.max(firstYear, Number(context.from.slice(0, 4)) - 1);
      const { to = context.today } = context;
      for (let year = Number(to.slice(0, 4)); year >= from; year--) yield* fetchListing(year, houseUrl, context);
    },
    fetch: (document, context) => fetchReport(document, houseUrl, context),
  };
}

async function* fetchListing(year: number, houseUrl: string, context: SyncContext): AsyncGenerator<InputFile> {
  const { store, outbound, signal, today } = context;
  const fetched = spanOf(year, today);
  const known = await lastFetch(store.pool, "house", fetched.listing);
  if (known?.final) return;
  const url = houseUrl + housePaths.index(year);
  let response: OutboundResponse;
  let index: YearIndex | null = null;
  try {
    response = await outbound.request({ publisher: "house", url, signal });
    if (response.status === 200) index = await readYearIndex(response.body, url);
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof InputProblem)) throw error;
    await recordListing(store.pool, { ...fetched, outcome: "failed", final: false, message: error.message }, []);
    return;
  }
  const listedBefore = known?.listed ?? 0;
  if (!index) {
    await recordListing(store.pool, { ...fetched, final: false, ...missingIndex({ year, today, listedBefore }) }, []);
    return;
  }
  // unchanged since a recorded fetch: that index is already stored
  const alreadyStored = known?.sha256 === response.sha256 && known.outcome !== "failed";
  const { name, bytes } = index;
  if (!alreadyStored) yield { path: `${url}!/${name}`, name, read: async () => bytes };
  const { from } = context;
  await recordIndex(store, index, { fetched, year, today, from, listedBefore, sha256: response.sha256 });
}

type Span = Pick<ListingFetch, "source" | "listing" | "coversFrom" | "coversTo">;

function spanOf(year: number, today: string): Span {
  const end = `${year}-12-31`;
  return {
    source: "house",
    listing: `year-index/${year}`,
    coversFrom: `${year}-01-01`,
    // days in the future are not covered
    coversTo: end < today ? end : today,
  };
}

interface Seen {
  fetched: Span;
  year: number;
  today: string;
  /** first requested day */
  from: string;
  listedBefore: number;
  sha256?: string | null | undefined;
}

/**
 * Records two fetches: one for the days up to the index's newest row, and one for the days after it, which it does not
 * cover.
 */
async function recordIndex(store: Store, index: YearIndex, seen: Seen): Promise<void> {
  const { fetched, year, today, from, listedBefore, sha256 } = seen;
  const { newest, stale, ...judged } = judgeIndex(index, { year, end: fetched.coversTo, listedBefore });
  const isProven = judged.outcome !== "failed" && judged.gaps.length === 0 && !stale && index.refused.length === 0;
  const final = isProven && year + yearsOfAmendments < Number(today.slice(0, 4));
  const coversTo = judged.outcome === "failed" ? fetched.coversTo : (newest ?? fetched.coversTo);
  const listingFetch = { ...fetched, ...judged, coversTo, final, ...(sha256 && { sha256 }) };
  const since = `${fetched.listing}/since`;
  await inTransaction(store, async (client) => {
    await recordListing(client, listingFetch, listedReports(index.entries, year, from));
    if (judged.outcome !== "failed") await removeFetch(client, "house", afterLocal(year));
    if (coversTo === fetched.coversTo) return await removeFetch(client, "house", since);
    const message = `the newest row of the index is of ${newest}`;
    const daysAfter = { ...fetched, listing: since, coversFrom: addDays(coversTo, 1), final, message };
    await recordListing(client, { ...daysAfter, outcome: stale ? "failed" : "not_published" }, []);
  });
}

function missingIndex({ year, today, listedBefore }: { year: number; today: string; listedBefore: number }) {
  if (`${year}` === today.slice(0, 4) && listedBefore === 0) return { outcome: "not_published" } as const;
  return { outcome: "failed", message: `the Clerk has no index of ${year}` } as const;
}

/**
 * Fetches a PDF. Returns null for an error page instead of a PDF and for a truncated PDF: they are fetched again later,
 * never read as a report.
 */
async function fetchReport(
  { documentId, listedOn, url: address }: DueDocument,
  houseUrl: string,
  { outbound, store, signal }: SyncContext,
): Promise<InputFile | null> {
  const url = houseUrl + new URL(address).pathname;
  const fail = async (message: string) => {
    await recordFetchFailure(store.pool, { source: "house", documentId, message });
    return null;
  };
  const response = await outbound.request({ publisher: "house", url, signal });
  if (response.status !== 200) return await fail(`HTTP ${response.status} from ${url}`);
  const { body } = response;
  if (body.subarray(0, 1024).indexOf("%PDF-") < 0) return await fail(`not a PDF: ${excerptOf(body)}`);
  if (body.lastIndexOf("%%EOF") < 0) return await fail("the PDF was cut off: it has no end");
  return { path: url, name: `${documentId}.pdf`, documentId, listedOn, read: async () => body };
}

function excerptOf(body: Buffer): string {
  return JSON.stringify(body.subarray(0, 80).toString("latin1"));
}
