// Libraries that only benchmarks need, as contenders. They have a package.json of their own, so that installing the project does not
// install them: `npm ci --prefix test/bench/libraries`.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const folder = new URL("./libraries/", import.meta.url);

export const hasLibrary = (name: string): boolean => existsSync(new URL(`node_modules/${name}/`, folder));

/** `Library` is the part of it that the benchmark uses. */
export function loadLibrary<Library>(name: string): Library {
  if (!hasLibrary(name)) throw new Error(`${name} is not installed: npm ci --prefix test/bench/libraries`);
  return createRequire(fileURLToPath(new URL("package.json", folder)))(name) as Library;
}
