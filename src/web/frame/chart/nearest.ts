// Searches in ascending lists.

/** Index of the first element that is not below the value; the last index if all are below. -1 for an empty list. */
export function firstFrom<Value extends number | string>(row: readonly Value[], value: Value): number {
  let low = 0;
  let high = row.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle] as Value) < value) low = middle + 1;
    else high = middle;
  }
  return high;
}

/** Index of the element closest to the value. */
export function nearest(row: readonly number[], value: number): number {
  const above = firstFrom(row, value);
  const below = Math.max(0, above - 1);
  return Math.abs((row[below] ?? 0) - value) <= Math.abs((row[above] ?? 0) - value) ? below : above;
}
