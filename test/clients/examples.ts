// Runs programs and the examples of a README as a reader would, in a folder of their own.
import { execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Python's options to run without the user's own packages and warnings */
export const isolated = ["-s", "-W", "ignore"];

/** The code blocks of one language, in order. */
export async function codeBlocks(file: string, language: string): Promise<string[]> {
  const text = await readFile(file, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block ?? "");
}

/** Standard output. The error of a program that fails has what it printed. */
export async function output(
  command: string,
  args: string[],
  options: { cwd?: string; env: Record<string, string | undefined> },
): Promise<string> {
  const env = { PATH: process.env.PATH, ...options.env } as NodeJS.ProcessEnv;
  const { stdout } = await run(command, args, { ...options, env }).catch((error) => {
    // begins with the last line of the error output, which has the reason: summaries show only the first line
    const reason = String(error.stderr).trim().split("\n").at(-1);
    throw new Error(`${reason}: ${command} ${args[0]}: ${error.message}\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
}

/** The first of the commands that runs. If none does, a message reports that its tests are skipped. */
export function firstThatRuns(what: string, ...candidates: string[][]): string | undefined {
  const found = candidates.find(([command = "", ...args]) => {
    try {
      execFileSync(command, args, { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
  if (!found) process.stderr.write(`SKIPPED: ${what} is not on this machine\n`);
  return found?.[0];
}

// the oldest version that the client's README names
const supported = "import sys; assert sys.version_info >= (3, 9)";

/** The first Python that is new enough for the client and runs the statement, without the user's own packages. */
export const pythonWith = (what: string, statement = "pass") =>
  firstThatRuns(
    what,
    ...["python3", "/usr/bin/python3"].map((name) => [name, ...isolated, "-c", `${supported}; ${statement}`]),
  );
