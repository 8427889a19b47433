// The documents of a source that are due, page by page: each is fetched, and what could not be had is recorded and tried again
// another time.
import { Readable } from "node:stream";
import { dueDocuments, recordFetchFailure, recordUntaken } from "../../store/listings.ts";
import type { FoundFile } from "../files/found.ts";
import type { Ingestion } from "../ingestion.ts";
import { OutboundError } from "../outbound/door.ts";
import type { DueDocument, Publisher, SyncContext } from "../publisher.ts";

/** documents of a page: as many as one batch of the ingestion takes */
const pageSize = 500;
/** how long fetched documents wait for others before they are loaded */
const waitMs = 5_000;
/** documents in a row that fail before the publisher is taken to be out of reach */
const failuresInARow = 8;

interface FetchProgress {
  /** documents that were set out for */
  found: number;
  /** documents that came in */
  fetched: number;
  /** documents that came in or could not be had */
  done: number;
}

export interface FetchOptions {
  publisher: Publisher;
  ingestion: Ingestion;
  context: SyncContext;
  /** none but these documents; default: all that are due */
  only?: string[];
  /** after each document */
  onProgress(progress: FetchProgress): void;
  /** after each page, when everything of it is in the store; true ends the fetching */
  onPage(): Promise<boolean>;
}

/**
 * Fetches and ingests until nothing is due, and tries each document once: what fails waits for another run, also where its time comes
 * in this one, so that the same failures are not met twice and taken for a publisher out of reach. Throws OutboundError when the publisher wants to be left alone or is out of reach,
 * and the signal's reason when it aborts; what came in before is in the store then.
 */
export async function fetchDue(options: FetchOptions): Promise<void> {
  const fetching = new Fetching(options);
  // a second pass for what was listed meanwhile
  while (await fetching.pass());
}

class Fetching {
  readonly #progress: FetchProgress = { found: 0, fetched: 0, done: 0 };
  readonly #failedIds = new Set<string>();
  #inARow = 0;
  /** what ends the fetching; documents that are here already are taken first */
  #stop: unknown;

  constructor(private readonly options: FetchOptions) {}

  /** Goes through all that is due and was not tried; false when there was nothing. */
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
    const taken: string[] = [];
    this.#progress.found += page.length;
    await ingestion.take(this.#files(page, taken), { waitMs });
    await ingestion.settle();
    for (const id of await recordUntaken(context.store.pool, publisher.source, taken)) this.#failedIds.add(id);
    if (this.#stop !== undefined) throw this.#stop;
    context.signal.throwIfAborted();
  }

  /** The files of a page, as many at a time as the publisher allows. */
  async *#files(page: DueDocument[], taken: string[]): AsyncGenerator<FoundFile> {
    const concurrency = this.options.publisher.parallel ?? 1;
    const files = Readable.from(page).map((document: DueDocument) => this.#fetch(document), { concurrency });
    for await (const file of files as AsyncIterable<FoundFile | typeof missing>) {
      if (file === missing) continue;
      if (file.file.documentId) taken.push(file.file.documentId);
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
      // under the name that the publisher lists, whatever the file calls itself
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
    const message = error instanceof Error ? error.message : String(error);
    await recordFetchFailure(context.store.pool, {
      source: publisher.source,
      documentId: document.documentId,
      message,
    });
    this.#count(document, false);
    if (++this.#inARow >= failuresInARow) this.#stop ??= error;
  }

  #count({ documentId }: DueDocument, cameIn: boolean): void {
    this.#progress.done++;
    if (cameIn) this.#progress.fetched++;
    else this.#failedIds.add(documentId);
    this.options.onProgress(this.#progress);
  }
}

/** Readable.map ends at null. */
const missing = Symbol("missing");
