// Reads the recipes of docs/develop/recipes.md and applies their code blocks. A block whose first line is a comment with
// a path is a new file. In a `diff` block `+++ path` begins a file and `@@` the next change in it; lines that begin with
// a blank stay as they are.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../src/lib/package-root.ts";

const page = "docs/develop/recipes.md";

export interface Recipe {
  title: string;
  /** in the order of the page */
  steps: Step[];
}

interface Step {
  /** of the page, 1 is the first */
  line: number;
  /** the file that it changes or adds */
  path: string;
  change: { before: string; after: string } | { added: string };
}

/** The files that a recipe is applied to: a copy of the project, or texts in memory. */
export interface Files {
  /** undefined: there is no such file */
  read(path: string): string | undefined;
  write(path: string, text: string): void;
}

/** The recipes of the page that have code. */
export const readRecipes = (): Recipe[] => recipesIn(readFileSync(join(packageRoot, page), "utf8"));

export function recipesIn(text: string): Recipe[] {
  const headings = [...text.matchAll(/^## (.*)$/gm)];
  const recipes = headings.map(({ 1: title = "", index }, at) => {
    const end = headings[at + 1]?.index ?? text.length;
    const steps = [...text.slice(index, end).matchAll(/^```(\w+)\n(.*?)^```/gms)].flatMap((block) => {
      const [, language = "", code = ""] = block;
      const line = lineAt(text, index + block.index) + 1;
      return language === "diff" ? changesIn(code, line) : addedBy(code, line);
    });
    return { title, steps };
  });
  return recipes.filter(({ steps }) => steps.length > 0);
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

function addedBy(code: string, line: number): Step[] {
  const [, path, added = ""] = /^(?:\/\/|--) (\S+\/\S+)\n(.*)$/s.exec(code) ?? [];
  return path === undefined ? [] : [{ line, path, change: { added } }];
}

function changesIn(code: string, firstLine: number): Step[] {
  const steps: Step[] = [];
  let path = "";
  let hunk: string[] = [];
  const lines = code.trimEnd().split("\n");
  const finish = (next: number) => {
    const side = (sign: "-" | "+") =>
      hunk
        .filter((line) => line.startsWith(" ") || line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    const change = { before: side("-"), after: side("+") };
    if (hunk.length > 0) steps.push({ line: firstLine + next - hunk.length, path, change });
    hunk = [];
  };
  for (const [at, line] of lines.entries())
    if (line.startsWith("+++ ") || line === "@@") {
      finish(at);
      if (line !== "@@") path = line.slice(4);
    } else hunk.push(line);
  finish(lines.length);
  return steps;
}

/** Returns what does not fit, each with its line of the page and its file; writes what fits. */
export function applyRecipe({ steps }: Recipe, files: Files): string[] {
  return steps.flatMap(({ line, path, change }) => {
    const text = files.read(path);
    const problem = (words: string) => [`${page}:${line} ${path} ${words}`];
    if ("added" in change) {
      if (text !== undefined) return problem("exists already");
      files.write(path, change.added);
      return [];
    }
    if (text === undefined) return problem("does not exist");
    const [before = "", after, more] = text.split(change.before);
    if (after === undefined || more !== undefined) return problem(`does not have these lines once:\n${change.before}`);
    files.write(path, before + change.after + after);
    return [];
  });
}
