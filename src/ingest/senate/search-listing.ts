// Records a saved response of the Senate's search as a listing, so that coverage can compare it with the stored
// reports.
import { type ListedDocument, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { IngestContext, InputFile } from "../source.ts";
import { readSearchAnswer, type SearchAnswer } from "./search-answer.ts";

/** True if the file name is that of a saved search response. */
export function isSearchName(name: string): boolean {
  const last = name.slice(name.lastIndexOf("/") + 1);
  return /\.json$/i.test(last) && /search/i.test(last);
}

/**
 * Stores a saved response, records the reports that it lists and quarantines its bad rows. It covers the days between
 * its first and last report, because the requested days are not in it. A response without a report therefore covers
 * nothing, and is refused.
 */
export async function takeSearchAnswer(file: InputFile, context: IngestContext): Promise<void> {
  const bytes = await file.read();
  const stored = await context.keep(file, bytes);
  const answer = readSearchAnswer(bytes);
  if (!answer) {
    await context.quarantineFile(file, "not_a_search_answer", "The file is no answer of the Senate's search", stored);
    return;
  }
  const { documents, unreadable } = sorted(answer);
  for (const { row, message } of unreadable)
    await context.quarantineRecord(file, `row ${row}`, "bad_search_row", message, { stored });
  const days = documents.map(({ listedOn }) => listedOn).sort();
  const [coversFrom, coversTo] = [days[0], days.at(-1)];
  if (!coversFrom || !coversTo) {
    const message = "The answer lists no report, and does not say which days were asked for";
    await context.quarantineFile(file, "empty_answer", message, stored);
    return;
  }
  const fetched = {
    source: "senate",
    listing: `local/search/${coversFrom}..${coversTo}`,
    coversFrom,
    coversTo,
    final: false,
    sha256: stored.sha256,
    ...finding(answer, documents.length),
  };
  await inTransaction(context.store, (client) => recordListing(client, fetched, documents));
}

function sorted({ rows }: SearchAnswer) {
  const documents = new Map<string, ListedDocument>();
  const unreadable: { row: number; message: string }[] = [];
  for (const [at, row] of rows.entries()) {
    if ("unreadable" in row) unreadable.push({ row: at + 1, message: row.unreadable });
    else documents.set(row.documentId, row);
  }
  return { documents: [...documents.values()], unreadable };
}

/** A single page of a longer result is not complete. */
function finding({ total }: SearchAnswer, shown: number): { outcome: "listed" | "failed"; message?: string } {
  if (shown === total) return { outcome: "listed" };
  return { outcome: "failed", message: `the search states ${total} reports and shows ${shown}` };
}
