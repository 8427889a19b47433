// Every file and identifier of the project that a comment names exists, so that a reader can follow it; and every file
// that a page names.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { parts } from "../mutation/parts.ts";

const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: packageRoot,
  encoding: "utf8",
});
const files = listed.split("\0").filter((file) => file !== "" && existsSync(join(packageRoot, file)));

const folders = "src|rest|test|scripts|docs|prisma|deploy|clients|bin|\\.ci";
/**
 * a path from the root, or the name of a file of code; one with a placeholder (`<source>`, `*`, `{a,b}`) does not match
 */
const pointer = new RegExp(`(?<![\\w@./<>*-])((?:${folders})/[\\w./-]+|[\\w./-]+\\.(?:ts|tsx|wat))(?![\\w*<{/-])`, "g");

const comment = /(?<!:)\/\/(?!\/).*|^\s*\/?\*.*/;
const textOf = (line: string) => comment.exec(line)?.[0] ?? "";

/**
 * The paths in a text that do not exist: neither from its file's folder nor from the root, nor as the end of a path in
 * `within`.
 */
function missing(text: string, from: string, within = ""): string[] {
  const paths = [...text.matchAll(pointer)].map(([, path = ""]) => path.replace(/[./]+$/, ""));
  return paths.filter(
    (path) =>
      ![path, `${path}.ts`, join(dirname(from), path)].some((position) => existsSync(join(packageRoot, position))) &&
      !files.some((file) => file.startsWith(within) && file.endsWith(`/${path}`)),
  );
}

test("the rule finds missing paths and names of files, and ignores placeholders", () => {
  const found = (text: string) => missing(text, "src/main.ts");
  expect(found("see src/graph/turns.ts, or gone.ts (test/no/such.test.ts).")).toEqual([
    "src/graph/turns.ts",
    "gone.ts",
    "test/no/such.test.ts",
  ]);
  expect(found("src/ingest/<source>/index.ts, test/rest/golden/<route>/200.json, src/main.ts, config.ts")).toEqual([]);
});

test("comments name files that exist", () => {
  const code = files.filter((file) => /^(src|rest|test|scripts)\/.*\.(ts|tsx|mjs)$/.test(file));
  expect(code.length).toBeGreaterThan(1000);
  const wrong = code.flatMap((file) =>
    readFileSync(join(packageRoot, file), "utf8")
      .split("\n")
      .flatMap((line, at) => missing(textOf(line), file).map((path) => `${file}:${at + 1} ${path}`)),
  );
  expect(wrong).toEqual([]);
});

/** names in comments that stand for others, or for texts of documents */
const placeholders = new Set(["minX", "maxX", "xFrom", "xTo", "llC"]);

/** The identifiers in backticks, in camel case, that the comments of some files name and no code contains. */
function unknownIdentifiers(sources: { file: string; text: string }[]): string[] {
  const known = new Set(placeholders);
  const named: { name: string; position: string }[] = [];
  for (const { file, text } of sources)
    for (const [at, line] of text.split("\n").entries()) {
      const isCode = /\.tsx?$/.test(file);
      const comment = isCode ? textOf(line) : "";
      const code = comment === "" ? line : line.slice(0, line.lastIndexOf(comment));
      for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) known.add(name);
      for (const [, name = ""] of comment.matchAll(/`([a-z]+[A-Z]\w*)`/g))
        named.push({ name, position: `${file}:${at + 1}` });
    }
  return named.flatMap(({ name, position }) => (known.has(name) ? [] : `${position} ${name}`));
}

test("the rule finds identifiers that no code has", () => {
  const text = "/** `theLimit`, `theOther`, `lower` */\nconst theLimit = 1; // `theThird`";
  expect(unknownIdentifiers([{ file: "src/a.ts", text }])).toEqual(["src/a.ts:1 theOther", "src/a.ts:2 theThird"]);
  const sql = { file: "prisma/a.sql", text: "SELECT theOther, theThird" };
  expect(unknownIdentifiers([{ file: "src/a.ts", text }, sql])).toEqual([]);
});

test("comments of src and rest name identifiers that exist", () => {
  const sources = files.filter((file) => /^(src|rest|prisma|schema)\b.*\.(tsx?|sql|prisma|graphql)$/.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const texts = sources.map((file) => ({ file, text: readFileSync(join(packageRoot, file), "utf8") }));
  expect(unknownIdentifiers(texts)).toEqual([]);
});

test("README files in src name files that exist", () => {
  const pages = files.filter((file) => /^src\/.*README\.md$/.test(file));
  const wrong = pages.flatMap((file) =>
    missing(readFileSync(join(packageRoot, file), "utf8"), file, dirname(file)).map((path) => `${file} ${path}`),
  );
  expect(wrong).toEqual([]);
});

test("the files that mutation testing changes exist, and so do the tests that it runs", () => {
  const groups = Object.values(parts).flat();
  const named = groups.flatMap(({ mutate, tests }) => [...mutate.map((file) => file.replace(/:.*/, "")), ...tests]);
  expect(named.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
});
