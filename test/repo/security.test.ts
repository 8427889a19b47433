// SECURITY.md names tests that exist, every risk of the OWASP list once, and a pattern that exactly the keys match.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { generateKey } from "../../src/lib/api-key.ts";
import { packageRoot } from "../../src/lib/package-root.ts";

const text = readFileSync(join(packageRoot, "SECURITY.md"), "utf8");

test("every test that SECURITY.md names exists, and every row of its tables names one", () => {
  const named = [...text.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(packageRoot, path)))).toEqual([]);
  const rows = text.split("\n").filter((line) => /^\| (?!---|who |risk )/.test(line));
  expect(rows.filter((row) => !/`test\/[\w/.-]+\.test\.ts` \|$/.test(row))).toEqual([]);
});

test("SECURITY.md lists the OWASP API Security Top 10 line by line", () => {
  const risks = [...text.matchAll(/^\| (API\d+) /gm)].map(([, risk]) => risk);
  expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
});

/** The rule for the checksum as SECURITY.md states it. */
function isKey(candidate: string): boolean {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const value = [...candidate.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
  return value === crc32(candidate.slice(0, -6));
}

test("a scanner that follows SECURITY.md finds keys, and rejects what only looks like one", () => {
  const pattern = new RegExp(/A key matches `([^`]+)`/.exec(text)?.[1] ?? "x^", "g");
  for (let n = 0; n < 200; n++) {
    const key = generateKey();
    const found = `const key = "${key}";`.match(pattern) ?? [];
    expect(found).toEqual([key]);
    expect(isKey(key)).toBe(true);
    const last = key.at(-1) === "0" ? "1" : "0";
    expect(isKey(key.slice(0, -1) + last)).toBe(false);
  }
  const [example = ""] = text.match(pattern) ?? [];
  expect(isKey(example)).toBe(true);
});
