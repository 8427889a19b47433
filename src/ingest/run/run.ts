// Ingestion of files that an operator names on disk: checks that the store has what their source needs, walks the
// paths, ingests every file, and derives what changed. A bad file never ends the run; a lost database does.
import { reasonOf } from "../../lib/reason.ts";
import { type SourceName, sourceOf } from "../../sources/sources.ts";
import type { Store } from "../../store/store.ts";
import { hasPending } from "../../store/transaction.ts";
import { retryUnmatched } from "../congress/retry-refused.ts";
import type { Found } from "../files/found.ts";
import { listDisk, unpack } from "../files/walk.ts";
import { type FileVersion, type IngestOptions, type Progress, type Source, silent } from "../source.ts";
import { type Ingestion, openIngestion, type RunSummary } from "./ingestion.ts";

export type { RunSummary } from "./ingestion.ts";

export interface RunOptions {
  source: Source;
  paths: string[];
  options?: IngestOptions;
  /** DISCLOSED_HOME: raw files are stored in its folder `raw` */
  home: string;
  /** today in UTC, YYYY-MM-DD */
  today: string;
  progress?: Progress;
  /** runs at the end and derives everything that is pending, including what an earlier run left */
  derive?: () => Promise<unknown>;
}

/**
 * Throws when the run could not be completed (the run is then recorded as failed); records loaded before that are
 * retained.
 */
export async function runIngestion(store: Store, run: RunOptions): Promise<RunSummary> {
  const progress = run.progress ?? silent;
  const operands = await Promise.all(run.paths.map((path) => operandOf(path, run)));
  const ingestion = await openIngestion(store, { ...run, arguments: { paths: run.paths } });
  progress.start(operands.reduce((sum, { bytes }) => sum + bytes, 0));
  try {
    const missing = await missingPrerequisite(run.source.name, store);
    if (missing) ingestion.progress.say(`${run.source.name}: ${missing}`);
    for (const { path, files } of operands)
      if ((await ingestion.take(files)) === 0)
        ingestion.progress.say(`${path} contains nothing that the source ${run.source.name} reads`);
    return await conclude(ingestion, store, run);
  } catch (error) {
    await ingestion.abandon("failed", reasonOf(error));
    throw error;
  } finally {
    progress.stop();
  }
}

/** What a path of the operator holds. */
interface Operand {
  path: string;
  bytes: number;
  files: AsyncIterable<Found>;
}

async function operandOf(path: string, { source, options }: RunOptions): Promise<Operand> {
  const versions = options?.history ? await source.versionsIn?.(path) : null;
  if (versions) return { path, bytes: sizeOf(versions), files: foundVersions(versions) };
  const files = await listDisk(path);
  return { path, bytes: sizeOf(files), files: unpack(files) };
}

const sizeOf = (files: { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);

async function* foundVersions(versions: FileVersion[]): AsyncGenerator<Found> {
  for (const { file, size } of versions) yield { file, load: () => file.read(), packedBytes: size };
}

async function conclude(ingestion: Ingestion, store: Store, run: RunOptions): Promise<RunSummary> {
  await ingestion.settle();
  if (sourceOf(run.source.name).retriesUnmatched) await retryUnmatched(store, run);
  if (run.derive && (await hasPending(store.pool, run.today))) await run.derive();
  for (const line of ingestion.context.formatRefusals()) ingestion.progress.say(line);
  return await ingestion.complete();
}

/** A message if the store lacks data without which all files of the source would be quarantined; else null. */
export async function missingPrerequisite(source: SourceName, store: Pick<Store, "pool">): Promise<string | null> {
  const { needs } = sourceOf(source);
  if (!needs) return null;
  const { rowCount } = await store.pool.query(`SELECT 1 FROM ${needs.table} LIMIT 1`);
  return rowCount ? null : needs.otherwise;
}
