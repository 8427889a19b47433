// `npm run lint` fails on words that only this project used, and names the usual word for each.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../src/package-root.ts";

/** A word that only this project used, and what to write instead. */
const words: [word: RegExp, instead: string][] = [
  [
    /\b(nobody|somebody|anybody|everybody|whoever|whomever)\b/i,
    "the caller, the process, the user; or a passive sentence",
  ],
  [/(?<=[a-z])(Nobody|Somebody|Anybody)(?=[A-Z]|\b)/, "the same, in a name"],
  [/\bwho asks\b/i, "the caller"],
  [/\bworked out\b/i, "computed"],
  [/\btold apart\b/i, "distinguished"],
  [/\b(hung|hangs) up\b/i, "disconnected, or client closed request"],
  [/\bkept (answer|row|page)s?\b/i, "cached response, row cache"],
  [/\bshort way\b/i, "fast path"],
  [/\busual way\b/i, "slow path"],
  [/\bcrowds?\b/i, "distinct people"],
  [/\b(last|upsert|remove|record)Look\b|\blookAt[A-Z]\w*/, "fetch, read or check"],
  [
    /[-/](looks?|acts|glance|ask|standing|kept(-\w+)?)\.tsx?\b/,
    "fetch, events, client, status or cache as the name of a file",
  ],
  [
    /\b(interface|type|class) (Asked|Asking|Told|Kept\w*|Looks?|Looking|Moment)\b/,
    "request, message, cached or stored",
  ],
  [/\b(serviceGlance|RefusedLook|ListingLook|KeptBits)\b/i, "serviceSummary, RefusedContent, ListingFetch, BitsCache"],
  [/\bstands? (beside|between|side by side|in front of)\b/i, "is beside, is between"],
  [/\bis it well\?/i, "Overview"],
  [/\bwhat is doubtful\?/i, "Data quality"],
  [/\bwhich tier worked\?/i, "Signal performance"],
];

/**
 * The files that are searched; not tests, whose invented people have such names, nor migrations and releases, which do
 * not change.
 */
const checked =
  /^(clients|docs|deploy|scripts|bin|src|rest\/(?!released|generated))\/?|^rest\/[^/]+$|^prisma\/schema\.prisma$|^(README|CONTRIBUTING|SECURITY)\.md$|^biome\.json$|^compose\.yaml$/;
/** This file, and one that names the system's user `nobody`. */
const exempt = ["scripts/words.ts", "src/store/embedded/location.ts"];

const isText = /\.(ts|tsx|mts|mjs|js|css|graphql|prisma|sql|md|json|ya?ml|py|sh|R|html|tpl|env|example)$|(^|\/)[^.]+$/;

interface Finding {
  line: number;
  word: string;
  instead: string;
}

export function wordsIn(text: string): Finding[] {
  return text.split("\n").flatMap((content, index) =>
    words.flatMap(([word, instead]) => {
      const found = word.exec(content)?.[0];
      return found ? [{ line: index + 1, word: found, instead }] : [];
    }),
  );
}

/** `path:line: word: instead`, for every file that git tracks. */
export function wordsInProject(): string[] {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: packageRoot, encoding: "utf8" }).split("\0");
  return tracked
    .filter(
      (path) =>
        isText.test(path) && checked.test(path) && !exempt.includes(path) && existsSync(join(packageRoot, path)),
    )
    .flatMap((path) =>
      wordsIn(readFileSync(join(packageRoot, path), "utf8")).map(
        ({ line, word, instead }) => `${path}:${line}: "${word}": write ${instead}`,
      ),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = wordsInProject();
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
