// Names follow the glossary, and phrases that readers do not understand are not used again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namesIn, phrasesIn, termsIn, wordsInProject } from "../../scripts/words.ts";
import { packageRoot } from "../../src/lib/package-root.ts";

test("a phrase to avoid is found with its line, and what to write instead", () => {
  expect(phrasesIn("// the caller\n// for whoever asks")).toEqual([
    { line: 2, word: "whoever", instead: expect.stringContaining("the caller") },
  ]);
  expect(phrasesIn("rows are Worked out once")).toMatchObject([{ word: "Worked out", instead: "computed" }]);
});

test("the glossary's last column names words, and a name that contains one is found with the term", () => {
  const terms = termsIn(
    '| term | meaning | not |\n|---|---|---|\n| limit | a bound | `figure`, `inWords`; "bar" of a row |\n| CIK | a number | |',
  );
  expect(terms).toEqual([{ term: "limit", not: ["figure", "inWords"] }]);
  expect(namesIn("src/limit-figures.ts", "\nfunction limitFigures() {}\nexport const barInWords = 1;", terms)).toEqual([
    { line: 1, word: "limit-figures.ts", instead: "limit" },
    { line: 2, word: "limitFigures", instead: "limit" },
    { line: 3, word: "barInWords", instead: "limit" },
  ]);
  expect(namesIn("src/task.ts", "export const reconfigured = 1;", terms)).toEqual([]);
});

test("names of members are read too, those of tests only where they are exported", () => {
  const terms = [{ term: "response", not: ["answer"] }];
  const lines = [
    "interface Reply {",
    "  readonly answer?: string;",
    "  answer_at: Date;",
    "  next: { answer: string };",
    "}",
    "class Sender {",
    "  #answer(text: string) {",
    "    const answer = text;",
    "  }",
    "}",
    "if (isMain) {",
    "  answer();",
    "}",
    "const answers = 1;",
  ];
  const found = (path: string) => namesIn(path, lines.join("\n"), terms).map(({ line, word }) => [line, word]);
  expect(found("src/task.ts")).toEqual([
    [2, "answer"],
    [7, "answer"],
    [14, "answers"],
  ]);
  expect(found("test/task.ts")).toEqual([]);
});

test("the glossary has terms with words to avoid", () => {
  expect(termsIn(readFileSync(join(packageRoot, "docs/develop/glossary.md"), "utf8")).length).toBeGreaterThan(8);
});

test("no file of the project has such a phrase or name", () => {
  expect(wordsInProject()).toEqual([]);
});
