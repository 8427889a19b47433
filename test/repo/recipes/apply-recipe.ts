// Applies the code blocks of a recipe to a copy of the project. A block whose first line is a comment with a path is a
// new file. In a `diff` block `+++ path` begins a file and `@@` the next change in it; lines that begin with a blank
// stay as they are.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Throws if a changed file does not have the lines that the recipe expects exactly once. */
export async function applyRecipe(project: string, recipe: string): Promise<void> {
  const blocks = [...recipe.matchAll(/^```(\w+)\n(.*?)^```/gms)];
  if (blocks.length === 0) throw new Error("the recipe has no code");
  for (const [, language, code = ""] of blocks) {
    if (language === "diff") await applyChanges(project, code);
    else await addFile(project, code);
  }
}

async function addFile(project: string, code: string): Promise<void> {
  const [, path, text = ""] = /^(?:\/\/|--) (\S+\/\S+)\n(.*)$/s.exec(code) ?? [];
  if (path === undefined) return;
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}

async function applyChanges(project: string, code: string): Promise<void> {
  for (const part of code.split(/^\+\+\+ /m).slice(1)) {
    const end = part.indexOf("\n");
    const path = part.slice(0, end);
    let text = await readFile(join(project, path), "utf8");
    for (const hunk of part.slice(end + 1).split(/^@@\n/m)) text = changed(text, hunk, path);
    await writeFile(join(project, path), text);
  }
}

function changed(text: string, hunk: string, path: string): string {
  const lines = hunk.trimEnd().split("\n");
  const side = (sign: "-" | "+") =>
    lines
      .filter((line) => line.startsWith(" ") || line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [before = "", after, more] = text.split(side("-"));
  if (after === undefined || more !== undefined)
    throw new Error(`${path} does not have these lines once:\n${side("-")}`);
  return before + side("+") + after;
}
