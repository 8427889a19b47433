// Reads the path of a price file: its symbol, the folder that names its provider, its part in a Lean tree.
import { basename, resolve } from "node:path";
import { cleanSymbol } from "../../domain/symbols.ts";

/** The segments of a path; the entries of an archive are in a folder with the archive's name. */
function segments(path: string): string[] {
  const [outer = "", ...inner] = path.split("!/");
  return [resolve(outer), ...inner]
    .join("/")
    .split(/[\\/]/)
    .filter(Boolean)
    .map((segment) => segment.replace(/\.(zip|tar|tgz|tar\.gz|tar\.xz)$/i, ""));
}

/** The symbol that a file is named after, cleaned; null if the name is not a symbol. */
export function symbolOfFile(path: string): string | null {
  return cleanSymbol(basename(path).replace(/\.csv$/i, ""));
}

/** The folder of the file: `name` labels its provider, `path` distinguishes two folders with the same name. */
export function folderOf(path: string): { name: string; path: string } {
  const parents = segments(path).slice(0, -1);
  return { name: parents.at(-1) ?? "root", path: parents.join("/") };
}

export type LeanPart = "daily" | "factor_files" | "map_files";

/**
 * The position of a file in a Lean tree: its part if a folder name gives it, and the root that contains daily/,
 * factor_files/ and map_files/.
 */
export function leanPosition(path: string): {
  part: LeanPart | null;
  root: { name: string; path: string };
  stem: string;
} {
  const all = segments(path);
  const stem = (all.at(-1) ?? "").replace(/\.csv$/i, "").toUpperCase();
  const at = all.findLastIndex((segment) => ["daily", "factor_files", "map_files"].includes(segment));
  const part = at < 0 ? null : (all[at] as LeanPart);
  const root = at < 0 ? all.slice(0, -1) : all.slice(0, at);
  return { part, root: { name: root.at(-1) ?? "root", path: root.join("/") }, stem };
}
