// The OpenAPI document passes an independent linter, Redocly with its recommended rules, without a warning. CI runs Spectral's too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";

const file = join(packageRoot, "rest/generated/openapi.json");

/** The findings in the document. Two of Spectral's rules that are not recommended ones are enabled too. */
async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "operation-description": "error", "info-contact": "error" },
  });
  const problems = await lintFromString({ source, absoluteRef: file, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

test("Redocly's recommended rules find nothing in the document", async () => {
  expect(await problemsOf(readFileSync(file, "utf8"))).toEqual([]);
});

test("the linter reports an operation without a description and a reference that leads nowhere", async () => {
  const document = JSON.parse(readFileSync(file, "utf8"));
  document.paths["/trades"].get.description = "";
  document.paths["/usage"].get.responses["500"] = { $ref: "#/components/responses/nowhere" };
  const problems = (await problemsOf(JSON.stringify(document))).join("\n");
  expect(problems).toContain("operation-description");
  expect(problems).toContain("no-unresolved-refs");
});
