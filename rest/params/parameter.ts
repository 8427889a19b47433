// The definition of a parameter: how its text is read, and its schema and description in the OpenAPI document; and how
// all parameters of a request are read.
import { Decimal } from "decimal.js";
import { AppError, type ParameterProblem } from "../../src/errors.ts";
import type { Form } from "../forms/media-types.ts";
import type { Vocabulary } from "../ports.ts";
import { nearestParameters, shorten } from "./nearest.ts";

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
  valuesOf?(vocabulary: Vocabulary): readonly string[];
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
 * A parameter with up to `max` different values; `parse` returns the values of an entry. Equal values count once, so
 * more entries may be written, up to `maxValues`.
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

// Reads all parameters of a request, strictly: one error names all unknown, empty, repeated and malformed parameters.
// If one were silently ignored, the response would contain data that the caller did not request.

export interface RawParameters {
  /** path parameters as they are in the URL */
  path: Record<string, string>;
  /** the query string without its question mark */
  query: string;
}

/** The values of the parameters. @throws AppError bad_request that lists every problem */
export function readParameters<P extends Parameters>(
  parameters: P,
  raw: RawParameters,
  context: ParameterContext,
): Values<P> {
  const problems: ParameterProblem[] = [];
  const given = splitQuery(parameters, raw.query, problems);
  for (const name of given.keys())
    if (!Object.hasOwn(parameters, name) || Object.hasOwn(raw.path, name))
      // similar names are searched for the problems that the response names, not for thousands of others
      problems.push(problems.length < maxNamed ? unknown(name, parameters, raw) : { parameter: name, message: "" });
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const inPath = raw.path[name];
    const texts = inPath === undefined ? given.get(name)?.map((text) => text.trim()) : [decodePlain(inPath) ?? inPath];
    if (!texts) {
      values[name] = parameter.fallback;
      if (parameter.required) problems.push({ parameter: name, message: "is required" });
      continue;
    }
    try {
      values[name] = parameter.read(texts.map(checkText), context);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      problems.push({ parameter: name, message: error.message });
    }
  }
  problems.push(...swappedBounds(parameters, values));
  if (problems.length > 0) throw badRequest(problems);
  return values as Values<P>;
}

/** problems that one response names; the parameters of a route are fewer */
const maxNamed = 50;

/** A 400 whose one sentence names every parameter and what was wrong with it. */
function badRequest(problems: ParameterProblem[]): AppError {
  const details = problems.slice(0, maxNamed);
  const sentences = details.map((problem) => `${problem.parameter} ${problem.message}`);
  if (problems.length > maxNamed) sentences.push(`and ${problems.length - maxNamed} more problems`);
  return new AppError("bad_request", `Bad request: ${sentences.join("; ")}`, { details });
}

function splitQuery(parameters: Parameters, query: string, problems: ParameterProblem[]): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const end = pair.includes("=") ? pair.indexOf("=") : pair.length;
    const name = decodeForm(pair.slice(0, end));
    const keepsPlus = name !== null && Object.hasOwn(parameters, name) && parameters[name]?.keepsPlus;
    const text = (keepsPlus ? decodePlain : decodeForm)(pair.slice(end + 1));
    if (name === null || text === null) {
      problems.push({ parameter: shorten(name ?? pair.slice(0, end)), message: "is not valid percent-encoded UTF-8" });
      continue;
    }
    const texts = given.get(name);
    if (texts) texts.push(text);
    else given.set(name, [text]);
  }
  return given;
}

/** A name or value of the query string, where a plus is a space. */
const decodeForm = (text: string): string | null => decodePlain(text.replaceAll("+", " "));

/** Decodes text in which a plus is a plus, such as a path segment. Nothing is trimmed. */
function decodePlain(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function checkText(text: string): string {
  if (text === "") throw new ParameterError("is empty; leave it out or give it a value");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are searched; PostgreSQL accepts no NUL
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new ParameterError("contains control characters");
  return text;
}

/** allowed names that one message lists; of a longer list it names the nearest ones */
const maxListed = 12;

function unknown(name: string, parameters: Parameters, raw: RawParameters): ParameterProblem {
  const allowed = Object.keys(parameters).filter((known) => !(known in raw.path));
  const choices =
    allowed.length <= maxListed
      ? `allowed here: ${allowed.join(", ")}`
      : `nearest: ${nearestParameters(name, allowed).join(", ")}; all ${allowed.length} are in /api/v1/openapi.json`;
  return { parameter: shorten(name), message: `is not a known parameter; ${choices}` };
}

/** The name of the upper bound that belongs to a lower bound; undefined for any other parameter. */
function upperBoundOf(name: string): string | undefined {
  if (/^min[A-Z]/.test(name)) return `max${name.slice("min".length)}`;
  return name.endsWith("From") ? `${name.slice(0, -"From".length)}To` : undefined;
}

/**
 * A problem for each pair of bounds of one range (`minX` with `maxX`, `xFrom` with `xTo`) whose lower bound is above its
 * upper bound: no row could match, and the caller would take the empty list for a fact. Equal bounds are a range.
 */
function swappedBounds(parameters: Parameters, values: Record<string, unknown>): ParameterProblem[] {
  return Object.keys(parameters).flatMap((lower) => {
    const upper = upperBoundOf(lower);
    const [from, to] = [values[lower], upper && values[upper]];
    if (upper === undefined || from === undefined || to === undefined || !isAbove(from, to)) return [];
    return [{ parameter: lower, message: `is above ${upper} (${shorten(String(from))} > ${shorten(String(to))})` }];
  });
}

/** Compares the values of one type of parameter: whole numbers, decimals as text, or calendar dates. */
function isAbove(from: unknown, to: unknown): boolean {
  if (typeof from === "number" && typeof to === "number") return from > to;
  const [a, b] = [String(from), String(to)];
  return /^\d{4}-/.test(a) ? a > b : new Decimal(a).gt(b);
}
