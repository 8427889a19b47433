// Declares a field of a response in one line: its source in the query's result, its format and its description in the
// OpenAPI document. A shape is a record of fields; it projects rows, and gives its JSON schema. Its GraphQL selection is
// in selection.ts. Only here the store's decimal strings become JSON numbers; nothing is calculated in floating point.
import { Decimal } from "decimal.js";
import type { JsonSchema } from "./params/parameter.ts";
import type { Vocabulary } from "./ports.ts";

export type Row = Record<string, unknown>;

/** The input of a projection in addition to the row. */
export interface ProjectionContext {
  vocabulary: Vocabulary;
  /**
   * the document's variables. Responses are cached by variables and fields, so a projection reads nothing else of the
   * request
   */
  variables: Record<string, unknown>;
  /** the version of the data that were read */
  dataVersion?: string | undefined;
  /** the fields that the request chooses, if it chooses any */
  fields?: readonly string[] | undefined;
}

/** Chosen fields by name: undefined for a whole field, else the chosen fields within it. */
export type FieldChoice = ReadonlyMap<string, FieldChoice | undefined>;

type Read = (row: Row, context: ProjectionContext) => unknown;

/** A path into the row (`company.name`), or a value that is computed from several paths. */
type Source = string | Computed;

interface Computed {
  reads: readonly string[];
  read: Read;
}

/** A value that is computed from the fields with these paths. */
export const computed = (reads: readonly string[], read: Read): Computed => ({ reads, read });

export type Unit = "USD" | "percent" | "days" | "securities";

export interface Field {
  schema: JsonSchema;
  /** paths of the GraphQL fields that it needs */
  reads: readonly string[];
  /** the optional part that it belongs to; if the request does not include the part, row and response lack the field */
  optional?: string;
  /** the text is a number in plain decimal notation */
  isQuantity?: true;
  /** unit of its number, for files that describe their columns */
  unit?: Unit;
  /** of a list with one entry for each of these days, in this order; as a table it is columns by day */
  days?: readonly number[];
  /** the shape of its value, or of the entries of its list */
  inner?: Shape;
  /** path of the row or list of `inner`; absent if that is computed */
  innerAt?: string;
  /** undefined only for an optional field. `wanted`: the chosen fields within it, if not all */
  value(row: Row, context: ProjectionContext, wanted?: FieldChoice): unknown;
}

/**
 * Paths of the GraphQL fields that cost a statement or a join, by the name of the Boolean variable that includes them.
 * Fields of one statement have one variable. The path of an optional field is here too, whatever it costs.
 */
type Relations = Readonly<Record<string, readonly string[]>>;

export interface Shape {
  name: string;
  fields: Record<string, Field>;
  relations: Relations;
  schema: JsonSchema;
  /** `wanted`: the chosen fields; all without it */
  project(row: Row, context: ProjectionContext, wanted?: FieldChoice): Row;
}

const readsOf = (source: Source): readonly string[] => (typeof source === "string" ? [source] : source.reads);
const nameOf = (source: Source): string => readsOf(source).join(", ");

/** Returns the function that reads a field of a row; created once per field, since a response has a thousand fields. */
function readerOf(source: Source): Read {
  if (typeof source !== "string") return source.read;
  const [step = "", ...rest] = source.split(".");
  if (rest.length === 0) return (row) => row[step];
  const further = readerOf(rest.join("."));
  return (row, context) => {
    const inner = row[step];
    return inner === null || inner === undefined ? inner : further(inner as Row, context);
  };
}

/** Nullable unless `always`. */
interface About {
  always?: boolean;
  example?: unknown;
  unit?: Unit;
}

type Maker = (source: Source, description: string, about?: About) => Field;

function maker(schema: JsonSchema, write: (value: unknown) => unknown, example: unknown, ofAll?: Unit): Maker {
  return (source, description, about = {}) => {
    const read = readerOf(source);
    const unit = about.unit ?? ofAll;
    return {
      ...(unit && { unit }),
      schema: {
        ...schema,
        type: about.always ? schema.type : [schema.type, "null"],
        description,
        examples: [about.example ?? example],
      },
      reads: readsOf(source),
      value(row, context) {
        const value = read(row, context);
        if (value === undefined) throw new Error(`the query does not return ${nameOf(source)}`);
        return value === null ? null : write(value);
      },
    };
  };
}

const same = (value: unknown) => value;

export const text = maker({ type: "string" }, same, "text");
export const date = maker({ type: "string", format: "date" }, same, "2024-01-31");
export const timestamp = maker({ type: "string", format: "date-time" }, same, "2024-01-31T12:00:00Z");
/** the formats tell generators of clients to take 64 bits: ids are above 2^32, and cents need a double */
export const integer = maker({ type: "integer", format: "int64" }, same, 1);
export const truth = maker({ type: "boolean" }, same, false);
/** dollars, exact to the cent; or a price exactly as filed */
export const money = maker(
  { type: "number", format: "double" },
  (value) => exactNumber(String(value)),
  125000.5,
  "USD",
);
/** an average, rounded to four decimals; of money unless it has another unit */
export const average = maker({ type: "number", format: "double" }, (value) => rounded(String(value)), 83.3333, "USD");
/** percent, rounded to four decimals; it is not rounded before */
export const percent = maker(
  { type: "number", format: "double" },
  (value) => rounded(String(value)),
  2.3412,
  "percent",
);
/** a quantity as text in plain decimal notation */
export const quantity: Maker = (...given) => ({ ...decimalText(...given), isQuantity: true });
const decimalText = maker({ type: "string", format: "decimal" }, (value) => plainDecimal(String(value)), "1500");

