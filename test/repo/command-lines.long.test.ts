// Every command of package.json that is the project's own prints its usage with `--help`, and refuses an unknown option
// without a stack trace, with the exit codes of `disclosed`.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";

const { scripts } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** npm runs these automatically */
const hooks = /^(prepare|(pre|post)?version|pre(start|test|test:all))$/;
const own = /^(?:[A-Z_]+=\d+ )?(?:exec )?(node|tsx) (?:--\S+ )*(\S+)/;

const commands = Object.entries(scripts)
  .filter(([name]) => !hooks.test(name))
  .flatMap(([name, text]) => {
    const [, program, file] = own.exec(text.split("&&").at(-1)?.trim() ?? "") ?? [];
    return program && file ? [{ name, args: program === "tsx" ? ["--import", "tsx", file] : [file] }] : [];
  });
commands.push({ name: "deploy-steps", args: ["scripts/deploy-steps.mjs"] });

function run(args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, args, { cwd: packageRoot });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, stdout, stderr })));
}

test("the commands are found in package.json", () => {
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(["start", "bench", "fuzz", "release"]));
});

test.each(commands)("$name prints its usage, and refuses an unknown option", async ({ args }) => {
  const [help, refused] = await Promise.all([run([...args, "--help"]), run([...args, "--no-such-option"])]);
  expect(help.stdout).toMatch(/^Usage: /);
  expect(help.status).toBe(0);
  expect(refused.stderr).toMatch(/^(error: (unknown|required) option|Usage: )/);
  expect(refused.stderr).not.toMatch(/\n {4}at /);
  expect(refused.status).toBe(2);
});
