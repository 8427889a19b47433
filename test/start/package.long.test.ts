// The package that `npm pack` creates, installed offline into an empty folder, starts a service and runs the MCP server
// by npx.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { endAll, run } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-package-"));
const copy = join(folder, "copy");
const empty = join(folder, "empty");
const minutes = 60_000;
let hasRegistry = true;

/** Runs npm. Throws if it fails. */
async function npm(args: string[], cwd: string): Promise<void> {
  const command = run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd });
  const code = await command.ended();
  if (code !== 0) throw new Error(`npm ${args.join(" ")} ended with ${code}:\n${command.output()}`);
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
  // loads the registry's entries of the platform-specific libraries into npm's cache, which has their files already
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

it("the service of the package, installed offline into an empty folder, accepts its own demo key", {
  timeout: 5 * minutes,
}, async (context) => {
  context.skip(!hasRegistry, "npm's registry cannot be reached");
  const service = run(join(empty, "node_modules/.bin/disclosed"), ["serve"], { cwd: empty, env });
  const [, base = ""] = await service.prints(/Base URL {2}(\S+)/);
  const [, key = ""] = await service.prints(/Demo key {2}(disc_live_\S+)/);
  const response = await fetch(`${base}/trades`, { headers: { Authorization: `Bearer ${key}` } });
  expect([response.status, (await response.json()).data.length]).toEqual([200, 25]);
  expect((await fetch(new URL("/", base))).status).toBe(200);
  await callToolByNpx(new URL(base).origin, key);
  service.child.kill("SIGTERM");
  expect(await service.ended()).toBe(0);
});

/**
 * Starts the package by npx as its entry in a registry of MCP servers states, and calls a tool with MCP's own client.
 */
async function callToolByNpx(url: string, key: string): Promise<void> {
  const [{ packageArguments, runtimeHint }] = JSON.parse(
    readFileSync(join(packageRoot, "server.json"), "utf8"),
  ).packages;
  const args = packageArguments.map(({ value }: { value: string }) => value);
  const transport = new StdioClientTransport({
    command: runtimeHint,
    args: ["--offline", "disclosed", ...args],
    cwd: empty,
    env: { ...getDefaultEnvironment(), HOME: folder, DISCLOSED_URL: url, DISCLOSED_API_KEY: key },
  });
  const client = new Client({ name: "test", version: "0" });
  await client.connect(transport, { timeout: minutes });
  const { tools } = await client.listTools();
  const tool = tools.find(({ description }) => description?.startsWith("Which insiders bought or sold shares"));
  const { structuredContent } = await client.callTool({ name: tool?.name ?? "", arguments: { pageSize: 2 } });
  expect(structuredContent).toMatchObject({ columns: expect.arrayContaining(["ticker"]), meta: { sample: true } });
  expect((structuredContent as { rows: unknown[] }).rows).toHaveLength(2);
  await client.close();
}

it("has the versions that package-lock.json names, and no development tools", async (context) => {
  context.skip(!hasRegistry, "npm's registry cannot be reached");
  const { packages } = JSON.parse(readFileSync(join(packageRoot, "package-lock.json"), "utf8"));
  const bundled = join(empty, "node_modules/disclosed/node_modules");
  for (const name of ["graphql-yoga", "express", "@pothos/core", "@whatwg-node/promise-helpers"])
    expect(JSON.parse(readFileSync(join(bundled, name, "package.json"), "utf8")).version).toBe(
      packages[`node_modules/${name}`].version,
    );
  const tools = ["vitest", "typescript", "vite", "react", "tsx"];
  expect(readdirSync(bundled).filter((name) => tools.includes(name))).toEqual([]);
});
