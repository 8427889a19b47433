// Every change of a recipe (docs/develop/recipes.md) fits the file that it names. test/repo/recipes.long.test.ts builds
// and runs what the recipes add.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { applyRecipe, type Files, readRecipes, recipesIn } from "./recipes/apply-recipe.ts";

/** The project's files, whose changes stay in memory. */
function changedInMemory(): Files {
  const changed = new Map<string, string>();
  const stored = (path: string) =>
    existsSync(join(packageRoot, path)) ? readFileSync(join(packageRoot, path), "utf8") : undefined;
  return {
    read: (path) => changed.get(path) ?? stored(path),
    write: (path, text) => void changed.set(path, text),
  };
}

const recipes = readRecipes();

test("the page has recipes with code", () => {
  expect(recipes.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Add an endpoint", "Add a filter", "Add a stored field", "Add a source"]),
  );
  expect(recipes.flatMap(({ steps }) => steps).length).toBeGreaterThan(20);
});

test.each(recipes)("$title: its changes fit the code", (recipe) => {
  expect(applyRecipe(recipe, changedInMemory())).toEqual([]);
});

test("the recipes fit one after the other, as the long test applies them", () => {
  const files = changedInMemory();
  expect(recipes.flatMap((recipe) => applyRecipe(recipe, files))).toEqual([]);
});

test("a change that does not fit is reported with its line and its file", () => {
  const page =
    "# Recipes\n\n## One\n\n```diff\n+++ src/errors.ts\n-not there\n+anything\n+++ src/none.ts\n-a\n@@\n-b\n```\n";
  const added = "\n```ts\n// src/main.ts\nexport {};\n```\n";
  const problems = recipesIn(page + added).flatMap((recipe) => applyRecipe(recipe, changedInMemory()));
  expect(problems).toEqual([
    "docs/develop/recipes.md:7 src/errors.ts does not have these lines once:\nnot there\n",
    "docs/develop/recipes.md:10 src/none.ts does not exist",
    "docs/develop/recipes.md:12 src/none.ts does not exist",
    "docs/develop/recipes.md:16 src/main.ts exists already",
  ]);
});
