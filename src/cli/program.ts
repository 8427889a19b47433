// The `disclosed` program: every command with its usage and description, for the help. The options and the action of a command are in
// a separate file, which is loaded when the command is called: loading all of them would take most of a second.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Help } from "commander";
import { retentionDays } from "../accounts/retention-days.ts";
import { packageRoot } from "../lib/package-root.ts";

const { usage, audit, endedKeys, errors, minutes, deliveries, notices, changes } = retentionDays;

interface LazyCommand {
  /** name, options and arguments, as the list of commands shows them */
  usage: string;
  description: string;
  /** returns the function that adds options, arguments, subcommands and the action */
  load: () => Promise<(command: Command) => void>;
}

/** In the order of the help. */
const lazyCommands: LazyCommand[] = [
  {
    usage: "serve [options]",
    description: "start the service and serve until Ctrl-C; settings come from the environment",
    load: async () => (await import("./serve.ts")).defineServe,
  },
  {
    usage: "ingest [options] <source> <path...>",
    description:
      "read disclosures, members, prices or companies from files, folders and archives (.zip, .tar.gz, .tar.xz)",
    load: async () => (await import("./ingest.ts")).defineIngest,
  },
  {
    usage: "sync [options] [source...]",
    description: "fetch what is missing from the publishers of the sources",
    load: async () => (await import("./sync.ts")).defineSync,
  },
  {
    usage: "fetch",
    description: "fetch all filings of a company or an insider from EDGAR now",
    load: async () => (await import("./fetch.ts")).defineFetch,
  },
  {
    usage: "collect",
    description:
      "collect reports of a publisher that refuses servers into one signed file, on a computer that it responds to",
    load: async () => (await import("./collect.ts")).defineCollect,
  },
  {
    usage: "derive [options]",
    description: "compute returns, signals, clusters, lateness and committee matches from the ingested data",
    load: async () => (await import("./derive.ts")).defineDerive,
  },
  {
    usage: "reparse [options] [source]",
    description:
      "read the stored raw files again that an older parser has read, and store the differences; a stopped run continues where it ended",
    load: async () => (await import("./reparse.ts")).defineReparse,
  },
  {
    usage: "coverage [options] [source]",
    description: "show how many listed documents are stored, quarantined or not fetched yet, and how old the data are",
    load: async () => (await import("./coverage.ts")).defineCoverage,
  },
  {
    usage: "quarantine",
    description: "show quarantined files and records, retry them, or ignore them with a reason",
    load: async () => (await import("./quarantine.ts")).defineQuarantine,
  },
  {
    usage: "amendments",
    description: "list amendments that need a decision or wait for their filing, and decide on them",
    load: async () => (await import("./amendments.ts")).defineAmendments,
  },
  {
    usage: "explain [options] <id>",
    description:
      "trace one row from the raw file to the response: file, position, fields, rules and derivation; exit code 1 if the file is missing or changed",
    load: async () => (await import("./explain.ts")).defineExplain,
  },
  {
    usage: "verify [options]",
    description: "read the stored raw files again and compare every stored field with them; exit code 1 if one differs",
    load: async () => (await import("./verify.ts")).defineVerify,
  },
  {
    usage: "accounts",
    description: "create, list, suspend and remove accounts, and change their plan",
    load: async () => (await import("./accounts.ts")).defineAccounts,
  },
  {
    usage: "admin",
    description: "create, list and remove administrators of the dashboard",
    load: async () => (await import("./admin.ts")).defineAdmin,
  },
  {
    usage: "keys",
    description: "create, list, rotate and revoke API keys",
    load: async () => (await import("./keys.ts")).defineKeys,
  },
  {
    usage: "feeds",
    description: "create, list and revoke feeds of saved filters",
    load: async () => (await import("./feeds.ts")).defineFeeds,
  },
  {
    usage: "webhooks",
    description: "create, list, test, replay and change webhooks",
    load: async () => (await import("./webhooks.ts")).defineWebhooks,
  },
  {
    usage: "mail",
    description: "create, list, test and change subscriptions by mail",
    load: async () => (await import("./mail.ts")).defineMail,
  },
  {
    usage: "usage [options]",
    description: "show the limits of accounts, how much of them is used, and the requests of the last 31 UTC days",
    load: async () => (await import("./usage.ts")).defineUsage,
  },
  {
    usage: "mcp [options]",
    description:
      "serve the API as MCP tools: over standard input and output with the key of DISCLOSED_API_KEY, or --http",
    load: async () => (await import("./mcp.ts")).defineMcp,
  },
  {
    usage: "export [options] [noun]",
    description:
      "write all rows of a list to a file, as the API returns them, with a manifest beside it; the service can keep running",
    load: async () => (await import("./export.ts")).defineExport,
  },
  {
    usage: "backup [options] <file>",
    description: "write the whole store (tables and raw files) to one file; the service can keep running",
    load: async () => (await import("./store-upkeep.ts")).defineBackup,
  },
  {
    usage: "restore [options] <file>",
    description: "fill an empty store from a backup; all or nothing",
    load: async () => (await import("./store-upkeep.ts")).defineRestore,
  },
  {
    usage: "prune [options]",
    description: `remove usage older than ${usage} days, audit rows older than ${audit}, keys that ended ${endedKeys} days ago, failed requests older than ${errors}, statistics by minute older than ${minutes}, deliveries by webhook and mail older than ${deliveries}, notices by mail older than ${notices}, changes of rows older than ${changes}, ended sessions and links, and counters of failed attempts; the service and the watcher do it daily`,
    load: async () => (await import("./store-upkeep.ts")).definePrune,
  },
  {
    usage: "migrate [options]",
    description: "apply pending migrations and load the reference data; safe to repeat",
    load: async () => (await import("./store-upkeep.ts")).defineMigrate,
  },
  {
    usage: "doctor [options]",
    description: "check the set-up and say how to correct each problem; exit code 1 if there is one",
    load: async () => (await import("./doctor.ts")).defineDoctor,
  },
];

/** Runs the command line; throws CommanderError for wrong usage, and for requested help. */
export async function runProgram(words: string[]): Promise<void> {
  const program = buildProgram();
  // commander shows the help of `disclosed help keys` without running the hook that loads the command
  const [first, name = ""] = words;
  const isHelp = first === "help" && program.commands.some((command) => command.name() === name);
  await program.parseAsync(isHelp ? [name, "--help"] : words, { from: "user" });
}

function buildProgram(): Command {
  const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };
  const usages = new Map<Command, string>();
  const program = new Command("disclosed")
    .description("Insider trades and congressional disclosures: ingestion, derivation, accounts and keys")
    .version(version)
    // words after the name of a command are read by the command alone
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: (command) => usages.get(command) ?? Help.prototype.subcommandTerm(command) });
  const loading = new Map<Command, LazyCommand["load"]>();
  for (const { usage, description, load } of lazyCommands) {
    const command = program.command(usage.split(" ", 1).join()).description(description);
    usages.set(command, usage);
    loading.set(command, load);
  }
  // before the words after the command's name are read, `--help` too
  return program.hook("preSubcommand", async (_, command) => (await loading.get(command)?.())?.(command));
}

/** The same with every command loaded, for code that lists options or subcommands. */
export async function buildWholeProgram(): Promise<Command> {
  const program = buildProgram();
  for (const [index, command] of program.commands.entries()) (await lazyCommands[index]?.load())?.(command);
  return program;
}
