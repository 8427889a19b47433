// Text as it may be in the store: one space between words, and nothing that PostgreSQL cannot hold.

/** Trims, joins white space, and drops NUL; half a surrogate pair becomes the replacement character. */
export function plainText(text: string): string {
  return text
    .replaceAll("\0", "")
    .replaceAll(/\p{Cs}/gu, "\uFFFD")
    .replaceAll(/\s+/g, " ")
    .trim();
}
