// The `disclosed` command. Each subcommand has a file of its own, which adds it to the program here. Exit codes:
// 0 done, 1 could not, 2 wrong usage or a bad setting.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Command, CommanderError } from "commander";
import { createAdmin, listAdmins, removeAdmin } from "../accounts/people/links.ts";
import { prune, removedRows, retentionDays } from "../accounts/retention.ts";
import { ConfigError, loadConfig } from "../config/config.ts";
import { currentFolder, lostFolderProblem } from "../config/current-folder.ts";
import { deriveAll } from "../derive/derive.ts";
import { UsageError } from "../errors.ts";
import { todayUtc } from "../lib/clock.ts";
import { packageRoot } from "../lib/package-root.ts";
import { diskProblem, reasonOf } from "../lib/reason.ts";
import { noteSuccess } from "../maintenance/maintenance.ts";
import { publicUrlOf } from "../start/address.ts";
import { migrate } from "../store/migrate.ts";
import { syncReference } from "../store/reference.ts";
import { openStore } from "../store/store.ts";
import { registerAccounts } from "./accounts.ts";
import { registerAmendments } from "./amendments.ts";
import { registerBackup } from "./backup.ts";
import { registerCoverage } from "./coverage.ts";
import { registerDoctor } from "./doctor.ts";
import { registerExplain } from "./explain.ts";
import { registerExport } from "./export.ts";
import { registerFeeds } from "./feeds.ts";
import { registerFetch } from "./fetch.ts";
import { registerIngest } from "./ingest.ts";
import { registerKeys } from "./keys.ts";
import { registerMcp } from "./mcp.ts";
import { actor, type OutputOptions, printLink, printResult, say, table, withJson } from "./output.ts";
import { registerQuarantine } from "./quarantine.ts";
import { registerReparse } from "./reparse.ts";
import { registerServe } from "./serve.ts";
import { registerSync } from "./sync.ts";
import { registerUsage } from "./usage.ts";
import { registerVerify } from "./verify.ts";
import { ensureDirect, withDatabase, withStore } from "./with-store.ts";

// `disclosed admin create | list | remove`: who may see and change everything in the dashboard.
interface EmailOptions extends OutputOptions {
  email: string;
}

function registerAdmin(program: Command): void {
  const admin = program.command("admin").description("create, list and remove administrators of the dashboard");
  withJson(admin.command("create"))
    .description("create an administrator and print a one-time link to set the password; run it again for a new link")
    .requiredOption("--email <email>", "address that the administrator signs in with")
    .action(async ({ email, ...options }: EmailOptions) => {
      const issued = await withStore(({ store, config }) =>
        createAdmin(store, { email, publicUrl: publicUrlOf(config, config.port), actor: actor() }),
      );
      printLink(options, issued);
    });
  withJson(admin.command("list"))
    .description("list administrators")
    .action(async (options: OutputOptions) => {
      const admins = await withStore(({ store }) => listAdmins(store));
      const rows = admins.map(({ email, createdAt, hasPassword }) => ({
        email,
        created_at: createdAt.toISOString(),
        has_password: hasPassword,
      }));
      printResult(options, rows, () =>
        table(
          ["EMAIL", "CREATED", "PASSWORD"],
          rows.map((row) => [row.email, row.created_at.slice(0, 10), row.has_password ? "set" : "link not used yet"]),
        ),
      );
    });
  withJson(admin.command("remove"))
    .description("remove an administrator's rights and sessions at once; their account stays")
    .requiredOption("--email <email>", "address of the administrator")
    .action(async ({ email, ...options }: EmailOptions) => {
      await withStore(({ store }) => removeAdmin(store, { email, actor: actor() }));
      printResult(options, { email, removed: true }, () => `${email} is no longer an administrator.`);
    });
}

// `disclosed migrate`: migrates the database to the newest version and loads the reviewed reference data.
function registerMigrate(program: Command): void {
  withJson(program.command("migrate"))
    .description("apply pending migrations and load the reference data; safe to repeat")
    .action(async (options: OutputOptions) => {
      const config = loadConfig();
      const applied = await withDatabase(
        config,
        async (url, embedded) => {
          const databaseUrl = embedded ? url : (config.databaseDirectUrl ?? url);
          if (!embedded) await ensureDirect(url, config.databaseDirectUrl);
          const names = await migrate(databaseUrl);
          const store = openStore({ databaseUrl });
          await syncReference(store).finally(() => store.close());
          return names;
        },
        { makesHome: true },
      );
      printResult(options, { applied }, () =>
        applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`,
      );
    });
}

// `disclosed prune`: removes data about callers whose retention period is over.
function registerPrune(program: Command): void {
  const { usage, audit, endedKeys, errors, minutes, changes } = retentionDays;
  withJson(program.command("prune"))
    .description(
      `remove usage older than ${usage} days, audit rows older than ${audit}, keys that ended ${endedKeys} days ago, failed requests older than ${errors}, statistics by minute older than ${minutes}, changes of rows older than ${changes}, ended sessions and links, and counters of failed attempts; the service and the watcher do it daily`,
    )
    .action(async (options: OutputOptions) => {
      const pruned = await withStore(async ({ store }) => {
        const removed = await prune(store);
        await noteSuccess(store.pool, "prune", { removedRows: removedRows(removed) });
        return removed;
      });
      printResult(options, pruned, () =>
        [
          `${pruned.usage_rows} rows of usage, ${pruned.audit_rows} of the audit log, ${pruned.ended_keys} ended keys and`,
          `${pruned.address_counters} counters of failed attempts removed; ${pruned.error_rows} failed requests, ${pruned.minute_rows} minutes,`,
          `${pruned.change_rows} changes of rows, ${pruned.ended_sessions} ended sessions and links too.`,
        ].join(" "),
      );
    });
}

// `disclosed derive`: recomputes returns, signals, clusters, lateness and committee matches from all ingested data.
function registerDerive(program: Command): void {
  withJson(program.command("derive"))
    .description("compute returns, signals, clusters, lateness and committee matches from what was ingested")
    .action(async (options: OutputOptions) => {
      const today = todayUtc();
      const summary = await withStore(({ store }) =>
        deriveAll(store, { today, progress: (step) => say(`Deriving ${step} ...`) }),
      );
      printResult(options, summary, () =>
        summary.changed
          ? `Derived in ${summary.seconds.toFixed(1)} s; rows changed: ${Object.entries(summary.steps)
              .map(([step, rows]) => `${step} ${rows}`)
              .join(", ")}`
          : `Derived in ${summary.seconds.toFixed(1)} s; nothing has changed.`,
      );
    });
}

// Heap settings for commands that read files for hours.

/**
 * Makes the garbage collector run when the heap has grown by a quarter, instead of doubled: a third less memory at the
 * peak of an ingestion, at no measurable time. V8 reads this value at each collection, so that it may be set at run
 * time.
 */
function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=25");
}

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
  registerFeeds,
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

/** Adds what to do to the system's error for a full or read-only disk. */
function format(error: unknown): string {
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
