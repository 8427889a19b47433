// One fetch of one of EDGAR's indexes: it is recorded as a listing, and what is no whole index of its days is a failed
// fetch, never "no filings".
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type ListingFetch, lastFetch, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { type OutboundAnswer, OutboundError } from "../outbound/door.ts";
import type { SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { dailyIndex, type EdgarListing } from "./edgar-listings.ts";
import { type EdgarIndex, readIndex } from "./index-file.ts";
import { lackingFilings, listedFilings } from "./index-listing.ts";
import { judgeIndex } from "./index-proof.ts";

/** the quarter with the most lines has 30 MB; an index beyond this is none */
const maxIndexBytes = 256 * 1024 * 1024;

type Finding = Pick<ListingFetch, "outcome" | "final" | "message" | "sha256" | "coversTo" | "gaps">;

/** One fetch of one listing. Yields an index only where some of its lines belong in quarantine. */
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
    if (!fetched) return await record(absence(listing));
    const index = readIndex(fetched.content, fetched.url);
    let finding = judge(index, listing);
    const lost = index && finding.outcome === "listed" ? await lackingFilings(index, listing, context.store) : null;
    if (lost) finding = { outcome: "failed", final: false, message: `the index has lost lines: ${lost}`, coversTo };
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
    // while the publisher wants to be left alone, no other listing can be had either
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    await record({ outcome: "failed", final: false, message: error.message, coversTo });
  }
}

/** No such file: right for a day on which EDGAR is closed, still to come for the night after a business day. */
function absence({ holiday, listing, coversTo, settled }: EdgarListing): Finding {
  if (holiday) return { outcome: "not_published", final: true, message: "federal holiday", coversTo };
  if (listing.startsWith("full-index/"))
    return { outcome: "failed", final: false, message: "EDGAR has no such index", coversTo };
  // EDGAR closes on other days too, by order of the President: such a day is asked for until its quarter's index is there
  return {
    outcome: "not_published",
    final: false,
    message: settled ? "no index of a business day" : "not yet",
    coversTo,
  };
}

function judge(index: EdgarIndex | null, listing: EdgarListing): Finding {
  const { coversTo } = listing;
  const failed = (message: string): Finding => ({ outcome: "failed", final: false, message, coversTo });
  if (!index) return failed("the answer is no index of EDGAR");
  if (!index.truncated && index.span?.listing !== listing.listing)
    return failed(`the answer is ${index.span?.listing ?? "an index of no day"}`);
  const finding = judgeIndex(index, listing);
  if (finding.outcome === "failed") return { ...finding, final: false, coversTo };
  if (finding.outcome === "empty") return { ...finding, final: listing.settled, coversTo };
  // a name proves nothing: an index of that day has filings of that day
  if (listing.coversFrom === coversTo && !index.filings.some(({ filedOn }) => filedOn === coversTo))
    return failed(`the index lists nothing filed on ${coversTo}`);
  const final = listing.settled && index.span?.closed === true && index.refused.length === 0;
  return { ...finding, final, coversTo: index.span?.coversTo ?? coversTo };
}

/**
 * The days of a quarter's index without an ownership form, by their daily indexes: what those list is recorded, and a day without
 * one was a day on which EDGAR was closed. Returns the days that stay unproven.
 */
async function unproven(gaps: string[], secUrl: string, context: SyncContext): Promise<string[]> {
  const left: string[] = [];
  for (const day of gaps) {
    const listing = dailyIndex(day, context.today);
    for await (const _ of syncIndex(listing, secUrl, context));
    const fetched = await lastFetch(context.store.pool, "form345", listing.listing);
    // two listings agree that there is nothing; one of them alone proves nothing
    if (fetched?.outcome !== "listed" && fetched?.outcome !== "not_published") left.push(day);
  }
  return left;
}

interface FetchedIndex {
  url: string;
  bytes: Buffer;
  content: string;
  sha256?: string;
}

/** The index in whichever of EDGAR's layouts is there; null when in none. Throws OutboundError. */
async function fetchIndex(
  { path }: EdgarListing,
  secUrl: string,
  fresh: boolean,
  { outbound, signal }: SyncContext,
): Promise<FetchedIndex | null> {
  for (const candidate of layouts(path)) {
    const url = `${secUrl}/Archives/edgar/${candidate}`;
    const answer = await outbound.request({ publisher: "sec", url, fresh, maxBytes: maxIndexBytes, signal });
    if (answer.status !== 200) continue;
    const bytes = await unpacked(answer);
    return { url, bytes, content: bytes.toString("latin1"), ...(answer.sha256 && { sha256: answer.sha256 }) };
  }
  return null;
}

/** Form and master index list the same lines; the full ones are there packed too. */
function layouts(path: string): string[] {
  if (path.endsWith(".gz")) return [path, path.replace(/\.gz$/, ".idx"), path.replace("master.gz", "form.gz")];
  return [path, path.replace("/form.", "/master.")];
}

const decompress = promisify(gunzip);

async function unpacked({ body, url }: OutboundAnswer): Promise<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  return await decompress(body, { maxOutputLength: maxIndexBytes }).catch((error: Error) => {
    throw new OutboundError("bad_answer", `${url} cannot be unpacked: ${error.message}`);
  });
}

function rawIndex({ url, bytes }: FetchedIndex): InputFile {
  const name = (url.split("/").at(-1) ?? "").replace(/\.gz$/, ".idx");
  return { path: url, name, read: async () => bytes };
}
