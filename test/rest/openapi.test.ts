// The OpenAPI document is valid, and true to what the routes accept and return. (test/repo compares it with the released one.)
import { describe, expect, test } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import type { Route } from "../../rest/define-route.ts";
import { readParameters } from "../../rest/params/parameter.ts";
import { openApi, schemaErrors } from "./response-schema.ts";
import { vocabulary } from "./vocabulary.ts";

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; example: unknown }[];
  responses: Record<
    string,
    { $ref?: string; headers?: object; content?: { "application/json": { example: unknown } } }
  >;
}
const operations = Object.entries(openApi.paths).map(([path, { get }]) => [path, get as unknown as Operation] as const);
const routes = new Map((await loadRoutes()).map((route) => [route.path, route]));

test("every reference leads somewhere", () => {
  for (const [, pointer] of JSON.stringify(openApi).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let target: unknown = openApi;
    for (const step of (pointer ?? "").split("/")) target = (target as Record<string, unknown>)[step];
    expect(target, pointer).toBeTypeOf("object");
  }
});

test("no enumeration has null, which generators write into enumerations of text", () => {
  const withNull = [...JSON.stringify(openApi).matchAll(/"enum":\[[^\]]*\bnull\b[^\]]*\]/g)].map(([text]) => text);
  expect(withNull).toEqual([]);
});

test("operation ids are unique", () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(operations.filter(([path]) => routes.has(path)))("%s", (path, operation) => {
  test("has examples of responses that fit their schemas, and every response names its headers", () => {
    for (const [status, response] of Object.entries(operation.responses)) {
      const named = response.$ref ? (openApi.components.responses[status] as Operation["responses"][string]) : response;
      for (const header of ["X-Request-Id", "X-RateLimit-Limit", "X-DailyLimit-Remaining", "X-MonthlyQuota-Limit"]) {
        expect(named.headers, `${status} ${header}`).toHaveProperty(header);
      }
      const example = named.content?.["application/json"].example;
      expect(schemaErrors(path, Number(status), example), status).toEqual([]);
    }
  });

  test("accepts the examples of its parameters", () => {
    const route = routes.get(path) as Route;
    const given = (position: string) => (operation.parameters ?? []).filter((parameter) => parameter.in === position);
    const text = (value: unknown) => encodeURIComponent([value].flat().join(","));
    const query = given("query").map(({ name, example }) => `${name}=${text(example)}`);
    const inPath = Object.fromEntries(given("path").map(({ name, example }) => [name, String(example)]));
    const known = {
      ...vocabulary,
      sectors: [...vocabulary.sectors],
      industries: [...vocabulary.industries, "Electronic Computers"],
    };
    const context = { vocabulary: known, today: "2024-07-01" };
    expect(() => readParameters(route.params, { path: inPath, query: query.join("&") }, context)).not.toThrow();
  });
});
