// The running version, from package.json.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "./package-root.ts";

export async function readVersion(): Promise<string> {
  return (JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")) as { version: string }).version;
}
