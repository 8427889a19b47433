// The pages show an example request of every endpoint: each parameter in a path has a value that the store's rows give.
import { expect, test } from "vitest";
import { pathParameters } from "../../rest/define-route.ts";
import openApi from "../../rest/generated/openapi.json" with { type: "json" };
import { pathExample } from "../../src/start/page-facts.ts";

test("every parameter in a path has an example", () => {
  const parameters = Object.keys(openApi.paths).flatMap((path) => pathParameters(path).map((name) => ({ path, name })));
  expect(parameters.length).toBeGreaterThan(5);
  expect(parameters.filter(({ path, name }) => !pathExample(path, name))).toEqual([]);
});

test("a new path has the examples of the parameters that other paths have", () => {
  const member = { bioguide_id: "Z000901" };
  const rows = { trade: { id: 7 }, politicianTrade: { id: 8 }, member, insider: {}, company: {}, file: {} };
  expect(pathExample("/politicians/{bioguideId}/terms", "bioguideId")?.(rows)).toBe("Z000901");
  expect(pathExample("/trades/{id}/history", "id")?.(rows)).toBe(7);
  expect(pathExample("/politician-trades/{id}", "id")?.(rows)).toBe(8);
  expect(pathExample("/clusters/{id}", "id")).toBeUndefined();
});
