// The parameters of lists: their filters (type, description and label follow from the filter's record), `sort` and `order`, and
// `fields`, which every route has.
import {
  type Fields,
  type Filters,
  type FilterType,
  noSuchType,
  type ValueOf,
} from "../../src/filters/define-filters.ts";
import type { Sorts } from "../../src/filters/sorts.ts";
import type { Field, FieldChoice, Shape } from "../fields.ts";
import { unknownName } from "./nearest.ts";
import { amount, date, integer, month, percent, ranges, timestamp } from "./numbers-and-dates.ts";
import { list, maxValues, type Parameter, ParameterError, type Parameters, withFallback } from "./parameter.ts";
import { accessionNumber, bioguideIds, choice, choices, ciks, tickers, truth, words } from "./texts.ts";
import { industries, sectors, transactionCode, transactionCodes } from "./vocabulary.ts";

/** A parameter whose value is that of the filter. */
type FilterParameter<T> = Parameter<T> & { filter: string; label: string; withoutEvents?: true };

/** A parameter for each of the filters, by the filter's name. */
export function filterParameters<F extends Fields, T extends Record<string, FilterType>>(filters: Filters<F, T>) {
  const parameters = Object.entries(filters).map(([filter, { label, type, about, withoutEvents }]) => [
    filter,
    { ...parameterOf(type, about), filter, label, ...(withoutEvents && { withoutEvents }) },
  ]);
  return Object.fromEntries(parameters) as { [Name in keyof T]: FilterParameter<ValueOf<T[Name]>> };
}

/** The values of the parameters that are filters, by the filters' names. */
export function filterOf(params: Parameters, values: Record<string, unknown>): Record<string, unknown> {
  const filters = Object.entries(params).flatMap(([name, parameter]) =>
    "filter" in parameter ? [[parameter.filter, values[name]]] : [],
  );
  return Object.fromEntries(filters);
}

function parameterOf(type: FilterType, about: string): Parameter<unknown> {
  switch (type.kind) {
    case "symbols":
      return tickers(about);
    case "ranges":
      return ranges(about);
    case "sectors":
      return sectors(about);
    case "industries":
      return industries(about);
    case "transactionCodes":
      return transactionCodes(about);
    case "transactionCode":
      return transactionCode(about, type.codes);
    case "text":
      return words(about, type);
    case "date":
      return date(about);
    case "month":
      return month(about);
    case "timestamp":
      return timestamp(about);
    case "amount":
      return amount(about);
    case "percent":
      return percent(about);
    case "boolean":
      return truth(about);
    case "integer":
      return integer(about, type);
    case "bioguideIds":
      return bioguideIds(about);
    case "ciks":
      return ciks(about);
    case "accessionNumber":
      return accessionNumber(about);
    case "choices":
      return choices(about, type.names);
    case "choice":
      return choice(about, type.names, {});
    default:
      return noSuchType(type);
  }
}

/** The parameter `sort`: names that callers write -> values for the query; the first one is the default. */
function sortBy<T extends string>(
  description: string,
  names: Readonly<Record<string, T>>,
  aliases: Record<string, T> = {},
): Parameter<T> & { fallback: T } {
  const [first] = Object.entries(names);
  if (!first) throw new Error("a list needs at least one sort");
  return withFallback<T>(choice<T>(description, names, { aliases, enumerated: true }), first[1], first[0]);
}

export const directions = { desc: "DESC", asc: "ASC" } as const;

/** The parameter `sort` of a list of src/filters; the default is its first sort. */
export function sortOf<Sort extends string>(
  sorts: Sorts<Sort>,
  description = "field to sort by; rows without a value come last",
): Parameter<Sort> & { fallback: Sort } {
  const all = Object.entries(sorts) as [Sort, Sorts<Sort>[Sort]][];
  const by = (write: (names: Sorts<Sort>[Sort]) => string) =>
    Object.fromEntries(all.map(([sort, names]) => [write(names), sort])) as Record<string, Sort>;
  return sortBy(
    description,
    by(({ name }) => name),
    {
      ...by(({ field }) => field),
      ...by(({ field, alsoField }) => alsoField ?? field),
      ...by(({ field, alsoName }) => alsoName ?? field),
    },
  );
}

const direction = choice("direction", directions, { enumerated: true });

/** The direction of a list that has names among its sorts: `orderOf` says which where it is absent. */
export const ascendingByName = choice("direction; default: asc for a list sorted by name, else desc", directions, {
  enumerated: true,
});

/** From A to Z where the caller names no direction, and numbers from the largest down. */
export const orderOf = (sort: string, order: "ASC" | "DESC" | undefined): "ASC" | "DESC" =>
  order ?? (sort === "NAME" ? "ASC" : "DESC");

/** The direction, by default descending. */
export const descending = withFallback(direction, "DESC", "desc");

/** The direction, ascending where it is absent. */
export const ascending = withFallback(direction, "ASC", "asc");

/**
 * The parameter for rows of the shape. Its value is the names in the order of the shape, each once, without names
 * within another chosen field, so that equal choices have equal values; for CSV the names in the caller's order, which
 * is the order of the columns. `parts`: whether the route has optional parts.
 */
export function fieldNames(item: Shape, parts: boolean): Parameter<string[]> {
  const names = namesIn(item.fields, parts);
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const parameter = list(
    {
      description:
        "names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part",
      example: Object.keys(item.fields).slice(0, 2).join(","),
      max: maxValues,
    },
    (text) => {
      const name = known.get(text.toLowerCase());
      if (name === undefined) throw new ParameterError(unknownName(text, names));
      return [name];
    },
  );
  return {
    ...parameter,
    read(texts, context) {
      const chosen = parameter.read(texts, context);
      return inOrder(context.form === "csv" ? chosen : names, chosen);
    },
  };
}

/** All names, outer ones first. Optional parts exist only in the outermost row. */
function namesIn(fields: Record<string, Field>, parts: boolean): string[] {
  return Object.entries(fields).flatMap(([name, { optional, inner }]) => {
    if (optional && !parts) return [];
    const within = inner ? namesIn(inner.fields, false) : [];
    return [name, ...within.map((deeper) => `${name}.${deeper}`)];
  });
}

function inOrder(names: string[], chosen: string[]): string[] {
  const wanted = new Set(chosen);
  const isWithin = (name: string) => [...name.matchAll(/\./g)].some(({ index }) => wanted.has(name.slice(0, index)));
  return names.filter((name) => wanted.has(name) && !isWithin(name));
}

type Growing = Map<string, Growing | undefined>;

/** The fields with these names; undefined if none are chosen. */
export function wantedOf(names: readonly string[] | undefined): FieldChoice | undefined {
  if (!names) return undefined;
  const wanted: Growing = new Map();
  for (const name of names) want(wanted, name.split("."));
  return wanted;
}

function want(wanted: Growing, [name = "", ...within]: string[]): void {
  if (within.length === 0) {
    wanted.set(name, undefined);
    return;
  }
  const inner = wanted.get(name) ?? new Map();
  wanted.set(name, inner);
  want(inner, within);
}
