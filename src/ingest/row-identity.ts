// Ids of rows that are read again. A row keeps the id that it was first given, which the file alone does not always
// give: of two documents whose ids are equal, the later one got another, and a report may be known by another key now.
import { rowId } from "../store/row-id.ts";
import type { Columns } from "./columns.ts";

/** more than two documents with one id are not to be expected of any store */
const maxSalt = 3;

/** Is `id` that of the `index`-th row of the document, also where another document had it first? */
export function isIdOf(id: string, documentKey: string, index: number): boolean {
  for (let salt = 0; salt <= maxSalt; salt++) if (id === String(rowId(documentKey, index, salt))) return true;
  return false;
}

/** The rows as read, with the ids of the stored rows that `isOwn` accepts as theirs. `keyOf` identifies a row. */
export function withStoredIds(
  read: Columns[],
  stored: readonly Columns[],
  { keyOf, isOwn }: { keyOf(row: Columns): string; isOwn(id: string, row: Columns): boolean },
): Columns[] {
  const ids = new Map(stored.map((row) => [keyOf(row), String(row.id)]));
  return read.map((row) => {
    const id = ids.get(keyOf(row));
    return id !== undefined && id !== String(row.id) && isOwn(id, row) ? { ...row, id } : row;
  });
}
