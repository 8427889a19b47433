// One ingestion run: reads feeds of files in batches, passes them to the source, writes refusals and the record of the
// run. The caller chooses where the files come from (disk, archives, a publisher).
import { within } from "../../lib/async-work.ts";
import type { Store } from "../../store/store.ts";
import { type Found, type FoundFile, InputProblem, limits } from "../files/found.ts";
import { resolveRefusals } from "../refused/quarantine.ts";
import {
  type IngestOptions,
  type InputFile,
  type Progress,
  type RecordOutcome,
  type Source,
  type SourceRun,
  silent,
} from "../source.ts";
import { RunContext } from "./run-context.ts";
import { beginRun, type RunCounts, type RunRecord } from "./run-record.ts";

// Groups the files of a feed into batches that are loaded together. A batch is limited in number of files, in bytes
// and, for a slow feed, in waiting time.
interface BatchBounds {
  files: number;
  bytes: number;
  /**
   * maximum milliseconds that the first file of a batch waits for others; without it only full batches are yielded, and
   * the feed pauses while a batch is loaded
   */
  waitMs?: number;
}

/**
 * Yields non-empty batches in the order of the feed. If the feed fails, the generator fails too, after the batches it
 * has already yielded.
 */
export async function* inBatches<Item extends { size: number }>(
  feed: AsyncIterable<Item>,
  bounds: BatchBounds,
): AsyncGenerator<Item[]> {
  const iterator = feed[Symbol.asyncIterator]();
  let batch: Item[] = [];
  let began = 0;
  let bytes = 0;
  let next: Promise<IteratorResult<Item>> | null = null;
  try {
    for (;;) {
      next ??= requestNext(iterator);
      const left = bounds.waitMs === undefined || batch.length === 0 ? null : began + bounds.waitMs - Date.now();
      const result = left === null ? await next : await within(Math.max(left, 0), next, () => null);
      if (result) {
        next = null;
        if (result.done) break;
        if (batch.length === 0) began = Date.now();
        batch.push(result.value);
        bytes += result.value.size;
        // fetches the next item of a slow feed while the batch is loaded
        if (bounds.waitMs !== undefined) next = requestNext(iterator);
        if (batch.length < bounds.files && bytes < bounds.bytes) continue;
      }
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  } finally {
    await iterator.return?.();
  }
}

/** Requests the next item. A failure is reported when the promise is awaited, not as an unhandled rejection. */
function requestNext<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  const next = iterator.next();
  next.catch(() => {});
  return next;
}

export interface IngestionSetup {
  source: Source;
  options?: IngestOptions;
  /** arguments in the record of the run, in addition to the options */
  arguments: Record<string, string | string[]>;
  /** DISCLOSED_HOME: raw files are stored in its folder `raw` */
  home: string;
  /** today in UTC, YYYY-MM-DD */
  today: string;
  progress?: Progress;
  /** ids of the refusals that this run may resolve; default: all refusals of what it stores */
  resolves?: readonly number[];
}

export interface RunSummary {
  source: string;
  /** files that the source accepted, quarantined ones included */
  files: number;
  quarantined_files: number;
  /** found = new + unchanged + amended + quarantined */
  records: Record<"found" | RecordOutcome, number>;
  seconds: number;
}

const wholeBatch: BatchBounds = { files: 500, bytes: 16 * 1024 * 1024 };
/** number of changed rows after which ANALYZE runs */
const rowsForAnalyze = 10_000;

/** Begins a run. Every run must be ended with `complete` or `abandon`. */
export async function openIngestion(store: Store, setup: IngestionSetup): Promise<Ingestion> {
  const record = await beginRun(store, setup.source.name, { ...setup.arguments, ...setup.options });
  const progress = withRunLog(setup.progress ?? silent, record);
  const { source, options = {}, home, today } = setup;
  const context = new RunContext({ store, source: source.name, options, runId: record.id, home, today, progress });
  return new Ingestion(source, context, record, progress, setup.resolves);
}

/** Progress whose messages are also written to the log of the run. */
function withRunLog(progress: Progress, { notes }: RunRecord): Progress {
  return {
    start: (bytes) => progress.start(bytes),
    advance: (state) => progress.advance(state),
    say(line) {
      notes.say(line);
      progress.say(line);
    },
    stop: () => progress.stop(),
  };
}

export class Ingestion {
  #files = 0;
  #bytes = 0;
  readonly #started = performance.now();
  /** the source's run for the files since the last `settle` */
  #run: SourceRun | null = null;

  constructor(
    readonly source: Source,
    readonly context: RunContext,
    readonly record: RunRecord,
    readonly progress: Progress,
    private readonly resolves?: readonly number[],
  ) {}

