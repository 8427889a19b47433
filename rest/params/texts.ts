// Parameters that are text: search words, symbols, identifiers, choices.
import { cikOf, meansNoSymbol, symbolKeys } from "../../src/domain/identifiers.ts";
import type { Text } from "../../src/filters/define-filters.ts";
import { shorten, unknownName } from "./nearest.ts";
import { type Description, list, maxValueLength, type Parameter, ParameterError, scalar } from "./parameter.ts";

/** Search text of at most `max` characters; `%`, `_` and `\` are ordinary characters. */
export function words(description: string, { max = maxValueLength, example, names }: Omit<Text, "kind">) {
  return scalar({ description, schema: { type: "string", minLength: 1, maxLength: max }, example }, (text) => {
    if (names && isList(text, names)) {
      const one = names === "person" ? "name, written First Last without a comma" : "value";
      throw new ParameterError(`takes one ${one}, not "${shorten(text)}"; send one request for each`);
    }
    return text;
  });
}

/** What may follow the comma within one name. */
const suffixes = new Set(
  "jr sr ii iii iv v md phd esq inc incorporated corp co company ltd limited llc lllp llp lp plc na nv sa se ag ab asa bv trust".split(
    " ",
  ),
);

/** Whether a text is several names separated by commas. In a name other than a person's a space follows a comma. */
function isList(text: string, names: NonNullable<Text["names"]>): boolean {
  const [, ...parts] = text.split(",");
  if (names === "code") return parts.length > 0;
  return parts.some((part) => {
    const word = part.trim().replaceAll(".", "").toLowerCase();
    return word !== "" && !suffixes.has(word) && (names === "person" || !part.startsWith(" "));
  });
}

/**
 * Up to 25 symbols, as they are stored. They are normalised like those of a filing, so any symbol of a response is
 * accepted.
 */
export function tickers(description: string): Parameter<string[]> {
  return list({ description, example: "AAPL,BRK.B", max: 25 }, (text) => {
    // a text for "none", as in filings, matches nothing; one with neither letter nor digit is a typing error
    if (!/[a-z0-9]/i.test(text) && !meansNoSymbol(text))
      throw new ParameterError(`must be symbols such as AAPL or BRK.B, not "${shorten(text)}"`);
    return symbolKeys(text);
  });
}

/**
 * One of a few names, in any case; `names` maps them to values for the query. `aliases` are accepted but not listed.
 * `enumerated`: the OpenAPI document has the values as an `enum`.
 */
export function choice<T extends string>(
  description: string,
  names: Readonly<Record<string, T>>,
  { aliases = {}, enumerated = false }: { aliases?: Record<string, T>; enumerated?: boolean },
): Parameter<T> {
  const allowed = Object.keys(names);
  const also = Object.keys(aliases);
  const hint = `in any case${also.length > 0 ? `; also ${also.join(", ")}` : ""}`;
  const schema = enumerated
    ? { type: "string", enum: allowed, description: hint }
    : { type: "string", description: `one of ${allowed.join(", ")}; ${hint}` };
  const values = new Map(
    Object.entries({ ...aliases, ...names }).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const about = { description, schema, example: allowed[0], choices: allowed, options: withoutAliases(names) };
  return scalar(about, (text) => {
    const value = values.get(text.toLowerCase());
    if (value === undefined) throw new ParameterError(`must be one of ${allowed.join(", ")}; not "${shorten(text)}"`);
    return value;
  });
}

/** The first name of each value. */
function withoutAliases(names: Readonly<Record<string, string>>): string[] {
  const values = Object.values(names);
  return Object.keys(names).filter((_, index) => values.indexOf(values[index] ?? "") === index);
}

/** One of many names, in any case; the error for an unknown name lists the nearest ones. */
export function nameFrom(description: string, names: readonly string[], example: string): Parameter<string> {
  return scalar({ description, schema: { type: "string" }, example, choices: names }, (text) => {
    const name = names.find((known) => known.toLowerCase() === text.toLowerCase());
    if (name === undefined) throw new ParameterError(unknownName(text, names));
    return name;
  });
}

/** Any of a few names, in any case; `names` maps them to values for the query. */
export function choices(description: string, names: Readonly<Record<string, string>>): Parameter<string[]> {
  const allowed = Object.keys(names);
  const values = new Map(Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]));
  const schema = { type: "string", enum: allowed };
  const about = { description, schema, example: allowed[0] ?? "", max: allowed.length, options: withoutAliases(names) };
  return list(about, (text) => {
    const value = values.get(text.toLowerCase());
    if (value === undefined) throw new ParameterError(`must be any of ${allowed.join(", ")}; not "${shorten(text)}"`);
    return [value];
  });
}

