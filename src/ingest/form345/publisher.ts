// EDGAR as the publisher of Forms 3, 4 and 5: full and daily indexes, the feed of the latest filings for the days that
// have no index yet, the data sets of closed quarters, and each filing's full submission. Addresses as on "Accessing
// EDGAR Data" (sec.gov).
import { addDays } from "../../lib/calendar-date.ts";
import { recordFetchFailure } from "../../store/listings.ts";
import { edgarListings } from "../edgar/listings.ts";
import type { DueDocument, Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { fetchDataSets } from "./fetch/data-set-fetch.ts";
import { syncIndex } from "./fetch/index-fetch.ts";
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
