// Values for requests: what a JSON Schema allows, and what a hostile or mistaken caller sends.
import fc from "fast-check";

export interface Schema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
}

export interface Parameter {
  name: string;
  in: string;
  schema: Schema;
  example?: unknown;
}

/** Percent-encodes a text. Half a surrogate pair has no encoding and is replaced. */
export const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "?"));

/** A value that the schema allows, as text before it is encoded. */
export function allowed(schema: Schema): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String));
  if (schema.type === "array") return listOf(schema.items ?? {}, Math.min(schema.maxItems ?? 3, 4));
  if (schema.type === "boolean") return fc.boolean().map(String);
  if (schema.type === "integer") {
    const { minimum: min = 0, maximum: max = 2 ** 31 - 1 } = schema;
    return fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.integer({ min, max })).map(String);
  }
  if (schema.format === "date") return instant.map((text) => text.slice(0, 10));
  if (schema.format === "date-time") return instant;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { size: "small" });
  const { minLength = 1, maxLength = 20 } = schema;
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 20) });
}

const instant = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());

const listOf = (items: Schema, max: number) =>
  fc.array(allowed(items), { minLength: 1, maxLength: max }).map((texts) => texts.join(","));

const numbers = [
  "0",
  "-0",
  "-1",
  "1e9",
  "1e-400",
  "Infinity",
  "NaN",
  "0x10",
  "1_000",
  "٣",
  "9007199254740993",
  "1.",
  ".5",
];
const breaking = ["'", '"', "`", "\\", "%", "_", ";", "--", "/*", "$1", "$${}", "{{7*7}}", "#{7*7}", "|| pg_sleep(5)"];
const sentences = [
  "' OR '1'='1",
  "1; DROP TABLE accounts",
  "') UNION SELECT hash FROM api_keys--",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "{ __schema { types { name } } }",
  '{"$gt": ""}',
  "javascript:alert(1)",
  "\r\nSet-Cookie: x=1",
];
const characters = [
  "\u0000",
  "\u0001",
  "\u007f",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\u202e",
  "é",
  "e\u0301",
  "ﬀ",
  "İ",
  "ß",
  "😀",
  "\u{10ffff}",
];

/** Text that no caller should send, or that means something to another program. */
export const hostile = fc.oneof(
  fc.constantFrom("", " ", ",", ",,", "null", "undefined", "true", "[object Object]", "__proto__", "constructor"),
  fc.constantFrom(...numbers, ...breaking),
  fc.constantFrom(...sentences),
  fc.constantFrom(...characters),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.tuple(fc.constantFrom("a", "1", "é", ",", "%"), fc.integer({ min: 50, max: 3000 })).map(([c, n]) => c.repeat(n)),
);

/** Percent-encoded text that no decoder accepts unchanged, or that it decodes twice. */
export const oddEncoding = fc.constantFrom(
  ..."%,%%,%zz,%E0%A4,%C0%AF,%ED%A0%80,%F4%90%80%80,%FF%FE,%00,%0a,%0d%0aX:%201,%2500,%252e%252e%252f,%u0041,a%2,+,%2B,%20,&,=,==,?,#".split(
    ",",
  ),
);
