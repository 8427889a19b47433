// Validates JSON columns: once per row that is read, however often its value is used.
import type { z } from "zod";

/** Returns a function that reads a JSON list by a schema. It throws if the stored value does not fit the schema. */
export function checkedList<Entry>(schema: z.ZodType<Entry[]>): (json: unknown) => Entry[] {
  const known = new WeakMap<object, Entry[]>();
  return (json) => {
    const before = typeof json === "object" && json !== null ? known.get(json) : undefined;
    if (before) return before;
    const read = schema.parse(json);
    known.set(json as object, read);
    return read;
  };
}
