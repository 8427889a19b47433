// The Clerk of the House as a publisher: one index a year, which grows while the year runs and is amended for years after
// it, and one PDF a report. Addresses as on the Clerk's download page (disclosures-clerk.house.gov/FinancialDisclosure).
import { addDays } from "../../calendar-date.ts";
import { type ListingFetch, lastFetch, recordFetchFailure, recordListing, removeFetch } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { InputProblem } from "../files/limits.ts";
import { type OutboundAnswer, OutboundError } from "../outbound/door.ts";
import type { DueDocument, Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { behindLocal, listedReports } from "./index-listing.ts";
import { judgeIndex } from "./index-proof.ts";
import { housePaths } from "./site.ts";
import { readYearIndex, type YearIndex } from "./year-index.ts";

/** the first year for which the Clerk has an index */
const firstYear = 2008;
/**
 * Years after its end for which an index is still asked for: rows were added to the index of 2020 until August 2023. An
 * unchanged index costs one conditional request.
 */
const yearsOfAmendments = 3;

export default function housePublisher({ houseUrl }: Pick<PublisherSettings, "houseUrl">): Publisher {
  return {
    source: "house",
    parallel: 2,
    async *list(context) {
      // reports of the year before are filed in this one: the index of a year holds filings of the following years too
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
  let answer: OutboundAnswer;
  let index: YearIndex | null = null;
  try {
    answer = await outbound.request({ publisher: "house", url, signal });
    if (answer.status === 200) index = await readYearIndex(answer.body, url);
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof InputProblem)) throw error;
    await recordListing(store.pool, { ...fetched, outcome: "failed", final: false, message: error.message }, []);
    return;
  }
  const listedBefore = known?.listed ?? 0;
  if (!index) {
    await recordListing(store.pool, { ...fetched, final: false, ...absence({ year, today, listedBefore }) }, []);
    return;
  }
  // unchanged since a fetch that was recorded: that index is in the store
  const taken = known?.sha256 === answer.sha256 && known.outcome !== "failed";
  const { name, bytes } = index;
  if (!taken) yield { path: `${url}!/${name}`, name, read: async () => bytes };
  const { from } = context;
  await recordIndex(store, index, { fetched, year, today, from, listedBefore, sha256: answer.sha256 });
}

type Span = Pick<ListingFetch, "source" | "listing" | "coversFrom" | "coversTo">;

function spanOf(year: number, today: string): Span {
  const end = `${year}-12-31`;
  return {
    source: "house",
    listing: `year-index/${year}`,
    coversFrom: `${year}-01-01`,
    // what is still ahead was not looked at
    coversTo: end < today ? end : today,
  };
}

interface Seen {
  fetched: Span;
  year: number;
  today: string;
  /** first wanted day */
  from: string;
  listedBefore: number;
  sha256?: string | null | undefined;
}

/** Two looks: one at the days up to the index's newest row, and one at those behind it, of which it says nothing. */
async function recordIndex(store: Store, index: YearIndex, seen: Seen): Promise<void> {
  const { fetched, year, today, from, listedBefore, sha256 } = seen;
  const { newest, stale, ...judged } = judgeIndex(index, { year, end: fetched.coversTo, listedBefore });
  const isProven = judged.outcome !== "failed" && judged.gaps.length === 0 && !stale && index.refused.length === 0;
  const final = isProven && year + yearsOfAmendments < Number(today.slice(0, 4));
  const coversTo = judged.outcome === "failed" ? fetched.coversTo : (newest ?? fetched.coversTo);
  const whole = { ...fetched, ...judged, coversTo, final, ...(sha256 && { sha256 }) };
  const since = `${fetched.listing}/since`;
  await inTransaction(store, async (client) => {
    await recordListing(client, whole, listedReports(index.entries, year, from));
    if (judged.outcome !== "failed") await removeFetch(client, "house", behindLocal(year));
    if (coversTo === fetched.coversTo) return await removeFetch(client, "house", since);
    const message = `the newest row of the index is of ${newest}`;
    const behind = { ...fetched, listing: since, coversFrom: addDays(coversTo, 1), final, message };
    await recordListing(client, { ...behind, outcome: stale ? "failed" : "not_published" }, []);
  });
}

function absence({ year, today, listedBefore }: { year: number; today: string; listedBefore: number }) {
  if (`${year}` === today.slice(0, 4) && listedBefore === 0) return { outcome: "not_published" } as const;
  return { outcome: "failed", message: `the Clerk has no index of ${year}` } as const;
}

/** A PDF, or null: an error page under a PDF's name and a PDF that was cut off are tried again, never taken for a report. */
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
  const answer = await outbound.request({ publisher: "house", url, signal });
  if (answer.status !== 200) return await fail(`HTTP ${answer.status} from ${url}`);
  const { body } = answer;
  if (body.subarray(0, 1024).indexOf("%PDF-") < 0) return await fail(`not a PDF: ${beginningOf(body)}`);
  if (body.lastIndexOf("%%EOF") < 0) return await fail("the PDF was cut off: it has no end");
  return { path: url, name: `${documentId}.pdf`, documentId, listedOn, read: async () => body };
}

function beginningOf(body: Buffer): string {
  return JSON.stringify(body.subarray(0, 80).toString("latin1"));
}
