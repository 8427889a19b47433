// Parameters that are text: search words, symbols, identifiers, choices.
import { list, type Parameter, ParameterError, scalar, shorten } from "./parameter.ts";

/** Free text that is searched for; `%`, `_` and `\` are ordinary characters. */
export function words(
  description: string,
  bounds: { least: number; most: number; example: string },
): Parameter<string> {
  const { least, most, example } = bounds;
  const schema = { type: "string", minLength: least, maxLength: most };
  return scalar({ description, schema, example }, (text) => {
    const length = [...text].length;
    if (length < least || length > most) {
      throw new ParameterError(`must have ${least} to ${most} characters, not ${length}`);
    }
    return text;
  });
}

const symbolPattern = /^\$?[A-Z0-9][A-Z0-9.\-/ ]{0,18}$/;

/** Up to 25 symbols, in capitals; how a class is spelt (`BRK-B`, `BRK/B`, `BRK.B`) is the store's to know. */
export const tickers: Parameter<string[]> = list(
  {
    description: "symbols, exact, in any case; the old or the new one of a renamed company finds all its trades",
    schema: { type: "string", maxLength: 20 },
    example: "AAPL,BRK.B",
    most: 25,
  },
  (text) => {
    const symbol = text.toUpperCase();
    if (!symbolPattern.test(symbol)) {
      throw new ParameterError(`must be symbols such as AAPL or BRK.B, not "${shorten(text)}"`);
    }
    return symbol;
  },
);

/** One of a few names, in any case; the values are what the query gets. */
export function choice<T extends string>(
  description: string,
  names: Record<string, T>,
  options: { anyCase: boolean },
): Parameter<T> {
  const allowed = Object.keys(names);
  const schema = options.anyCase
    ? { type: "string", description: `one of ${allowed.join(", ")}; any case` }
    : { type: "string", enum: allowed };
  const key = (text: string) => (options.anyCase ? text.toLowerCase() : text);
  const values = new Map(Object.entries(names).map(([name, value]) => [key(name), value]));
  return scalar({ description, schema, example: allowed[0] }, (text) => {
    const value = values.get(key(text));
    if (value === undefined) throw new ParameterError(`must be one of ${allowed.join(", ")}; not "${shorten(text)}"`);
    return value;
  });
}

/** `true` or `false`. */
export function truth(description: string): Parameter<boolean> {
  return scalar({ description, schema: { type: "boolean" }, example: "true" }, (text) => {
    if (text !== "true" && text !== "false") throw new ParameterError(`must be true or false, not "${shorten(text)}"`);
    return text === "true";
  });
}

/** Names of parts to attach, e.g. `outcomes`. */
export function parts<T extends string>(description: string, names: readonly T[]): Parameter<T[]> {
  const schema = { type: "string", enum: names };
  return list({ description, schema, example: names[0], most: names.length }, (text) => {
    const found = names.find((name) => name === text);
    if (!found) throw new ParameterError(`must be ${names.join(" or ")}, not "${shorten(text)}"`);
    return found;
  });
}

/** A member's bioguide id. */
export const bioguideId: Parameter<string> = scalar(
  {
    description: "the member's bioguide id",
    schema: { type: "string", pattern: "^[A-Z][0-9]{6}$" },
    example: "P000197",
  },
  (text) => {
    if (!/^[A-Z][0-9]{6}$/.test(text)) {
      throw new ParameterError(`must be a bioguide id, a capital letter and six digits, not "${shorten(text)}"`);
    }
    return text;
  },
);

/** A row's id; null for digits that no row can have. */
export const rowId: Parameter<number | null> = scalar(
  { description: "the row's id", schema: { type: "string", pattern: "^[0-9]+$" }, example: "4503599627370496" },
  (text) => {
    if (!/^[0-9]+$/.test(text)) throw new ParameterError(`must be digits, not "${shorten(text)}"`);
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : null;
  },
);

/** An owner's CIK, zero-padded to ten digits. */
export const cik: Parameter<string> = scalar(
  {
    description: "the owner's CIK at the SEC, with or without leading zeros",
    schema: { type: "string", pattern: "^[0-9]{1,10}$" },
    example: "0001214156",
  },
  (text) => {
    if (!/^[0-9]{1,10}$/.test(text)) throw new ParameterError(`must be 1 to 10 digits, not "${shorten(text)}"`);
    return text.padStart(10, "0");
  },
);