  /**
   * Ingests the files of a feed and returns the number of files that the source accepted. When it returns, all of them
   * are loaded or refused.
   */
  async take(feed: AsyncIterable<Found>, { waitMs }: Pick<BatchBounds, "waitMs"> = {}): Promise<number> {
    const before = this.#files;
    for await (const batch of inBatches(this.#load(feed), { ...wholeBatch, waitMs })) {
      await this.#ingest(batch);
      this.record.notes.stopRequested.throwIfAborted();
    }
    return this.#files - before;
  }

  /** Loads what the source deferred until it had seen every file, and writes the refusals. May be called again. */
  async settle(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    await run?.finish?.();
    await this.#settleRefusals();
  }

  /** Ends a successful run, after its last file and all follow-up work. */
  async complete(): Promise<RunSummary> {
    const { records } = this.counts();
    if (records.new + records.amended > rowsForAnalyze) await this.context.store.pool.query("ANALYZE");
    await this.record.end("completed", this.counts());
    return this.summary();
  }

  /** Ends a run that failed or was stopped; loaded records are retained. */
  async abandon(status: "failed" | "stopped", message: string): Promise<void> {
    const stopRequested = this.record.notes.stopRequested.aborted;
    // the database itself may be unavailable
    await this.record.end(stopRequested ? "stopped" : status, this.counts(), message).catch(() => {});
  }

  counts(): RunCounts {
    return { files: this.#files, quarantinedFiles: this.context.quarantinedFiles, records: this.context.counts };
  }

  summary(): RunSummary {
    return {
      source: this.source.name,
      files: this.#files,
      quarantined_files: this.context.quarantinedFiles,
      records: { found: this.#found(), ...this.context.counts },
      seconds: Math.round(performance.now() - this.#started) / 1000,
    };
  }

  #found(): number {
    return Object.values(this.context.counts).reduce((sum, count) => sum + count, 0);
  }

  /** The files that the source accepts, with their bytes. A file that cannot be read is refused. */
  async *#load(feed: AsyncIterable<Found>): AsyncGenerator<LoadedFile> {
    for await (const found of feed) {
      const loaded = "problem" in found ? await this.#refuse(found.file, found.problem) : await this.#loadOne(found);
      if (loaded) yield loaded;
    }
  }

  async #loadOne({ file, load, packedBytes }: FoundFile): Promise<LoadedFile | null> {
    this.#bytes += packedBytes;
    if (!this.source.accepts({ ...file, read: load })) return null;
    try {
      return new LoadedFile(file, await load(this.source.isTable?.(file) ? limits.fileBytes : limits.textBytes));
    } catch (error) {
      if (!(error instanceof InputProblem)) throw error;
      return await this.#refuse(file, error);
    }
  }

  #opened(): SourceRun {
    this.#run ??= this.source.open(this.context);
    return this.#run;
  }

  async #refuse(file: FoundFile["file"], problem: InputProblem): Promise<null> {
    this.#files++;
    const documentId = this.source.documentIdIn?.(file.path) ?? undefined;
    const unreadable = { documentId, ...file, read: () => Promise.reject(problem) };
    await this.context.quarantineFile(unreadable, problem.reason, problem.message);
    if (this.source.accepts(unreadable)) await this.#opened().refused?.(unreadable, problem.message);
    return null;
  }

  async #ingest(batch: LoadedFile[]): Promise<void> {
    this.#files += batch.length;
    await this.#opened().take(batch);
    await this.#settleRefusals();
    this.record.notes.note(this.counts());
    this.progress.advance({
      bytes: this.#bytes,
      files: this.#files,
      records: this.#found(),
      quarantinedFiles: this.context.quarantinedFiles,
    });
  }

  /** Writes the refusals, and resolves earlier refusals of files that are stored now. */
  async #settleRefusals(): Promise<void> {
    const { context, resolves } = this;
    const seen = context.recordSeen();
    await context.flush();
    await resolveRefusals(context.store, { source: this.source.name, runId: context.runId, resolves, ...seen });
  }
}

/** A file of a batch, with its bytes in memory. */
class LoadedFile implements InputFile {
  readonly path: string;
  readonly name: string;
  readonly documentId?: string;
  readonly listedOn?: string;
  readonly size: number;
  readonly #bytes: Buffer;

  constructor({ path, name, documentId, listedOn }: FoundFile["file"], bytes: Buffer) {
    this.path = path;
    this.name = name;
    this.documentId = documentId;
    this.listedOn = listedOn;
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  async read(): Promise<Buffer> {
    return this.#bytes;
  }
}
