// The Clerk of the House as a publisher: one index a year, which grows while the year runs and is amended for years after
// it, and one PDF a report. Addresses as on the Clerk's download page (disclosures-clerk.house.gov/FinancialDisclosure).
import { type ListingLook, lastLook, recordFetchFailure, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { InputProblem } from "../files/limits.ts";
import { type OutboundAnswer, OutboundError } from "../outbound/door.ts";
import type { DueDocument, Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { isReport, listedReports } from "./index-listing.ts";
import { housePaths } from "./site.ts";
import { readYearIndex, type YearIndex } from "./year-index.ts";

/** the first year for which the Clerk has an index */
const firstYear = 2008;
/**
 * Years after its end for which an index is still asked for: rows were added to the index of 2020 until August 2023. An
 * unchanged index costs one conditional request.
 */
const yearsOfAmendments = 3;

export function housePublisher({ houseUrl }: Pick<PublisherSettings, "houseUrl">): Publisher {
  return {
    source: "house",
    parallel: 2,
    async *list(context) {
      // reports of the year before are filed in this one: the index of a year holds filings of the following years too
      const from = Math.max(firstYear, Number(context.from.slice(0, 4)) - 1);
      const { to = context.today } = context;
      for (let year = Number(to.slice(0, 4)); year >= from; year--) yield* lookAt(year, houseUrl, context);
    },
    fetch: (document, context) => fetchReport(document, houseUrl, context),
  };
}

async function* lookAt(year: number, houseUrl: string, context: SyncContext): AsyncGenerator<InputFile> {
  const { store, outbound, signal, today } = context;
  const look = spanOf(year, today);
  const known = await lastLook(store.pool, "house", look.listing);
  if (known?.final) return;
  const url = houseUrl + housePaths.index(year);
  let answer: OutboundAnswer;
  let index: YearIndex | null = null;
  try {
    answer = await outbound.request({ publisher: "house", url, signal });
    if (answer.status === 200) index = await readYearIndex(answer.body, url);
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof InputProblem)) throw error;
    await recordListing(store.pool, { ...look, outcome: "failed", final: false, message: error.message }, []);
    return;
  }
  const outcome = outcomeOf(index, { year, today, listedBefore: known?.listed ?? 0 });
  if (!index || outcome.outcome === "failed" || outcome.outcome === "not_published") {
    await recordListing(store.pool, { ...look, final: false, ...outcome }, []);
    return;
  }
  // unchanged since a look that was recorded: that index is in the store
  const taken = known?.sha256 === answer.sha256 && known.outcome !== "failed";
  const { name, bytes } = index;
  if (!taken) yield { path: `${url}!/${name}`, name, read: async () => bytes };
  const final = year + yearsOfAmendments < Number(today.slice(0, 4)) && index.refused.length === 0;
  await inTransaction(store, (client) =>
    recordListing(
      client,
      { ...look, final, ...outcome, ...(answer.sha256 && { sha256: answer.sha256 }) },
      listedReports(index.entries, year, context.from),
    ),
  );
}

function spanOf(year: number, today: string): Pick<ListingLook, "source" | "listing" | "coversFrom" | "coversTo"> {
  const end = `${year}-12-31`;
  return {
    source: "house",
    listing: `year-index/${year}`,
    coversFrom: `${year}-01-01`,
    // what is still ahead was not looked at
    coversTo: end < today ? end : today,
  };
}

/** An index without reports is believed only while nothing was ever listed in it. */
function outcomeOf(
  index: YearIndex | null,
  { year, today, listedBefore }: { year: number; today: string; listedBefore: number },
): Pick<ListingLook, "outcome" | "message"> {
  if (!index) {
    if (`${year}` === today.slice(0, 4) && listedBefore === 0) return { outcome: "not_published" };
    return { outcome: "failed", message: `the Clerk has no index of ${year}` };
  }
  const reports = index.entries.filter(isReport).length;
  if (reports > 0) return { outcome: "listed", ...(index.refused.length > 0 && { message: refusedRows(index) }) };
  if (listedBefore === 0 && index.refused.length === 0) return { outcome: "empty" };
  return { outcome: "failed", message: `the index of ${year} lists no report, which cannot be` };
}

function refusedRows({ refused }: YearIndex): string {
  return `${refused.length} rows could not be read`;
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
