// Syncs one source: one worker over all machines checks the publisher's listings, fetches due documents, and passes
// them to the ingestion. If a process dies at any moment, the next one continues from the stored rows, listings and
// records.
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "../../lib/reason.ts";
import { type SourceName, sourceOf } from "../../sources/sources.ts";
import { trySessionLock } from "../../store/connections/session-lock.ts";
import { foldListedDays, listedCounts } from "../../store/listings.ts";
import { beginRealData, sampleRemoved } from "../../store/sample-data.ts";
import type { Store } from "../../store/store.ts";
import { retryUnmatched } from "../congress/retry-refused.ts";
import { unpackFetched } from "../files/walk.ts";
import { loadSource } from "../load-source.ts";
import { type Outbound, OutboundError } from "../outbound/index.ts";
import type { Publisher, SyncContext } from "../publisher.ts";
import { type Ingestion, openIngestion } from "../run/ingestion.ts";
import { missingPrerequisite } from "../run/run.ts";
import { silent } from "../source.ts";
import { fetchDue } from "./fetch-due.ts";
import { Pace, type SourceReport, type SyncState, type SyncStatus, type SyncWatcher } from "./report.ts";

export interface SyncSetup {
  store: Store;
  outbound: Outbound;
  /** DISCLOSED_HOME */
  home: string;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: string;
  /** first requested day, YYYY-MM-DD; default: see firstDay */
  from?: string;
  /** last requested day, YYYY-MM-DD: only for a run that was requested for certain days */
  to?: string;
  /** the administrator who requested the run */
  requestedBy?: string;
  /** called with the run's id when it begins */
  onRun?: (runId: string) => Promise<void>;
  publisher(source: SourceName): Promise<Publisher | null>;
  watcher: SyncWatcher;
  signal: AbortSignal;
  /** derives everything that is pending; called between pages of a long backfill, not too often */
  derive?: () => Promise<void>;
  /** `own`: without the listings that documents of other sources make due; `dependent`: only those. Default: all. */
  listings?: "own" | "dependent";
  /** milliseconds after which a turn ends even if more is due; default: never */
  turnMs?: number;
  /**
   * called when nothing is due: the seconds after which the publisher is asked for what is new, in the same turn; null
   * ends the turn. Default: ends it.
   */
  nextRequestIn?: () => Promise<number | null>;
}

/** The lock that allows one worker over all machines. */
export const workerLock = (source: SourceName) => `disclosed:sync:${source}`;

/** Throws only if the database is unavailable. */
export async function syncSource(source: SourceName, setup: SyncSetup): Promise<SourceReport> {
  const started = performance.now();
  const report = (status: SyncStatus, message: string | null, more: Partial<SourceReport> = {}): SourceReport => ({
    source,
    status,
    listed: 0,
    fetched: 0,
    records: { found: 0, new: 0, unchanged: 0, amended: 0, quarantined: 0 },
    failed: 0,
    failed_listings: 0,
    next_retry_at: null,
    seconds: Math.round(performance.now() - started) / 1000,
    message,
    ...more,
  });
  const publisher = await setup.publisher(source);
  if (!publisher) return report("no_publisher", "no publisher of it is configured; load files with `disclosed ingest`");
  const lock = await trySessionLock(setup.store, workerLock(source));
  if (!lock) return report("elsewhere", "another process is syncing it");
  try {
    // before anything is read: invented listings would make real days look covered, and invented members known
    if (await beginRealData(setup.store.pool)) setup.watcher.say(sampleRemoved);
    const need = await missingPrerequisite(source, setup.store);
    if (need) return report("failed", need);
    const signal = AbortSignal.any([setup.signal, lock.lost]);
    if (sourceOf(source).retriesUnmatched) await retryUnmatched(setup.store, setup, [source]);
    return await new SourceSync(publisher, { ...setup, signal }, setup.signal, report).run();
  } finally {
    await lock.release();
  }
}

/**
 * The default first day of a source: the earliest one with which a sync of it was started, so that a backfill
 * continues, else January 1 of the previous year.
 */
