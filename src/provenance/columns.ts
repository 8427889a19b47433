// Rows as values by column name, and their comparison: exact, except for the notation of a number.
import type { Columns } from "../ingest/provenance.ts";
import { trimZeros } from "../lib/text-ends.ts";

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
