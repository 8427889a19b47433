// The `disclosed` command. Each subcommand stands in a file of its own and hangs itself on the program here. Exit codes:
// 0 done, 1 could not, 2 wrong usage or a bad setting.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { UsageError } from "../errors.ts";
import { packageRoot } from "../package-root.ts";
import { registerAccounts } from "./accounts.ts";
import { registerAdmin } from "./admin.ts";
import { registerBackup } from "./backup.ts";
import { registerCoverage } from "./coverage.ts";
import { registerDerive } from "./derive.ts";
import { registerDoctor } from "./doctor.ts";
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
import { registerServe } from "./serve.ts";
import { registerSync } from "./sync.ts";
import { registerUsage } from "./usage.ts";

/** In the order in which the help lists them. */
const subcommands = [
  registerServe,
  registerIngest,
  registerSync,
  registerFetch,
  registerDerive,
  registerCoverage,
  registerQuarantine,
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

/** Runs one command line (without node and script) and returns the exit code. Every failure is one line on standard error. */
export async function run(args: string[]): Promise<number> {
  // the service is measured with the heap that Node gives it
  if (args[0] !== "serve") keepHeapSmall();
  try {
    await buildProgram().parseAsync(args, { from: "user" });
    return process.exitCode === undefined ? 0 : Number(process.exitCode);
  } catch (error) {
    // commander has already written its own line, or the help that was asked for
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    say(`disclosed: ${firstLine(error)}`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

function firstLine(error: unknown): string {
  // a refused connection to several addresses is an AggregateError without a message of its own
  if (error instanceof AggregateError && !error.message) return firstLine(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").filter(Boolean).at(0) ?? "failed without a message";
}
