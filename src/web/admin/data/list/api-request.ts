// An address of the dashboard is a request of the API: the same names, read by the same record. So a list shows what the API would
// answer, and can be taken along as a request.

import type { ListRoute, Route } from "../../../../../rest/define-route.ts";
import { readParameters } from "../../../../../rest/params/read-parameters.ts";
import type { Vocabulary } from "../../../../../rest/ports.ts";
import { AppError, type ParameterProblem } from "../../../../errors.ts";
import { stringifySearch } from "../../../frame/search.ts";

/** What is behind the ? of a list's address; `row` is the open one, everything else is the API's. */
export type ListSearch = Record<string, string | undefined>;

/** paging, order and the open row choose nothing */
const noFilters = new Set(["page", "pageSize", "row", "sort", "order"]);

/** The names of the filters that an address holds. */
export const chosenFilters = (search: ListSearch): string[] =>
  Object.keys(search).filter((name) => !noFilters.has(name));

export interface ApiRequest {
  /** path and query, e.g. `/api/v1/trades?ticker=AAPL` */
  path: string;
  /** of the list's document; undefined where a parameter is wrong */
  variables: Record<string, unknown> | undefined;
  /** what is wrong, by parameter */
  problems: ParameterProblem[];
}

export function asList(route: Route): ListRoute {
  if (!("list" in route)) throw new Error(`${route.path} is no list`);
  return route;
}

/** Reads an address as the API would. */
export function readRequest(route: ListRoute, { row: _, ...search }: ListSearch, vocabulary: Vocabulary): ApiRequest {
  const query = stringifySearch(search);
  const path = `/api/v1${route.path}${query}`;
  try {
    const today = new Date().toISOString().slice(0, 10);
    const values = readParameters(route.params, { path: {}, query: query.slice(1) }, { vocabulary, today });
    return { path, variables: route.variables(values), problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { path, variables: undefined, problems: error.details ?? [] };
  }
}