/** An enumerated value. */
export function oneOf(source: Source, description: string, words: string[], about: About = {}): Field {
  const field = text(source, description, { ...about, example: about.example ?? words[0] });
  return { ...field, schema: { ...field.schema, enum: about.always ? words : [...words, null] } };
}

/** A shape with its own name in the OpenAPI document's components. */
export function shape(
  name: string,
  description: string,
  fields: Record<string, Field>,
  relations: Relations = {},
): Shape {
  const entries = Object.entries(fields);
  return {
    name,
    fields,
    relations,
    schema: {
      type: "object",
      description,
      required: entries.flatMap(([key, { optional }]) => (optional ? [] : [key])),
      properties: Object.fromEntries(entries.map(([key, field]) => [key, field.schema])),
    },
    project(row, context, wanted) {
      const result: Row = {};
      for (const [key, field] of entries) {
        if (wanted && !wanted.has(key)) continue;
        const value = field.value(row, context, wanted?.get(key));
        if (value !== undefined) result[key] = value;
      }
      return result;
    },
  };
}

/** A list of shapes. */
export function many(source: Source, of: Shape, description: string): Field {
  const read = readerOf(source);
  return {
    schema: { type: "array", description, items: schemaOf(of) },
    ...inside(source, of),
    value(row, context, wanted) {
      const rows = read(row, context);
      if (!Array.isArray(rows)) throw new Error(`the query does not return the list ${nameOf(source)}`);
      return rows.map((entry) => of.project(entry, context, wanted));
    },
  };
}

/** A list of shapes with one entry for each of these days, in this order. */
export function manyByDays(source: Source, of: Shape, description: string, days: readonly number[]): Field {
  const field = many(source, of, description);
  // clients name their columns by it, also where a list is empty
  return { ...field, schema: { ...field.schema, "x-days": days }, days };
}

/** A list of plain values, e.g. ids. */
export function values(source: Source, items: JsonSchema, description: string): Field {
  const read = readerOf(source);
  return {
    schema: { type: "array", description, items },
    reads: readsOf(source),
    value(row, context) {
      const list = read(row, context);
      if (!Array.isArray(list)) throw new Error(`the query does not return the list ${nameOf(source)}`);
      return list;
    },
  };
}

/** One nested shape, or null. */
export function one(source: Source, of: Shape, about: { always: boolean } = { always: true }): Field {
  const read = readerOf(source);
  return {
    schema: about.always ? schemaOf(of) : { anyOf: [schemaOf(of), { type: "null" }] },
    ...inside(source, of),
    value(row, context, wanted) {
      const inner = read(row, context);
      if (inner === undefined) throw new Error(`the query does not return ${nameOf(source)}`);
      return inner === null ? null : of.project(inner as Row, context, wanted);
    },
  };
}

/** A field that exists only when the request includes its part; otherwise its source gives undefined. */
export function onRequest(part: string, source: Source, make: (source: Source) => Field): Field {
  const field = make(source);
  const read = readerOf(source);
  return {
    ...field,
    optional: part,
    value: (row, context, wanted) => (read(row, context) === undefined ? undefined : field.value(row, context, wanted)),
  };
}

/** A nested shape with the paths that it reads, from the outer row. A computed one reads the paths of its source. */
function inside(source: Source, of: Shape): Pick<Field, "reads" | "inner" | "innerAt"> {
  if (typeof source !== "string") return { reads: source.reads, inner: of };
  const reads = Object.values(of.fields).flatMap(({ optional, reads }) =>
    optional ? [] : reads.map((path) => `${source}.${path}`),
  );
  return { reads, inner: of, innerAt: source };
}

/** A reference to a shape, which is defined in the document's components. */
export const schemaOf = (of: Shape): JsonSchema => ({ $ref: `#/components/schemas/${of.name}` });

/** JSON schemas of the shapes and their nested shapes, by name. Throws if two of them have the same name. */
export function shapeSchemas(roots: readonly Shape[]): Record<string, JsonSchema> {
  const shapes = new Map<string, Shape>();
  const visit = (of: Shape) => {
    const known = shapes.get(of.name);
    if (known === of) return;
    if (known) throw new Error(`two shapes are called ${of.name}`);
    shapes.set(of.name, of);
    for (const { inner } of Object.values(of.fields)) if (inner) visit(inner);
  };
  for (const root of roots) visit(root);
  return Object.fromEntries([...shapes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => [name, of.schema]));
}

/**
 * A decimal string as the JSON number with the same digits (exact for up to 15 significant ones, i.e. cents below ten
 * trillion).
 */
export function exactNumber(text: string): number {
  return Number(text);
}

/** has at most four decimal places, so there is nothing to round */
const isShort = /^-?\d{1,11}(\.\d{1,4})?$/;

/** A decimal string rounded half away from zero to four decimals; -0 is 0. */
export function rounded(value: string): number {
  if (isShort.test(value)) return Number(value) + 0;
  const number = new Decimal(value).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toNumber();
  return number === 0 ? 0 : number;
}

/** most quantities are already in this notation and need no arithmetic */
const isPlain = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

/** Plain decimal notation without trailing zeros: "1500", "12.5". */
export function plainDecimal(value: string): string {
  return isPlain.test(value) ? value : new Decimal(value).toFixed();
}
