// Runs every command of the README, of CONTRIBUTING, of docs/cli.md and of docs/operations as a newcomer would: the
// command that starts the service, then the rest while it runs, with small invented files in the folders that they
// name. The lines of the README, and lines that need a shell, are processes; the other pages' `npx disclosed` runs in
// this process, which takes a fraction of the time. The whole-project commands are not run again: the test checks that
// CI runs them.
import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { submission } from "../ingest/form345/fixtures.ts";
import { memberYaml } from "../support/congress.ts";
import { freePort } from "../support/free-port.ts";
import { runCommand } from "../support/run-command.ts";
import { until } from "../support/until.ts";

const run = promisify(execFile);

/** Whole-project commands that .ci/run begins with; running them here would run this test in itself. */
const runByCi: Record<string, string> = {
  "npm ci && npm test": "npm ci",
  "npm run check": "npm run typecheck",
  "npm run generate": "npm run generate:check",
};

const otherPages = [
  "docs/cli.md",
  "CONTRIBUTING.md",
  ...["install", "backup", "upgrade", "secrets"].map((page) => `docs/operations/${page}.md`),
];

/** The lines of all blocks of `sh` of a page. */
async function commands(page: string): Promise<string[]> {
  const text = await readFile(join(packageRoot, page), "utf8");
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => (block ?? "").trim().split("\n"));
}

/** True if CI runs a command of the whole project, so that it need not run here. */
async function isRunByCi(command: string): Promise<boolean> {
  const equivalent = runByCi[command];
  if (equivalent) expect(await readFile(join(packageRoot, ".ci/run"), "utf8")).toContain(equivalent);
  return equivalent !== undefined;
}

/** Runs one line while the service runs. If it fails, the error has what it printed. */
async function runLine(command: string, settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run("bash", ["-c", command.replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)], {
    cwd: packageRoot,
    env: { ...environment, ...settings },
  }).catch((error) => {
    throw new Error(`${command}\n${error.stderr}\n${error.stdout}`);
  });
  return stdout;
}

/** Runs a line of `npx disclosed` in this process; bash expands its words. Others are run by a shell. */
async function runDisclosed(command: string): Promise<void> {
  const [, assigned, line] = /^((?:\w+=\S* )*)npx disclosed ([^$|]*)$/.exec(command) ?? [];
  if (line === undefined) {
    await runLine(command);
    return;
  }
  const settings = { HOME: home, DISCLOSED_HOME: join(home, "store"), PORT: String(port), DATABASE_URL: "" };
  for (const setting of await wordsOf(assigned ?? "")) {
    const [name = "", value = ""] = setting.split(/=(.*)/s);
    Object.assign(settings, { [name]: value });
  }
  const { code, stdout, stderr } = await runCommand(await wordsOf(line), settings);
  expect(code, `${command}\n${stderr}\n${stdout}`).toBe(0);
}

async function wordsOf(line: string): Promise<string[]> {
  if (line.trim() === "") return [];
  const { stdout } = await run("bash", ["-c", `printf '%s\\0' ${line}`], { env: environment });
  return stdout.split("\0").slice(0, -1);
}

let home: string;
let port: number;
let service: ReturnType<typeof spawn>;
let environment: NodeJS.ProcessEnv;
let printed = "";

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "disclosed-readme-"));
  await chmod(home, 0o755);
  port = await freePort();
  environment = { ...process.env, HOME: home, DISCLOSED_HOME: join(home, "store"), PORT: String(port) };
  delete environment.DATABASE_URL;
  await writeData(join(home, "disclosed-data"));
  // `npm ci` has been run before any test, so only `npm start` of the README's first command is left
  service = spawn("npm", ["start"], { cwd: packageRoot, env: environment, stdio: ["ignore", "pipe", "inherit"] });
  service.stdout?.on("data", (chunk) => {
    printed += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    service.once("exit", () => reject(new Error(`the service ended:\n${printed}`)));
    service.stdout?.on("data", () => printed.includes("Press Ctrl-C to stop") && resolve());
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  const ended = new Promise((resolve) => service.once("exit", resolve));
  service.kill("SIGTERM");
  await ended;
  await rm(home, { recursive: true, force: true });
});

test("the service prints a curl line that works as printed", async () => {
  // on a busy machine it is printed last, once the database has stored the key
  const line = () => /^ *curl .+$/m.exec(printed)?.[0].trim();
  await until(() => line() !== undefined);
  const { stdout } = await run("bash", ["-c", `${line()?.replace("curl", "curl -s")}`], { env: environment });
  expect(JSON.parse(stdout)).toMatchObject({ pagination: { page: 1 }, meta: { sample: true } });
});

test("every command of the README works", { timeout: 600_000 }, async () => {
  let key = "";
  for (const command of await commands("README.md")) {
    if (command === "npm ci && npm start" || (await isRunByCi(command))) continue;
    const stdout = await runLine(command, { DISCLOSED_API_KEY: key });
    key = /disc_live_\w+/.exec(stdout)?.[0] ?? key;
    if (command.startsWith("curl"))
      expect(JSON.parse(stdout), command).toMatchObject({ pagination: { total: expect.any(Number) } });
  }
});

test("the first real data have replaced the sample data in the responses of the service", async () => {
  const keys = await run("node", ["bin/disclosed.js", "keys", "create", "--account", "you@example.com", "--json"], {
    cwd: packageRoot,
    env: environment,
  });
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/trades`, {
    headers: { Authorization: `Bearer ${JSON.parse(keys.stdout).key}` },
  });
  const body = (await response.json()) as { data: unknown[]; meta: unknown };
  expect(body.data).toMatchObject([{ company_name: "Invented Lamps Inc.", shares: "1500", price: 12.5, value: 18750 }]);
  expect(body.meta).not.toHaveProperty("sample");
});

test.each(otherPages)("every command of %s works", { timeout: 600_000 }, async (page) => {
  await ensureAccount();
  for (const command of await commands(page)) if (!(await isRunByCi(command))) await runDisclosed(command);
});

/** Creates the account of the README's commands, for runs of a single test, which skip those commands. */
async function ensureAccount(): Promise<void> {
  const { stdout } = await run("node", ["bin/disclosed.js", "accounts", "list", "--json"], {
    cwd: packageRoot,
    env: environment,
  });
  if (stdout.includes("you@example.com")) return;
  await runLine("npx disclosed accounts create --email you@example.com --plan pro");
  await runLine("npx disclosed keys create --account you@example.com");
}

/** Invented members, one invented purchase and its prices, in the publishers' formats. */
async function writeData(folder: string): Promise<void> {
  for (const name of ["congress-legislators", "form4", "prices"]) await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "congress-legislators/legislators-current.yaml"), memberYaml);
  await writeFile(join(folder, "prices/INVL.csv"), "Date,Close\n2026-03-02,12.5\n2026-03-03,12.75\n2026-03-10,13\n");
  await writeFile(
    join(folder, "form4/0009990001-26-000001.txt"),
    submission({
      accession: "0009990001-26-000001",
      filed: "2026-03-03",
      period: "2026-03-02",
      issuerCik: "0009990001",
      issuerName: "Invented Lamps Inc.",
      symbol: "INVL",
      owners: [{ cik: "0009990002", name: "Example Nora" }],
      rows: [{ date: "2026-03-02", shares: "1500", price: "12.5", after: "4500" }],
    }),
  );
}
