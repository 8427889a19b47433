// The filters of a list as they are saved for a feed: a query string without what shapes a response.
import type { TitledList } from "../../src/domain/row-titles.ts";
import { loadRoutes } from "../all-routes.ts";
import { readParameters } from "../params/parameter.ts";
import type { Vocabulary } from "../ports.ts";

const shaping = ["page", "pageSize", "fields", "format", "include", "sort", "order", "dataVersion", "updatedSince"];

interface Context {
  vocabulary: Vocabulary;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: string;
}

/**
 * Reads saved filters of a list: the variables of the list's document. The function throws AppError bad_request that
 * names every problem of a query string.
 */
export async function savedFilters(
  list: TitledList,
  context: Context,
): Promise<(query: string) => Record<string, unknown>> {
  const route = (await loadRoutes()).find(({ path }) => path === `/${list}`);
  if (!route || !("list" in route)) throw new Error(`there is no route of ${list}`);
  const filters = Object.fromEntries(
    Object.entries(route.params).filter(
      ([name, parameter]) => !shaping.includes(name) && !("withoutEvents" in parameter),
    ),
  );
  return (query) => route.variables(readParameters(filters, { path: {}, query }, { ...context, form: "json" }));
}

/** The query string, if the list's route takes all of it. @throws AppError bad_request that names every problem */
export async function savedFilter(list: TitledList, query: string, context: Context): Promise<string> {
  (await savedFilters(list, context))(query);
  return query;
}
