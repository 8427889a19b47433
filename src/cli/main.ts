// Runs a command line of `disclosed`. Exit codes: 0 done, 1 failed, 2 wrong usage or a bad setting.
import { CommanderError } from "commander";
import { ConfigError, currentFolder, lostFolderProblem } from "../config/start-errors.ts";
import { UsageError } from "../errors.ts";
import { diskProblem, reasonOf } from "../lib/reason.ts";
import { say } from "./output.ts";
import { runProgram } from "./program.ts";

/**
 * Runs one command line (without node and script) and returns the exit code. Every failure is one line on standard
 * error and, with `--json`, also `{"error": {"code", "message"}}` instead of the result. A reader that stops early (`|
 * head -1`) is not a failure.
 */
export async function run(args: string[]): Promise<number> {
  const output = watchOutput();
  try {
    if (currentFolder() === undefined) throw new UsageError(lostFolderProblem);
    await runProgram(args);
    await output.written();
    return process.exitCode === undefined ? 0 : Number(process.exitCode);
  } catch (error) {
    if (isGoneReader(error)) return 0;
    // commander has already written its own line, or the requested help
    const isWritten = error instanceof CommanderError;
    if (isWritten && error.exitCode === 0) return 0;
    const message = isWritten ? error.message.replace(/^error: /, "") : format(error);
    if (!isWritten) say(`disclosed: ${message}`);
    const isUsage = isWritten || error instanceof UsageError || error instanceof ConfigError;
    if (args.includes("--json") && !output.isBroken())
      printError(args, { code: isUsage ? "usage" : "failed", message });
    return isUsage ? 2 : 1;
  } finally {
    await output.close();
  }
}

/** Adds advice to the system's error for a full or read-only disk. */
function format(error: unknown): string {
  const problem =
    (error as NodeJS.ErrnoException | null)?.syscall || isFullDatabase(error) ? diskProblem(error) : undefined;
  return problem ? `${reasonOf(error)}: ${problem.what}; ${problem.advice}` : reasonOf(error);
}

const isFullDatabase = (error: unknown) => (error as { code?: unknown } | null)?.code === "53100";

/** The output of `--json` for a failure; on standard error where standard output is for the data. */
function printError(args: string[], error: { code: "usage" | "failed"; message: string }): void {
  const isData = args.some((word) => word === "-" || word === "--out=-");
  process[isData ? "stderr" : "stdout"].write(`${JSON.stringify({ error })}\n`);
}

const isGoneReader = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === "EPIPE";

/** Without this, a closed pipe or a full disk behind `>` would end the process with a stack. */
function watchOutput(): { written(): Promise<void>; isBroken(): boolean; close(): Promise<void> } {
  let failure: Error | undefined;
  const note = (error: Error) => {
    failure ??= error;
  };
  const ignore = () => {};
  process.stdout.on("error", note);
  process.stderr.on("error", ignore);
  const drained = () => new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  return {
    isBroken: () => failure !== undefined,
    /** Resolves when everything is written. Throws the error where it could not be written. */
    async written() {
      await drained();
      if (!failure) return;
      const problem = diskProblem(failure);
      throw problem ? new Error(`standard output: ${problem.what}`, { cause: failure }) : failure;
    },
    /** Resolves when the last output is written too: without a listener, an error event would end the process. */
    async close() {
      if (!failure) await drained();
      process.stdout.off("error", note);
      process.stderr.off("error", ignore);
    },
  };
}
