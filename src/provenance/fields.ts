// The fields of a row side by side: as filed, as the present parser reads them, and as they are stored.
import { asText, type Columns } from "./columns.ts";
import type { ExplainedField } from "./explanation.ts";

/** Where a field stands, and what is there. */
export interface FieldOrigin {
  place: string;
  filed: string | null;
}

/** What is known of the fields of one table. */
export interface FieldNotes {
  /** by column: where it is */
  origins: Record<string, FieldOrigin>;
  /** by column: what it follows from */
  follows: Record<string, string>;
  hidden: ReadonlySet<string>;
}

/** One for each column that is read, in the order of the parser; `of` goes before the names of fields that are not the row's own. */
export function explainedFields(
  stored: Columns,
  read: Columns | undefined,
  { origins, follows, hidden }: FieldNotes,
  of = "",
): ExplainedField[] {
  return Object.keys(read ?? stored)
    .filter((name) => !hidden.has(name))
    .map((name) => {
      const values = { stored: asText(stored[name]), read: read ? asText(read[name]) : null };
      const origin = origins[name];
      return {
        name: `${of}${name}`,
        place: origin?.place ?? follows[name] ?? null,
        filed: origin?.filed ?? null,
        ...values,
        agrees: read !== undefined && values.stored === values.read,
      };
    });
}
