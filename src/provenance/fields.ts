// Compares the fields of a row: as filed, as the current parser reads them, and as stored.
import type { Columns, FieldOrigin } from "../ingest/provenance.ts";
import { asText } from "./columns.ts";
import type { ExplainedField } from "./explanation.ts";

/** Origins and derivations of the fields of one table. */
export interface FieldNotes {
  /** by column: its position in the file */
  origins: Record<string, FieldOrigin>;
  /** by column: what it is derived from */
  follows: Record<string, string>;
  hidden: ReadonlySet<string>;
}

/**
 * One entry for each column read, in the order of the parser; `of` is a prefix for the names of fields that are not the
 * row's own.
 */
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
        position: origin?.position ?? follows[name] ?? null,
        filed: origin?.filed ?? null,
        ...values,
        agrees: read !== undefined && values.stored === values.read,
      };
    });
}
