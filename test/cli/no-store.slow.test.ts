// A command in a folder without a store reports that in one line and creates nothing; only the commands that fill a
// store create one.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { buildWholeProgram } from "../../src/cli/program.ts";
import { testContact } from "../support/contact.ts";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-no-store-"));
const home = join(folder, "home");
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const disclosed = (args: string[], env: Record<string, string> = {}) =>
  runCommand(args, { DATABASE_URL: "", DISCLOSED_URL: "", DISCLOSED_HOME: home, CONTACT: testContact, ...env });

/**
 * The arguments with which each command gets as far as opening its store; null for those that create a store or have
 * none.
 */
const argsOf: Record<string, string[] | null> = {
  serve: null,
  ingest: null,
  sync: null,
  restore: null,
  migrate: null,
  // a collector has no store
  "collect key": null,
  "collect senate": null,
  "collect trust": null,
  "fetch submissions": ["320193"],
  derive: [],
  reparse: [],
  verify: [],
  explain: ["1"],
  coverage: [],
  "quarantine list": [],
  "quarantine show": ["1"],
  "quarantine retry": ["--all"],
  "quarantine attach": ["1", "corrected.txt"],
  "quarantine ignore": ["1", "--because", "a test"],
  "quarantine unignore": ["1"],
  "amendments list": [],
  "amendments decide": ["1", "--adds"],
  "amendments reopen": ["1"],
  "accounts create": ["--email", "a@disclosed.dev"],
  "accounts list": [],
  "accounts set-plan": ["a@disclosed.dev", "plus"],
  "accounts approve": ["a@disclosed.dev"],
  "accounts suspend": ["a@disclosed.dev"],
  "accounts resume": ["a@disclosed.dev"],
  "accounts reset-link": ["--email", "a@disclosed.dev"],
  "accounts reset-second-factor": ["--email", "a@disclosed.dev"],
  "accounts remove": ["a@disclosed.dev", "--yes"],
  "admin create": ["--email", "a@disclosed.dev"],
  "admin list": [],
  "admin remove": ["--email", "a@disclosed.dev"],
  "keys create": ["--account", "a@disclosed.dev"],
  "keys list": [],
  "keys rotate": ["1"],
  "keys revoke": ["1"],
  usage: [],
  mcp: [],
  export: ["trades", "--out", join(folder, "rows.ndjson")],
  backup: [join(folder, "backup.tar.gz")],
  prune: [],
  "feeds create": ["--account", "a@disclosed.dev", "--name", "a test", "--list", "trades"],
  "feeds list": [],
  "feeds revoke": ["1"],
  "webhooks create": ["--account", "a@disclosed.dev", "--list", "trades", "--url", "https://93.184.215.14/"],
  "webhooks list": [],
  "webhooks deliveries": ["1"],
  "webhooks test": ["1"],
  "webhooks replay": ["1", "--since", "1"],
  "webhooks rotate": ["1"],
  "webhooks pause": ["1"],
  "webhooks resume": ["1"],
  "webhooks enable": ["1"],
  "webhooks disable": ["1"],
  "webhooks delete": ["1"],
  "mail create": ["--account", "a@disclosed.dev", "--list", "trades"],
  "mail list": [],
  "mail test": ["1"],
  "mail pause": ["1"],
  "mail resume": ["1"],
  "mail delete": ["1"],
  doctor: [],
};

const names = (await buildWholeProgram()).commands.flatMap((command) =>
  command.commands.length > 0 ? command.commands.map((sub) => `${command.name()} ${sub.name()}`) : [command.name()],
);
const needStore = Object.entries(argsOf).flatMap(([name, args]) => (args === null ? [] : [[name, args] as const]));

it("lists every command of the program", () => {
  expect(Object.keys(argsOf).sort()).toEqual([...names].sort());
});

describe("in a folder without a store", () => {
  it.each(needStore)("%s names the folder and what to do, and creates nothing", async (name, args) => {
    const { code, stdout, stderr } = await disclosed([...name.split(" "), ...args]);
    expect(code).toBe(1);
    const message = name === "doctor" ? stdout : stderr;
    expect(message).toContain(`there is no store in ${home}`);
    expect(message).toContain("npm start");
    if (name !== "doctor") expect([stdout, stderr.trimEnd().split("\n").length]).toEqual(["", 1]);
    expect(existsSync(home)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(needStore.filter(([name]) => name !== "mcp"))("%s --json reports it as JSON", async (name, args) => {
    const { code, stdout } = await disclosed([...name.split(" "), ...args, "--json"]);
    expect(code).toBe(1);
    const printed = JSON.parse(stdout);
    if (name === "doctor") expect(printed).toMatchObject({ ok: false });
    else expect(printed).toEqual({ error: { code: "failed", message: expect.stringContaining(home) } });
  });
});

it.each([
  [["restore", join(folder, "none")], "none does not exist"],
  [["restore", "package.json"], "the backup is damaged"],
  [["ingest", "form345", join(folder, "none")], "none: no such file or folder"],
])("%s creates no store for a path that it cannot restore or read", async (args, message) => {
  const { code, stdout, stderr } = await disclosed(args);
  expect([code, stdout, stderr.trimEnd().split("\n").at(-1)]).toEqual([1, "", expect.stringContaining(message)]);
  expect(existsSync(home)).toBe(false);
});

it("a folder with other files is no store either, and stays as it is", async () => {
  const other = mkdtempSync(join(tmpdir(), "disclosed-other-"));
  writeFileSync(join(other, "notes.txt"), "mine");
  try {
    const { code, stderr } = await disclosed(["keys", "list"], { DISCLOSED_HOME: other });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`there is no store in ${other}`)]);
    expect(readdirSync(other)).toEqual(["notes.txt"]);
  } finally {
    rmSync(other, { recursive: true });
  }
});

it("migrate creates a store, in which the other commands then work", async () => {
  expect((await disclosed(["migrate"])).code).toBe(0);
  const { code, stdout } = await disclosed(["keys", "list", "--json"]);
  expect([code, stdout]).toEqual([0, "[]\n"]);
});

it("wrong usage with --json is reported as JSON, with exit code 2", async () => {
  const wrong: [string[], string][] = [
    [["nonsense", "--json"], "unknown command 'nonsense'"],
    [["keys", "list", "--nonsense", "--json"], "unknown option '--nonsense'"],
    [["export", "trades", "--json"], "--out is missing"],
    [["export", "nonsense", "--json"], '"nonsense" cannot be exported'],
  ];
  for (const [args, message] of wrong) {
    const { code, stdout } = await disclosed(args);
    expect([code, JSON.parse(stdout)]).toEqual([
      2,
      { error: { code: "usage", message: expect.stringContaining(message) } },
    ]);
  }
});

it("--version prints the version and nothing else", async () => {
  expect(await disclosed(["--version"])).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: "",
  });
});
