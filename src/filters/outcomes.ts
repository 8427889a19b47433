// Filters and sorts by the outcome of a trade: a follower's return, and the same minus SPY's, after 7, 30 and 90 days.
import type { HoldingPeriod } from "../domain/holding-periods.ts";
import { atLeast, atMost, type Filters, percent } from "./define-filters.ts";
import type { Sorts } from "./sorts.ts";

/** The holding periods that lists are filtered and sorted by. */
export const rankedPeriods = [7, 30, 90] as const satisfies readonly HoldingPeriod[];
type Days = (typeof rankedPeriods)[number];

export type OutcomeField = `return${Days}` | `alpha${Days}`;
export type OutcomeSort = `RETURN_${Days}` | `ALPHA_${Days}`;
type OutcomeFilter = `${"min" | "max"}${"Return" | "Alpha"}${Days}d`;

interface OutcomeFields {
  label: never;
  flag: never;
  number: OutcomeField;
  day: never;
  instant: never;
  text: never;
}

const measures = [
  { measure: "return", Measure: "Return", name: "return" },
  { measure: "alpha", Measure: "Alpha", name: "return minus SPY's" },
] as const;

/** One of what `of` makes for each measure at each holding period. */
const ofEach = <Value>(of: (each: (typeof measures)[number], days: Days) => [string, Value][]) =>
  Object.fromEntries(measures.flatMap((each) => rankedPeriods.flatMap((days) => of(each, days))));

const sides = [
  { side: "min", Side: "Minimum", bound: atLeast },
  { side: "max", Side: "Maximum", bound: atMost },
] as const;

/** A row whose outcome is pending or unavailable has no return, so it matches no range. */
export const byOutcome = ofEach(({ measure, Measure, name }, days) =>
  sides.map(({ side, Side, bound }) => [
    `${side}${Measure}${days}d`,
    {
      label: `${Side} ${days}-day ${measure} (%)`,
      type: percent,
      about: `${Side.toLowerCase()} ${name} of a follower after ${days} days, in percent; rows whose outcome is not known never match`,
      where: (value: string) => bound(`${measure}${days}` as OutcomeField, value),
      withoutEvents: true as const,
    },
  ]),
) as Filters<OutcomeFields, Record<OutcomeFilter, typeof percent>>;

/** Rows whose outcome is not known come last. */
export const outcomeSorts = ofEach(({ measure }, days) => [
  [`${measure.toUpperCase()}_${days}`, { name: `${measure}${days}d`, field: `outcomes.${measure}_${days}d_pct` }],
]) as Sorts<OutcomeSort>;

/** The same for each value. */
export const ofEachOutcome = <Value>(of: (measure: "return" | "alpha", days: Days) => Value) =>
  ofEach(({ measure }, days) => [[`${measure}${days}`, of(measure, days)]]) as Record<OutcomeField, Value>;

/** The same for each sort. */
export const ofEachOutcomeSort = <Value>(of: (measure: "return" | "alpha", days: Days) => Value) =>
  ofEach(({ measure }, days) => [[`${measure.toUpperCase()}_${days}`, of(measure, days)]]) as Record<
    OutcomeSort,
    Value
  >;
