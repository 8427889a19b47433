/** The median of the values that are known; null where none is. */
export function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return null;
  const half = (known.length - 1) / 2;
  return ((known[Math.floor(half)] ?? 0) + (known[Math.ceil(half)] ?? 0)) / 2;
}
