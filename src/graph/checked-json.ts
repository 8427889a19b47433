// JSON columns as the types of the schema: checked once for each row that is read, however often it is shown.
import type { z } from "zod";

/** Reads a JSON list by a schema. Throws where the store has something else. */
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
