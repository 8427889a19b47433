// One company or insider on demand: its submissions JSON with all older pages, and the Forms 3, 4 and 5 that it lists. They
// become listed documents, so that what cannot be fetched today is fetched by a later sync.
import { recordDocuments } from "../../store/listings.ts";
import { form345 } from "../form345/index.ts";
import { listedFilings } from "../form345/index-listing.ts";
import { type OutboundAnswer, OutboundError } from "../outbound/door.ts";
import type { SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { UnknownList } from "./parse.ts";
import { readOlderPage, readSubmissions } from "./submissions.ts";

export interface FetchedSubmissions {
  /** the main file, for the source `companies` */
  file: InputFile;
  name: string;
  /** accession numbers of all Forms 3, 4 and 5, recorded as listed */
  documentIds: string[];
}

/**
 * Fetches everything that EDGAR lists of one CIK (10 digits) and records its ownership forms as listed documents. Null when
 * EDGAR knows no such CIK. Throws OutboundError.
 */
export async function fetchSubmissions(
  cik: string,
  secDataUrl: string,
  context: Pick<SyncContext, "store" | "outbound" | "signal">,
): Promise<FetchedSubmissions | null> {
  const address = (name: string) => `${secDataUrl}/submissions/${name}`;
  const { outbound, signal, store } = context;
  const answer = await outbound.request({ publisher: "sec", url: address(`CIK${cik}.json`), signal });
  if (answer.status !== 200) return null;
  const { name, filings, olderPages } = understood(answer, () => readSubmissions(answer.body, cik));
  for (const page of olderPages) {
    const older = await outbound.request({ publisher: "sec", url: address(page), signal });
    // without a page the list would lack filings without a sign of it
    if (older.status !== 200) throw new OutboundError("bad_answer", `HTTP ${older.status} from ${older.url}`);
    filings.push(...understood(older, () => readOlderPage(older.body, cik, name)));
  }
  await recordDocuments(store.pool, form345.name, listedFilings(filings));
  const file = { path: answer.url, name: `CIK${cik}.json`, read: async () => answer.body };
  return { file, name, documentIds: [...new Set(filings.map(({ accessionNumber }) => accessionNumber))] };
}

function understood<Result>({ url }: OutboundAnswer, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownList) throw new OutboundError("bad_answer", `${url}: ${error.message}`);
    throw error;
  }
}
