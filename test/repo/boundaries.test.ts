// The boundaries between folders that biome.json holds, tried with imports that it must refuse: a folder without a rule of its own,
// or with one that replaces a general one, is found here.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/package-root.ts";

const biome = join(packageRoot, "node_modules", "@biomejs", "biome", "bin", "biome");

interface Diagnostic {
  category: string;
  location: { path: string; start: { line: number } };
}

/** Of imports, as `file <- module`, those that the linter refuses. */
async function refused(imports: [file: string, module: string][]): Promise<string[]> {
  const project = await mkdtemp(join(tmpdir(), "disclosed-boundaries-"));
  const byFile = new Map<string, string[]>();
  for (const [file, module] of imports) byFile.set(file, [...(byFile.get(file) ?? []), module]);
  for (const [file, modules] of byFile) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), modules.map((module) => `import "${module}";\n`).join(""));
  }
  const config = JSON.parse(await readFile(join(packageRoot, "biome.json"), "utf8"));
  await writeFile(join(project, "biome.json"), JSON.stringify({ ...config, $schema: undefined, vcs: undefined }));
  const rule = "--only=style/noRestrictedImports";
  const args = [biome, "lint", rule, "--reporter=json", "--max-diagnostics=none", "."];
  // it ends with 1 where it refuses something
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project }).catch((ended) => ended);
  await rm(project, { recursive: true, force: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const found = diagnostics
    .filter(({ category }) => category === "lint/style/noRestrictedImports")
    .map(({ location: { path, start } }) => `${path} <- ${byFile.get(path)?.[start.line - 1]}`);
  return [...new Set(found)].sort();
}

/** A module of ours as a file imports it. */
const from = (file: string, module: string) => relative(dirname(file), module).replace(/^(?!\.)/, "./");

const named = (imports: [file: string, module: string][]) => imports.map((one) => one.join(" <- ")).sort();

it("only src/store imports Prisma, and other folders import a fast path by its index.ts", async () => {
  const entries = await readdir(join(packageRoot, "src"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}`);
  const inSrc = entries.filter((entry) => /\.ts$/.test(entry.name)).map(({ name }) => `src/${name}`);
  expect(folders.length).toBeGreaterThan(15);
  const files = [...folders.map((folder) => `${folder}/x.ts`), ...inSrc, "rest/x.ts", "rest/routes/x.ts"];
  const imports = files.flatMap((file): [string, string][] => [
    ...(file.startsWith("src/store/")
      ? []
      : ["@prisma/client", from(file, "src/store/client/client.ts")].map((module): [string, string] => [file, module])),
    ...(file.startsWith("src/fast/") ? [] : [[file, from(file, "src/fast/index/segment.ts")] as [string, string]]),
  ]);
  expect(await refused(imports)).toEqual(named(imports));
});

it("each folder imports what is below it", async () => {
  const up: [file: string, module: string][] = [
    ["src/export/x.ts", "src/ingest/run.ts"],
    ["src/backup/x.ts", "src/accounts/keys.ts"],
    ["src/reparse/x.ts", "src/graph/schema.ts"],
    ["src/provenance/x.ts", "src/graph/schema.ts"],
    ["src/maintenance/x.ts", "src/graph/schema.ts"],
    ["src/x.ts", "src/store/store.ts"],
    ["src/ports.ts", "src/store/store.ts"],
    ["src/sources.ts", "src/ingest/house/source.ts"],
    ["src/filters/x.ts", "src/store/store.ts"],
    ["src/mcp/x.ts", "src/store/store.ts"],
    ["src/store/x.ts", "src/graph/schema.ts"],
    ["src/fast/front/x.ts", "src/store/store.ts"],
    ["src/fast/rows/x.ts", "src/fast/index/segment.ts"],
  ].map(([file = "", module = ""]) => [file, from(file, module)]);
  expect(await refused(up)).toEqual(named(up));
});
