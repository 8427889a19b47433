// Fetches one EDGAR index and records the fetch as a listing. A response that is not a complete index of its days is a
// failed fetch, never "no filings".
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type ListingFetch, lastFetch, recordListing } from "../../../store/listings.ts";
import { inTransaction } from "../../../store/transaction.ts";
import { type EdgarIndex, listedFilings, readIndex } from "../../edgar/index-file.ts";
import { judgeIndex } from "../../edgar/index-proof.ts";
import { dailyIndex, type EdgarListing } from "../../edgar/listings.ts";
import { OutboundError, type OutboundResponse } from "../../outbound/door.ts";
import type { SyncContext } from "../../publisher.ts";
import type { InputFile } from "../../source.ts";
import { missingFilings } from "./index-listing.ts";

/** the quarter with the most lines has 30 MB; a larger response is not an index */
const maxIndexBytes = 256 * 1024 * 1024;

type Finding = Pick<ListingFetch, "outcome" | "final" | "message" | "sha256" | "coversTo" | "gaps">;

/** Fetches one listing. Yields the index only if some of its lines belong in quarantine. */
export async function* syncIndex(
  listing: EdgarListing,
  secUrl: string,
  context: SyncContext,
): AsyncGenerator<InputFile> {
  const { pool } = context.store;
  const known = await lastFetch(pool, "form345", listing.listing);
  if (known?.final) return;
  const record = async (finding: Finding, index?: EdgarIndex) => {
    const fetched = { source: "form345", listing: listing.listing, coversFrom: listing.coversFrom, ...finding };
    await inTransaction(context.store, (client) =>
      recordListing(client, fetched, index ? listedFilings(index.filings) : []),
    );
  };
  const { coversTo } = listing;
  if (listing.weekend) return await record({ outcome: "not_published", final: true, message: "weekend", coversTo });
  try {
    const fetched = await fetchIndex(listing, secUrl, known?.outcome === "failed", context);
    if (!fetched) return await record(missingIndex(listing));
    const index = readIndex(fetched.content, fetched.url);
    let finding = judge(index, listing);
    const lostLines =
      index && finding.outcome === "listed" ? await missingFilings(index, listing, context.store) : null;
    if (lostLines)
      finding = { outcome: "failed", final: false, message: `the index has lost lines: ${lostLines}`, coversTo };
    if (index && (index.refused.length > 0 || index.truncated)) yield rawIndex(fetched);
    await record(
      { ...finding, final: finding.final && !finding.gaps?.length, sha256: fetched.sha256 },
      index ?? undefined,
    );
    if (!finding.gaps?.length) return;
    const gaps = await unproven(finding.gaps, secUrl, context);
    const message = gaps.length > 0 ? `the index lists no ownership form of ${gaps.join(", ")}` : finding.message;
    await record(
      { ...finding, gaps, message, final: finding.final && gaps.length === 0, sha256: fetched.sha256 },
      index ?? undefined,
    );
  } catch (error) {
    // while the publisher's requests are paused, no other listing can be fetched either
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    await record({ outcome: "failed", final: false, message: error.message, coversTo });
  }
}

/**
 * The finding for a missing file: expected for a day on which EDGAR is closed; not yet published in the night after a
 * business day.
 */
function missingIndex({ closing, listing, coversTo, settled }: EdgarListing): Finding {
  if (closing) return { outcome: "not_published", final: true, message: closing, coversTo };
  if (listing.startsWith("full-index/"))
    return { outcome: "failed", final: false, message: "EDGAR has no such index", coversTo };
  // a closing that is not in the reviewed list yet: such a day is requested until its quarter's index exists
  return {
    outcome: "not_published",
    final: false,
    message: settled ? "there is no index of a business day" : "not yet",
    coversTo,
  };
}

function judge(index: EdgarIndex | null, listing: EdgarListing): Finding {
  const { coversTo } = listing;
  const failed = (message: string): Finding => ({ outcome: "failed", final: false, message, coversTo });
  if (!index) return failed("the response is not an EDGAR index");
  if (!index.truncated && index.span?.listing !== listing.listing)
    return failed(`the response is ${index.span?.listing ?? "an index of no day"}`);
  const finding = judgeIndex(index, listing);
  if (finding.outcome === "failed") return { ...finding, final: false, coversTo };
  if (finding.outcome === "empty") return { ...finding, final: listing.settled, coversTo };
  // the name is no proof: an index of that day must contain filings of that day
  if (listing.coversFrom === coversTo && !index.filings.some(({ filedOn }) => filedOn === coversTo))
    return failed(`the index lists nothing filed on ${coversTo}`);
  const final = listing.settled && index.span?.closed === true && index.refused.length === 0;
  return { ...finding, final, coversTo: index.span?.coversTo ?? coversTo };
}

/**
 * Checks the days without an ownership form in a quarter's index against their daily indexes. Filings that those list
 * are recorded; a day without a daily index was a day on which EDGAR was closed. Returns the days that remain unproven.
 */
async function unproven(gaps: string[], secUrl: string, context: SyncContext): Promise<string[]> {
  const unprovenDays: string[] = [];
  for (const day of gaps) {
    const listing = dailyIndex(day, context.today);
    for await (const _ of syncIndex(listing, secUrl, context));
    const fetched = await lastFetch(context.store.pool, "form345", listing.listing);
    // two listings agree that there are no filings; one of them alone is no proof
    if (fetched?.outcome !== "listed" && fetched?.outcome !== "not_published") unprovenDays.push(day);
  }
  return unprovenDays;
}

interface FetchedIndex {
  url: string;
  bytes: Buffer;
  content: string;
  sha256?: string;
}

/** Fetches the index in the first available of EDGAR's layouts; null if none exists. Throws OutboundError. */
async function fetchIndex(
  { path }: EdgarListing,
  secUrl: string,
  fresh: boolean,
  { outbound, signal }: SyncContext,
): Promise<FetchedIndex | null> {
  for (const candidate of layouts(path)) {
    const url = `${secUrl}/Archives/edgar/${candidate}`;
    const response = await outbound.request({ publisher: "sec", url, fresh, maxBytes: maxIndexBytes, signal });
    if (response.status !== 200) continue;
    const bytes = await unpacked(response);
    return { url, bytes, content: bytes.toString("latin1"), ...(response.sha256 && { sha256: response.sha256 }) };
  }
  return null;
}

/** The form and master indexes list the same lines; the full ones are also published compressed. */
function layouts(path: string): string[] {
  if (path.endsWith(".gz")) return [path, path.replace(/\.gz$/, ".idx"), path.replace("master.gz", "form.gz")];
  return [path, path.replace("/form.", "/master.")];
}

const decompress = promisify(gunzip);

async function unpacked({ body, url }: OutboundResponse): Promise<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  return await decompress(body, { maxOutputLength: maxIndexBytes }).catch((error: Error) => {
    throw new OutboundError("bad_answer", `${url} cannot be unpacked: ${error.message}`);
  });
}

function rawIndex({ url, bytes }: FetchedIndex): InputFile {
  const name = (url.split("/").at(-1) ?? "").replace(/\.gz$/, ".idx");
  return { path: url, name, read: async () => bytes };
}
