// An EDGAR index, fetched or from a local file, recorded as a listing, so that coverage can compare it with the stored
// filings. A response that is not a complete index of its days is a failed fetch, never "no filings".
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { datesBetween } from "../../../lib/calendar-date.ts";
import { type ListingFetch, lastFetch, recordListing } from "../../../store/listings.ts";
import type { Store } from "../../../store/store.ts";
import { inTransaction } from "../../../store/transaction.ts";
import {
  type EdgarIndex,
  type IndexedFiling,
  type IndexFinding,
  judgeIndex,
  listedFilings,
  readIndex,
} from "../../edgar/index-file.ts";
import { dailyIndex, type EdgarListing, type IndexSpan, spanInPath } from "../../edgar/listings.ts";
import { ReadFailed, readOrFailure } from "../../isolated/isolated.ts";
import { OutboundError, type OutboundResponse } from "../../outbound/index.ts";
import { type SyncContext, truncatedListing } from "../../publisher.ts";
import { quarantineRows, RefusedRows } from "../../refused/quarantine.ts";
import { type IngestContext, type InputFile, isFetched, type StoredFile } from "../../source.ts";

/**
 * Stores a local index, records the filings that it lists and quarantines its bad lines. Returns its filings. The fetch
 * is recorded under a separate name: a file on disk may differ from the current one at EDGAR, so it never replaces a
 * fetch from EDGAR.
 */
export async function acquireIndex(file: InputFile, bytes: Buffer, context: IngestContext): Promise<IndexedFiling[]> {
  const stored = await context.keep(file, bytes);
  const index = await readOrFailure("edgarIndex", bytes, file.path);
  if (!index || index instanceof ReadFailed) {
    const message = index?.message ?? "the file is not an EDGAR index";
    await context.quarantineFile(file, "not_an_index", message, stored);
    await recordUnopened(file, message, context);
    return [];
  }
  const refused = new RefusedRows();
  for (const { line, message } of index.refused)
    refused.add({ recordRef: `line ${line}`, reason: "bad_index_line", message });
  await quarantineRows(file, stored, refused.rows, context);
  if (index.truncated) await context.quarantineFile(file, "truncated_index", index.truncated, stored);
  // a fetched index is recorded by the code that fetched it
  if (isFetched(file)) return index.filings;
  if (index.span) await recordIndex(index, index.span, stored, context);
  else await recordUndated(index, context);
  return index.filings;
}

/** Records that an index file could not be read: a failed fetch for the days in its path. */
export async function recordUnopened(file: InputFile, message: string, context: IngestContext): Promise<void> {
  const span = spanInPath(file.path);
  if (span) await record(context.store, span, { outcome: "failed", final: false, message }, []);
}

async function recordIndex(index: EdgarIndex, span: IndexSpan, stored: StoredFile, { store }: IngestContext) {
  const finding = judgeIndex(index, span);
  const lostLines = finding.outcome === "listed" ? await missingFilings(index, span, store) : null;
  const { outcome, gaps, ...rest }: IndexFinding =
    lostLines === null ? finding : { outcome: "failed", message: `the index has lost lines: ${lostLines}`, gaps: [] };
  const final = outcome === "listed" && index.refused.length === 0 && span.closed && gaps.length === 0;
  const message = gaps.length > 0 ? `the index lists no ownership form of ${gaps.join(", ")}` : rest.message;
  await record(store, span, { outcome, gaps, final, message, sha256: stored.sha256 }, index.filings);
}

/**
 * A message if the index lacks filings that EDGAR listed before for its days, else null. EDGAR withdraws single
 * filings; many missing ones mean that the index is incomplete.
 */
async function missingFilings(
  index: EdgarIndex,
  { coversFrom, coversTo }: Pick<ListingFetch, "coversFrom" | "coversTo">,
  store: Store,
): Promise<string | null> {
  const ids = index.filings.map(({ accessionNumber }) => accessionNumber);
  const { rows } = await store.pool.query<{ before: number; now: number }>(
    `SELECT count(*)::int AS before, count(*) FILTER (WHERE document_id = ANY ($4))::int AS now
     FROM listed_documents WHERE source = $1 AND listed_on BETWEEN $2 AND $3`,
    ["form345", coversFrom, coversTo, ids],
  );
  const { before = 0, now = 0 } = rows[0] ?? {};
  return truncatedListing(now, before, "of the filings that EDGAR listed of its days");
}

type Fetched = Pick<ListingFetch, "outcome" | "final" | "message" | "sha256" | "gaps">;

async function record(store: Store, { closed: _, ...span }: IndexSpan, fetched: Fetched, filings: IndexedFiling[]) {
  const listingFetch = { source: "form345", ...span, listing: `local/${span.listing}`, ...fetched };
  await inTransaction(store, (client) => recordListing(client, listingFetch, listedFilings(filings)));
}

/** An excerpt without day or quarter lists documents, but covers no day. */
async function recordUndated({ filings }: EdgarIndex, { store }: IngestContext): Promise<void> {
  const days = filings.map(({ filedOn }) => filedOn).sort();
  const [coversFrom, coversTo] = [days[0], days.at(-1)];
  if (!coversFrom || !coversTo) return;
  const span = { listing: `excerpt/${coversFrom}..${coversTo}`, coversFrom, coversTo, closed: false };
  const message = "an excerpt: it says neither the day nor the quarter that it covers";
  const gaps = datesBetween(coversFrom, coversTo);
  await record(store, span, { outcome: "failed", final: false, message, gaps }, filings);
}

/** The days on which EDGAR lists these accession numbers, if an index with them was read. */
export async function listedDays(store: Store, accessionNumbers: string[]): Promise<Map<string, string>> {
  if (accessionNumbers.length === 0) return new Map();
  const { rows } = await store.pool.query<{ id: string; day: string }>(
    `SELECT document_id AS id, to_char(listed_on, 'YYYY-MM-DD') AS day FROM listed_documents
     WHERE source = 'form345' AND document_id = ANY($1)`,
    [accessionNumbers],
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}

// Fetches one EDGAR index and records the fetch as a listing. A response that is not a complete index of its days is a
// failed fetch, never "no filings".

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
  // the name proves nothing: an index of that day must contain filings of that day
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
    // two listings agree that there are no filings; one of them alone does not prove it
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
    throw new OutboundError("bad_response", `${url} cannot be unpacked: ${error.message}`);
  });
}

function rawIndex({ url, bytes }: FetchedIndex): InputFile {
  const name = (url.split("/").at(-1) ?? "").replace(/\.gz$/, ".idx");
  return { path: url, name, read: async () => bytes };
}
