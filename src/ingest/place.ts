// Where in a file a value stands that was refused. The parser that refuses it says so, and the quarantine keeps it; the page
// that shows the file finds the line again.
import { z } from "zod";
import { storable } from "../storable.ts";

const place = z.object({
  /**
   * what the row is: an element of an ownership document, a row of a page's table, a line of a file with columns; `text` where the
   * file has no rows that can be counted, as the text layer of a PDF
   */
  kind: z.enum(["element", "table", "columns", "text"]),
  /** the element's name, of kind `element` alone */
  element: z.string().optional(),
  /** position of the row among its kind, from 0 */
  row: z.number().int().nonnegative().optional(),
  /** the element, the column's heading, or the publisher's name of the field; null where the whole row is refused */
  field: z.string().nullable(),
  /** as filed, cut after `longestRaw` characters; null where nothing is there */
  raw: z.string().nullable(),
});

export type Place = z.infer<typeof place>;

const longestRaw = 300;

/** The place as the quarantine keeps it: headings are foreign too. */
export const placeToKeep = (found: Place): Place =>
  storable({
    ...found,
    field: found.field?.slice(0, longestRaw) ?? null,
    raw: found.raw?.slice(0, longestRaw) ?? null,
  });

/** The place in what the quarantine keeps of a refusal; undefined where its parser knew none. */
export function storedPlace(detail: unknown): Place | undefined {
  return z.object({ place }).safeParse(detail).data?.place;
}
