// The documents that an anonymous caller may execute select no field that only an account or an administrator may read.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse, type SelectionNode } from "graphql";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import all from "../../src/web/generated/persisted.json" with { type: "json" };
import visible from "../../src/web/generated/public.json" with { type: "json" };

const fieldsIn = (text: string): string[] =>
  parse(text).definitions.flatMap((one) => ("selectionSet" in one ? namesIn(one.selectionSet?.selections ?? []) : []));

const namesIn = (selections: readonly SelectionNode[]): string[] =>
  selections.flatMap((one) =>
    one.kind === "Field" ? [one.name.value, ...namesIn(one.selectionSet?.selections ?? [])] : [],
  );

test("the public documents are those of the folder public, and all are queries", () => {
  const files = readdirSync(join(packageRoot, "src/web/operations/public")).map((name) => name.replace(".graphql", ""));
  const names = Object.values(visible).map((text) => /^query (\w+)/.exec(text)?.[1]);
  expect(names.sort()).toEqual(files.sort());
  for (const hash of Object.keys(visible)) expect(all).toHaveProperty(hash);
});

test.each(Object.values(visible).map((text) => [/^query (\w+)/.exec(text)?.[1], text]))(
  "%s selects no history, no price series, no explanation and nothing of accounts",
  (_name, text = "") => {
    const forbidden = ["history", "priceLine", "explainTrade", "explainPoliticianTrade", "viewer", "accounts"];
    expect(fieldsIn(text).filter((name) => forbidden.includes(name))).toEqual([]);
  },
);
