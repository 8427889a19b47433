// Converts conditions of src/filters to predicates over the facts of one row, which the change log has of a row before
// and after a change. Together they match the rows that the list's statement finds.
import { Decimal } from "decimal.js";
import { type Condition, type DecimalRange, type Fields, noSuchCondition } from "../filters/define-filters.ts";
import { type CompanyProperty, ofEachProperty } from "../filters/shared.ts";
import type { Directory } from "./directory.ts";

export type Predicate<Facts> = (facts: Facts) => boolean;

/** The rows with one of the values. */
export interface LabelTest<Facts> {
  test: Predicate<Facts>;
  /** a row that passes the test has one of these keys (`keysOf` of the list); without it any row may pass */
  keys?: readonly string[];
}

/** How the facts of a row show each field of a list. A missing field is a compile error. */
export interface FactFields<F extends Fields, Facts> {
  label: Record<F["label"], (values: readonly string[], directory: Directory) => LabelTest<Facts>>;
  flag: Record<F["flag"], Predicate<Facts>>;
  /** a plain decimal, or one with an exponent; undefined: the row has none; null: its facts do not have the value */
  number: Record<F["number"], ((facts: Facts) => string | undefined) | null>;
  /** YYYY-MM-DD */
  day: Record<F["day"], (facts: Facts) => string | undefined>;
  text: Record<F["text"], (text: string, directory: Directory) => Predicate<Facts>>;
}

/**
 * Throws for a condition on the time of a change, because every change is newer than the subscription that it may match,
 * and for one on a value that facts do not have: saved filters have neither.
 */
export function conditionToPredicate<F extends Fields, Facts>(
  condition: Condition<F>,
  fields: FactFields<F, Facts>,
  directory: Directory,
): LabelTest<Facts> {
  switch (condition.is) {
    case "oneOf":
      return fields.label[condition.field as F["label"]](condition.values, directory);
    case "flag": {
      const test = fields.flag[condition.field as F["flag"]];
      return { test: condition.value ? test : (facts) => !test(facts) };
    }
    case "inRanges": {
      const numberOf = fields.number[condition.field as F["number"]];
      if (numberOf === null) throw new Error(`a subscription cannot be limited by ${condition.field}`);
      return { test: isInRanges(numberOf, condition.ranges) };
    }
    case "between":
      return { test: isBetween(fields.day[condition.field as F["day"]], condition) };
    case "since":
      throw new Error("a subscription cannot be limited by the time of a change");
    case "contains":
      return { test: fields.text[condition.field as F["text"]](condition.text, directory) };
    default:
      return noSuchCondition(condition);
  }
}

/** Union of inclusive ranges; a row without the number is in none. */
export function isInRanges<Facts>(
  numberOf: (facts: Facts) => string | undefined,
  ranges: readonly DecimalRange[],
): Predicate<Facts> {
  return (facts) => {
    const number = numberOf(facts);
    if (number === undefined) return false;
    return ranges.some(
      ({ min, max }) => (min == null || compare(number, min) >= 0) && (max == null || compare(number, max) <= 0),
    );
  };
}

/**
 * The order of two decimals, exactly. Rounding to a double never turns an order around, so only decimals with the same
 * double are compared by all their digits.
 */
function compare(a: string, b: string): number {
  const difference = Math.sign(Number(a) - Number(b));
  return difference === 0 || Number.isNaN(difference) ? new Decimal(a).cmp(b) : difference;
}

function isBetween<Facts>(
  dayOf: (facts: Facts) => string | undefined,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Predicate<Facts> {
  // calendar dates sort as text
  return (facts) => {
    const day = dayOf(facts);
    if (from === undefined && to === undefined) return true;
    return day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to);
  };
}

/** A label that is one text of the row. */
export const label =
  <Facts>(textOf: (facts: Facts) => string | undefined) =>
  (values: readonly string[]): LabelTest<Facts> => {
    const wanted = new Set(values);
    return {
      test: (facts) => {
        const value = textOf(facts);
        return value !== undefined && wanted.has(value);
      },
    };
  };

/** A label by which subscriptions are found, instead of comparing each with each row; the row has one or several texts. */
export const keyed =
  <Facts>(key: string, textsOf: (facts: Facts) => readonly (string | undefined)[]) =>
  (values: readonly string[]): LabelTest<Facts> => {
    const wanted = new Set<string | undefined>(values);
    return {
      test: (facts) => textsOf(facts).some((value) => value !== undefined && wanted.has(value)),
      keys: [...new Set(values)].map((value) => `${key} ${value}`),
    };
  };

// Labels of the row's company, which several lists have.

/** The labels of a company, from its CIK in the facts of a row. */
export function companyWith<Facts>(companyOf: (facts: Facts) => string) {
  const symbol = (values: readonly string[], directory: Directory): LabelTest<Facts> => {
    const ciks = new Set(directory.withSymbols(values));
    return { test: (facts) => ciks.has(companyOf(facts)), keys: [...ciks].map((cik) => `company ${cik}`) };
  };
  const property =
    (name: CompanyProperty) =>
    (values: readonly string[], directory: Directory): LabelTest<Facts> => ({
      test: (facts) => values.includes(directory.company(companyOf(facts))?.[name] ?? ""),
    });
  return { symbol, ...ofEachProperty(property) };
}
