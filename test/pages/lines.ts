// The words of a page as lines, and the small files that have them: read the difference aloud before you commit it.
// UPDATE_GOLDENS=1 writes the files.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};
const block =
  /<\/?(?:p|h[1-6]|li|ul|ol|div|section|tr|dt|dd|dl|table|thead|tbody|form|label|input|button|option|summary|small|nav|header|footer|main|figcaption|text|svg|pre)\b[^>]*>/g;

/** The text of a part of a document without code, a line for each block. */
export function linesOf(document: string): string {
  const plain = document
    .replace(/<(pre|style)\b.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    // a chart has a drawing for each of several widths, and one is shown
    .replace(/<div\b[^>]*data-drawn="[1-9]"[^>]*>(?:(?!data-drawn|data-below).)*?<\/svg>/gs, "")
    .replace(/\n/g, " ")
    .replace(/<input\b[^>]*placeholder="([^"]*)"[^>]*>/g, "\n[$1]\n")
    .replace(/<\/t[hd]>\s*<t[hd]\b[^>]*>/g, " | ")
    .replace(block, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? entity);
  const lines = plain.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

/** Expects the words of a page to be those of its file in the folder. */
export function expectWords(folder: string, name: string, text: string): void {
  const file = join(folder, `${name}.txt`);
  if (process.env.UPDATE_GOLDENS && !process.env.CI) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  expect(text, name).toBe(readFileSync(file, "utf8"));
}

/** Expects each file of the folder to belong to one of the pages. */
export function expectPages(folder: string, names: readonly string[]): void {
  expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.txt`).sort());
}
