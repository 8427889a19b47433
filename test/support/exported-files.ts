// The paths at which ready-made files are expected, stated independently of the code that publishes them.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Path of a current file in the folder. */
export function publishedPath(file: { name: string; list: string; month: string; format: string }): string {
  const [year, month] = file.month.split("-");
  return [file.format, file.list, `year=${year}`, `month=${month}`, file.name].join("/");
}

/** Paths of all files in the folder, without those that describe the others. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".json"))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
