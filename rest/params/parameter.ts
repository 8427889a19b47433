// What a parameter is: how its text is read, and what the OpenAPI document says of it.
import type { Form } from "../forms/media-types.ts";
import type { Vocabulary } from "../ports.ts";

export type JsonSchema = Record<string, unknown>;

export interface ParameterContext {
  vocabulary: Vocabulary;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: string;
  /** the form that the answer will have; JSON where none is named */
  form?: Form;
}

export interface Parameter<T> {
  description: string;
  /** of the value as it is in the URL */
  schema: JsonSchema;
  example?: string;
  /** a plus in its text is a plus, or a blank where it can be none; else it is a blank */
  keepsPlus?: true;
  /** all values that it takes, where they are few */
  choices?: readonly string[];
  /** all values that it takes, where they are few and are in the vocabulary */
  wordsOf?(vocabulary: Vocabulary): readonly string[];
  /** takes several values, by repetition or separated by commas */
  list?: boolean;
  /** value when the parameter is absent; without it an absent parameter is undefined */
  fallback?: T;
  /** absent is refused */
  required?: true;
  /** @throws ParameterError with a sentence that says what is wrong and what is allowed */
  read(texts: string[], context: ParameterContext): T;
}

/** `null` from a path parameter: well-formed, but no row can have it (404). */
export type Parameters = Record<string, Parameter<unknown>>;

/** The values that a set of parameters gives; absent ones without a fallback are undefined. */
export type Values<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T>
    ? P[Name] extends { fallback: T } | { required: true }
      ? T
      : T | undefined
    : never;
};

/** A value that a parameter does not take. The message completes "<parameter> ...". */
export class ParameterError extends Error {
  override name = "ParameterError";
}

/** Characters of one value at most: contract, section 1. No name that an answer shows is longer. */
export const longestValue = 200;
/** Values of one list at most, as they are written: contract, section 1. */
export const mostValues = 100;

/** Looked at before anything reads the value. @throws ParameterError */
export function checkLength(text: string, most = longestValue): void {
  if (text.length <= most) return;
  // a letter may be two of JavaScript's characters
  const length = [...text].length;
  if (length > most) throw new ParameterError(`takes values of at most ${most} characters, not ${length}`);
}

/** A schema of a value in the URL, with the bound on its length where it names its values in no other way. */
const bounded = (schema: JsonSchema = { type: "string" }): JsonSchema =>
  schema.type === "string" && schema.enum === undefined ? { maxLength: longestValue, ...schema } : schema;

/** A caller's text, short enough to be in such a message. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export interface Description {
  description: string;
  schema?: JsonSchema;
  example?: string;
  choices?: readonly string[];
}

/** A parameter with one value: given twice it is refused. */
export function scalar<T>(about: Description, parse: (text: string, context: ParameterContext) => T): Parameter<T> {
  const schema = bounded(about.schema);
  const longest = typeof schema.maxLength === "number" ? schema.maxLength : longestValue;
  return {
    ...about,
    schema,
    read: ([text = "", ...others], context) => {
      if (others.length > 0) throw new ParameterError("is given more than once; it takes one value");
      checkLength(text, longest);
      return parse(text, context);
    },
  };
}

/** The entries of a list as they are written, by repetition or separated by commas. @throws ParameterError */
function entriesOf(texts: string[]): string[] {
  const entries = texts.flatMap((text) => text.split(",")).map((text) => text.trim());
  checkCount(entries.length, mostValues);
  if (entries.includes("")) throw new ParameterError("has an empty entry in its list");
  for (const entry of entries) checkLength(entry);
  return entries;
}

/** @throws ParameterError where a list has more values than it may have */
export function checkCount(count: number, most: number): void {
  if (count > most) throw new ParameterError(`takes at most ${most} values, not ${count}`);
}

/**
 * A parameter with up to `most` different values; `parse` says which values an entry represents. Equal values are one, so
 * more entries may be written, up to the bound of every list.
 */
export function list<T>(
  about: Description & { most: number },
  parse: (text: string, context: ParameterContext) => readonly T[],
): Parameter<T[]> {
  const { most, schema, ...rest } = about;
  return {
    ...rest,
    list: true,
    schema: { type: "array", minItems: 1, maxItems: most, items: bounded(schema) },
    read: (texts, context) => {
      const values = entriesOf(texts).flatMap((entry) => parse(entry, context));
      const different = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
      checkCount(different.length, most);
      return different;
    },
  };
}

/** The same parameter with a value for its absence; `written` is that value as a caller would write it. */
export function withFallback<T>(
  parameter: Parameter<T>,
  fallback: NoInfer<T>,
  written: unknown = fallback,
): Parameter<T> & { fallback: T } {
  const schema = { ...parameter.schema, default: written };
  return { ...parameter, schema, fallback };
}

/** The same parameter, without which the request is refused. */
export function required<T>(parameter: Parameter<T>): Parameter<T> & { required: true } {
  return { ...parameter, required: true };
}
