// The golden files of HTTP responses: test/rest/golden/<route>/<case>.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";
import { casesIn } from "../support/golden.ts";

export const folder = join(packageRoot, "test", "rest", "golden");

/** `insider-cik` of `/insider/{cik}` */
export const folderOf = (path: string) => path.slice(1).replaceAll("/", "-").replace(/[{}]/g, "");

/** The responses with status 200 of a route, with their requests, by the names of their files. */
export function responsesOf(path: string): { name: string; request: string; body: { data: unknown } }[] {
  const files = casesIn(join(folder, folderOf(path))).filter((file) => /^200\b.*\.json$/.test(file));
  return files.map((file) => {
    const { request, body } = JSON.parse(readFileSync(join(folder, folderOf(path), file), "utf8"));
    return { name: file.replace(".json", ""), request, body };
  });
}
