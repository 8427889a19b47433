// The URL of a list page has the parameters of the REST API, read by the same route definition, with the names that
// filters accept. So a list shows the rows that the API would return, and its URL can be copied as an API request.

import sectorAliases from "../../../../prisma/reference/sector-aliases.json";
import transactionCodes from "../../../../prisma/reference/transaction-codes.json";
import type { ListRoute, Route } from "../../../../rest/define-route.ts";
import { readParameters } from "../../../../rest/params/read-parameters.ts";
import type { Vocabulary } from "../../../../rest/ports.ts";
import { AppError, type ParameterProblem } from "../../../errors.ts";
import { todayUtc } from "../../../lib/clock.ts";
import { useRead } from "../../frame/operation.ts";
import { stringifySearch } from "../../frame/search.ts";
import { Vocabulary as VocabularyRead } from "../../generated/operations.ts";
import { apiSearch, type ListSearch } from "./search.ts";

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
export function readRequest(route: ListRoute, search: ListSearch, vocabulary: Vocabulary): ApiRequest {
  const query = stringifySearch(apiSearch(search));
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

/** Undefined until the names are loaded. */
export function useVocabulary(): Vocabulary | undefined {
  const names = useRead(VocabularyRead, {}, { keep: true }).data?.vocabulary;
  return names && { ...names, sectorAliases, transactionCodes };
}

const labels = new Map(transactionCodes.map(({ code, label }) => [code, label]));

/** `P - Purchase`, as the API writes it. */
export function transactionLabel(code: string): string {
  return `${code} - ${labels.get(code) ?? "Other"}`;
}
