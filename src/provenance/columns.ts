// Rows as values by column name, and their comparison, exact except for the notation of a number: as filed, as the
// current parser reads them, and as stored.
import type { Columns, FieldOrigin } from "../ingest/provenance.ts";
import { trimZeros } from "../lib/text-ends.ts";
import type { ExplainedField } from "./explanation.ts";

export interface FieldDifference {
  field: string;
  /** null stands for SQL null */
  stored: string | null;
  read: string | null;
}

const number = /^-?\d+(?:\.\d+)?$/;

/** A value as text: numbers without trailing zeros, objects with their keys in order. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(inOrder(value));
  const text = String(value);
  return number.test(text) ? trimZeros(text) : text;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
}

/** The columns of `read` whose stored value differs, without the `ignored` columns. */
export function differencesOf(stored: Columns, read: Columns, ignored: ReadonlySet<string>): FieldDifference[] {
  return Object.keys(read).flatMap((field) => {
    if (ignored.has(field)) return [];
    const pair = { field, stored: asText(stored[field]), read: asText(read[field]) };
    return pair.stored === pair.read ? [] : [pair];
  });
}

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
