// Detects a listing that has lost entries. A publisher corrects single entries; a listing with far fewer entries was
// truncated, or its format has changed.

/** Number of entries that may disappear between two fetches: 2, or 5 percent if that is more. */
export function tolerated(before: number): number {
  return Math.max(2, Math.floor(before / 20));
}

/** A sentence if a listing names far fewer `things` than at the previous fetch, else null. */
export function lacking(now: number, before: number, things: string): string | null {
  if (before - now <= tolerated(before) && !(now === 0 && before > 0)) return null;
  return `it lists ${now} ${things}, and listed ${before} before`;
}
