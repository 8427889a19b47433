// Fetches one company or insider on demand: its submissions JSON with all older pages, and the Forms 3, 4 and 5 that it
// lists. They become listed documents, so that a later sync fetches those that cannot be fetched today.
import { recordDocuments } from "../../store/listings.ts";
import { listedFilings } from "../edgar/listed-filings.ts";
import type { FetchedFiler, OnDemand } from "../on-demand.ts";
import { OutboundError, type OutboundResponse } from "../outbound/door.ts";
import type { PublisherSettings, SyncContext } from "../publisher.ts";
import { companies } from "./index.ts";
import { UnknownList } from "./parse.ts";
import { readOlderPage, readSubmissions } from "./submissions.ts";

export default function edgarSubmissions({ secDataUrl }: Pick<PublisherSettings, "secDataUrl">): OnDemand {
  return { fetch: (cik, context) => fetchSubmissions(cik, secDataUrl, context) };
}

/**
 * Fetches the submissions of one CIK (10 digits) from EDGAR and records its ownership forms as listed documents.
 * Returns null if EDGAR has no such CIK. Throws OutboundError.
 */
async function fetchSubmissions(
  cik: string,
  secDataUrl: string,
  context: Pick<SyncContext, "store" | "outbound" | "signal">,
): Promise<FetchedFiler | null> {
  const address = (name: string) => `${secDataUrl}/submissions/${name}`;
  const { outbound, signal, store } = context;
  const response = await outbound.request({ publisher: "sec", url: address(`CIK${cik}.json`), signal });
  if (response.status !== 200) return null;
  const { name, filings, olderPages } = parseResponse(response, () => readSubmissions(response.body, cik));
  for (const page of olderPages) {
    const older = await outbound.request({ publisher: "sec", url: address(page), signal });
    // a missing page would silently leave out filings
    if (older.status !== 200) throw new OutboundError("bad_answer", `HTTP ${older.status} from ${older.url}`);
    filings.push(...parseResponse(older, () => readOlderPage(older.body, cik, name)));
  }
  await recordDocuments(store.pool, companies.onDemand.documentsOf, listedFilings(filings));
  const file = { path: response.url, name: `CIK${cik}.json`, read: async () => response.body };
  return { file, name, documentIds: [...new Set(filings.map(({ accessionNumber }) => accessionNumber))] };
}

function parseResponse<Result>({ url }: OutboundResponse, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownList) throw new OutboundError("bad_answer", `${url}: ${error.message}`);
    throw error;
  }
}
