// Every relative link and anchor of the documents exists, the README is short, and lines of prose have at most 100
// characters.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { appPaths } from "../../src/pages/pages.ts";
import { texts } from "../../src/pages/texts.ts";

const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: packageRoot, encoding: "utf8" }).trim().split("\n");
const read = (document: string) => readFileSync(join(packageRoot, document), "utf8");
/** A document without its blocks of code and without code in sentences. */
const prose = (document: string) =>
  read(document)
    .replace(/^ *```.*?^ *```/gms, "")
    .replace(/`[^`\n]*`/g, "");

/** The anchors of a document's headings, as GitHub makes them. */
function anchors(document: string): string[] {
  const text = read(document).replace(/^ *```.*?^ *```/gms, "");
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** What is wrong with a link, or undefined. */
function wrongWith(document: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#");
  // pages of the running service, whose documents are in src/pages/texts.ts
  if (path.startsWith("/")) {
    const page = path.slice("/docs/".length);
    const isPage =
      [...appPaths.account, "/sign-up", "/status", "/terms", "/docs/reference"].includes(path) || page in texts;
    return isPage ? undefined : `${document}: no page ${link}`;
  }
  const target = path === "" ? document : join(dirname(document), path);
  if (!existsSync(join(packageRoot, target))) return `${document}: no file ${link}`;
  if (anchor === undefined || (target.endsWith(".md") && anchors(target).includes(anchor))) return undefined;
  return `${document}: no heading ${link}`;
}

test("every relative link and anchor exists", () => {
  const links = documents.flatMap((document) =>
    [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => ({ document, link }))
      .filter(({ link }) => !/^(https?:|mailto:|\{\{)/.test(link)),
  );
  expect(links.length).toBeGreaterThan(60);
  expect(links.flatMap(({ document, link }) => wrongWith(document, link) ?? [])).toEqual([]);
});

test("every file of the code that CONTRIBUTING and the pages for developers name exists", () => {
  const named = ["CONTRIBUTING.md", ...documents.filter((document) => /^docs\/develop\//.test(document))].flatMap(
    (document) => {
      const text = read(document).replace(/^ *```.*?^ *```/gms, "");
      const paths = [...text.matchAll(/`((?:src|rest|test|scripts|prisma|deploy)\/[\w./-]+)`/g)];
      return paths.map(([, path = ""]) => ({ document, path }));
    },
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !existsSync(join(packageRoot, path)))).toEqual([]);
});

test("CONTRIBUTING is one page", () => {
  expect(read("CONTRIBUTING.md").split("\n").length - 1).toBeLessThanOrEqual(100);
});

test("every document of docs/ can be reached from the README", () => {
  const reached = new Set<string>();
  const visit = (document: string) => {
    if (reached.has(document) || !documents.includes(document)) return;
    reached.add(document);
    for (const [, path = ""] of prose(document).matchAll(/\]\(([^)#\s/][^)#\s]*)[^)]*\)/g))
      visit(join(dirname(document), path));
  };
  visit("README.md");
  expect(documents.filter((document) => document.startsWith("docs/") && !reached.has(document))).toEqual([]);
});

test("the README is at most 160 lines", () => {
  expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(160);
});

test.each(documents)("lines of %s have at most 100 characters", (document) => {
  // tables, code and the anchors of links cannot be broken
  const text = read(document).replace(/^ *```.*?^ *```/gms, "");
  const long = text.split("\n").filter((line) => line.length > 100 && !/^\||^\S*\]\(\S+\)\S*$/.test(line));
  expect(long).toEqual([]);
});