export async function firstDay(store: Pick<Store, "pool">, source: SourceName, today: string): Promise<string> {
  const { rows } = await store.pool.query<{ first: string | null }>(
    "SELECT min(arguments->>'from') AS first FROM ingestion_runs WHERE source = $1 AND arguments->>'command' = 'sync' AND arguments->>'to' IS NULL",
    [source],
  );
  return rows[0]?.first ?? `${Number(today.slice(0, 4)) - 1}-01-01`;
}

class SourceSync {
  #fetched = 0;

  constructor(
    private readonly publisher: Publisher,
    private readonly setup: SyncSetup,
    /** the operator's signal, without the one for a lost lock */
    private readonly operatorSignal: AbortSignal,
    private readonly report: (status: SyncStatus, message: string | null, more: Partial<SourceReport>) => SourceReport,
  ) {}

  async run(): Promise<SourceReport> {
    const { store, home, today, to, requestedBy, onRun } = this.setup;
    const { source } = this.publisher;
    const from = this.setup.from ?? (await firstDay(store, source, today));
    const ingestion = await openIngestion(store, {
      source: await loadSource(source),
      arguments: { command: "sync", from, ...(to && { to }), ...(requestedBy && { requestedBy }) },
      home,
      today,
    });
    await onRun?.(ingestion.record.id);
    let outcome: { status: SyncStatus; message: string | null; retryAt: Date | null };
    try {
      const context = this.#context(from, ingestion);
      await this.#list(ingestion, context);
      const isOver = (await this.#fetch(ingestion, context)) || (await this.#follow(ingestion, context));
      outcome = { status: isOver ? "more" : "up_to_date", message: null, retryAt: null };
      await ingestion.complete();
    } catch (error) {
      outcome = this.#failure(error, ingestion);
      await ingestion.abandon(outcome.status === "stopped" ? "stopped" : "failed", outcome.message ?? "");
    }
    return await this.#conclude(outcome, from, ingestion);
  }

  #context(from: string, { record: { notes } }: Ingestion): SyncContext {
    const { store, outbound, home, today, to, watcher } = this.setup;
    const say = (line: string) => {
      notes.say(line);
      watcher.say(`${this.publisher.source}: ${line}`);
    };
    const signal = AbortSignal.any([this.setup.signal, notes.stopRequested]);
    return { store, outbound, home, today, from, to, progress: { ...silent, say }, signal };
  }

