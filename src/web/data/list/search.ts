// The query parameters of a list's URL, and what the controls of its filters say and offer.
import type { Parameter, Parameters } from "../../../../rest/params/parameter.ts";
import type { Vocabulary } from "../../../../rest/ports.ts";
import { wordLabel } from "../../../filters/meanings.ts";

/** The query parameters of a list's URL; `row` is the open row, all others are the API's. */
export type ListSearch = Record<string, string | undefined>;

/** paging, order and the open row do not filter */
const noFilters = new Set(["page", "pageSize", "row", "sort", "order"]);

/** The names of the filters in a URL. */
export const chosenFilters = (search: ListSearch): string[] =>
  Object.keys(search).filter((name) => search[name] && !noFilters.has(name));

/** The parameters that choose rows. The others choose the page, the order, and what the response shows of a row. */
export const filterNames = (params: Parameters): string[] =>
  Object.keys(params).filter((name) => name === "days" || "filter" in (params[name] ?? {}));

/** The parameters that are the API's. A form that was sent without scripts has its empty controls too. */
export const apiSearch = (search: ListSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value && name !== "row" ? [[name, value] as const] : [])),
  );

/** The label of a parameter; its name if it is unknown. */
export const labelOf = (name: string, parameter: Parameter<unknown> | undefined): string => parameter?.label ?? name;

interface Option {
  /** as the API takes it */
  value: string;
  label: string;
}

/** The values to choose from; undefined if they are many. */
export function optionsOf(parameter: Parameter<unknown>, vocabulary: Vocabulary | undefined): Option[] | undefined {
  const { options, valuesOf } = parameter;
  if (options) {
    const filter = "filter" in parameter ? String(parameter.filter) : "";
    return options.map((value) => ({ value, label: wordLabel(filter, value) }));
  }
  // a code is shorter in the address than code and label
  return valuesOf && vocabulary && valuesOf(vocabulary).map((label) => ({ value: label.split(" - ")[0] ?? "", label }));
}
