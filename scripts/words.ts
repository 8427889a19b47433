// `npm run lint` compares the names of exported functions, types and constants, and of files, with the glossary
// (docs/develop/glossary.md): a word of its last column does not come back. Texts are read for some phrases.
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

/** The terms of a glossary: the rows of its tables, `| term | meaning | not |`. */
export function termsIn(glossary: string): Term[] {
  return glossary.split("\n").flatMap((line) => {
    const [, term = "", , not = ""] = line.split("|").map((cell) => cell.trim());
    const words = [...not.matchAll(/`(\w+)`(?=,|$)/g)].map(([, word = ""]) => word);
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

const exported = /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/;
/** `limitFigures` -> limit, figures; "at least" and "at most" are usual words */
const wordsOf = (name: string) =>
  name
    .replace(/at(Least|Most)/i, "")
    .split(/[-_./]|(?<=[a-z\d])(?=[A-Z])/)
    .map((word) => word.toLowerCase());

/** Words of the glossary's last column in the names that a file of code exports, and in its own name. */
export function namesIn(path: string, text: string, terms: readonly Term[]): Finding[] {
  const names = text.split("\n").flatMap((line, index) => {
    const [, name] = exported.exec(line) ?? [];
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });
  const file = { name: path.slice(path.lastIndexOf("/") + 1), line: 1 };
  return [file, ...names].flatMap(({ name, line }) =>
    terms
      .filter(({ not }) => not.some((word) => wordsOf(name).includes(word)))
      .map(({ term }) => ({ line, word: name, instead: term })),
  );
}

/** `path:line: word: instead`, for every file that git tracks. */
export function wordsInProject(): string[] {
  const terms = termsIn(readFileSync(join(packageRoot, "docs/develop/glossary.md"), "utf8"));
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
        ...(isCode.test(path) ? namesIn(path, text, terms) : []),
      ];
      return found.map(({ line, word, instead }) => `${path}:${line}: "${word}": write ${instead}`);
    });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = wordsInProject();
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