const truths = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

const truthNames = ["true", "false"];

/** `true` or `false` in any case, also `1` or `0`. */
export function truth(description: string): Parameter<boolean> {
  const about = { description, schema: { type: "boolean" }, example: "true", choices: truthNames, options: truthNames };
  return scalar(about, (text) => {
    const value = truths.get(text.toLowerCase());
    if (value === undefined) throw new ParameterError(`must be true or false (or 1 or 0), not "${shorten(text)}"`);
    return value;
  });
}

/** Names of parts to attach, e.g. `outcomes`, in any case. */
export function parts<T extends string>(description: string, names: readonly T[]): Parameter<T[]> {
  const schema = { type: "string", enum: names };
  return list({ description, schema, example: names[0], max: names.length }, (text) => {
    const found = names.find((name) => name.toLowerCase() === text.toLowerCase());
    if (!found) throw new ParameterError(`must be ${names.join(" or ")}, not "${shorten(text)}"`);
    return [found];
  });
}

const bioguideIdForm: Description = {
  description: "the member's bioguide id, in any case",
  schema: { type: "string", pattern: "^[A-Za-z][0-9]{6}$" },
  example: "P000197",
};

function readBioguideId(text: string): string {
  if (!/^[A-Z][0-9]{6}$/i.test(text))
    throw new ParameterError(`must be a bioguide id, a letter and six digits, not "${shorten(text)}"`);
  return text.toUpperCase();
}

/** A member's bioguide id; the value is in upper case. */
export const bioguideId: Parameter<string> = scalar(bioguideIdForm, readBioguideId);

/** Up to 25 bioguide ids; the values are in upper case. */
export const bioguideIds = (description: string): Parameter<string[]> =>
  list({ ...bioguideIdForm, description, max: 25 }, (text) => [readBioguideId(text)]);

/**
 * A row's id; null for digits that no row can have. Responses have it as an integer, so that typed clients take an
 * integer here too.
 */
export const rowId: Parameter<number | null> = scalar(
  {
    description: "the row's id",
    schema: { type: ["string", "integer"], maxLength: maxValueLength, pattern: "^[0-9]+$" },
    example: "4503599627370496",
  },
  (text) => {
    if (!/^[0-9]+$/.test(text)) throw new ParameterError(`must be digits, not "${shorten(text)}"`);
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : null;
  },
);

/** A filing's accession number; the value has its dashes. */
export function accessionNumber(description: string): Parameter<string> {
  const schema = { type: "string", pattern: "^[0-9]{10}-?[0-9]{2}-?[0-9]{6}$" };
  return scalar({ description, schema, example: "0001234567-24-000012" }, (text) => {
    const parts = /^(\d{10})-?(\d{2})-?(\d{6})$/.exec(text);
    if (!parts)
      throw new ParameterError(`must be an accession number such as 0001234567-24-000012, not "${shorten(text)}"`);
    return parts.slice(1).join("-");
  });
}

const cikForm: Description = {
  description: "the owner's CIK at the SEC, with or without leading zeros",
  schema: { type: "string", pattern: "^[0-9]{1,10}$" },
  example: "0001214156",
};

function readCik(text: string): string {
  const cik = cikOf(text);
  if (cik === null) throw new ParameterError(`must be 1 to 10 digits, not "${shorten(text)}"`);
  return cik;
}

/** An owner's CIK; the value is zero-padded to ten digits. */
export const cik: Parameter<string> = scalar(cikForm, readCik);

/** Up to 25 CIKs; the values are zero-padded to ten digits. */
export const ciks = (description: string): Parameter<string[]> =>
  list({ ...cikForm, description, max: 25 }, (text) => [readCik(text)]);

/** A company's CIK, zero-padded to ten digits, or one of its symbols as stored. One to ten digits are a CIK. */
export const cikOrTicker: Parameter<string> = scalar(
  {
    description:
      "the company's CIK at the SEC, or its current or a former symbol; a CIK with or without leading zeros, a symbol in any case and as filings write it (of several symbols the first); of several companies the one that currently has the symbol, else the one that had it last",
    schema: { type: "string" },
    example: "AAPL",
  },
  (text) => {
    const known = cikOf(text);
    if (known !== null) return known;
    const [symbol] = symbolKeys(text);
    if (symbol !== undefined && /[a-z]/i.test(text) && !meansNoSymbol(text)) return symbol;
    throw new ParameterError(`must be a CIK of 1 to 10 digits or a symbol such as AAPL, not "${shorten(text)}"`);
  },
);
