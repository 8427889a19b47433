// The contract with callers: the released document may only be extended. Only a release changes
// rest/released/openapi.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { breakingChanges } from "./openapi-breaking.ts";

const read = (name: string) => JSON.parse(readFileSync(join(packageRoot, name), "utf8"));
const released = () => read("rest/released/openapi.json");

/** Breaking changes decided since the release, each announced in the changelog. Empty after a release. */
const decided: string[] = [];

test("nothing that callers of the released document rely on is removed", () => {
  const breaks = breakingChanges(released(), read("rest/generated/openapi.json"));
  expect(breaks.filter((change) => !decided.includes(change))).toEqual([]);
});

test("an addition is not a breaking change", () => {
  const document = released();
  document.paths["/new"] = { get: { parameters: [], responses: {} } };
  expect(breakingChanges(released(), document)).toEqual([]);
});

test("removing a path, a parameter or a response status is a breaking change", () => {
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

test("a pattern that accepts more is not a breaking change, one that accepts less is", () => {
  const withPattern = (pattern: string | undefined) => {
    const document = released();
    const parameters: { name: string; schema: { pattern?: string | undefined } }[] =
      document.paths["/late-filings"].get.parameters;
    const own = parameters.find(({ name }) => name === "politicianId");
    if (own) own.schema.pattern = pattern;
    return breakingChanges(released(), document);
  };
  for (const wider of ["^[A-Za-z][0-9]{6}$", undefined]) expect(withPattern(wider)).toEqual([]);
  for (const narrower of ["^[B-Z][0-9]{6}$", "^[A-Z][0-8]{6}$", "^[a-z][0-9]{6}$"])
    expect(withPattern(narrower)).toEqual(["GET /late-filings ?politicianId: pattern changed"]);
});
