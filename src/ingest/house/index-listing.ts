// What a yearly index of the Clerk says is recorded as a listing, so that coverage can set it against what is stored.
import { type ListedDocument, type ListingLook, recordListing } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { InputFile, StoredFile } from "../source.ts";
import type { IndexEntry, IndexFile } from "./index-file.ts";
import { housePaths, houseSite } from "./site.ts";

/** Whether a row of the index is a Periodic Transaction Report. */
export function isReport({ filingType }: IndexEntry): boolean {
  return filingType.toUpperCase() === "P";
}

/** The Periodic Transaction Reports of an index. One without a date stands on the first wanted day (`from`) of its year. */
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

/**
 * Records what a local index lists. It covers its year up to its newest row, and is never final: nobody knows what the Clerk
 * has added since. The look goes by a name of its own and never takes the place of asking the Clerk.
 */
export async function recordLocalIndex(
  store: Store,
  { entries, refused }: IndexFile,
  { sha256 }: StoredFile,
): Promise<void> {
  const year = Math.max(...entries.map((entry) => entry.year));
  if (!Number.isFinite(year)) return;
  const documents = listedReports(entries, year, `${year}-01-01`);
  const outcome = documents.length > 0 ? "listed" : "empty";
  const message = refused.length > 0 ? `${refused.length} rows could not be read` : undefined;
  await record(store, year, newestRow(entries, year), { outcome, message, sha256 }, documents);
}

/** A file that should have been an index could not be read: its year, where its name says it, was looked at in vain. */
export async function recordUnreadIndex(store: Store, { name }: InputFile, message: string): Promise<void> {
  const year = Number(/(?<!\d)((?:19|20)\d{2})FD/i.exec(name)?.[1]);
  if (year) await record(store, year, `${year}-12-31`, { outcome: "failed", message }, []);
}

type Look = Pick<ListingLook, "outcome" | "message" | "sha256">;

async function record(store: Store, year: number, coversTo: string, look: Look, documents: ListedDocument[]) {
  const listing = `local/year-index/${year}`;
  const whole = { source: "house", listing, coversFrom: `${year}-01-01`, coversTo, final: false, ...look };
  await inTransaction(store, (client) => recordListing(client, whole, documents));
}

/** The newest filing date of the index within its year: what was filed later is not in it. */
function newestRow(entries: IndexEntry[], year: number): string {
  const dates = entries.flatMap(({ filedOn }) => filedOn ?? []).sort();
  const newest = dates.at(-1) ?? `${year}-01-01`;
  if (newest.slice(0, 4) > `${year}`) return `${year}-12-31`;
  return newest < `${year}-01-01` ? `${year}-01-01` : newest;
}
