// Words that only this project used do not come back.
import { expect, test } from "vitest";
import { wordsIn, wordsInProject } from "../../scripts/words.ts";

test("a word to avoid is found with its line, and its replacement is named", () => {
  expect(wordsIn("// the caller\n// for whoever asks")).toEqual([
    { line: 2, word: "whoever", instead: expect.stringContaining("the caller") },
  ]);
  expect(wordsIn('import { lastLook } from "./index-look.ts";')).toMatchObject([
    { word: "lastLook", instead: expect.stringContaining("fetch") },
    { word: "-look.ts", instead: expect.stringContaining("fetch") },
  ]);
  expect(wordsIn("rows are Worked out once")).toMatchObject([{ word: "Worked out", instead: "computed" }]);
});

test("no file of the project has one", () => {
  expect(wordsInProject()).toEqual([]);
});
