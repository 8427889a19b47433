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
  /** a decimal or whole number; a row without a value is in no range */
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
