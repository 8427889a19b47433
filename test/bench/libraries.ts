// Libraries that only a benchmark compares with. They have a package.json of their own, so that installing the project does not
// bring them: `npm ci --prefix test/bench/libraries`.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const folder = new URL("./libraries/", import.meta.url);

const howToInstall = "npm ci --prefix test/bench/libraries";

export const hasLibrary = (name: string): boolean => existsSync(new URL(`node_modules/${name}/`, folder));

/** `Library` is the part of it that the benchmark uses. */
export function loadLibrary<Library>(name: string): Library {
  if (!hasLibrary(name)) throw new Error(`${name} is not installed: ${howToInstall}`);
  return createRequire(fileURLToPath(new URL("package.json", folder)))(name) as Library;
}
