// Helpers for relations of rows: rows that foreign keys guarantee, and values that loaders give immediately or later.

/** The row; a missing row is a bug and becomes an internal error. */
export function present<Row>(row: Row | null | undefined, key: string): Row {
  if (row == null) throw new Error(`the store promises a row for ${key} and has none`);
  return row;
}

/** Applies `next` to a value immediately, or to a promise's value when it resolves. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
