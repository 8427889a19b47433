// Fetches the documents of a source that are due, page by page. Failures are recorded and tried again in a later run.
import { Readable } from "node:stream";
import { reasonOf } from "../../lib/reason.ts";
import { dueDocuments, recordFetchFailure, recordUnread } from "../../store/listings.ts";
import type { FoundFile } from "../files/found.ts";
import { OutboundError } from "../outbound/index.ts";
import type { DueDocument, Publisher, SyncContext } from "../publisher.ts";
import type { Ingestion } from "../run/ingestion.ts";

/** documents per page: as many as one batch of the ingestion */
const pageSize = 500;
/** milliseconds that fetched documents wait for others before they are loaded */
const waitMs = 5_000;
/** consecutive failures after which the publisher counts as unreachable */
const failuresInARow = 8;

interface FetchProgress {
  /** number of documents to fetch */
  found: number;
  /** number of documents fetched */
  fetched: number;
  /** number of documents fetched or failed */
  done: number;
}

export interface FetchOptions {
  publisher: Publisher;
  ingestion: Ingestion;
  context: SyncContext;
  /** only these documents; default: all that are due */
  only?: string[];
  /** after each document */
  onProgress(progress: FetchProgress): void;
  /** called after each page, when all of it is stored; true ends the fetching */
  onPage(): Promise<boolean>;
}

/**
 * Fetches and ingests until nothing is due. Each document is tried once: a failed one waits for another run, even if it
 * becomes due again during this one, so that repeated failures do not make the publisher count as unreachable. Throws
 * OutboundError if the publisher refuses or is unreachable, and the signal's reason if it aborts; documents fetched
 * before that are stored.
 */
export async function fetchDue(options: FetchOptions): Promise<void> {
  const fetcher = new DueFetcher(options);
  // another pass for documents that were listed meanwhile
  while (await fetcher.pass());
}

class DueFetcher {
  readonly #progress: FetchProgress = { found: 0, fetched: 0, done: 0 };
  readonly #failedIds = new Set<string>();
  #inARow = 0;
  /** the error that ends the fetching; documents fetched before it are ingested first */
  #stop: unknown;

  constructor(private readonly options: FetchOptions) {}

  /** Processes all due documents that were not tried; false if there were none. */
  async pass(): Promise<boolean> {
    const { context, publisher, only } = this.options;
    const before = this.#progress.found;
    let after: DueDocument | undefined;
    for (;;) {
      const wanted = { source: publisher.source, from: context.from, to: context.to, limit: pageSize, after, only };
      const page = await dueDocuments(context.store.pool, wanted);
      if (page.length === 0) return this.#progress.found > before;
      after = page.at(-1);
      await this.#page(page.filter(({ documentId }) => !this.#failedIds.has(documentId)));
      if (await this.options.onPage()) return false;
    }
  }

  async #page(page: DueDocument[]): Promise<void> {
    const { ingestion, publisher, context } = this.options;
    const fetchedIds: string[] = [];
    this.#progress.found += page.length;
    await ingestion.take(this.#files(page, fetchedIds), { waitMs });
    await ingestion.settle();
    for (const id of await recordUnread(context.store.pool, publisher.source, fetchedIds)) this.#failedIds.add(id);
    if (this.#stop !== undefined) throw this.#stop;
    context.signal.throwIfAborted();
  }

  /** The files of a page, fetched with the publisher's concurrency. */
  async *#files(page: DueDocument[], fetchedIds: string[]): AsyncGenerator<FoundFile> {
    const concurrency = this.options.publisher.parallel ?? 1;
    const files = Readable.from(page).map((document: DueDocument) => this.#fetch(document), { concurrency });
    for await (const file of files as AsyncIterable<FoundFile | typeof missing>) {
      if (file === missing) continue;
      if (file.file.documentId) fetchedIds.push(file.file.documentId);
      yield file;
    }
  }

  async #fetch(document: DueDocument): Promise<FoundFile | typeof missing> {
    const { publisher, context } = this.options;
    if (this.#stop !== undefined || context.signal.aborted) return missing;
    try {
      const file = (await publisher.fetch?.(document, context)) ?? null;
      this.#inARow = 0;
      this.#count(document, file !== null);
      if (!file) return missing;
      // with the listed document id and date, unless the fetched file has its own
      const found = { documentId: document.documentId, listedOn: document.listedOn, ...file };
      return { file: found, load: () => file.read(), packedBytes: 0 };
    } catch (error) {
      await this.#failed(document, error);
      return missing;
    }
  }

  async #failed(document: DueDocument, error: unknown): Promise<void> {
    const { publisher, context } = this.options;
    if (context.signal.aborted) return;
    if (error instanceof OutboundError && error.reason === "publisher_stopped") {
      this.#stop ??= error;
      return;
    }
    const message = reasonOf(error);
    await recordFetchFailure(context.store.pool, {
      source: publisher.source,
      documentId: document.documentId,
      message,
    });
    this.#count(document, false);
    if (++this.#inARow >= failuresInARow) this.#stop ??= error;
  }

  #count({ documentId }: DueDocument, wasFetched: boolean): void {
    this.#progress.done++;
    if (wasFetched) this.#progress.fetched++;
    else this.#failedIds.add(documentId);
    this.options.onProgress(this.#progress);
  }
}

/** Readable.map ends at null. */
const missing = Symbol("missing");
