// The contract with callers: the document as released may only grow. rest/released/openapi.json changes by a release alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { breakingChanges } from "../../scripts/openapi-breaking.ts";
import { packageRoot } from "../../src/package-root.ts";

const read = (name: string) => JSON.parse(readFileSync(join(packageRoot, name), "utf8"));
const released = () => read("rest/released/openapi.json");

test("nothing that callers of the released document rely on is gone", () => {
  expect(breakingChanges(released(), read("rest/generated/openapi.json"))).toEqual([]);
});

test("an addition is no break", () => {
  const document = released();
  document.paths["/new"] = { get: { parameters: [], responses: {} } };
  expect(breakingChanges(released(), document)).toEqual([]);
});

test("a path, a parameter and a response status that are gone are breaks", () => {
  const document = released();
  delete document.paths["/trades/{id}"];
  document.paths["/trades"].get.parameters = document.paths["/trades"].get.parameters.filter(
    (parameter: { name: string }) => parameter.name !== "ticker",
  );
  delete document.paths["/clusters"].get.responses["200"];
  expect(breakingChanges(released(), document).sort()).toEqual([
    "GET /clusters: status 200 gone",
    "GET /trades/{id}: gone",
    "GET /trades: parameter ticker gone",
  ]);
});
