// `npm run release` in a repository of its own, without the real check: what it writes, and what it refuses.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";

let folder: string;
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.test",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.test",
};
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" });
const read = (path: string) => readFileSync(join(folder, path), "utf8");

function release(kind: string, check = "true") {
  const options = { cwd: folder, env: { ...env, RELEASE_CHECK: check }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync("npm", ["run", "release", "--", kind], options);
  return { status, output: stdout + stderr };
}

function commit(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
  git("commit", "--quiet", "--all", "--message", "A change");
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "disclosed-release-"));
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: packageRoot, encoding: "utf8" }).split("\0");
  const needed =
    /^(package(-lock)?\.json|server\.json|CHANGELOG\.md|\.gitignore|scripts\/.*|clients\/.*|deploy\/.*|rest\/(generated|released)\/.*)$/;
  for (const file of files.filter((name) => needed.test(name))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(packageRoot, file), join(folder, file));
  }
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "All");
  commit("package.json", read("package.json").replace(/"version": ".*?"/, '"version": "3.4.5"'));
  commit("CHANGELOG.md", read("CHANGELOG.md").replace(/## Unreleased\n[^#]*/, "## Unreleased\n\n- Something new.\n\n"));
  commit("rest/generated/openapi.json", '{ "openapi": "3.1.0" }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a release is refused when the check fails, and nothing is changed", () => {
  const { status, output } = release("minor", "false");
  expect(output).toContain("`false` failed; nothing was changed");
  expect(status).not.toBe(0);
  expect(git("status", "--porcelain") + git("tag")).toBe("");
});

test("a release is refused when the tree has a file that git does not know", () => {
  writeFileSync(join(folder, "stray"), "");
  const { status, output } = release("minor");
  rmSync(join(folder, "stray"));
  expect(output).toContain("the tree is not clean");
  expect(status).not.toBe(0);
  expect(git("tag")).toBe("");
});

test("a release writes its version into all files and the changelog, copies the contract, commits and tags", () => {
  const { status, output } = release("minor");
  expect(status, output).toBe(0);
  for (const path of ["package.json", "package-lock.json", "clients/typescript/package.json"])
    expect(JSON.parse(read(path)).version, path).toBe("3.5.0");
  expect(read("clients/python/pyproject.toml")).toContain('\nversion = "3.5.0"\n');
  expect(read("deploy/kubernetes/kustomization.yaml")).toContain('newTag: "3.5.0"');
  expect(read("CHANGELOG.md")).toMatch(/## Unreleased\n\n## 3\.5\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n/);
  expect(read("rest/released/openapi.json")).toBe(read("rest/generated/openapi.json"));
  expect(JSON.parse(read("rest/released/release.json"))).toEqual({ version: "3.5.0", ref: "v3.5.0" });
  expect(git("status", "--porcelain")).toBe("");
  expect(git("log", "-1", "--format=%s").trim()).toBe("Release 3.5.0");
  expect(git("rev-parse", "v3.5.0^{commit}")).toBe(git("rev-parse", "HEAD"));
});

test("a release is refused when the changelog has no entries", () => {
  const { status, output } = release("patch");
  expect(output).toContain('nothing under "## Unreleased"');
  expect(status).not.toBe(0);
});
