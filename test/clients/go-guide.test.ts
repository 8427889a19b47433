// The guide to a client in Go: its filter converts our document to OpenAPI 3.0, which generators read.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { codeBlocks, firstThatRuns } from "./examples.ts";

type Json = Record<string, unknown>;

const jq = firstThatRuns("jq", ["jq", "--version"]);

function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

test.skipIf(!jq)("the filter leaves nothing of OpenAPI 3.1, and gives numbers 64 bits", async () => {
  const [filter = ""] = await codeBlocks(join(packageRoot, "docs/guides/go.md"), "jq");
  const document = join(packageRoot, "rest/generated/openapi.json");
  const text = execFileSync(jq ?? "", [filter, document], { encoding: "utf8", maxBuffer: 1e8 });
  const converted = JSON.parse(text) as Json & { components: { schemas: Record<string, Json> } };
  expect(converted.openapi).toBe("3.0.3");
  const all = [...objectsIn(converted)];
  const of31 = all.filter(
    ({ type, anyOf, enum: values, examples }) =>
      Array.isArray(type) || type === "null" || anyOf || Array.isArray(examples) || [values].flat().includes(null),
  );
  expect(of31).toEqual([]);
  const nullable = all.filter((one) => one.nullable === true).length;
  expect(nullable).toBeGreaterThan(100);
  const { InsiderTrade } = converted.components.schemas;
  const fields = InsiderTrade?.properties as Record<string, Json>;
  expect([fields.id, fields.value]).toMatchObject([
    { type: "integer", format: "int64" },
    { type: "number", format: "double", nullable: true },
  ]);
});
