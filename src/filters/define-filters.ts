// The definition of a filter, and the combined conditions of a list's filters.
import type { Condition, Fields } from "./condition.ts";
import type { FilterType, ValueOf } from "./types.ts";

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
