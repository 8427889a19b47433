// Parameters that are text in a URL and numbers in a program: amounts, ids, days of a window.

interface Schema {
  type?: string | string[];
  pattern?: string;
  enum?: (string | number | null)[];
}

/**
 * The schema of values that a program may give: numbers too, where every word is a number or the pattern matches one.
 */
export function withNumbers<T extends Schema>(schema: T): T {
  if (schema.type !== "string") return schema;
  if (schema.enum?.every((word) => /^\d+$/.test(String(word))))
    return { ...schema, type: ["string", "integer"], enum: [...schema.enum, ...schema.enum.map(Number)] };
  const takes = (text: string) => schema.pattern !== undefined && new RegExp(schema.pattern).test(text);
  if (takes("1000.5")) return { ...schema, type: ["string", "number"] };
  return takes("1000") ? { ...schema, type: ["string", "integer"] } : schema;
}
