// Retries refused files, after a fix or after missing data was loaded: the same bytes, name, document and options
// through the same source. The bytes come from the raw store or, if they were never stored (an archive that could not
// be opened), from the original path. A file that is stored resolves its refusal; otherwise the report gives the
// reason.
import { groupBy } from "../../lib/group-by.ts";
import { reasonOf } from "../../lib/reason.ts";
import { findSource, stageOf } from "../../sources/sources.ts";
import { type Refusal, refusalsById } from "../../store/refusals.ts";
import type { Store } from "../../store/store.ts";
import { hasPending } from "../../store/transaction.ts";
import type { Found } from "../files/found.ts";
import { listDisk, unpack } from "../files/walk.ts";
import { loadSource } from "../load-source.ts";
import { openIngestion, type RunSummary } from "../run/ingestion.ts";
import { hasRaw, openStored, readRaw } from "../run/raw-store.ts";
import { type IngestOptions, type Progress, silent } from "../source.ts";

export interface RetrySetup {
  ids: number[];
  /** DISCLOSED_HOME */
  home: string;
  /** today in UTC, YYYY-MM-DD */
  today: string;
  progress?: Progress;
  /** runs at the end and derives everything that is pending */
  derive?: () => Promise<unknown>;
}

interface StillRefused {
  id: number;
  fileName: string;
  /** the reason of the current refusal */
  reason: string;
  message: string;
}

export interface RetryReport {
  /** refusals that were tried */
  tried: number;
  /** ids of refusals whose file or record was stored */
  resolved: number[];
  /** refusals that remain, and new refusals of the same files */
  refused: StillRefused[];
  /** refusals whose bytes are not available */
  unavailable: { id: number; fileName: string; why: string }[];
  records: Pick<RunSummary["records"], "new" | "unchanged" | "amended">;
}

/** Throws AppError for an unknown id. An error of the ingestion ends the retry; files stored before it are retained. */
export async function retryRefusals(store: Store, setup: RetrySetup): Promise<RetryReport> {
  const wanted = (await refusalsById(store.prisma, [...new Set(setup.ids)])).filter(
    ({ status }) => status !== "resolved",
  );
  const report: RetryReport = {
    tried: wanted.length,
    resolved: [],
    refused: [],
    unavailable: [],
    records: { new: 0, unchanged: 0, amended: 0 },
  };
  for (const group of inGroups(refusedFiles(wanted))) await retryGroup(store, group, setup, report);
  if (setup.derive && (await hasPending(store.pool, setup.today))) await setup.derive();
  await judge(store, wanted, report);
  return report;
}

