// How a filter is defined: the types of its value, its record, and the combined conditions of a list's filters. A type
// determines the parameter of the REST API, the field of the GraphQL input, the control of a page and the values that
// tests generate.
import type { Condition, DecimalRange, Fields } from "./condition.ts";

// The types of a filter's value. A type determines the parameter of the REST API, the field of the GraphQL input, the
// control of a page and the values that tests generate.

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

/** Free text of at most `most` characters (by default the general limit of a value). */
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
