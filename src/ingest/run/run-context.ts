// The context of a run that is passed to a source: the raw store, the counters and the quarantine. Writes are
// collected, so that many files need one database statement.
import { resolve } from "node:path";
import { oneLine, storable, storableText } from "../../lib/text.ts";
import type { SourceName } from "../../sources/sources.ts";
import { beginRealData, sampleRemoved } from "../../store/sample-data.ts";
import type { Store } from "../../store/store.ts";
import type { LoadCounts } from "../loader.ts";
import { positionToKeep } from "../refused/position.ts";
import { type Refused, storeRefusals } from "../refused/quarantine.ts";
import {
  type IngestContext,
  type IngestOptions,
  type InputFile,
  isFetched,
  type Progress,
  type RecordOutcome,
  type RefusedRecord,
  type StoredFile,
} from "../source.ts";
import { keepRaw, readRaw } from "./raw-store.ts";

export interface RunSetup {
  store: Store;
  source: SourceName;
  options: IngestOptions;
  runId: string;
  home: string;
  today: string;
  progress: Progress;
}

/** number of reasons for refusals that a run reports; more are in the quarantine */
const maxReasons = 5;

interface PendingFile {
  sha256: string;
  name: string;
  bytes: number;
  done: { resolve(): void; reject(error: unknown): void };
}

/** One run's context, with the results that the runner reads from it afterwards. */
export class RunContext implements IngestContext {
  readonly store: Store;
  readonly options: IngestOptions;
  readonly runId: string;
  readonly today: string;
  readonly home: string;
  readonly counts: Record<RecordOutcome, number> = { new: 0, unchanged: 0, amended: 0, quarantined: 0 };
  quarantinedFiles = 0;
  readonly #setup: RunSetup;
  readonly #refusals: Refused[] = [];
  readonly #reasons = new Map<string, { count: number; message: string }>();
  /** hashes and paths since the last `recordSeen`; each hash with the promise of its database row */
  readonly #seen = { hashes: new Map<string, Promise<void>>(), fileNames: new Set<string>() };
  #pending: PendingFile[] = [];
  #sampleRemoved: Promise<void> | undefined;

  constructor(setup: RunSetup) {
    this.#setup = setup;
    this.store = setup.store;
    this.options = setup.options;
    this.runId = setup.runId;
    this.today = setup.today;
    this.home = setup.home;
  }

  async keep(file: InputFile, bytes: Buffer): Promise<StoredFile> {
    // the first readable real file removes the sample data
    this.#sampleRemoved ??= this.#removeSample();
    await this.#sampleRemoved;
    return await this.#keep(file, bytes);
  }

  async readStored({ sha256 }: StoredFile): Promise<Buffer> {
    return await readRaw(this.#setup.home, sha256);
  }

  count(loaded: LoadCounts): void {
    for (const outcome of ["new", "amended", "unchanged"] as const) this.counts[outcome] += loaded[outcome];
  }

  async quarantineFile(file: InputFile, reason: string, message: string, stored?: StoredFile): Promise<void> {
    this.quarantinedFiles++;
    this.#refusals.push(await this.#refused(file, "", reason, message, stored));
  }

  async quarantineRecord(
    file: InputFile,
    recordRef: string,
    reason: string,
    message: string,
    { stored, position, detail, records = 1 }: RefusedRecord = {},
  ): Promise<void> {
    this.counts.quarantined += records;
    this.#refusals.push({
      ...(await this.#refused(file, recordRef, reason, message, stored)),
      detail: storable(position ? { ...detail, position: positionToKeep(position) } : detail),
    });
  }

  /** Returns the files that were stored or refused since the last call, to resolve their earlier refusals. */
  recordSeen(): { hashes: string[]; fileNames: string[] } {
    const seen = { hashes: [...this.#seen.hashes.keys()], fileNames: [...this.#seen.fileNames] };
    this.#seen.hashes.clear();
    this.#seen.fileNames.clear();
    return seen;
  }

  /** Writes the refusals collected so far. */
  async flush(): Promise<void> {
    await storeRefusals(this.store, this.#refusals.splice(0));
  }

  /** What was refused, by reason, the most frequent first, each with the message of one. */
  formatRefusals(): string[] {
    const reasons = [...this.#reasons].sort(([, one], [, other]) => other.count - one.count);
    const lines = reasons
      .slice(0, maxReasons)
      .map(([reason, { count, message }]) => `quarantined: ${count} ${reason}: ${message}`);
    const more = reasons.length - lines.length;
    return more > 0
      ? [...lines, `quarantined for ${more} more reasons: \`disclosed quarantine list\` has them`]
      : lines;
  }

  async #removeSample(): Promise<void> {
    if (await beginRealData(this.store.pool)) this.#setup.progress.say(sampleRemoved);
  }

  async #refused(
    file: InputFile,
    recordRef: string,
    reason: string,
    message: string,
    stored: StoredFile | undefined,
  ): Promise<Refused> {
    const known = this.#reasons.get(reason);
    this.#reasons.set(reason, { count: (known?.count ?? 0) + 1, message: known?.message ?? oneLine(message) });
    return {
      source: this.#setup.source,
      runId: this.runId,
      sha256: stored?.sha256 ?? (await this.#keepIfReadable(file)),
      fileName: displayName(file),
      documentId: file.documentId ?? null,
      recordRef: storableText(recordRef),
      reason,
      message: storableText(message),
    };
  }

  async #keepIfReadable(file: InputFile): Promise<string | null> {
    try {
      return (await this.#keep(file, await file.read())).sha256;
    } catch {
      return null;
    }
  }

  async #keep(file: InputFile, bytes: Buffer): Promise<StoredFile> {
    const sha256 = await keepRaw(this.#setup.home, bytes);
    this.#seen.fileNames.add(displayName(file));
    const recorded = this.#seen.hashes.get(sha256) ?? this.#record(sha256, file, bytes);
    this.#seen.hashes.set(sha256, recorded);
    await recorded;
    return { sha256 };
  }

  /** Files that are stored concurrently are written to the database in one statement. */
  #record(sha256: string, file: InputFile, bytes: Buffer): Promise<void> {
    return new Promise((resolveDone, reject) => {
      const done = { resolve: resolveDone, reject };
      this.#pending.push({ sha256, name: storableText(file.name), bytes: bytes.length, done });
      if (this.#pending.length === 1) setImmediate(() => this.#writeSourceFiles());
    });
  }

  async #writeSourceFiles(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    const unique = [...new Map(batch.map((file) => [file.sha256, file])).values()];
    try {
      await this.store.pool.query(recordSourceFiles, [
        JSON.stringify(unique.map(({ done: _, ...columns }) => columns)),
        this.#setup.source,
        this.runId,
      ]);
      for (const { done } of batch) done.resolve();
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
  }
}

const recordSourceFiles = `
  INSERT INTO source_files (sha256, source, name, bytes, run_id)
  SELECT "sha256", $2, name, bytes, $3::uuid FROM jsonb_to_recordset($1::jsonb) AS x("sha256" text, name text, bytes int)
  -- ordered, so that two runs over the same files cannot deadlock
  ORDER BY "sha256"
  ON CONFLICT (sha256) DO UPDATE SET last_seen_at = now()`;

/** Makes a path absolute, so that it can be found again from another folder; a URL is left unchanged. */
function displayName(file: InputFile): string {
  return storableText(isFetched(file) ? file.path : resolve(file.path));
}
