// The server knows the paths of the applications as their routers do; any other is 404.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import openApi from "../../rest/generated/openapi.json" with { type: "json" };
import { packageRoot } from "../../src/lib/package-root.ts";
import { dataPages } from "../../src/pages/data/paths.ts";
import { appPaths } from "../../src/pages/pages.ts";

const parents: Record<string, string> = { root: "", account: "/account", admin: "/admin" };

/** The routes in the source of a router; the routers themselves run in browsers only. */
function routesOf(group: string): string[] {
  const text = readFileSync(join(packageRoot, `src/web/${group}/main.tsx`), "utf8");
  const routes = [...text.matchAll(/getParentRoute: \(\) => (\w+),\s+path: "([^"]*)"/g)];
  expect(routes.length).toBe(text.match(/createRoute\(/g)?.length);
  return routes.map(([, parent = "", path = ""]) =>
    `${parents[parent]}${path}`.replace(/\/$/, "").replaceAll("$", ":"),
  );
}

test("the paths of the data pages are those of their router", () => {
  const text = readFileSync(join(packageRoot, "src/web/data/routes.tsx"), "utf8");
  const routes = [...text.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path.replaceAll("$", ":"));
  expect(routes.length).toBeGreaterThan(10);
  expect(dataPages.map(({ path }) => path).sort()).toEqual(routes.sort());
});

test.each(["account", "admin"] as const)("the paths of %s are those of its router", (group) => {
  expect([...appPaths[group]].sort()).toEqual([...new Set(routesOf(group))].sort());
});

test("the API requests of the pages of one record have paths of the API", () => {
  const folder = join(packageRoot, "src/web/data");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const paths = texts.flatMap((text) =>
    [...text.matchAll(/<ApiRequestButton path=\{`([^`]+)`/g)].map(([, path]) => path),
  );
  const known = Object.keys(openApi.paths).map((path) => path.replace(/\{\w+\}/g, "*"));
  expect(paths.length).toBeGreaterThan(2);
  for (const path of paths) expect(known).toContain(path?.replace(/\$\{[^}]+\}/g, "*"));
});
