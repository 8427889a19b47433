// The folder rest/routes is the registry: every file in it is one endpoint. A new endpoint is one new file.
import { readdir } from "node:fs/promises";
import type { Route } from "./define-route.ts";

const folder = new URL("./routes/", import.meta.url);

/** All routes, in the order of their file names. Works in the sources and in dist/. */
export async function loadRoutes(): Promise<Route[]> {
  const names = (await readdir(folder)).filter((name) => /^[a-z0-9-]+\.(ts|js)$/.test(name)).sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, folder).href) as Promise<{ default: Route }>),
  );
  return modules.map((module) => module.default);
}
