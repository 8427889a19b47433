// The result of every persisted query on the hand-made store, and the number of its statements, as files:
// test/graph/golden/<operation>/<case>.json. A file also has the variables of its request.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { complexityFromQuery } from "@pothos/plugin-complexity";
import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPersisted } from "../../rest/all-routes.ts";
import { complexityLimits } from "../../src/graph/builder.ts";
import { schema } from "../../src/graph/schema.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { tablesIn } from "../support/database.ts";
import { casesIn, expectGolden } from "../support/golden.ts";
import { type Harness, seededGraph } from "./harness.ts";

const folder = join(packageRoot, "test", "graph", "golden");

const documents = new Map(
  Object.values(await readPersisted(packageRoot)).map((document) => [operationName(document), document]),
);

function operationName(document: string): string {
  const [definition] = parse(document).definitions;
  return (definition?.kind === "OperationDefinition" && definition.name?.value) || "nameless";
}

let graph: Harness;
beforeAll(async () => {
  graph = await seededGraph();
});
afterAll(() => graph.store.close());

type Variables = Record<string, unknown>;

/** The variables of an operation, by the names of its files. */
function casesOf(operation: string): [name: string, variables: Variables][] {
  return casesIn(join(folder, operation)).map((file) => {
    const { variables } = JSON.parse(readFileSync(join(folder, operation, file), "utf8"));
    return [file.replace(".json", ""), variables];
  });
}

test("every persisted query has a folder of cases", () => {
  expect(readdirSync(folder).sort()).toEqual([...documents.keys()].sort());
});

describe.each([...documents])("%s", (name, document) => {
  test.each(casesOf(name))("equals the golden of %s", async (label, variables) => {
    const { data, statements } = await graph.run(document, variables);
    await expectGolden(join(folder, name, `${label}.json`), { variables, statements: statements.length, data });
  });
});

const pages = [...documents].flatMap(([operation, document]) =>
  casesOf(operation)
    .filter(([, variables]) => "pageSize" in variables)
    .map(([name, variables]) => ({ operation, name, document, variables })),
);

// a relation without a loader would need a statement per row
test.each(pages)("$operation $name has the same statements for all rows", async ({ document, variables }) => {
  const run = (pageSize: number) => graph.run(document, { ...variables, page: 1, pageSize });
  const [one, all] = [await run(1), await run(100)];
  expect(all.statements.map(tablesIn)).toEqual(one.statements.map(tablesIn));
});

// the complexity of persisted queries is not computed per request (src/graph/builder.ts)
test.each([...documents])(
  "%s stays within the limits of a query, with the largest page and all relations",
  (operation, document) => {
    const given: Variables = Object.assign({}, ...casesOf(operation).map(([, variables]) => variables));
    const largest = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        name === "pageSize" ? 100 : typeof value === "boolean" ? true : value,
      ]),
    );
    const ctx = { principal: { role: "admin" } };
    const weight = complexityFromQuery(document, { schema, variables: largest, ctx });
    expect(weight.complexity).toBeGreaterThan(3);
    for (const limit of ["complexity", "depth", "breadth"] as const)
      expect(weight[limit]).toBeLessThanOrEqual(complexityLimits[limit]);
  },
);
