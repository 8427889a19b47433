// The URL of a list page has the parameters of the REST API, read by the same route definition. So a list shows the
// rows that the API would return, and its URL can be copied as an API request.
import type { ListRoute, Route } from "../../../../../rest/define-route.ts";
import type { Parameters } from "../../../../../rest/params/parameter.ts";
import { readParameters } from "../../../../../rest/params/read-parameters.ts";
import type { Vocabulary } from "../../../../../rest/ports.ts";
import { AppError, type ParameterProblem } from "../../../../errors.ts";
import { todayUtc } from "../../../../lib/clock.ts";
import { stringifySearch } from "../../../frame/search.ts";

/** The query parameters of a list's URL; `row` is the open row, all others are the API's. */
export type ListSearch = Record<string, string | undefined>;

/** paging, order and the open row do not filter */
const noFilters = new Set(["page", "pageSize", "row", "sort", "order"]);

/** The names of the filters in a URL. */
export const chosenFilters = (search: ListSearch): string[] =>
  Object.keys(search).filter((name) => !noFilters.has(name));

/** The parameters that choose rows. The others choose the page, the order, and what the response shows of a row. */
export const filterNames = (params: Parameters): string[] =>
  Object.keys(params).filter((name) => name === "days" || "filter" in (params[name] ?? {}));

export interface ApiRequest {
  /** path and query, e.g. `/api/v1/trades?ticker=AAPL` */
  path: string;
  /** variables of the list's operation; undefined if a parameter is invalid */
  variables: Record<string, unknown> | undefined;
  /** problems by parameter */
  problems: ParameterProblem[];
}

export function asList(route: Route): ListRoute {
  if (!("list" in route)) throw new Error(`${route.path} is no list`);
  return route;
}

/** Reads a URL's parameters as the API would. */
export function readRequest(route: ListRoute, { row: _, ...search }: ListSearch, vocabulary: Vocabulary): ApiRequest {
  const query = stringifySearch(search);
  const path = `/api/v1${route.path}${query}`;
  try {
    const today = todayUtc();
    const values = readParameters(route.params, { path: {}, query: query.slice(1) }, { vocabulary, today });
    return { path, variables: route.variables(values), problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { path, variables: undefined, problems: error.details ?? [] };
  }
}
