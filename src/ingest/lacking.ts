// Whether a listing has lost what it named before. A publisher corrects single entries; one that suddenly has far fewer was cut
// off, or its form has changed.

/** Entries that may go from one fetch to the next: two, or five in a hundred where that is more. */
export function tolerated(before: number): number {
  return Math.max(2, Math.floor(before / 20));
}

/** A sentence where a listing names far fewer `things` than at the fetch before; null where nothing speaks against it. */
export function lacking(now: number, before: number, things: string): string | null {
  if (before - now <= tolerated(before) && !(now === 0 && before > 0)) return null;
  return `it lists ${now} ${things}, and listed ${before} before`;
}
