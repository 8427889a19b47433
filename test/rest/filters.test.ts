// A filter that its list's route does not name exists in GraphQL alone: callers of the REST API, MCP and the pages never see it.
import { expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { filtersOfLists } from "./filters-of-lists.ts";

it("every filter of a list is a parameter of a route that reads the list, or says why it is none", async () => {
  const routes = await loadRoutes();
  const lists = await filtersOfLists();
  const forgotten = lists.flatMap(([list, filters]) => {
    const input = `$filter: ${list[0]?.toUpperCase()}${list.slice(1)}Filter`;
    const requesting = routes.filter((route) => "document" in route && route.document.includes(input));
    const named = requesting.flatMap(({ params }) => Object.values(params).map((one) => "filter" in one && one.filter));
    return Object.entries(filters).flatMap(([name, { withoutRoute }]) =>
      named.includes(name) === (withoutRoute === undefined) ? [] : [`${list}: ${name}`],
    );
  });
  expect(forgotten, "a line in the route, or `withoutRoute` in the filter").toEqual([]);
  expect(lists.length).toBeGreaterThan(8);
});