/** Files of one source under one set of options are ingested in one run, in the order of their stages. */
function inGroups(files: RefusedFile[]): RefusedFile[][] {
  const groups = groupBy(files, ({ source, options }) => `${stageOf(source)} ${source} ${JSON.stringify(options)}`);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

async function retryGroup(store: Store, files: RefusedFile[], setup: RetrySetup, report: RetryReport): Promise<void> {
  const [{ source, options }] = files as [RefusedFile];
  const name = findSource(source)?.name;
  if (!name) {
    for (const file of files) unavailable(file, `the source ${source} no longer exists`, report);
    return;
  }
  const { home, today, progress = silent } = setup;
  const ids = files.flatMap((file) => file.ids).map(String);
  const ingestion = await openIngestion(store, {
    source: await loadSource(name),
    options,
    arguments: { retry: ids },
    home,
    today,
    progress,
  });
  try {
    await ingestion.take(feedOf(files, store, home, report));
    await ingestion.settle();
    const { records } = await ingestion.complete();
    for (const kind of ["new", "unchanged", "amended"] as const) report.records[kind] += records[kind];
  } catch (error) {
    await ingestion.abandon("failed", reasonOf(error));
    throw error;
  }
}

/** The files sequentially; a file that is not available is reported and skipped. */
async function* feedOf(files: RefusedFile[], store: Store, home: string, report: RetryReport): AsyncGenerator<Found> {
  for (const file of files) {
    const found = await findAgain(file, store, home);
    if (typeof found === "string") unavailable(file, found, report);
    else yield* found;
  }
}

function unavailable({ ids, fileName }: RefusedFile, why: string, report: RetryReport): void {
  report.unavailable.push(...ids.map((id) => ({ id, fileName, why })));
}

/** Reads the new status of the refusals, and new refusals of the same files. */
async function judge(store: Store, wanted: Refusal[], report: RetryReport): Promise<void> {
  const unavailableIds = new Set(report.unavailable.map(({ id }) => id));
  const tried = wanted.filter(({ id }) => !unavailableIds.has(id));
  const after = await refusalsById(
    store.prisma,
    tried.map(({ id }) => id),
  );
  report.resolved = after.filter(({ status }) => status === "resolved").map(({ id }) => id);
  const known = new Set(wanted.map(({ id }) => id));
  const instead = await store.prisma.quarantineItem.findMany({
    where: { status: "open", fileName: { in: [...new Set(tried.map(({ fileName }) => fileName))] } },
    orderBy: { id: "asc" },
  });
  const stillRefused = after.filter(({ status }) => status !== "resolved");
  for (const { id, fileName, reason, message } of [...stillRefused, ...instead.filter((item) => !known.has(item.id))])
    report.refused.push({ id, fileName, reason, message });
}

/** Refusals of one file under one set of options. */
export interface RefusedFile {
  source: string;
  sha256: string | null;
  fileName: string;
  documentId: string | null;
  options: IngestOptions;
  ids: number[];
}

/** One entry per file and options; a file refused in several records is one. */
export function refusedFiles(refusals: Refusal[]): RefusedFile[] {
  const files = new Map<string, RefusedFile>();
  for (const { id, source, sha256, fileName, documentId, run } of refusals) {
    const options = optionsOf(run?.arguments);
    const key = JSON.stringify([source, sha256, fileName, options]);
    const file = files.get(key);
    if (file) file.ids.push(id);
    else files.set(key, { source, sha256, fileName, documentId, options, ids: [id] });
  }
  return [...files.values()];
}

/** The options of the run that refused it last, e.g. `--filed`. */
function optionsOf(given: unknown): IngestOptions {
  if (typeof given !== "object" || given === null) return {};
  const { asOf, filed, close } = given as Record<string, unknown>;
  return {
    ...(typeof asOf === "string" && { asOf }),
    ...(typeof filed === "string" && { filed }),
    ...((close === "adjusted" || close === "raw") && { close }),
  };
}

/** The feed of found files for a refused file; a sentence if its bytes are no longer available. */
async function findAgain(file: RefusedFile, store: Store, home: string): Promise<AsyncIterable<Found> | string> {
  const { sha256, fileName } = file;
  if (sha256 !== null && (await hasRaw(home, sha256))) {
    // checked here, because an error while the file is ingested would end the retry of all others
    const { content, problem } = await openStored(store, home, sha256);
    return content === null ? (problem ?? "no bytes") : await findCopy(file, sha256, store, home);
  }
  // for a file inside an archive, the archive is opened again and all other entries are skipped
  const [outer = fileName] = fileName.split("!/");
  const disk = await listDisk(outer).catch(() => null);
  if (!disk) return "its bytes were not stored, and the file is no longer at its path: ingest it again from its source";
  return outer === fileName ? unpack(disk) : only(unpack(disk), fileName);
}

/** Other bytes instead of the file: under its path, name and document. */
export async function findCopy(
  file: RefusedFile,
  sha256: string,
  store: Store,
  home: string,
): Promise<AsyncIterable<Found>> {
  const { fileName, documentId } = file;
  const listedOn = await listedDay(store, file);
  return one({
    file: { path: fileName, name: nameOf(fileName), ...(documentId && { documentId }), ...listedOn },
    packedBytes: 0,
    load: () => readRaw(home, sha256),
  });
}

async function* one(found: Found): AsyncGenerator<Found> {
  yield found;
}

async function* only(feed: AsyncIterable<Found>, path: string): AsyncGenerator<Found> {
  for await (const found of feed) if (found.file.path === path) yield found;
}

/** The last segment; raw bytes of a .gz are stored unpacked. */
function nameOf(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? fileName;
  return name.replace(/\.gz$/i, "");
}

async function listedDay(store: Store, { source, documentId }: RefusedFile): Promise<{ listedOn?: string }> {
  if (documentId === null) return {};
  const { rows } = await store.pool.query<{ day: string }>(
    `SELECT to_char(listed_on, 'YYYY-MM-DD') AS day FROM listed_documents WHERE source = $1 AND document_id = $2`,
    [source, documentId],
  );
  return rows[0] ? { listedOn: rows[0].day } : {};
}
