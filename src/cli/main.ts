// The `disclosed` command. Each subcommand has a file of its own, which adds it to the program here. Exit codes:
// 0 done, 1 could not, 2 wrong usage or a bad setting.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { currentFolder, lostFolderProblem } from "../current-folder.ts";
import { UsageError } from "../errors.ts";
import { packageRoot } from "../package-root.ts";
import { diskProblem, reasonOf } from "../reason.ts";
import { registerAccounts } from "./accounts.ts";
import { registerAdmin } from "./admin.ts";
import { registerAmendments } from "./amendments.ts";
import { registerBackup } from "./backup.ts";
import { registerCoverage } from "./coverage.ts";
import { registerDerive } from "./derive.ts";
import { registerDoctor } from "./doctor.ts";
import { registerExplain } from "./explain.ts";
import { registerExport } from "./export.ts";
import { registerFetch } from "./fetch.ts";
import { keepHeapSmall } from "./heap.ts";
import { registerIngest } from "./ingest.ts";
import { registerKeys } from "./keys.ts";
import { registerMcp } from "./mcp.ts";
import { registerMigrate } from "./migrate.ts";
import { say } from "./output.ts";
import { registerPrune } from "./prune.ts";
import { registerQuarantine } from "./quarantine.ts";
import { registerReparse } from "./reparse.ts";
import { registerServe } from "./serve.ts";
import { registerSync } from "./sync.ts";
import { registerUsage } from "./usage.ts";
import { registerVerify } from "./verify.ts";

/** In the order of the help. */
const subcommands = [
  registerServe,
  registerIngest,
  registerSync,
  registerFetch,
  registerDerive,
  registerReparse,
  registerCoverage,
  registerQuarantine,
  registerAmendments,
  registerExplain,
  registerVerify,
  registerAccounts,
  registerAdmin,
  registerKeys,
  registerUsage,
  registerMcp,
  registerExport,
  registerBackup,
  registerPrune,
  registerMigrate,
  registerDoctor,
];

/** The program with every subcommand; parsing throws CommanderError instead of ending the process. */
export function buildProgram(): Command {
  const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };
  const program = new Command("disclosed")
    .description("Insider trades and congressional disclosures: ingestion, derivation, accounts and keys")
    .version(version)
    .exitOverride()
    .showSuggestionAfterError();
  for (const register of subcommands) register(program);
  return program;
}

/**
 * Runs one command line (without node and script) and returns the exit code. Every failure is one line on standard
 * error and, with `--json`, also `{"error": {"code", "message"}}` in place of the result. A reader that stops early (`|
 * head -1`) is not a failure.
 */
export async function run(args: string[]): Promise<number> {
  // the service is measured with Node's default heap settings
  if (args[0] !== "serve") keepHeapSmall();
  const output = watchOutput();
  try {
    if (currentFolder() === undefined) throw new UsageError(lostFolderProblem);
    await buildProgram().parseAsync(args, { from: "user" });
    await output.written();
    return process.exitCode === undefined ? 0 : Number(process.exitCode);
  } catch (error) {
    if (isGoneReader(error)) return 0;
    // commander has already written its own line, or the requested help
    const isWritten = error instanceof CommanderError;
    if (isWritten && error.exitCode === 0) return 0;
    const message = isWritten ? error.message.replace(/^error: /, "") : inWords(error);
    if (!isWritten) say(`disclosed: ${message}`);
    const isUsage = isWritten || error instanceof UsageError || error instanceof ConfigError;
    if (args.includes("--json") && !output.isBroken())
      printError(args, { code: isUsage ? "usage" : "failed", message });
    return isUsage ? 2 : 1;
  } finally {
    await output.close();
  }
}

/** Adds what to do to the system's error for a full or read-only disk. */
function inWords(error: unknown): string {
  const problem =
    (error as NodeJS.ErrnoException | null)?.syscall || isFullDatabase(error) ? diskProblem(error) : undefined;
  return problem ? `${reasonOf(error)}: ${problem.what}; ${problem.mend}` : reasonOf(error);
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
