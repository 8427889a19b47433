// What a parameter is: how its text is read, and what the OpenAPI document says of it.
import type { Vocabulary } from "../ports.ts";

export type JsonSchema = Record<string, unknown>;

export interface ParameterContext {
  vocabulary: Vocabulary;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: string;
}

export interface Parameter<T> {
  description: string;
  /** of the value as it stands in the URL */
  schema: JsonSchema;
  example?: string;
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

/** A caller's text, short enough to stand in such a message. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export interface Description {
  description: string;
  schema?: JsonSchema;
  example?: string;
}

/** A parameter with one value: given twice it is refused. */
export function scalar<T>(about: Description, parse: (text: string, context: ParameterContext) => T): Parameter<T> {
  return {
    schema: { type: "string" },
    ...about,
    read: ([text = "", ...others], context) => {
      if (others.length > 0) throw new ParameterError("is given more than once; it takes one value");
      return parse(text, context);
    },
  };
}

/** A parameter with up to `most` values, by repetition or separated by commas. */
export function list<T>(
  about: Description & { most: number },
  parse: (text: string, context: ParameterContext) => T,
): Parameter<T[]> {
  const { most, schema, ...rest } = about;
  return {
    ...rest,
    list: true,
    schema: { type: "array", minItems: 1, maxItems: most, items: schema ?? { type: "string" } },
    read: (texts, context) => {
      const entries = texts.flatMap((text) => text.split(",")).map((text) => text.trim());
      if (entries.includes("")) throw new ParameterError("has an empty entry in its list");
      if (entries.length > most) throw new ParameterError(`takes at most ${most} values, not ${entries.length}`);
      return [...new Set(entries.map((entry) => parse(entry, context)))];
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
