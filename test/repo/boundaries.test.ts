// The boundaries between folders: what each folder of src, and rest, may import. Imports go in one direction, except
// that `sources` imports the records of the sources in ingest, and `config` what judges its settings there. The tables
// here are the only rules; `src/main.ts` and the tests import anything.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";

/** Folder: the folders that it may import. `errors` is a file of src. */
const allowed: Record<string, string> = {
  errors: "",
  filters: "domain",
  lib: "errors",
  domain: "errors lib",
  ports: "filters",
  sources: "ingest", // only the records of sources: see `entries`
  queue: "errors ports",
  quota: "errors ports lib",
  store: "errors ports lib domain filters sources",
  derive: "lib domain filters store",
  ingest: "errors ports lib domain filters sources store derive config",
  config: "lib http ingest quota", // settings are judged by the modules that read their texts
  provenance: "lib domain sources store derive ingest",
  reparse: "sources store ingest provenance",
  backup: "lib store",
  accounts: "errors ports lib domain store quota",
  "fast/front": "errors ports lib",
  "fast/index": "lib domain filters store",
  "fast/rows": "lib store",
  graph: "errors ports lib domain filters sources queue store provenance fast/index fast/rows",
  rest: "errors ports lib domain filters sources",
  http: "errors ports lib fast/front",
  pages: "errors ports lib domain",
  export: "errors ports lib domain filters store graph rest",
  events: "errors ports lib domain filters store export rest",
  mail: "errors ports lib domain store accounts events pages rest",
  maintenance: "lib config store accounts backup export",
  mcp: "lib domain rest pages",
  web: "errors lib domain filters sources rest pages",
  start:
    "errors ports lib config sources queue quota store derive ingest provenance accounts fast/index fast/rows graph rest http pages export maintenance events mail",
  cli: "errors ports lib domain config sources quota store derive ingest provenance reparse backup accounts rest export maintenance mcp start events mail",
};

/** The only files of a folder that the folders in the first column may import; its other files are internal. */
const entries: [from: RegExp, into: RegExp, only: RegExp][] = [
  [/^(?!src\/fast\/)/, /^src\/fast\/\w+\//, /^src\/fast\/\w+\/index\.ts$/],
  [
    /^src\/(sources|store|rest|graph|start|cli)\//,
    /^src\/ingest\/(form345|house|senate|legislators|companies|prices)\//,
    /\/index\.ts$/,
  ],
  [/^src\/sources\//, /^src\/ingest\//, /\/index\.ts$/],
  [/^src\/config\//, /^src\/(http|ingest|quota)\//, /\/(client-address|schedules|redis-url)\.ts$/],
  [/^src\/ingest\//, /^src\/config\//, /\/cron\.ts$/],
  [/^src\/mcp\//, /^src\/(lib|pages)\//, /\/(api-key|texts)\.ts$/],
  [/^src\/web\//, /^rest\//, /^rest\/(routes\/|params\/|define-route\.ts|ports\.ts)/],
  [/^src\/web\//, /^src\/pages\//, /\/(code-samples|search-options|site-texts|rendering)\.ts$/],
];

/** Packages that only some folders may import. */
const packages: [name: RegExp, only: RegExp][] = [
  [/^@prisma\/|\/store\/client\//, /^src\/store\//],
  [/^@pothos\//, /^src\/(graph|store)\//],
  [
    /^pg(-|$)/,
    /^src\/(store|ingest|derive|quota|backup|provenance|reparse|accounts|fast|events|mail|export|maintenance|start|cli|graph|http)\//,
  ],
  [/^node:/, /^(?!src\/web\/)|src\/web\/[\w.-]+\.ts$/],
];

interface Import {
  file: string;
  /** the file from the root, or the package's name */
  target: string;
}

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src", "rest"], {
  cwd: packageRoot,
  encoding: "utf8",
});
const files = listed
  .split("\n")
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\/(generated|client)\//.test(file) && existsSync(join(packageRoot, file)),
  );

const specifier = /(?:^|\n)\s*(?:import|export)\s[^;"']*?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(packageRoot, file), "utf8");
  return [...text.matchAll(specifier)].map(([, static_ = "", dynamic]) => {
    const name = dynamic ?? static_;
    return { file, target: name.startsWith(".") ? normalize(join(dirname(file), name)) : name };
  });
}

/** The folder of the table that a file belongs to. */
function folderOf(file: string): string {
  const [first = "", second = "", third = ""] = file.split("/");
  if (first !== "src") return first;
  return second === "fast" ? `fast/${third}` : second.replace(/\.ts$/, "");
}

/** Why an import is refused, or undefined. */
function refusal({ file, target }: Import): string | undefined {
  const broken = packages.find(([name, only]) => name.test(target) && !only.test(file));
  if (broken) return `${file} imports ${target}`;
  if (!/^(src|rest)\//.test(target) || file === "src/main.ts") return undefined;
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from !== to && !(allowed[from] ?? "").split(" ").includes(to))
    return `${file} imports ${target}: ${from} is below ${to}`;
  const closed = entries.find(
    ([before, into, only]) => before.test(file) && into.test(target) && from !== to && !only.test(target),
  );
  return closed && `${file} imports ${target}, which is internal to ${to}`;
}

it("every folder imports only what the table allows, and those by their entry files", () => {
  const imports = files.flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(3000);
  expect(imports.flatMap((one) => refusal(one) ?? [])).toEqual([]);
});

it("every folder is in the table", () => {
  const folders = new Set(files.map(folderOf));
  folders.delete("main");
  expect([...folders].filter((folder) => allowed[folder] === undefined)).toEqual([]);
});

it.each([
  ["src/store/x.ts", "src/graph/schema.ts"],
  ["src/backup/x.ts", "src/accounts/keys.ts"],
  ["src/derive/x.ts", "src/ingest/run/run.ts"],
  ["src/filters/x.ts", "src/store/store.ts"],
  ["src/sources/x.ts", "src/ingest/house/source.ts"],
  ["src/graph/x.ts", "src/fast/index/segment.ts"],
  ["src/graph/x.ts", "@prisma/client"],
  ["rest/routes/x.ts", "pg"],
  ["src/web/x/y.tsx", "node:fs"],
  ["src/web/x.tsx", "rest/facade.ts"],
])("%s may not import %s", (file, target) => {
  expect(refusal({ file, target })).toBeDefined();
});
