// `disclosed collect`: the pages of a publisher that refuses servers, collected on a computer that it responds to. It
// needs neither a database nor the service: the file that it writes is ingested elsewhere.
import { resolve } from "node:path";
import type { Command } from "commander";
import { contactOf, loadConfig } from "../config/config.ts";
import { UsageError } from "../errors.ts";
import { loadCollector } from "../ingest/load-source.ts";
import { OutboundError } from "../ingest/outbound/index.ts";
import { openOutbound } from "../ingest/outbound/outbound.ts";
import type { CollectResult } from "../ingest/publisher.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { checkOutFile } from "../lib/out-file.ts";
import { type CollectedSource, collectedSources } from "../sources/sources.ts";
import { stoppable } from "../start/lifecycle.ts";
import { checkedDate } from "./checked-options.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";

interface Options extends OutputOptions {
  from: string;
  to?: string;
  out: string;
}

/** The publisher refuses this computer too: nothing is wrong here, and a retry at once would not help. */
const refusedExitCode = 3;

export function defineCollect(collect: Command): void {
  for (const source of collectedSources) defineSource(collect, source);
  withJson(collect.command("key"))
    .description("print the public key with which this home signs, and create it if there is none")
    .action(async (options: OutputOptions) => {
      const key = await (await collectorOf()).publicKey(loadConfig().home);
      printResult(options, { public_key: key }, () => key);
    });
  withJson(collect.command("trust"))
    .description("accept the files that another home signs, by the key that `disclosed collect key` prints there")
    .argument("<key>", "public key, 43 characters")
    // one key in 64 begins with "-"; the form of the argument is checked, so that an unknown option is refused as well
    .allowUnknownOption()
    .action(async (key: string, options: OutputOptions) => {
      await (await collectorOf()).trust(loadConfig().home, key);
      printResult(options, { trusted: key }, () => `${key} is trusted`);
    });
}

/** All collectors sign with the same key. */
async function collectorOf(source = collectedSources[0]) {
  if (!source) throw new UsageError("there is no source to collect");
  return await loadCollector(source);
}

function defineSource(collect: Command, source: CollectedSource): void {
  withJson(collect.command(source.name))
    .description(
      `${source.title}: the search of a period and every report that it lists; exit code ${refusedExitCode} if the site refuses`,
    )
    .requiredOption("--from <date>", "YYYY-MM-DD: first day of submission")
    .option("--to <date>", "YYYY-MM-DD: last day of submission (default: today)")
    .requiredOption("--out <file>", "the .zip to write; a run that was stopped continues with the same options")
    .action(async (options: Options) => {
      const result = await run(source, options);
      if (!result) return;
      const { publicKey, ...counts } = result;
      printResult(options, { ...counts, public_key: publicKey }, () => format(result));
    });
}

/** Null after a signal or a refusal, with the exit code set. */
async function run(source: CollectedSource, options: Options): Promise<CollectResult | null> {
  const { from, to, out } = checked(options);
  const config = loadConfig();
  const contact = contactOf(config);
  await checkOutFile(out);
  const stopping = stoppable("run the same command again to continue with the reports collected so far");
  const outbound = openOutbound({ store: null, home: config.home, contact });
  const { signal } = stopping;
  const collector = await collectorOf(source);
  try {
    return await collector.collect({
      outbound,
      url: config[source.url],
      home: config.home,
      from,
      to,
      out,
      say,
      signal,
    });
  } catch (error) {
    if (signal.aborted) process.exitCode = stopping.exitCode();
    else if (error instanceof OutboundError && error.reason === "publisher_stopped") {
      say(`disclosed: ${error.message}`);
      process.exitCode = refusedExitCode;
    } else throw error;
    return null;
  } finally {
    await outbound.close();
  }
}

function checked(options: Options): { from: string; to: string; out: string } {
  const from = checkedDate("--from", options.from);
  const to = checkedDate("--to", options.to) ?? todayUtc();
  if (from > to) throw new UsageError(`--from must not be after --to: ${from} is after ${to}`);
  if (!/\.zip$/i.test(options.out))
    throw new UsageError(`--out must be a file name that ends in .zip, not ${options.out}`);
  return { from, to, out: resolve(options.out) };
}

function format({ out, from, to, listed, collected, publicKey }: CollectResult): string {
  return [`${out}: ${collected} of ${listed} reports of ${from} to ${to}`, `signed with the key ${publicKey}`].join(
    "\n",
  );
}
