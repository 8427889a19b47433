// Checks and changes of texts: their ends, what PostgreSQL can store, API keys in them, ids. Ends are found in one
// pass: the expression of a run at the end, such as /0+$/, is tried again at each character of every earlier run,
// which takes quadratic time. text and jsonb allow neither NUL nor lone surrogates, and hostile files and callers send
// both. Keys are masked, so that none is ever logged or stored. Imports nothing of this project.

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

// Texts that PostgreSQL can store: text and jsonb allow neither NUL nor lone surrogates, and hostile files and callers
// send both.

/** The text with U+FFFD instead of each character that cannot be stored. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replace(/\p{Cs}/gu, "\uFFFD");
}

/** The same for every text in a plain value; property names are ours and stay unchanged. */
export function storable<Value>(value: Value): Value {
  if (typeof value === "string") return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable(inner)])) as Value;
}

/**
 * True where every text in a plain value can be stored unchanged. No recursion: the value may be nested to any depth.
 */
export function isStorable(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === "string" && storableText(one) !== one) return false;
    if (typeof one === "object" && one !== null) waiting.push(...Object.values(one));
  }
  return true;
}

/** The text with U+FFFD instead of each control character: those in a filing must not reach a terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, "\uFFFD");

/** The beginning of a message as one line without control characters, which must not reach a terminal. */
export function oneLine(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Accounts, keys, subscriptions, sessions and runs have such ids; the database fails on any other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
