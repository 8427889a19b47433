// Golden files: what a test expects, as files that people can read. UPDATE_GOLDENS=1 rewrites them, never in CI; check
// the difference afterwards.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import stringify from "json-stringify-pretty-compact";
import { expect } from "vitest";

const update = process.env.UPDATE_GOLDENS === "1" && !process.env.CI;

/** The files of a folder of cases. A folder that was forgotten has none, so that the tests run that name it. */
export const casesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Expects `shown` to be what the file holds. A missing file is a failure, unless files are being written. */
export async function expectGolden(file: string, shown: unknown): Promise<void> {
  // what fits on a line stands on it, so that a word of the vocabulary or an owner is read at a glance
  const text = `${stringify(shown, { maxLength: 100 })}\n`;
  // a file in which only the order of properties differs stays as it was reviewed
  if (update && !(existsSync(file) && isDeepStrictEqual(JSON.parse(await readFile(file, "utf8")), JSON.parse(text)))) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  expect(shown).toEqual(JSON.parse(await readFile(file, "utf8")));
}
