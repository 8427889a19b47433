// `disclosed fetch submissions <cik...>`: one company or insider on demand, at any depth: its profile, every Form 3, 4
// and 5 that EDGAR lists for it, and those of them that are not in the store yet.
import type { Command } from "commander";
import { type Config, contactOf, loadConfig } from "../config/config.ts";
import { derivePending } from "../derive/derive.ts";
import { cikOf } from "../domain/identifiers.ts";
import { UsageError } from "../errors.ts";
import type { Found } from "../ingest/files/found.ts";
import { loadOnDemand, loadPublisher, loadSource } from "../ingest/load-source.ts";
import { openOutbound } from "../ingest/outbound/outbound.ts";
import type { SyncContext } from "../ingest/publisher.ts";
import { type Ingestion, openIngestion, type RunSummary } from "../ingest/run/ingestion.ts";
import { type InputFile, silent } from "../ingest/source.ts";
import { fetchDue } from "../ingest/sync/fetch-due.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { reasonOf } from "../lib/reason.ts";
import { type OnDemandSource, onDemandSources, type SourceName } from "../sources/sources.ts";
import { type Stopping, stoppable } from "../start/lifecycle.ts";
import { checkedDate } from "./checked-options.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { type CommandContext, withStore } from "./with-store.ts";

interface Options extends OutputOptions {
  from: string;
  listOnly?: boolean;
}

interface Fetched {
  cik: string;
  name: string;
  /** Forms 3, 4 and 5 that EDGAR lists */
  listed: number;
  /** of those since `--from`, not stored before: fetched, and missing where they could not be fetched */
  fetched: number;
  missing: number;
  records: RunSummary["records"] | null;
}

export function defineFetch(fetch: Command): void {
  for (const source of onDemandSources) registerSubmissions(fetch, source);
}

function registerSubmissions(fetch: Command, source: OnDemandSource): void {
  withJson(fetch.command("submissions"))
    .description("one company or insider: its profile, and all Forms 3, 4 and 5 that EDGAR lists for it")
    .argument("<cik...>", "EDGAR's number of the company or insider")
    .option("--from <date>", "YYYY-MM-DD: do not fetch filings before this day", "1993-01-01")
    .option("--list-only", "record what is listed without fetching filings")
    .action(async (ciks: string[], options: Options) => {
      const wanted = ciks.map(checkedCik);
      checkedDate("--from", options.from);
      // checked first, so that no database is started needlessly
      contactOf(loadConfig());
      const stopping = stoppable();
      const work = (context: CommandContext) => fetchAll(wanted, options, stopping, { ...context, source });
      const fetched = await withStore(work, { signals: "ignore" });
      printResult(options, fetched, () => fetched.map(format).join("\n"));
    });
}

function checkedCik(text: string): string {
  const cik = cikOf(text.replace(/^CIK/i, ""));
  if (cik !== null) return cik;
  throw new UsageError(`a CIK must be a number of up to 10 digits, not ${JSON.stringify(text)}`);
}

async function fetchAll(
  ciks: string[],
  options: Options,
  stopping: Stopping,
  { store, config, source }: CommandContext & { source: OnDemandSource },
): Promise<Fetched[]> {
  const outbound = openOutbound({ store, home: config.home, contact: contactOf(config) });
  const today = todayUtc();
  const progress = { ...silent, say };
  const { signal } = stopping;
  const context: SyncContext = { store, outbound, home: config.home, today, from: options.from, progress, signal };
  try {
    const fetched: Fetched[] = [];
    for (const cik of ciks) fetched.push(await fetchOne(cik, options, context, { source, config }));
    await derivePending(store, { today, progress: (step) => say(`Deriving ${step} ...`) });
    return fetched;
  } finally {
    await outbound.close();
  }
}

interface Filers {
  source: OnDemandSource;
  config: Config;
}

async function fetchOne(
  cik: string,
  options: Options,
  context: SyncContext,
  { source, config }: Filers,
): Promise<Fetched> {
  const submissions = await (await loadOnDemand(source, config)).fetch(cik, context);
  if (!submissions) throw new UsageError(`EDGAR has no filer with the CIK ${cik}`);
  const { name, documentIds, file } = submissions;
  await running(source.name, file.path, context, (ingestion) => ingestion.take(only(file)));
  const fetched: Fetched = { cik, name, listed: documentIds.length, fetched: 0, missing: 0, records: null };
  const publisher = await loadPublisher(source.documentsOf, config);
  if (options.listOnly || !publisher) return fetched;
  fetched.records = await running(source.documentsOf, file.path, context, (ingestion) =>
    fetchDue({
      publisher,
      ingestion,
      context,
      only: documentIds,
      onProgress: (progress) => {
        fetched.fetched = progress.fetched;
        fetched.missing = progress.done - progress.fetched;
      },
      onPage: async () => false,
    }),
  );
  return fetched;
}

async function* only({ read, ...file }: InputFile): AsyncGenerator<Found> {
  yield { file, load: () => read(), packedBytes: 0 };
}

/** Runs the work as a recorded run of its own, like every ingestion. Returns the counts of its records. */
async function running(
  name: SourceName,
  path: string,
  { store, home, today, progress }: SyncContext,
  work: (ingestion: Ingestion) => Promise<unknown>,
): Promise<RunSummary["records"]> {
  const setup = {
    source: await loadSource(name),
    arguments: { command: "fetch", paths: [path] },
    home,
    today,
    progress,
  };
  const ingestion = await openIngestion(store, setup);
  try {
    await work(ingestion);
    await ingestion.settle();
    return (await ingestion.complete()).records;
  } catch (error) {
    await ingestion.abandon("failed", reasonOf(error));
    throw error;
  }
}

function format({ cik, name, listed, fetched, missing, records }: Fetched): string {
  const count = (n: number) => n.toLocaleString("en-US");
  const what = `${name} (CIK ${cik}): EDGAR lists ${count(listed)} Forms 3, 4 and 5`;
  if (!records) return what;
  const done = `${count(fetched)} fetched, ${count(missing)} not available now`;
  return `${what}; ${done}; ${count(records.new)} new records, ${count(records.quarantined)} quarantined`;
}
