// What PostgreSQL can hold: its text and jsonb know neither NUL nor half a character of UTF-16, and hostile files and callers have both.

/** The text with U+FFFD in place of what cannot be stored. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replace(/\p{Cs}/gu, "\uFFFD");
}

/** The same for every text in records of plain values; their names are ours. */
export function storable<Value>(value: Value): Value {
  if (typeof value === "string") return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable(inner)])) as Value;
}

/** Whether every text in a plain value can be stored as it is. The value may be as deep as its sender likes. */
export function isStorable(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === "string" && storableText(one) !== one) return false;
    if (typeof one === "object" && one !== null) waiting.push(...Object.values(one));
  }
  return true;
}
