// The package: what `npm pack` gives, installed offline into an empty folder, starts a service and runs commands.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { endAll, run } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-package-"));
const copy = join(folder, "copy");
const empty = join(folder, "empty");
const minutes = 60_000;
let hasRegistry = true;

/** The text that a command has printed. Throws where it fails. */
async function npm(args: string[], cwd: string): Promise<string> {
  const command = run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd });
  const code = await command.ended();
  if (code !== 0) throw new Error(`npm ${args.join(" ")} ended with ${code}:\n${command.output()}`);
  return command.output();
}

const large = ["bin", "dist", "docs", "node_modules", "prisma", "rest", "src"];
const files = [".npmrc", "CHANGELOG.md", "LICENSE", "README.md", "package.json", "package-lock.json", "schema.graphql"];
const settings = ["tsconfig.json", "tsconfig.build.json"];

/** Links the large folders, which packing only reads, and copies the rest: packing writes package.json. */
async function copyProject(): Promise<void> {
  mkdirSync(copy);
  const linked = run("cp", ["-al", ...large.map((name) => join(packageRoot, name)), copy]);
  const isLinked = (await linked.ended()) === 0;
  for (const name of ["scripts", ...files, ...settings, ...(isLinked ? [] : large)])
    cpSync(join(packageRoot, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.includes("scripts/node_modules"),
    });
}

const tarball = (): string => {
  const [name] = readdirSync(copy).filter((file) => file.endsWith(".tgz"));
  return join(copy, name ?? "there is no package");
};

beforeAll(async () => {
  await copyProject();
  const before = readFileSync(join(copy, "package.json"), "utf8");
  await npm(["pack"], copy);
  expect(readFileSync(join(copy, "package.json"), "utf8")).toBe(before);
  mkdirSync(empty);
  // what the registry says of the libraries with code for one platform comes into npm's cache; their files are there
  const planned = npm(["install", "--dry-run", "--prefer-offline", tarball()], empty);
  hasRegistry = await planned.then(
    () => true,
    () => false,
  );
  if (hasRegistry) await npm(["install", "--offline", tarball()], empty);
}, 15 * minutes);

afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

const env = {
  PATH: process.env.PATH,
  HOME: folder,
  DISCLOSED_HOME: join(folder, "home"),
  PORT: "0",
  METRICS_PORT: "0",
};

it("installed offline into an empty folder, the package answers 200 to its own demo key", {
  timeout: 5 * minutes,
}, async (context) => {
  context.skip(!hasRegistry, "npm's registry was not reached");
  const service = run(join(empty, "node_modules/.bin/disclosed"), ["serve"], { cwd: empty, env });
  const [, base = ""] = await service.says(/Base URL {2}(\S+)/);
  const [, key = ""] = await service.says(/Demo key {2}(disc_live_\S+)/);
  const response = await fetch(`${base}/trades`, { headers: { Authorization: `Bearer ${key}` } });
  expect([response.status, (await response.json()).data.length]).toEqual([200, 25]);
  expect((await fetch(new URL("/", base))).status).toBe(200);
  service.child.kill("SIGTERM");
  expect(await service.ended()).toBe(0);
});

it("holds the versions that package-lock.json names, and no tool", async (context) => {
  context.skip(!hasRegistry, "npm's registry was not reached");
  const { packages } = JSON.parse(readFileSync(join(packageRoot, "package-lock.json"), "utf8"));
  const bundled = join(empty, "node_modules/disclosed/node_modules");
  for (const name of ["graphql-yoga", "express", "@pothos/core", "@whatwg-node/promise-helpers"])
    expect(JSON.parse(readFileSync(join(bundled, name, "package.json"), "utf8")).version).toBe(
      packages[`node_modules/${name}`].version,
    );
  const tools = ["vitest", "typescript", "vite", "react", "tsx"];
  expect(readdirSync(bundled).filter((name) => tools.includes(name))).toEqual([]);
});
