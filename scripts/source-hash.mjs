// The sources of a build: one hash over their names and bytes. dist/.source-hash and dist/web/.source-hash contain the
// hash of the last build.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const serverFiles = [
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "prisma/schema.prisma",
  "scripts/stored-models.mjs",
];

function serviceSources(root) {
  const pages = join(root, "src/web");
  const sources = [...walk(join(root, "src")), ...walk(join(root, "rest"))].filter((path) => !path.startsWith(pages));
  return [...serverFiles.map((name) => join(root, name)), ...sources];
}

/** The hash of the service's sources. */
export const sourceHash = (root) => hashOf(root, serviceSources(root));

/** The hash of the pages' scripts and styles, which import modules of the service and reference data. */
export const pagesHash = (root) =>
  hashOf(root, [...serviceSources(root), ...walk(join(root, "src/web")), ...walk(join(root, "prisma/reference"))]);

/** The hash of these files; one that is missing counts as empty. */
export function hashOf(root, files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readOrEmpty(file))
      .update("\0");
  return hash.digest("hex");
}

export function readOrEmpty(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      // the generated database client
      if (path.endsWith(join("src", "store", "client"))) return [];
      if (entry.isDirectory()) return walk(path);
      return /\.(tsx?|json|css|svg|graphql)$/.test(entry.name) ? [path] : [];
    });
}
