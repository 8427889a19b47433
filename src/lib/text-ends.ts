// The ends of texts, in one pass. The regular expression of a run at the end of a text, such as /0+$/, is tried again at
// each character of every run that is not at the end, which takes quadratic time. Imports nothing of this project.

/** The text without the run of these characters at its end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A decimal number without the zeros at its end: `1.50` is `1.5`, `1.0` is `1`, `10` is `10`. */
export function trimZeros(number: string): string {
  if (!number.includes(".")) return number;
  const trimmed = trimEndOf(number, "0");
  return trimmed !== number && trimmed.endsWith(".") ? trimmed.slice(0, -1) : trimmed;
}

/**
 * A text that ends with parentheses, which hold no others: what is before them without white space at its end, and what
 * is inside. undefined for any other text.
 */
export function splitParentheses(text: string): { before: string; inside: string } | undefined {
  const trimmed = text.trimEnd();
  const open = trimmed.lastIndexOf("(");
  if (open < 0 || trimmed.indexOf(")", open) !== trimmed.length - 1) return undefined;
  return { before: trimmed.slice(0, open).trimEnd(), inside: trimmed.slice(open + 1, -1) };
}
