// The position of a refused value in its file. The parser that refuses the value gives the position, and the quarantine
// stores it; the page that shows the file finds the line from it.
import { z } from "zod";
import { storable } from "../lib/storable.ts";

const position = z.object({
  /**
   * kind of row: an element of an ownership document, a row of an HTML table, a line of a file with columns; `text` if
   * the file has no rows that can be counted, e.g. the text layer of a PDF
   */
  kind: z.enum(["element", "table", "columns", "text"]),
  /** the element's name; only for kind `element` */
  element: z.string().optional(),
  /** index of the row among rows of its kind, from 0 */
  row: z.number().int().nonnegative().optional(),
  /** the element, the column's heading, or the publisher's name of the field; null where the whole row is refused */
  field: z.string().nullable(),
  /** as filed, truncated to `longestRaw` characters; null if empty */
  raw: z.string().nullable(),
});

export type Position = z.infer<typeof position>;

const maxRawLength = 300;

/**
 * The position in the form that the quarantine stores. Headings are untrusted input too, so they are cleaned and truncated
 * as well.
 */
export const positionToKeep = (found: Position): Position =>
  storable({
    ...found,
    field: found.field?.slice(0, maxRawLength) ?? null,
    raw: found.raw?.slice(0, maxRawLength) ?? null,
  });

/** The position from the stored detail of a refusal; undefined if the parser gave none. */
export function storedPosition(detail: unknown): Position | undefined {
  return z.object({ position }).safeParse(detail).data?.position;
}
