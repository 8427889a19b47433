// Golden files: what a test expects, as files that people can read. UPDATE_GOLDENS=1 rewrites them, never in CI; check
// the difference afterwards.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import stringify from "json-stringify-pretty-compact";
import { expect } from "vitest";

const update = process.env.UPDATE_GOLDENS === "1" && !process.env.CI;

/** The files of a folder of cases. A missing folder has none, so that the tests that report it still run. */
export const casesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Expects `actual` to equal the file. A missing file is a failure, unless files are being written. */
export async function expectGolden(file: string, actual: unknown): Promise<void> {
  // short objects take one line, so that the file is easy to read
  const text = `${stringify(actual, { maxLength: 100 })}\n`;
  // a file that differs only in the order of properties is not rewritten
  if (update && !(existsSync(file) && isDeepStrictEqual(JSON.parse(await readFile(file, "utf8")), JSON.parse(text)))) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  expect(actual).toEqual(JSON.parse(await readFile(file, "utf8")));
}
