// Relations that the store's foreign keys promise.

/** The row; its absence is a fault of ours and ends as an internal error. */
export function present<Row>(row: Row | null | undefined, key: string): Row {
  if (row == null) throw new Error(`the store promises a row for ${key} and has none`);
  return row;
}