  /** Notifies the watcher of the state, and writes it to the run's record. */
  #update(state: SyncState, ingestion: Ingestion, perSecond: number | null): void {
    const { source: _, ...progress } = state;
    ingestion.record.notes.note(ingestion.counts(), { ...progress, perSecond });
    this.setup.watcher.update(state);
  }

  /** When the publisher resumes after a yielded file, the file is stored (see Publisher.list). */
  async #list(ingestion: Ingestion, context: SyncContext): Promise<void> {
    this.#update({ ...(await this.#state(context)), phase: "listing", secondsLeft: null }, ingestion, null);
    for (const listing of this.#listings(context)) {
      for await (const yielded of listing) {
        const files = [yielded].flat();
        for (const file of files) await ingestion.take(unpackFetched(file));
        await ingestion.settle();
        this.#fetched += files.length;
        context.signal.throwIfAborted();
      }
    }
    context.signal.throwIfAborted();
  }

  *#listings(context: SyncContext): Generator<ReturnType<Publisher["list"]>> {
    const { listings } = this.setup;
    if (listings !== "dependent") yield this.publisher.list(context);
    if (listings !== "own" && this.publisher.dependent) yield this.publisher.dependent.list(context);
  }

  /** Returns true if the turn ended although more is due. */
  async #fetch(ingestion: Ingestion, context: SyncContext): Promise<boolean> {
    const { turnMs = Number.POSITIVE_INFINITY } = this.setup;
    const began = Date.now();
    const before = await this.#state(context);
    const pace = new Pace(this.publisher.source);
    // also where nothing is due: a run that has ended was not listing any more
    this.#update({ ...before, phase: "fetching", secondsLeft: pace.secondsFor(before.due) }, ingestion, null);
    if (!this.publisher.fetch) return false;
    ingestion.record.notes.say(`${before.listed} filings are listed, ${before.due} of them to fetch`);
    const files = this.#fetched;
    const listings = ingestion.counts();
    let isOver = false;
    await fetchDue({
      publisher: this.publisher,
      ingestion,
      context,
      onProgress: ({ found, fetched, done }) => {
        this.#fetched = files + fetched;
        pace.mark(done);
        const due = Math.max(before.due, found) - done;
        const counts = ingestion.counts();
        const refused = counts.quarantinedFiles - listings.quarantinedFiles;
        const state: SyncState = {
          ...before,
          phase: "fetching",
          fetched: this.#fetched,
          stored: before.stored + counts.files - listings.files - refused,
          quarantined: before.quarantined + refused,
          due,
          secondsLeft: pace.secondsFor(due),
        };
        this.#update(state, ingestion, pace.rate());
      },
      onPage: async () => {
        ingestion.record.notes.say(`${this.#fetched} files fetched`);
        await this.setup.derive?.();
        isOver = Date.now() - began > turnMs;
        return isOver;
      },
    });
    return isOver;
  }

  /** Fetches what is new soon after it is published. Returns false when the turn ends: nothing is due then. */
  async #follow(ingestion: Ingestion, context: SyncContext): Promise<false> {
    const { nextRequestIn, derive, turnMs = Number.POSITIVE_INFINITY } = this.setup;
    if (!this.publisher.latest || !nextRequestIn) return false;
    const end = performance.now() + turnMs;
    let begun = performance.now();
    for (
      let seconds = await nextRequestIn();
      seconds !== null && performance.now() < end;
      seconds = await nextRequestIn()
    ) {
      const leftMs = begun + seconds * 1000 - performance.now();
      await sleep(Math.max(leftMs, 0), undefined, { signal: context.signal });
      begun = performance.now();
      await this.publisher.latest(context);
      const before = this.#fetched;
      await fetchDue({
        publisher: this.publisher,
        ingestion,
        context,
        onProgress: ({ fetched }) => {
          this.#fetched = before + fetched;
        },
        onPage: async () => {
          await derive?.();
          return false;
        },
      });
    }
    return false;
  }

  async #state({ store, from, to }: SyncContext) {
    const { source } = this.publisher;
    const { listed, stored, quarantined, due, failedListings } = await listedCounts(store.pool, source, from, to);
    return { source, listed, fetched: this.#fetched, stored, quarantined, due, atLeast: failedListings > 0 };
  }

  #failure(error: unknown, { record }: Ingestion): { status: SyncStatus; message: string; retryAt: Date | null } {
    const message = reasonOf(error);
    const retryAt = error instanceof OutboundError ? error.retryAt : null;
    if (error instanceof OutboundError && error.reason === "publisher_stopped")
      return { status: "refused", message, retryAt };
    const { stopRequested } = record.notes;
    // after an abort, the error may be any error that the abort caused
    if (stopRequested.aborted)
      return { status: "stopped", message: (stopRequested.reason as Error).message, retryAt: null };
    if (this.operatorSignal.aborted) return { status: "stopped", message: "stopped by a signal", retryAt: null };
    return { status: "failed", message, retryAt };
  }

  async #conclude(
    outcome: { status: SyncStatus; message: string | null; retryAt: Date | null },
    from: string,
    ingestion: Ingestion,
  ): Promise<SourceReport> {
    await foldListedDays(this.setup.store.pool);
    const counts = await listedCounts(this.setup.store.pool, this.publisher.source, from, this.setup.to);
    const failed = counts.waiting + counts.failedListings;
    const isBehind = outcome.status === "up_to_date" && failed > 0;
    const missing = `${counts.waiting} documents and ${counts.failedListings} listings could not be fetched yet`;
    return this.report(isBehind ? "behind" : outcome.status, isBehind ? missing : outcome.message, {
      listed: counts.listed,
      fetched: this.#fetched,
      records: ingestion.summary().records,
      failed,
      failed_listings: counts.failedListings,
      next_retry_at: (outcome.retryAt ?? counts.nextRetryAt)?.toISOString() ?? null,
    });
  }
}
