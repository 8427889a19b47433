// The folder rest/routes is the registry: every file in it is one endpoint. Endpoint 12 is one new file.
import { readdir } from "node:fs/promises";
import type { Route } from "./define-route.ts";

const folder = new URL("./routes/", import.meta.url);

/** All routes, by path. Loads them from the sources and from dist/ alike. */
export async function loadRoutes(): Promise<Route[]> {
  const names = (await readdir(folder)).filter((name) => /^[a-z0-9-]+\.(ts|js)$/.test(name)).sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, folder).href) as Promise<{ default: Route }>),
  );
  return modules.map((module) => module.default);
}
