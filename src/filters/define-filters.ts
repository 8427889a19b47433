// How a filter is defined: the types of its value, its record, and the combined conditions of a list's filters. A type
// determines the parameter of the REST API, the field of the GraphQL input, the control of a page and the values that
// tests generate. Below: the conditions that a filter can set on a row.

export type FilterType =
  | { kind: "symbols" }
  | { kind: "ranges" }
  | { kind: "sectors" }
  | { kind: "industries" }
  | { kind: "transactionCodes" }
  | { kind: "transactionCode"; codes: readonly [string, ...string[]] }
  | Text
  | { kind: "date" }
  | { kind: "month" }
  | { kind: "timestamp" }
  | { kind: "amount" }
  | { kind: "percent" }
  | { kind: "boolean" }
  | { kind: "integer"; min: number; max: number; example?: string }
  | { kind: "bioguideIds" }
  | { kind: "ciks" }
  | { kind: "accessionNumber" }
  | Choices
  | Choice<string>;

/** Free text. */
export interface Text {
  kind: "text";
  max?: number;
  example: string;
  /**
   * What the text names, if it is one name: a list of several, separated by commas, would match nothing. A code has no
   * comma; a name may have one, before a suffix ("Jr.") or a part of its own.
   */
  names?: "code" | "person" | "anything";
}

/** Any of a few words, case-insensitive. */
interface Choices {
  kind: "choices";
  /** as callers write it -> the value */
  names: Readonly<Record<string, string>>;
}

/** One of a few words, case-insensitive. */
export interface Choice<Value extends string> {
  kind: "choice";
  /** as callers write it -> the value */
  names: Readonly<Record<string, Value>>;
  /** the name of the enumeration in GraphQL; without it the value is a text there */
  enumeration?: string;
}

/** The value of a filter of that type. */
export type ValueOf<Type extends FilterType> =
  Type extends Choice<infer Value>
    ? Value
    : Type["kind"] extends
          | "symbols"
          | "sectors"
          | "industries"
          | "transactionCodes"
          | "bioguideIds"
          | "ciks"
          | "choices"
      ? string[]
      : Type["kind"] extends "ranges"
        ? DecimalRange[]
        : Type["kind"] extends "boolean"
          ? boolean
          : Type["kind"] extends "integer"
            ? number
            : string;

/** the maximum of a count */
export const largestInt = 2_147_483_647;

export const symbols = { kind: "symbols" } as const;
export const ranges = { kind: "ranges" } as const;
export const sectors = { kind: "sectors" } as const;
export const industries = { kind: "industries" } as const;
export const transactionCodes = { kind: "transactionCodes" } as const;
export const date = { kind: "date" } as const;
/** YYYY-MM */
export const month = { kind: "month" } as const;
export const timestamp = { kind: "timestamp" } as const;
/** of dollars or shares, a plain decimal */
export const amount = { kind: "amount" } as const;
/** a plain decimal, negative too */
export const percent = { kind: "percent" } as const;
export const boolean = { kind: "boolean" } as const;
/** in upper case */
export const bioguideIds = { kind: "bioguideIds" } as const;
/** CIKs of companies or owners, zero-padded to ten digits */
export const ciks = { kind: "ciks" } as const;
/** accession number of a filing, with its dashes */
export const accessionNumber = { kind: "accessionNumber" } as const;

/** Free text of at most `max` characters (by default the general limit of a value). */
export const text = (about: Omit<Text, "kind">) => ({ kind: "text", ...about }) as const;

export const integer = (bounds: { min: number; max: number; example?: string }) =>
  ({ kind: "integer", ...bounds }) as const;

export const transactionCode = (...codes: [string, ...string[]]) => ({ kind: "transactionCode", codes }) as const;

/** The value is a list of texts in GraphQL. */
export const choices = (names: Readonly<Record<string, string>>) => ({ kind: "choices", names }) as const;

/** Words that are their own values. */
export const words = (...all: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map((word) => [word, word]));

/** The value is a text in GraphQL. */
export const choice = (names: Readonly<Record<string, string>>): Choice<string> => ({ kind: "choice", names });

/** The value is a word of an enumeration of that name in GraphQL. */
export const enumeration = <Value extends string>(
  name: string,
  names: Readonly<Record<string, Value>>,
): Choice<Value> => ({ kind: "choice", names, enumeration: name });

/** For the end of a switch over all types: a missing case does not compile. */
export function noSuchType(type: never): never {
  throw new Error(`there is no such type of a filter: ${JSON.stringify(type)}`);
}

interface Filter<F extends Fields, Type extends FilterType> {
  /** name for people, of the control of a page */
  label: string;
  type: Type;
  /** text for people: in the reference, in the schema, beside the control of a page */
  about: string;
  /** the condition for the value; several conditions must all hold */
  where(value: ValueOf<Type>): Condition<F> | readonly Condition<F>[];
  /** the condition without the filter */
  otherwise?: Condition<F>;
  /** why no route has it as a parameter: it exists in GraphQL alone */
  withoutRoute?: string;
  /** the change log has no facts to compare with: a subscription does not take the filter */
  withoutEvents?: true;
}

