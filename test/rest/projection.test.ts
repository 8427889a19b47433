// The query of a route and its projection of the result, without a store: variables from parameters, and the response from the
// results of the graph (test/graph/golden). The files are test/rest/golden/projection/<operation>/: the variables, and the projections that
// no response among the files of the route (test/rest/golden.test.ts) shows. A new one begins as a file with `{}`.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { envelopeOf } from "../../rest/envelope.ts";
import { buildOpenApiDocument } from "../../rest/openapi/openapi.ts";
import { readParameters } from "../../rest/params/parameter.ts";
import { AppError } from "../../src/errors.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { casesIn, expectGolden } from "../support/golden.ts";
import { folder as responses, responsesOf } from "./golden-files.ts";
import { vocabulary } from "./vocabulary.ts";

const graphFolder = join(packageRoot, "test", "graph", "golden");
const folder = join(responses, "projection");
const routes = await loadRoutes();
const known = { ...vocabulary, industries: [...vocabulary.industries, "Electronic Computers"] };
const context = { vocabulary: known, today: "2024-07-01" };

const sampleMessage = "Sample data: the people, companies and trades are invented. Ingest real data to replace them.";

test("the committed OpenAPI document is what the routes say", async () => {
  const committed = readFileSync(join(packageRoot, "rest", "generated", "openapi.json"), "utf8");
  expect(`${JSON.stringify(await buildOpenApiDocument(), null, 2)}\n`).toBe(committed);
});

/** The variables that differ from those of a request without parameters, none of which may be absent. */
function changed(none: unknown, variables: unknown): unknown {
  if (!isObject(none) || !isObject(variables)) return variables;
  expect(Object.keys(none).filter((name) => none[name] !== undefined && variables[name] === undefined)).toEqual([]);
  const differing = Object.entries(variables).filter(([name, value]) => !isDeepStrictEqual(value, none[name]));
  return Object.fromEntries(differing.map(([name, value]) => [name, changed(none[name], value)]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

for (const route of routes) {
  if (!("document" in route)) continue;
  const [, operation = ""] = /query (\w+)/.exec(route.document) ?? [];
  const parameters = Object.entries(route.params);
  const path = Object.fromEntries(
    parameters
      .filter(([name]) => route.path.includes(`{${name}}`))
      .map(([name, { example }]) => [name, String(example)]),
  );

  /** The variables for the examples of these parameters. */
  function variablesOf(names: string[]): unknown {
    const query = names
      .map((name) => `${name}=${encodeURIComponent(String([route.params[name]?.example].flat().join(",")))}`)
      .join("&");
    try {
      const params = readParameters(route.params, { path, query }, context);
      return "variables" in route && route.variables(params);
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }

  describe(operation, () => {
    test("has the golden variables for its parameters", async () => {
      const names = parameters.map(([name]) => name).filter((name) => !(name in path));
      const required = names.filter((name) => route.params[name]?.required);
      const alone = names.map((name): [string, unknown] => [name, variablesOf([...new Set([...required, name])])]);
      const none = variablesOf(required);
      await expectGolden(join(folder, operation, "variables.json"), {
        none,
        all: variablesOf(names),
        ...Object.fromEntries(alone.map(([name, variables]) => [name, changed(none, variables)])),
      });
    });

    test.each(casesIn(join(graphFolder, operation)))("has the golden response for %s", async (file) => {
      const { variables, data } = JSON.parse(readFileSync(join(graphFolder, operation, file), "utf8"));
      const params = { page: 1, pageSize: 25, ...variables };
      const response = (sample: boolean) => {
        const executed = { data, dataVersion: "7", asOf: "2024-06-30T12:00:00Z", sample };
        try {
          return envelopeOf(route, executed, { vocabulary, variables, params });
        } catch (error) {
          if (error instanceof AppError) return { refused: error.code };
          throw error;
        }
      };
      const [real, sample] = [response(false), response(true)];
      const { meta, ...rest } = real as { data?: unknown; meta?: object };
      // sample data say so, and change nothing else
      expect(sample).toEqual(
        "refused" in real ? real : { ...rest, meta: { ...meta, sample: true, message: sampleMessage } },
      );
      const shown = join(folder, operation, file);
      if (file === "unknown.json") expect(real).toEqual({ refused: "not_found" });
      else if (existsSync(shown)) await expectGolden(shown, real);
      else expect(responsesOf(route.path).map(({ body }) => body.data)).toContainEqual(rest.data);
    });
  });
}
