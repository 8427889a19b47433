// No hidden state: what changes while a program runs belongs to an object that its start creates (src/start, src/cli),
// so that two services in one process share nothing. A module may hold constants.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";

/** State that belongs to the process, or is the same for every caller. */
const reviewed: Record<string, string> = {
  "src/lib/spans.ts: listener": "a process has one OpenTelemetry",
  "src/ingest/form345/read/plain-xml.ts: openTag": "the position of the expression, set before each use",
  "src/ingest/isolated/isolated.ts: threads": "where tests find the thread; set before the first file is read",
  "src/ingest/isolated/isolated.ts: thread": "one reader at a time, because the memory of the process limits it",
  "src/ingest/isolated/isolated.ts: memoryAtFirst": "as above",
  "src/ingest/isolated/isolated.ts: last": "as above",
  "src/fast/index/bit-space.ts: compiled": "compiled code of a constant",
  "src/fast/index/load/copy-rows.ts: entry": "a buffer that is read before the next row",
  "src/http/requests.ts: ending": "belongs to a connection and ends with it",
  "src/http/requests.ts: respondedEarly": "as above",
  "src/graph/types/filters.ts: enumerations": "types of the one schema, while it is built",
  "rest/headers.ts: lastFixed": "the same text for the same limits; without it a cached response takes 0.8 µs more",
};

const variable = /^(?:export )?let (\w+)|^\s+static (?!readonly |async |\w+\()(#?\w+)/gm;
/** a collection that is filled later, or a cache */
const collection =
  /^(?:export )?const (\w+)[^=]*= (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\}|new LRUCache\b.*);?$/gm;
const constant = /^(?:export )?const (\w+)/gm;

const position = String.raw`(?:\??\.\w+|\[[^\]\n]*\])`;
const assigned = String.raw`${position}\s*(?:(?:[-+*/%|&^]|\*\*|\?\?|\|\||&&)?=(?![=>])|\+\+|--)`;
const changing = String.raw`\.(?:set\w*|add|delete|clear|push|pop|shift|unshift|splice|fill|reverse|sort)\(`;
/** Matches code that changes the object of that name. */
const changeOf = (name: string) =>
  new RegExp(
    String.raw`(?<![.\w$])${name}${position}*(?:${changing}|${assigned})|(?:delete |Object\.assign\()${name}\b`,
  );

/** The names of a module's state. */
function stateIn(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  const named = (rule: RegExp) => [...code.matchAll(rule)].map(([, one, other]) => one ?? other ?? "");
  const changed = named(constant).filter((name) => changeOf(name).test(code));
  return [...new Set([...named(variable), ...named(collection), ...changed])];
}

async function modules(): Promise<string[]> {
  const folders = ["src", "rest"].map(async (folder) => {
    const files = await readdir(join(packageRoot, folder), { recursive: true });
    return files.filter((file) => file.endsWith(".ts")).map((file) => join(folder, file));
  });
  // without the generated client of the database, and the pages: a document in a browser has modules of its own
  const others = ["src/store/client/", "src/web/"];
  return (await Promise.all(folders)).flat().filter((file) => !others.some((folder) => file.startsWith(folder)));
}

it("the rule finds variables, caches, collections and objects that are changed, and ignores constants", () => {
  expect(stateIn("let last = 0;")).toEqual(["last"]);
  expect(stateIn("export const seen = new Map<string, number>();")).toEqual(["seen"]);
  expect(stateIn("const kept = new LRUCache<string, Row>({ max: 9 });")).toEqual(["kept"]);
  expect(stateIn("class Quota {\n  static #used = 0;\n}")).toEqual(["#used"]);
  for (const change of [
    "own.count += 1",
    "own.by[key] = 1",
    "own.list.push(1)",
    "delete own.a",
    "Object.assign(own, a)",
  ])
    expect(stateIn(`const own = { count: 0, by: {}, list: [1] };\nfunction f() { ${change}; }`), change).toEqual([
      "own",
    ]);
  expect(stateIn("const words = new Set(['a']);\nconst has = (word) => words.has(word) || words.size === 1;")).toEqual(
    [],
  );
  expect(stateIn("const own = { a: 1 };\nfunction f(other) { other.own.a = 1; }")).toEqual([]);
});

it("no module holds state apart from the reviewed names", async () => {
  const found = (await modules()).map(async (file) =>
    stateIn(await readFile(join(packageRoot, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect((await Promise.all(found)).flat().sort()).toEqual(Object.keys(reviewed).sort());
});
