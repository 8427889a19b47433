// Applies the recipes of docs/develop/recipes.md in a copy of the project exactly as they are printed, builds it, and
// checks what they add in the API of a service that runs from it. test/repo/recipes.test.ts checks that each change fits.
import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { memberYaml } from "../support/congress.ts";
import { applyRecipe, type Files, readRecipes } from "./recipes/apply-recipe.ts";

const run = promisify(execFile);

let folder: string;
let project: string;
let environment: NodeJS.ProcessEnv;
let service: ReturnType<typeof spawn> | undefined;
let printed = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-recipes-"));
  project = join(folder, "project");
  environment = { ...process.env, DISCLOSED_HOME: join(folder, "home"), PORT: "0" };
  delete environment.DATABASE_URL;
  await copyProject();
  expect(readRecipes().flatMap((recipe) => applyRecipe(recipe, copiedFiles()))).toEqual([]);
  await node("scripts/build.mjs", "--if-stale");
  await node("--import", "tsx", "scripts/generate.ts");
  await node("scripts/build.mjs", "--if-stale");
  await writeMembers();
  await startService();
  await node("bin/disclosed.js", "ingest", "legislators", join(folder, "members"), "--as-of", "2026-06-15");
});

afterAll(async () => {
  if (service && service.exitCode === null) {
    const ended = new Promise((resolve) => service?.once("exit", resolve));
    service.kill("SIGTERM");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

/**
 * Copies the project's files, new ones included, the database client and the build, and links the installed packages.
 */
async function copyProject(): Promise<void> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listing, { cwd: packageRoot, encoding: "utf8" }).split("\0");
  for (const file of files.filter((name) => name !== "" && existsSync(join(packageRoot, name))))
    await cp(join(packageRoot, file), join(project, file), { recursive: true });
  for (const generated of ["src/store/client", "dist"])
    await cp(join(packageRoot, generated), join(project, generated), { recursive: true, preserveTimestamps: true });
  for (const folder of ["", "scripts", "test", "clients/typescript"])
    await symlink(join(packageRoot, folder, "node_modules"), join(project, folder, "node_modules"));
}

const copiedFiles = (): Files => ({
  read: (path) => (existsSync(join(project, path)) ? readFileSync(join(project, path), "utf8") : undefined),
  write(path, text) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  },
});

/** Runs Node in the copy. If it fails, the error has what it printed. */
async function node(...args: string[]): Promise<void> {
  await run(process.execPath, args, { cwd: project, env: environment }).catch((error) => {
    throw new Error(`${args.join(" ")}\n${error.stderr}\n${error.stdout}`);
  });
}

async function startService(): Promise<void> {
  const started = spawn(process.execPath, ["dist/src/main.js"], {
    cwd: project,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  service = started;
  await new Promise<void>((resolve, reject) => {
    started.once("exit", () => reject(new Error(`the service ended:\n${printed}`)));
    started.stdout.on("data", (chunk) => {
      printed += chunk;
      // on a busy machine the key is printed last
      if (printed.includes("Press Ctrl-C to stop") && printed.includes("disc_live_")) resolve();
    });
  });
}

/** A member with a term, and a committee with a telephone number and a subcommittee: all invented. */
async function writeMembers(): Promise<void> {
  await mkdir(join(folder, "members"));
  await writeFile(join(folder, "members/legislators-current.yaml"), memberYaml);
  await writeFile(
    join(folder, "members/committees-current.yaml"),
    `- type: house
  name: House Committee on Invented Matters
  thomas_id: HSZX
  phone: (202) 555-0100
  subcommittees:
  - {name: Subcommittee on Fables, thomas_id: '03'}
`,
  );
}

/** The body of a response, which must have status 200. */
async function get(path: string): Promise<{ data: unknown }> {
  const [, origin = "", key = ""] = /(http:\/\/127\.0\.0\.1:\d+).*?(disc_live_\w+)/s.exec(printed) ?? [];
  const response = await fetch(`${origin}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

test("the endpoint responds with the member's terms", async () => {
  expect((await get("/politicians/Z000901/terms")).data).toEqual({
    bioguide_id: "Z000901",
    terms: [{ chamber: "House", state: "OH", start_date: "2025-01-03", end_date: "2027-01-03" }],
  });
});

test("the filter finds the subcommittees of one committee, and is part of the contract", async () => {
  expect((await get("/committees?parent=hszx")).data).toMatchObject([{ code: "HSZX03", parent_code: "HSZX" }]);
  const contract = await readFile(join(project, "rest/generated/openapi.json"), "utf8");
  expect(contract).toContain("code of the committee whose subcommittees are wanted");
});

test("the stored field is read from the file and shown", async () => {
  expect((await get("/committees?q=invented")).data).toMatchObject([{ code: "HSZX", phone: "(202) 555-0100" }]);
});

test("the source reads a file, and coverage shows it", async () => {
  const list = join(folder, "holidays.csv");
  await writeFile(list, "2099-07-03,Invented Day\nno day,Nothing\n");
  await node("bin/disclosed.js", "ingest", "holidays", list);
  expect((await get("/coverage?source=holidays")).data).toMatchObject({
    sources: [{ source: "holidays", records: 1, missing: [{ reason: "bad_holiday", count: 1 }] }],
  });
});

test("the copy has no type errors, tests included", async () => {
  await node(join("node_modules", "typescript", "bin", "tsc"), "--noEmit");
});

test("the tests that check whether a new source or field is complete pass in the copy", async () => {
  const tests = ["test/repo/stored-fields.test.ts", "test/repo/sources.test.ts", "test/ingest/run/sample-data.test.ts"];
  await node(join("node_modules", "vitest", "vitest.mjs"), "run", ...tests);
});
