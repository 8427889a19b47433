// `npm run lint` compares the names of files, of what they declare at the top level and of the members of classes and
// types with the glossary (docs/develop/glossary.md): a word of its last column does not come back. Texts are read for
// some phrases.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../src/lib/package-root.ts";

interface Term {
  term: string;
  /** words that were used for it */
  not: string[];
}

/** The terms of a glossary: the rows of its tables, `| term | meaning | not |`. What is not in backquotes is a note. */
export function termsIn(glossary: string): Term[] {
  return glossary.split("\n").flatMap((line) => {
    const [, term = "", , not = ""] = line.split("|").map((cell) => cell.trim());
    const words = [...not.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);
    return words.length > 0 ? [{ term, not: words }] : [];
  });
}

/** Phrases that say nothing to a reader, and what to write instead. */
const phrases: [phrase: RegExp, instead: string][] = [
  [
    /\b(nobody|somebody|anybody|everybody|whoever|whomever)\b/i,
    "the caller, the process, the user; or a passive sentence",
  ],
  [/\bwho asks\b/i, "the caller"],
  [/\bworked out\b/i, "computed"],
  [/\btold apart\b/i, "distinguished"],
  [/\b(hung|hangs) up\b/i, "disconnected, or client closed request"],
  [/\bkept (answer|row|page)s?\b/i, "cached response, row cache"],
  [/\bshort way\b/i, "fast path"],
  [/\busual way\b/i, "slow path"],
  [/\bstands? (beside|between|side by side|in front of)\b/i, "is beside, is between"],
];

/** Not tests, whose invented people have such names, nor migrations and releases, which do not change. */
const checked =
  /^(clients|docs|deploy|scripts|bin|src|rest\/(?!released|generated))\/?|^rest\/[^/]+$|^prisma\/schema\.prisma$|^(README|CONTRIBUTING|SECURITY)\.md$|^biome\.json$|^compose\.yaml$/;
/** This file, and one that names the system's user `nobody`. */
const exempt = ["scripts/words.ts", "src/store/embedded/location.ts"];

const isText = /\.(ts|tsx|mts|mjs|js|css|graphql|prisma|sql|md|json|ya?ml|py|sh|R|html|tpl|env|example)$|(^|\/)[^.]+$/;
const isCode = /\.(ts|tsx|mts|mjs)$/;

interface Finding {
  line: number;
  word: string;
  instead: string;
}

export function phrasesIn(text: string): Finding[] {
  return text.split("\n").flatMap((content, index) =>
    phrases.flatMap(([phrase, instead]) => {
      const found = phrase.exec(content)?.[0];
      return found ? [{ line: index + 1, word: found, instead }] : [];
    }),
  );
}

// The formatter indents, so that a line tells whether it begins a declaration or a member.
const declaration =
  /^(export )?(?:(?:default|abstract|async) )*(?:function\*?|const|let|class|type|interface|enum) (\w+)/;
const opensMembers = /^(?:export )?(?:abstract )?(?:class|interface|type) .*\{$/;
const member = /^ {2}(?:(?:private|static|abstract|override|async|readonly|get|set) )*#?(\w+)[?!]?(?:[:;(<]| =)/;

interface Name {
  name: string;
  line: number;
}

/** What a file declares at its top level, with members; of tests and clients only what they export. */
function declaredIn(path: string, text: string): Name[] {
  const isWhole = /^(src|rest|scripts)\//.test(path);
  let isInside = false;
  return text.split("\n").flatMap((line, index) => {
    const [, isExported, declared] = declaration.exec(line) ?? [];
    if (declared !== undefined || line.startsWith("}")) isInside = isWhole && opensMembers.test(line);
    const [, ofMember] = (isInside && member.exec(line)) || [];
    // columns, REST fields and fields of files have such names
    const name = ofMember?.includes("_") ? undefined : (ofMember ?? (isWhole || isExported ? declared : undefined));
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });
}

/** `limitFigures` -> " limit figures "; "at least" and "at most" are usual words */
const spaced = (name: string) =>
  ` ${name
    .replace(/at(Least|Most)/i, "")
    .split(/[-_./]|(?<=[a-z\d])(?=[A-Z])/)
    .join(" ")
    .toLowerCase()} `;

/** Words of the glossary's last column, or their plurals, in the names that a file of code declares, and in its own. */
export function namesIn(path: string, text: string, terms: readonly Term[]): Finding[] {
  const avoided = terms.map(({ term, not }) => ({ term, not: not.map((word) => spaced(word).trimEnd()) }));
  const file = { name: path.slice(path.lastIndexOf("/") + 1), line: 1 };
  return [file, ...declaredIn(path, text)].flatMap(({ name, line }) => {
    const words = spaced(name);
    return avoided
      .filter(({ not }) => not.some((word) => words.includes(`${word} `) || words.includes(`${word}s `)))
      .map(({ term }) => ({ line, word: name, instead: term }));
  });
}

/** The types of the GraphQL API, whose names do not change. */
const typesIn = (schema: string) => new Set([...schema.matchAll(/^type (\w+)/gm)].map(([, name]) => name));

/** `path:line: word: instead`, for every file that git tracks. */
export function wordsInProject(): string[] {
  const terms = termsIn(readFileSync(join(packageRoot, "docs/develop/glossary.md"), "utf8"));
  const apiTypes = typesIn(readFileSync(join(packageRoot, "schema.graphql"), "utf8"));
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: packageRoot, encoding: "utf8" }).split("\0");
  return tracked
    .filter(
      (path) =>
        isText.test(path) &&
        !exempt.includes(path) &&
        !path.includes("/generated/") &&
        existsSync(join(packageRoot, path)),
    )
    .filter((path) => checked.test(path) || (isCode.test(path) && path.startsWith("test/")))
    .flatMap((path) => {
      const text = readFileSync(join(packageRoot, path), "utf8");
      const found = [
        ...(checked.test(path) ? phrasesIn(text) : []),
        ...(isCode.test(path) ? namesIn(path, text, terms).filter(({ word }) => !apiTypes.has(word)) : []),
      ];
      return found.map(({ line, word, instead }) => `${path}:${line}: "${word}": write ${instead}`);
    });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = wordsInProject();
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
