// The root of the package, the folder with package.json, found from the sources and from dist/ alike; and its version.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("package.json not found above the running file");
  return findRoot(parent);
}

export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The running version. */
export async function readVersion(): Promise<string> {
  return (JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")) as { version: string }).version;
}
