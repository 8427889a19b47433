// Runs one ingestion: walks the paths, hands files to the source in batches, keeps the record of the run, resolves old
// refusals, and derives what changed. A bad file never ends it; a lost database does.
import type { Store } from "../store/store.ts";
import type { FoundFile } from "./files/found.ts";
import { InputProblem } from "./files/limits.ts";
import { type DiskFile, listDisk, unpack } from "./files/walk.ts";
import { type Progress, silent } from "./progress.ts";
import { resolveRefusals } from "./quarantine.ts";
import { RunContext } from "./run-context.ts";
import type { Change, IngestOptions, InputFile, RecordOutcome, Source } from "./source.ts";

export interface RunOptions {
  source: Source;
  paths: string[];
  options?: IngestOptions;
  /** DISCLOSED_HOME: raw files are kept in its folder `raw` */
  home: string;
  /** today in UTC, YYYY-MM-DD */
  today: string;
  progress?: Progress;
  /** the derivation of what changed, at the end */
  derive?: (changes: Change[]) => Promise<void>;
}

export interface RunSummary {
  source: string;
  /** files that the source took, quarantined ones included */
  files: number;
  quarantined_files: number;
  /** found = new + unchanged + amended + quarantined */
  records: Record<"found" | RecordOutcome, number>;
  seconds: number;
}

const batchFiles = 500;
const batchBytes = 64 * 1024 * 1024;

/** Throws when the run could not be completed (the run is then recorded as failed); what was loaded until then stays. */
export async function runIngestion(store: Store, run: RunOptions): Promise<RunSummary> {
  const started = performance.now();
  const progress = run.progress ?? silent;
  const operands = await Promise.all(run.paths.map(async (path) => ({ path, files: await listDisk(path) })));
  const { id: runId } = await store.prisma.ingestionRun.create({
    data: { source: run.source.name, arguments: { paths: run.paths, ...run.options } },
  });
  const context = new RunContext({
    store,
    source: run.source.name,
    options: run.options ?? {},
    runId,
    home: run.home,
    today: run.today,
    progress,
  });
  progress.start(operands.flatMap(({ files }) => files).reduce((sum, file) => sum + file.size, 0));
  const ingestion = new Ingestion(run, context, progress);
  try {
    for (const operand of operands) await ingestion.take(operand);
    await ingestion.conclude();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await store.prisma.ingestionRun
      .update({
        where: { id: runId },
        data: { ...ingestion.figures(), status: "failed", finishedAt: new Date(), message },
      })
      .catch(() => {});
    throw error;
  } finally {
    progress.stop();
  }
  await store.prisma.ingestionRun.update({
    where: { id: runId },
    data: { ...ingestion.figures(), status: "completed", finishedAt: new Date() },
  });
  return ingestion.summary((performance.now() - started) / 1000);
}

class Ingestion {
  #files = 0;
  #bytes = 0;
  #rowsPublished = 0;

  constructor(
    readonly run: RunOptions,
    readonly context: RunContext,
    readonly progress: Progress,
  ) {}

  /** Takes everything under one path, in batches. */
  async take({ path, files }: { path: string; files: DiskFile[] }): Promise<void> {
    const before = this.#files;
    let batch: LoadedFile[] = [];
    let held = 0;
    for await (const found of unpack(files)) {
      if ("problem" in found) {
        await this.#refuse(found.file, found.problem);
        continue;
      }
      const loaded = await this.#load(found);
      if (!loaded) continue;
      batch.push(loaded);
      held += loaded.size;
      if (batch.length < batchFiles && held < batchBytes) continue;
      await this.#ingest(batch);
      batch = [];
      held = 0;
    }
    if (batch.length > 0) await this.#ingest(batch);
    if (this.#files === before)
      this.progress.say(`${path}: nothing in there that the source ${this.run.source.name} reads`);
  }

  /** What needs every file, then the derivation. */
  async conclude(): Promise<void> {
    await this.run.source.finish?.(this.context);
    await this.#settle();
    const changes = [...this.context.changes.values()];
    if (this.#rowsPublished > 10_000) await this.context.store.pool.query("ANALYZE");
    if (changes.length > 0) await this.run.derive?.(changes);
  }

  figures() {
    const { quarantined, ...counts } = this.context.counts;
    return {
      ...counts,
      files: this.#files,
      quarantinedFiles: this.context.quarantinedFiles,
      quarantinedRecords: quarantined,
      found: this.#found(),
    };
  }

  summary(seconds: number): RunSummary {
    return {
      source: this.run.source.name,
      files: this.#files,
      quarantined_files: this.context.quarantinedFiles,
      records: { found: this.#found(), ...this.context.counts },
      seconds: Math.round(seconds * 1000) / 1000,
    };
  }

  #found(): number {
    return Object.values(this.context.counts).reduce((sum, count) => sum + count, 0);
  }

  /** The file with its bytes, or null when the source does not want it or they cannot be had. */
  async #load(found: FoundFile): Promise<LoadedFile | null> {
    this.#bytes += found.packedBytes;
    if (!this.run.source.accepts({ ...found.file, read: found.load })) return null;
    try {
      return new LoadedFile(found.file.path, found.file.name, await found.load());
    } catch (error) {
      if (!(error instanceof InputProblem)) throw error;
      await this.#refuse(found.file, error);
      return null;
    }
  }

  async #refuse(file: Pick<InputFile, "path" | "name">, problem: InputProblem): Promise<void> {
    this.#files++;
    const unreadable = { ...file, read: () => Promise.reject(problem) };
    await this.context.quarantineFile(unreadable, problem.reason, problem.message);
  }

  async #ingest(batch: LoadedFile[]): Promise<void> {
    this.#files += batch.length;
    await this.run.source.ingest(batch, this.context);
    await this.#settle();
    this.progress.advance({
      bytes: this.#bytes,
      files: this.#files,
      records: this.#found(),
      quarantinedFiles: this.context.quarantinedFiles,
    });
  }

  /** After each batch: refusals are written, old ones resolved, and readers told that there is something new. */
  async #settle(): Promise<void> {
    const { context } = this;
    await context.flush();
    await resolveRefusals(context.store, {
      source: this.run.source.name,
      runId: context.runId,
      hashes: [...context.hashes],
      fileNames: [...context.fileNames],
    });
    context.hashes.clear();
    context.fileNames.clear();
    const rows = context.counts.new + context.counts.amended;
    if (rows === this.#rowsPublished) return;
    this.#rowsPublished = rows;
    await context.store.pool.query("UPDATE data_version SET kind = 'real' WHERE id = 1 AND kind <> 'real'");
    await context.store.pool.query("SELECT disclosed_bump_data_version()");
  }
}

/** A file of a batch, with its bytes at hand. */
class LoadedFile implements InputFile {
  readonly size: number;
  readonly #bytes: Buffer;

  constructor(
    readonly path: string,
    readonly name: string,
    bytes: Buffer,
  ) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  async read(): Promise<Buffer> {
    return this.#bytes;
  }
}
