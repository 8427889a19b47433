// What a yearly index of the Clerk says is recorded as a listing, so that coverage can set it against what is stored.
import type { Pool, PoolClient } from "pg";
import { addDays } from "../../calendar-date.ts";
import { type ListedDocument, type ListingFetch, recordListing, removeFetch } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import { type IndexEntry, type IndexFile, isReport } from "./index-file.ts";
import { judgeIndex } from "./index-proof.ts";
import { housePaths, houseSite } from "./site.ts";

/** The Periodic Transaction Reports of an index. One without a date is on the first wanted day (`from`) of its year. */
export function listedReports(entries: IndexEntry[], year: number, from: string): ListedDocument[] {
  const start = `${year}-01-01`;
  return entries.filter(isReport).map(({ docId, filedOn, filingType, ...filer }) => ({
    documentId: docId,
    listedOn: filedOn ?? (from > start ? from : start),
    kind: filingType,
    url: houseSite + housePaths.report(filer.year, docId),
    detail: { ...filer, dated: filedOn !== null },
  }));
}

/** The fetch of a year's index that came as a file: a name of its own, so that it never takes the place of asking the Clerk. */
const localListing = (year: number) => `local/year-index/${year}`;
/** The fetch of the days behind the newest row of that file. */
export const behindLocal = (year: number) => `${localListing(year)}/since`;

/**
 * Records what a local index lists. It covers its year up to its newest row, and is never final: it is unknown what the Clerk
 * has added since. Where the file is too old for the days behind that row, they were checked in vain. `today` is YYYY-MM-DD.
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
  const lastDay = `${year}-12-31`;
  const end = today.startsWith(`${year}-`) ? today : lastDay;
  const { newest, stale, ...judged } = judgeIndex(index, { year, end, listedBefore });
  await inTransaction(store, async (client) => {
    await record(client, year, newest ?? lastDay, { ...judged, sha256 }, documents);
    const listing = behindLocal(year);
    if (!stale || newest === null || judged.outcome === "failed") return await removeFetch(client, "house", listing);
    const message = `the newest row of the index is of ${newest}`;
    const behind = { source: "house", listing, coversFrom: addDays(newest, 1), coversTo: end, final: false, message };
    await recordListing(client, { ...behind, outcome: "failed" }, []);
  });
}

/** Reports that are known of a year up to the newest row of this index: an older download is shorter, and has lost nothing. */
async function listedUpTo({ pool }: Store, year: number, entries: IndexEntry[]): Promise<number> {
  const days = entries.flatMap(({ filedOn }) => (filedOn?.startsWith(`${year}-`) ? [filedOn] : []));
  const { rows } = await pool.query<{ reports: number }>(
    `SELECT count(*)::int AS reports FROM listed_documents
     WHERE source = 'house' AND (detail->>'year')::int = $1 AND listed_on BETWEEN $2 AND $3`,
    [year, `${year}-01-01`, days.sort().at(-1) ?? `${year}-12-31`],
  );
  return rows[0]?.reports ?? 0;
}

/** A file that should have been an index could not be read: its year, where its name says it, was checked in vain. */
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
  const whole = { source: "house", listing: localListing(year), coversFrom: `${year}-01-01`, coversTo, final: false };
  await recordListing(client, { ...whole, ...fetched }, documents);
}
