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

/** The beginning of a message as one line without control characters, which must not reach a terminal. */
export function oneLine(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
