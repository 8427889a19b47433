/** The median of the values that are known; null where none is. */
export function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return null;
  const half = (known.length - 1) / 2;
  return ((known[Math.floor(half)] ?? 0) + (known[Math.ceil(half)] ?? 0)) / 2;
}

/** The value below which that share of the sorted values lies, rounded to so many decimals; 0 of none. */
export const quantile = (sorted: readonly number[], share: number, decimals = 0): number => {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
};
