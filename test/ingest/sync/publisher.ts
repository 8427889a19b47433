// A small publisher for tests: invented filings under invented accession numbers, in one listing, with the faults that
// a test configures. It uses no network; the HTTP of the publishers is tested with their doubles.
import { OutboundError } from "../../../src/ingest/outbound/index.ts";
import type { DueDocument, Publisher, SyncContext } from "../../../src/ingest/publisher.ts";
import type { SourceReport } from "../../../src/ingest/sync/report.ts";
import { type SyncSetup, syncSource } from "../../../src/ingest/sync/sync-source.ts";
import { recordListing } from "../../../src/store/listings.ts";
import type { Store } from "../../../src/store/store.ts";
import { accession, submission } from "../form345/fixtures.ts";

export const today = "2024-06-01";

export interface InventedPublisher extends Publisher {
  /** requested documents, in their order */
  requested: string[];
  /** document -> what its fetch does instead of returning it */
  faults: Map<string, () => Promise<never> | null | Buffer>;
  /** called before each fetch */
  before: (document: DueDocument, context: SyncContext) => Promise<void> | void;
}

/** Lists filings 1 to `count`, all of 2024-03-06. */
export function inventedPublisher(count: number): InventedPublisher {
  const publisher: InventedPublisher = {
    source: "form345",
    parallel: 2,
    requested: [],
    faults: new Map(),
    before: () => {},
    async *list({ store }) {
      const fetched = {
        source: "form345",
        listing: "daily-index/2024-03-06",
        coversFrom: "2024-03-06",
        coversTo: "2024-03-06",
      };
      const documents = Array.from({ length: count }, (_, n) => ({
        documentId: accession(n + 1),
        listedOn: "2024-03-06",
        kind: "4",
        url: `https://example.invalid/${accession(n + 1)}.txt`,
      }));
      await recordListing(store.pool, { ...fetched, outcome: "listed", final: true }, documents);
    },
    async fetch(document, context) {
      const { documentId } = document;
      publisher.requested.push(documentId);
      await publisher.before(document, context);
      const fault = publisher.faults.get(documentId)?.();
      if (fault === null) return null;
      const bytes = (await fault) ?? submission({ accession: documentId });
      return { path: document.url, name: `${documentId}.txt`, read: async () => bytes };
    },
  };
  return publisher;
}

export const stopped = (until: Date) =>
  Promise.reject(
    new OutboundError("publisher_stopped", `no request to sec before ${until.toISOString()}: HTTP 429`, until),
  );

/** One sync of one source. */
export function sync(store: Store, publisher: Publisher, options: Partial<SyncSetup> = {}): Promise<SourceReport> {
  return syncSource(publisher.source, setupFor(store, [publisher], options));
}

export function setupFor(store: Store, publishers: Publisher[], options: Partial<SyncSetup> = {}): SyncSetup {
  return {
    store,
    outbound: { request: () => Promise.reject(new Error("these tests send no request")) },
    home: "/nowhere",
    today,
    from: "2024-01-01",
    publisher: async (source) => publishers.find((one) => one.source === source) ?? null,
    watcher: { update: () => {}, say: () => {} },
    signal: new AbortController().signal,
    ...options,
  };
}
