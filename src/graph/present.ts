// Relations of rows: what loaders give, at once or later, and what the store's foreign keys promise.

/** The row; its absence is a fault of ours and ends as an internal error. */
export function present<Row>(row: Row | null | undefined, key: string): Row {
  if (row == null) throw new Error(`the store promises a row for ${key} and has none`);
  return row;
}

/** What comes of a value that is there, at once, or of one that is coming. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
