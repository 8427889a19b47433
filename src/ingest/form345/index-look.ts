// One look at one of EDGAR's indexes: what it says is recorded as a listing, and what is no whole index of its days is a failed
// look, never "no filings".
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type ListingLook, lastLook, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { type OutboundAnswer, OutboundError } from "../outbound/door.ts";
import type { SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import type { EdgarListing } from "./edgar-listings.ts";
import { type EdgarIndex, readIndex } from "./index-file.ts";
import { listedFilings } from "./index-listing.ts";

/** the quarter with the most lines has 30 MB; an index beyond this is none */
const maxIndexBytes = 256 * 1024 * 1024;
/** Ownership forms are filed electronically since 2003-06-30 (SEC release 33-8230): no business day since is without one. */
const electronicSince = "2003-06-30";

type Finding = Pick<ListingLook, "outcome" | "final" | "message" | "sha256" | "coversTo">;

/** One look at one listing. Yields an index only where it has lines that somebody has to see in quarantine. */
export async function* lookAtIndex(
  listing: EdgarListing,
  secUrl: string,
  context: SyncContext,
): AsyncGenerator<InputFile> {
  const { pool } = context.store;
  const known = await lastLook(pool, "form345", listing.listing);
  if (known?.final) return;
  const record = async (finding: Finding, index?: EdgarIndex) => {
    const look = { source: "form345", listing: listing.listing, coversFrom: listing.coversFrom, ...finding };
    await inTransaction(context.store, (client) =>
      recordListing(client, look, index ? listedFilings(index.filings) : []),
    );
  };
  const { coversTo } = listing;
  if (listing.weekend) return await record({ outcome: "not_published", final: true, message: "weekend", coversTo });
  try {
    const fetched = await fetchIndex(listing, secUrl, known?.outcome === "failed", context);
    if (!fetched) return await record(absence(listing));
    const index = readIndex(fetched.content, fetched.url);
    const finding = judge(index, listing);
    if (index && (index.refused.length > 0 || index.truncated)) yield rawIndex(fetched);
    await record({ ...finding, sha256: fetched.sha256 }, index ?? undefined);
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
  if (index.truncated) return failed(index.truncated);
  if (index.span?.listing !== listing.listing)
    return failed(`the answer is ${index.span?.listing ?? "an index of no day"}`);
  if (index.filings.length === 0) {
    if (coversTo >= electronicSince && !listing.holiday)
      return failed("the index lists no ownership form, which cannot be");
    return { outcome: "empty", final: listing.settled, coversTo };
  }
  // a name proves nothing: an index of that day has filings of that day
  if (listing.coversFrom === coversTo && !index.filings.some(({ filedOn }) => filedOn === coversTo))
    return failed(`the index lists nothing filed on ${coversTo}`);
  const { length } = index.refused;
  return {
    outcome: "listed",
    final: listing.settled && index.span.closed && length === 0,
    ...(length > 0 && { message: `${length} lines could not be read` }),
    coversTo: index.span.coversTo,
  };
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

/** Form and master index list the same lines; the full ones stand there packed too. */
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