type Types = Record<string, FilterType>;

/** All filters of a list. */
export type Filters<F extends Fields, T extends Types = Types> = { readonly [Name in keyof T]: Filter<F, T[Name]> };

/** Values for some of the filters; null is absent. */
export type FilterValues<List> = {
  [Name in keyof List]?: List[Name] extends { type: infer Type extends FilterType } ? ValueOf<Type> | null : never;
};

/** Declares the filters of a list over its fields; the type of a filter reaches its `where`. */
export const filtersOver =
  <F extends Fields>() =>
  <const T extends Types>(filters: Filters<F, T>): Filters<F, T> =>
    filters;

/** A filter whose value type is not known. */
interface AnyFilter<F extends Fields> {
  where(value: unknown): Condition<F> | readonly Condition<F>[];
  otherwise?: Condition<F>;
}

/** The conditions of all given filters. Throws for a value that no filter of the list accepts: it would be ignored. */
export function conditionsOf<F extends Fields, T extends Types>(
  filters: Filters<F, T>,
  values: FilterValues<Filters<F, T>>,
): Condition<F>[] {
  for (const name in values) if (!(name in filters)) throw new Error(`the list has no filter ${name}`);
  const conditions: Condition<F>[] = [];
  for (const name in filters) {
    const { where, otherwise } = filters[name] as unknown as AnyFilter<F>;
    const value: unknown = values[name];
    if (value !== undefined && value !== null) conditions.push(...[where(value)].flat());
    else if (otherwise) conditions.push(otherwise);
  }
  return mergeDays(conditions);
}

/** Merges bounds of one day into one condition. */
function mergeDays<F extends Fields>(conditions: readonly Condition<F>[]): Condition<F>[] {
  const merged: Condition<F>[] = [];
  const byField = new Map<string, Condition<F> & { is: "between" }>();
  for (const condition of conditions) {
    const known = condition.is === "between" ? byField.get(condition.field) : undefined;
    if (condition.is !== "between") merged.push(condition);
    else if (known) {
      known.from = laterOf(known.from, condition.from);
      known.to = earlierOf(known.to, condition.to);
    } else {
      const own = { ...condition };
      byField.set(condition.field, own);
      merged.push(own);
    }
  }
  return merged;
}

/** Calendar dates sort as text. */
const laterOf = (a: string | undefined, b: string | undefined) => (a === undefined || (b && b > a) ? b : a);
const earlierOf = (a: string | undefined, b: string | undefined) => (a === undefined || (b && b < a) ? b : a);

// The conditions that a filter can set on a row. A small closed set: the store translates it to SQL, the trade index to
// sets of rows, and each of the two does so for every field of a list. Data only, so that both read the same
// conditions.

/** Inclusive; a missing bound is open. Bounds are plain decimals. */
export interface DecimalRange {
  min?: string | null;
  max?: string | null;
}

/** The fields of a list that conditions name, by the conditions that they allow. */
export interface Fields {
  /** a text that is compared as a whole: a column, or a property of a related row */
  label: string;
  flag: string;
  /** a decimal or whole number; a row without a value matches no range */
  number: string;
  /** a calendar date */
  day: string;
  /** a time */
  instant: string;
  /** a text that is searched for another one, case-insensitively */
  text: string;
}

export type Condition<F extends Fields> =
  | { is: "oneOf"; field: F["label"]; values: readonly string[] }
  | { is: "flag"; field: F["flag"]; value: boolean }
  | { is: "inRanges"; field: F["number"]; ranges: readonly DecimalRange[] }
  | { is: "between"; field: F["day"]; from?: string | undefined; to?: string | undefined }
  | { is: "since"; field: F["instant"]; since: string }
  | { is: "contains"; field: F["text"]; text: string };

export const oneOf = <Field extends string>(field: Field, values: readonly string[]) =>
  ({ is: "oneOf", field, values }) as const;

export const flag = <Field extends string>(field: Field, value = true) => ({ is: "flag", field, value }) as const;

/** Union of the ranges. */
export const inRanges = <Field extends string>(field: Field, ranges: readonly DecimalRange[]) =>
  ({ is: "inRanges", field, ranges }) as const;

export const atLeast = <Field extends string>(field: Field, min: string) => inRanges(field, [{ min }]);

export const atMost = <Field extends string>(field: Field, max: string) => inRanges(field, [{ max }]);

/** On this day or later. */
export const from = <Field extends string>(field: Field, day: string) => ({ is: "between", field, from: day }) as const;

/** On this day or earlier. */
export const upTo = <Field extends string>(field: Field, day: string) => ({ is: "between", field, to: day }) as const;

/** At this time (RFC 3339) or later. */
export const since = <Field extends string>(field: Field, time: string) =>
  ({ is: "since", field, since: time }) as const;

export const contains = <Field extends string>(field: Field, text: string) =>
  ({ is: "contains", field, text }) as const;

/** For the end of a switch over all conditions: a missing case does not compile. */
export function noSuchCondition(condition: never): never {
  throw new Error(`there is no such condition: ${JSON.stringify(condition)}`);
}
