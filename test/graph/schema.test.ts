// The committed schema.graphql is what the code prints, and no type of it can show a key's hash.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { printGraphqlSchema } from "../../src/graph/schema.ts";
import { packageRoot } from "../../src/lib/package-root.ts";

it("is committed as printed", async () => {
  expect(await readFile(join(packageRoot, "schema.graphql"), "utf8")).toBe(printGraphqlSchema());
});

it("has a total and nodes in every list", () => {
  const lists = printGraphqlSchema().match(/type \w+List \{[^}]*\}/g) ?? [];
  expect(lists.length).toBeGreaterThan(10);
  for (const list of lists) {
    expect(list).toMatch(/^ {2}nodes: \[\w+!\]!$/m);
    expect(list).toMatch(/^ {2}total: Int!$/m);
  }
});

it("has no field for a key's hash", () => {
  const [keyType] = printGraphqlSchema().match(/type ApiKey \{[^}]*\}/) ?? [];
  expect(keyType).toContain("lastFour");
  expect(keyType).not.toMatch(/hash/i);
});
