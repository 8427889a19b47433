// Records the content of an EDGAR index as a listing, so that coverage can compare it with the stored filings.
import { datesBetween } from "../../../lib/calendar-date.ts";
import { type ListingFetch, recordListing } from "../../../store/listings.ts";
import type { Store } from "../../../store/store.ts";
import { inTransaction } from "../../../store/transaction.ts";
import { type EdgarIndex, type IndexedFiling, listedFilings } from "../../edgar/index-file.ts";
import { type IndexFinding, judgeIndex } from "../../edgar/index-proof.ts";
import { type IndexSpan, spanInPath } from "../../edgar/listings.ts";
import { ReadFailed, readOrFailure } from "../../isolated/isolated.ts";
import { lacking } from "../../publisher.ts";
import { quarantineRows, RefusedRows } from "../../refused/refused-rows.ts";
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
export async function missingFilings(
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
  return lacking(now, before, "of the filings that EDGAR listed of its days");
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
