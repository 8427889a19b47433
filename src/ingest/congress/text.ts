// Text in the form in which it is stored: one space between words, and no characters that PostgreSQL rejects.

/** Trims, collapses white space, and drops NUL; an unpaired surrogate becomes the replacement character. */
export function plainText(text: string): string {
  return text
    .replaceAll("\0", "")
    .replaceAll(/\p{Cs}/gu, "\uFFFD")
    .replaceAll(/\s+/g, " ")
    .trim();
}
