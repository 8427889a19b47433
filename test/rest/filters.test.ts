// A filter that its list's route does not name exists in GraphQL alone: callers of the REST API, MCP and the pages never see it.
import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";

const folder = new URL("../../src/filters/", import.meta.url);

/** Name of the export -> its filters, for every list of src/filters. */
async function filtersOfLists(): Promise<[list: string, filters: Record<string, { withoutRoute?: string }>][]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts"));
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [string, Record<string, object>][] => {
      const list = /^(\w+)Filters$/.exec(name)?.[1];
      return list === undefined ? [] : [[list, value]];
    }),
  );
}

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
