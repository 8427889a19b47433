// Conditions of src/filters as sets of rows of the index.
import { type Condition, type Fields, noSuchCondition } from "../../filters/condition.ts";
import type { Bits } from "./bits.ts";
import type { Segment } from "./segment.ts";
import type { Match } from "./versioned-list.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What is asked about. */
export interface Rows {
  segment: Segment;
  vocabulary: Vocabulary;
}

/** For a field that the index does not hold. A question that asks it is PostgreSQL's. */
export const notHeld = null;

/** Rows with the value; undefined for one that only PostgreSQL can judge. */
type Find<Value> = (rows: Rows, value: Value) => Bits | undefined;

/** By what each field of a list is known here. A field that is forgotten does not compile. */
export interface IndexFields<F extends Fields> {
  label: Record<F["label"], Find<readonly string[]> | typeof notHeld>;
  /** name of a flag of the segment */
  flag: Record<F["flag"], string | typeof notHeld>;
  /** name of an order of the segment */
  figure: Record<F["figure"], string | typeof notHeld>;
  /** `serving`: the day by which the rows stand; else the name of an order */
  day: Record<F["day"], "serving" | { order: string } | typeof notHeld>;
  /** name of an order */
  instant: Record<F["instant"], string | typeof notHeld>;
  text: Record<F["text"], Find<string> | typeof notHeld>;
}

/** The sets that a row has to be in. Undefined where one of the conditions is not the index's: nothing is left out of a question. */
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

/** The condition where it is about the day by which the rows stand. */
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
      return condition.value ? segment.bits(name) : segment.without(name);
    }
    case "inRanges": {
      const order = fields.figure[condition.field as F["figure"]];
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

const dayMs = 86_400_000;

const dayOf = (date: string | undefined) => (date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / dayMs);

function boundOf(date: string | undefined): string | null {
  const day = dayOf(date);
  return day === undefined ? null : String(day);
}

/** A label with few different values, each with a set of its own. */
export const label =
  (name: string): Find<readonly string[]> =>
  ({ segment }, values) =>
    segment.labels(name, values);

/** A field of a posting's entries. */
export const entry =
  (posting: string, field: number): Find<readonly string[]> =>
  ({ segment }, values) =>
    segment.marked(posting, `${field} is ${JSON.stringify(values)}`, segment.oneOf(posting, field, values));

/** Entries of a posting with one of the CIKs or ids that the vocabulary knows for the values. */
export const known =
  (
    posting: string,
    field: number,
    what: string,
    idsOf: (vocabulary: Vocabulary, values: readonly string[]) => string[],
  ): Find<readonly string[]> =>
  ({ segment, vocabulary }, values) =>
    segment.marked(posting, `${vocabulary.number} ${what} ${JSON.stringify(values)}`, (...mark) =>
      segment.oneOf(posting, field, idsOf(vocabulary, values))(...mark),
    );
