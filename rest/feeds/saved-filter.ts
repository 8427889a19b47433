// The filters of a list as they are saved for a feed: a query string without what shapes a response.
import type { TitledList } from "../../src/domain/row-titles.ts";
import { readParameters } from "../params/read-parameters.ts";
import type { Vocabulary } from "../ports.ts";
import { loadRoutes } from "../routes-folder.ts";

const shaping = ["page", "pageSize", "fields", "format", "include", "sort", "order", "dataVersion", "updatedSince"];

/** The query string, if the list's route takes all of it. @throws AppError bad_request that names every problem */
export async function savedFilter(
  list: TitledList,
  query: string,
  context: { vocabulary: Vocabulary; today: string },
): Promise<string> {
  const route = (await loadRoutes()).find(({ path }) => path === `/${list}`);
  if (!route) throw new Error(`there is no route of ${list}`);
  const filters = Object.fromEntries(Object.entries(route.params).filter(([name]) => !shaping.includes(name)));
  readParameters(filters, { path: {}, query }, { ...context, form: "json" });
  return query;
}
