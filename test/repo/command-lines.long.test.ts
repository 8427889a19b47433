// Every command of package.json that is the project's own says with `--help` what there is, and refuses what it does not know in
// one line, with the exit codes of `disclosed`: no user has to read its source, or gets a stack trace.
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

function run(args: string[]): Promise<{ status: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, args, { cwd: packageRoot });
  let [out, error] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    error += chunk;
  });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, out, error })));
}

test("they are found", () => {
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(["start", "bench", "fuzz", "release"]));
});

test.each(commands)("$name", async ({ args }) => {
  const [helped, refused] = await Promise.all([run([...args, "--help"]), run([...args, "--no-such-option"])]);
  expect(helped.out).toMatch(/^Usage: /);
  expect(helped.status).toBe(0);
  expect(refused.error).toMatch(/^(error: unknown option|Usage: )/);
  expect(refused.error).not.toMatch(/\n {4}at /);
  expect(refused.status).toBe(2);
});
