// Records the content of a yearly index of the Clerk as a listing, so that coverage can compare it with the stored
// reports.
import type { Pool, PoolClient } from "pg";
import { addDays } from "../../lib/calendar-date.ts";
import { type ListedDocument, type ListingFetch, recordListing, removeFetch } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import { type IndexEntry, type IndexFile, isMembersReport } from "./index-file.ts";
import { judgeIndex, lacksTypes } from "./index-proof.ts";

/**
 * The Periodic Transaction Reports of members in an index. One without a date is listed on the first requested day (`from`) of its
 * year.
 */
export function listedReports(entries: IndexEntry[], year: number, from: string): ListedDocument[] {
  const start = `${year}-01-01`;
  return entries.filter(isMembersReport).map(({ docId, filedOn, filingType, disclosureType: _type, ...filer }) => ({
    documentId: docId,
    listedOn: filedOn ?? (from > start ? from : start),
    kind: filingType,
    url: houseSite + housePaths.report(filer.year, docId),
    detail: { ...filer, dated: filedOn !== null },
  }));
}

/**
 * Name of the fetch for a year's index that was ingested from a file. It differs from that of a fetch from the Clerk,
 * so that it never replaces one.
 */
const localListing = (year: number) => `local/year-index/${year}`;
/** Name of the fetch for the days after the newest row of that file. */
export const afterLocal = (year: number) => `${localListing(year)}/since`;

/**
 * Records what a local index lists. It covers its year up to its newest row, and is never final: the Clerk may have
 * added rows since. If the file is too old, the days after that row are recorded as a failed fetch. `today` is
 * YYYY-MM-DD.
 */
export async function recordLocalIndex(
  { store, today }: Pick<IngestContext, "store" | "today">,
  index: IndexFile,
  { sha256 }: StoredFile,
): Promise<void> {
  const { entries } = index;
  const year = Math.max(...entries.map((entry) => entry.year));
  if (!Number.isFinite(year)) return;
  const documents = listedReports(entries, year, `${year}-01-01`);
  const listedBefore = await listedUpTo(store, year, entries);
  // a copy that does not name its reports proves nothing, and changes nothing that another copy proved
  if (lacksTypes(entries, year) && listedBefore > documents.length) return;
  const lastDay = `${year}-12-31`;
  const end = today.startsWith(`${year}-`) ? today : lastDay;
  const { newest, stale, ...judged } = judgeIndex(index, { year, end, listedBefore });
  await inTransaction(store, async (client) => {
    await record(client, year, newest ?? lastDay, { ...judged, sha256 }, documents);
    const listing = afterLocal(year);
    if (!stale || newest === null || judged.outcome === "failed") return await removeFetch(client, "house", listing);
    const message = `the newest row of the index is of ${newest}`;
    const daysAfter = {
      source: "house",
      listing,
      coversFrom: addDays(newest, 1),
      coversTo: end,
      final: false,
      message,
    };
    await recordListing(client, { ...daysAfter, outcome: "failed" }, []);
  });
}

/**
 * Number of known reports of a year up to the newest row of this index: an older download is shorter, but has not lost
 * rows.
 */
async function listedUpTo({ pool }: Store, year: number, entries: IndexEntry[]): Promise<number> {
  const days = entries.flatMap(({ filedOn }) => (filedOn?.startsWith(`${year}-`) ? [filedOn] : []));
  const { rows } = await pool.query<{ reports: number }>(
    `SELECT count(*)::int AS reports FROM listed_documents
     WHERE source = 'house' AND (detail->>'year')::int = $1 AND listed_on BETWEEN $2 AND $3`,
    [year, `${year}-01-01`, days.sort().at(-1) ?? `${year}-12-31`],
  );
  return rows[0]?.reports ?? 0;
}

/** Records that an index file could not be read: a failed fetch for its year, if its name contains the year. */
export async function recordUnreadIndex(store: Store, { name }: InputFile, message: string): Promise<void> {
  const year = Number(/(?<!\d)((?:19|20)\d{2})FD/i.exec(name)?.[1]);
  if (year) await record(store.pool, year, `${year}-12-31`, { outcome: "failed", message }, []);
}

type Fetched = Pick<ListingFetch, "outcome" | "message" | "sha256" | "gaps">;

async function record(
  client: PoolClient | Pool,
  year: number,
  coversTo: string,
  fetched: Fetched,
  documents: ListedDocument[],
): Promise<void> {
  const listingFetch = {
    source: "house",
    listing: localListing(year),
    coversFrom: `${year}-01-01`,
    coversTo,
    final: false,
  };
  await recordListing(client, { ...listingFetch, ...fetched }, documents);
}

/** base URL of the publisher, independent of HOUSE_URL */
const houseSite = "https://disclosures-clerk.house.gov";

export const housePaths = {
  index: (year: number) => `/public_disc/financial-pdfs/${year}FD.zip`,
  report: (year: number | string, docId: string) => `/public_disc/ptr-pdfs/${year}/${docId}.pdf`,
};
