// The definition of a parameter: how its text is read, and its schema and description in the OpenAPI document.
import type { Form } from "../forms/media-types.ts";
import type { Vocabulary } from "../ports.ts";

export type JsonSchema = Record<string, unknown>;

export interface ParameterContext {
  vocabulary: Vocabulary;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: string;
  /** the format of the response; JSON if undefined */
  form?: Form;
}

export interface Parameter<T> {
  description: string;
  /** schema of the value as written in the URL */
  schema: JsonSchema;
  example?: string;
  /** name for people, of the control of a page */
  label?: string;
  /** a plus in its text is a plus, or a space where a plus is impossible; without this a plus is a space */
  keepsPlus?: true;
  /** all accepted values, if they are few */
  choices?: readonly string[];
  /** the choices that a control offers: without aliases, one for each value */
  options?: readonly string[];
  /** all accepted values, if they are few and in the vocabulary */
  wordsOf?(vocabulary: Vocabulary): readonly string[];
  /** accepts several values, by repetition or separated by commas */
  list?: boolean;
  /** value of an absent parameter; without it an absent parameter is undefined */
  fallback?: T;
  /** a request without the parameter is refused */
  required?: true;
  /** @throws ParameterError with a sentence that states the problem and what is allowed */
  read(texts: string[], context: ParameterContext): T;
}

/** `null` from a path parameter: well-formed, but no row can have it (404). */
export type Parameters = Record<string, Parameter<unknown>>;

/** The values of a set of parameters; absent ones without a fallback are undefined. */
export type Values<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T>
    ? P[Name] extends { fallback: T } | { required: true }
      ? T
      : T | undefined
    : never;
};

/** A value that a parameter does not accept. The message completes "<parameter> ...". */
export class ParameterError extends Error {
  override name = "ParameterError";
}

/** Maximum length of one value. No name in a response is longer. */
export const maxValueLength = 200;
/** Maximum number of values of one list, as written. */
export const maxValues = 100;

/** Checks the length before the value is read. @throws ParameterError */
export function checkLength(text: string, max = maxValueLength): void {
  if (text.length <= max) return;
  // one character may be two UTF-16 code units
  const length = [...text].length;
  if (length > max) throw new ParameterError(`takes values of at most ${max} characters, not ${length}`);
}

/** The schema of a value in the URL, with a maximum length unless it is an enumeration or has one. */
const bounded = (schema: JsonSchema = { type: "string" }): JsonSchema =>
  schema.type === "string" && schema.enum === undefined ? { maxLength: maxValueLength, ...schema } : schema;

/** A caller's text, shortened for an error message. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export interface Description {
  description: string;
  schema?: JsonSchema;
  example?: string;
  choices?: readonly string[];
  options?: readonly string[];
}

/** A parameter with one value; a repeated parameter is refused. */
export function scalar<T>(about: Description, parse: (text: string, context: ParameterContext) => T): Parameter<T> {
  const schema = bounded(about.schema);
  const max = typeof schema.maxLength === "number" ? schema.maxLength : maxValueLength;
  return {
    ...about,
    schema,
    read: ([text = "", ...others], context) => {
      if (others.length > 0) throw new ParameterError("is given more than once; it accepts one value");
      checkLength(text, max);
      return parse(text, context);
    },
  };
}

/** The entries of a list as written, by repetition or separated by commas. @throws ParameterError */
function entriesOf(texts: string[]): string[] {
  const entries = texts.flatMap((text) => text.split(",")).map((text) => text.trim());
  checkCount(entries.length, maxValues);
  if (entries.includes("")) throw new ParameterError("has an empty entry in its list");
  for (const entry of entries) checkLength(entry);
  return entries;
}

/** @throws ParameterError if a list has too many values */
export function checkCount(count: number, max: number): void {
  if (count > max) throw new ParameterError(`takes at most ${max} values, not ${count}`);
}

/**
 * A parameter with up to `most` different values; `parse` returns the values of an entry. Equal values count once, so
 * more entries may be written, up to `mostValues`.
 */
export function list<T>(
  about: Description & { max: number },
  parse: (text: string, context: ParameterContext) => readonly T[],
): Parameter<T[]> {
  const { max, schema, ...rest } = about;
  return {
    ...rest,
    list: true,
    schema: { type: "array", minItems: 1, maxItems: max, items: bounded(schema) },
    read: (texts, context) => {
      const values = entriesOf(texts).flatMap((entry) => parse(entry, context));
      const different = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
      checkCount(different.length, max);
      return different;
    },
  };
}

/** The same parameter with a default value; `written` is that value as a caller would write it. */
export function withFallback<T>(
  parameter: Parameter<T>,
  fallback: NoInfer<T>,
  written: unknown = fallback,
): Parameter<T> & { fallback: T } {
  const schema = { ...parameter.schema, default: written };
  return { ...parameter, schema, fallback };
}

/** The same parameter, but required. */
export function required<T>(parameter: Parameter<T>): Parameter<T> & { required: true } {
  return { ...parameter, required: true };
}
