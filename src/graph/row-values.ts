// Helpers for values of rows: rows that foreign keys guarantee, values that loaders give immediately or later, and JSON
// columns, which are validated once per row that is read, however often their value is used.
import type { z } from "zod";

/** The row; a missing row is a bug and becomes an internal error. */
export function present<Row>(row: Row | null | undefined, key: string): Row {
  if (row == null) throw new Error(`the store has no row for ${key}, although it found one`);
  return row;
}

/** Applies `next` to a value immediately, or to a promise's value when it resolves. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns a function that reads a JSON list by a schema. It throws if the stored value does not fit the schema. */
export function checkedList<Entry>(schema: z.ZodType<Entry[]>): (json: unknown) => Entry[] {
  const known = new WeakMap<object, Entry[]>();
  return (json) => {
    const before = typeof json === "object" && json !== null ? known.get(json) : undefined;
    if (before) return before;
    const read = schema.parse(json);
    known.set(json as object, read);
    return read;
  };
}
