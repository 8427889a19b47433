// Converts conditions of src/filters to sets of rows of the index.
import { type Condition, type Fields, noSuchCondition } from "../../filters/define-filters.ts";
import { ofEachProperty } from "../../filters/shared.ts";
import { dayMs } from "../../lib/calendar-date.ts";
import type { Bits } from "./bits.ts";
import type { Names } from "./load/columns.ts";
import type { Segment } from "./segment.ts";
import type { Match } from "./versioned-list.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * The rows that conditions select from, and the vocabulary that resolves names; `N`: the names of the list's columns.
 */
export interface Rows<N extends Names = Names> {
  segment: Segment<N>;
  vocabulary: Vocabulary;
}

/** For a field that the index does not contain; a query with a condition on it is left to PostgreSQL. */
export const notHeld = null;

/** Finds the rows with the value; undefined for a value that only PostgreSQL can evaluate. */
type Find<Value, N extends Names> = (rows: Rows<N>, value: Value) => Bits | undefined;

/** How the index finds the rows for each field of a list. A missing field or an unknown column is a compile error. */
export interface IndexFields<F extends Fields, N extends Names = Names> {
  label: Record<F["label"], Find<readonly string[], N> | typeof notHeld>;
  /** name of a flag of the segment */
  flag: Record<F["flag"], N["flag"] | typeof notHeld>;
  /** name of an order of the segment */
  number: Record<F["number"], N["order"] | typeof notHeld>;
  /** `serving`: the day by which the rows are sorted in the segment; else the name of an order */
  day: Record<F["day"], "serving" | { order: N["order"] } | typeof notHeld>;
  /** name of an order */
  instant: Record<F["instant"], N["order"] | typeof notHeld>;
  text: Record<F["text"], Find<string, N> | typeof notHeld>;
}

/** The names of a list for which only one column is known, so that any list with that column fits. */
type Only<What extends keyof Names, Name extends string> = { [Each in keyof Names]: Each extends What ? Name : never };

/** The sets that a row has to be in. Undefined where the index cannot evaluate a condition: none is ever left out. */
export function conditionsToBits<F extends Fields>(
  conditions: readonly Condition<F>[],
  fields: IndexFields<F>,
  rows: Rows,
): Match | undefined {
  const match: Match = { sets: [] };
  for (const condition of conditions) {
    const servingDays = servingDaysOf(condition, fields);
    if (servingDays) match.range = rows.segment.between(dayOf(servingDays.from), dayOf(servingDays.to));
    else {
      const bits = conditionToBits(condition, fields, rows);
      if (!bits) return undefined;
      match.sets.push(bits);
    }
  }
  return match;
}

/** The condition if it is a range of the serving day; else undefined. */
const servingDaysOf = <F extends Fields>(condition: Condition<F>, fields: IndexFields<F>) =>
  condition.is === "between" && fields.day[condition.field as F["day"]] === "serving" ? condition : undefined;

function conditionToBits<F extends Fields>(
  condition: Condition<F>,
  fields: IndexFields<F>,
  rows: Rows,
): Bits | undefined {
  const { segment } = rows;
  switch (condition.is) {
    case "oneOf":
      return fields.label[condition.field as F["label"]]?.(rows, condition.values);
    case "flag": {
      const name = fields.flag[condition.field as F["flag"]];
      if (name === notHeld) return undefined;
      return condition.value ? segment.flag(name) : segment.without(name);
    }
    case "inRanges": {
      const order = fields.number[condition.field as F["number"]];
      return order === notHeld ? undefined : segment.ranges(order, condition.ranges);
    }
    case "between": {
      const day = fields.day[condition.field as F["day"]];
      if (day === notHeld || day === "serving") return undefined;
      return segment.ranges(day.order, [{ min: boundOf(condition.from), max: boundOf(condition.to) }]);
    }
    case "since": {
      const order = fields.instant[condition.field as F["instant"]];
      if (order === notHeld) return undefined;
      return segment.ranges(order, [{ min: String(Date.parse(condition.since) * 1000) }]);
    }
    case "contains":
      return fields.text[condition.field as F["text"]]?.(rows, condition.text);
    default:
      return noSuchCondition(condition);
  }
}

const dayOf = (date: string | undefined) => (date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / dayMs);

function boundOf(date: string | undefined): string | null {
  const day = dayOf(date);
  return day === undefined ? null : String(day);
}

/** A label with few different values, each with a set of its own. */
export const label =
  <Name extends string>(name: Name): Find<readonly string[], Only<"label", Name>> =>
  ({ segment }, values) =>
    segment.labels(name, values);

/** A field of a posting's entries. */
export const entry =
  <Name extends string>(posting: Name, field: number): Find<readonly string[], Only<"posting", Name>> =>
  ({ segment }, values) =>
    segment.marked(posting, `${field} is ${JSON.stringify(values)}`, segment.oneOf(posting, field, values));

/** Entries of a posting with one of the CIKs or ids that the vocabulary returns for the values. */
export const known =
  <Name extends string>(
    posting: Name,
    field: number,
    what: string,
    idsOf: (vocabulary: Vocabulary, values: readonly string[]) => string[],
  ): Find<readonly string[], Only<"posting", Name>> =>
  ({ segment, vocabulary }, values) =>
    segment.marked(posting, `${vocabulary.number} ${what} ${JSON.stringify(values)}`, (...mark) =>
      segment.oneOf(posting, field, idsOf(vocabulary, values))(...mark),
    );

/** The rows whose company has one of the values, for each property, by the posting with the company's CIK first. */
export const ofCompany = <Name extends string>(posting: Name) =>
  ofEachProperty((property) =>
    known(posting, 0, property, (vocabulary, values) => vocabulary.companiesOf(property, values)),
  );
