// The command warns that the sources are newer than the build if their content differs, not if only their times do.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";

let root: string;
const warning = "disclosed: the sources are newer than the build; run `npm run build` to use them\n";

/** A project with one source, built. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "disclosed-stale-"));
  for (const folder of ["bin", "scripts", "src/web", "rest", "prisma/reference", "dist/src/cli"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of ["bin/disclosed.js", "scripts/source-hash.mjs"])
    copyFileSync(join(packageRoot, name), join(root, name));
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "src/one.ts"), "1");
  writeFileSync(join(root, "dist/src/cli/main.js"), 'export const run = async () => (console.log("ran"), 0);');
  writeFileSync(join(root, "dist/.source-hash"), hash("sourceHash"));
});
afterEach(() => rmSync(root, { recursive: true }));

function hash(name: "sourceHash" | "pagesHash"): string {
  const script = `import { ${name} } from ${JSON.stringify(join(root, "scripts/source-hash.mjs"))};
    process.stdout.write(${name}(${JSON.stringify(root)}));`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
}

function disclosed(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "bin/disclosed.js")], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, "ran\n"]);
  return stderr;
}

/** Sets the file's time to an hour from now, which is later than the build. */
function touch(path: string): number {
  const time = new Date(Date.now() + 3_600_000);
  utimesSync(join(root, path), time, time);
  return time.getTime();
}

it("does not warn where the sources are those of the build, and gives the build the time of the sources", () => {
  expect(disclosed()).toBe("");
  const time = touch("src/one.ts");
  expect(disclosed()).toBe("");
  expect(statSync(join(root, "dist/.source-hash")).mtimeMs).toBeGreaterThanOrEqual(time);
  expect(disclosed()).toBe("");
});

it.each(["src/one.ts", "rest/two.ts"])("warns of a change of %s each time", (path) => {
  writeFileSync(join(root, path), "2");
  touch(path);
  expect([disclosed(), disclosed()]).toEqual([warning, warning]);
});

it.each(["src/one.ts", "src/web/page.tsx", "rest/two.ts", "prisma/reference/three.json"])(
  "the pages are built again after a change of %s",
  (path) => {
    const before = hash("pagesHash");
    writeFileSync(join(root, path), "2");
    expect(hash("pagesHash")).not.toBe(before);
  },
);

it("warns of newer sources if the hash of the build is missing", () => {
  rmSync(join(root, "dist/.source-hash"));
  expect(disclosed()).toBe(warning);
});

it("does not warn in an installed package, which has neither sources nor the script that hashes them", () => {
  for (const folder of ["src", "rest", "scripts"]) rmSync(join(root, folder), { recursive: true });
  expect(disclosed()).toBe("");
});
