// The interfaces between a publisher and the commands that request it. For `disclosed sync` it lists the documents
// that exist, and fetches one listed document at a time; the source then reads the bytes, the same as for local files.
// For `disclosed fetch submissions` it fetches one filer. For `disclosed collect`, where a publisher refuses servers,
// its pages are collected without a store, as one signed file that `disclosed ingest` reads elsewhere.
import type { SourceName } from "../sources/sources.ts";
import type { Store } from "../store/store.ts";
import type { Outbound } from "./outbound/index.ts";
import type { InputFile, Progress } from "./source.ts";

export interface SyncContext {
  store: Store;
  /** the only client for requests to publishers */
  outbound: Outbound;
  /** DISCLOSED_HOME */
  home: string;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: string;
  /** first requested day, YYYY-MM-DD; earlier listings are not fetched */
  from: string;
  /** last requested day, YYYY-MM-DD, if it is not today */
  to?: string | undefined;
  progress: Progress;
  /** aborts on SIGINT and SIGTERM: it cancels every wait and every request */
  signal: AbortSignal;
}

/** One row of listed_documents that is not stored, not quarantined and due. */
export interface DueDocument {
  documentId: string;
  /** YYYY-MM-DD */
  listedOn: string;
  kind: string;
  url: string;
  detail: unknown;
}

/** Addresses of the publishers, base URLs without a trailing slash, and what else decides how they are requested. The resolved configuration has these fields. */
export interface PublisherSettings {
  secUrl: string;
  secDataUrl: string;
  houseUrl: string;
  senateUrl: string;
  /** a folder, or the URL of a bundle; undefined: the Senate's site is requested */
  senateBundles?: string | undefined;
  legislatorsUrl: string;
  legislatorsApiUrl: string;
  legislatorsFilesUrl: string;
  stooqUrl: string;
  tiingoUrl: string;
  /** the provider of prices */
  priceProvider: "none" | "stooq" | "tiingo";
  /** the operator's API key at that provider, a secret */
  priceApiKey: string | undefined;
}

export interface Publisher {
  source: SourceName;
  /**
   * Fetches every listing that is due (never fetched, not final, or failed) and records its documents and the fetch,
   * each listing in one transaction, so that a crash in between loses nothing. Yields raw listing files that the source
   * itself ingests too (the Clerk's index, a roster, company_tickers.json, a price file). A request that fails is
   * recorded as a fetch with outcome `failed`; the other listings are still fetched. When the generator resumes after a
   * `yield`, that file is stored. The fetch is therefore recorded after the yield, and a crash in between makes the
   * listing due again. Files that depend on one another are yielded in that order (members, committees, rosters). Files
   * that are yielded together are stored together.
   */
  list(context: SyncContext): AsyncIterable<InputFile | InputFile[]>;
  /**
   * Listings that become due because of documents of other sources. Fetched after `list`; if several sources are
   * synced, after the documents of all of them are stored.
   */
  dependent?: {
    isDue(context: Pick<SyncContext, "store" | "today">): Promise<boolean>;
    list: Publisher["list"];
  };
  /**
   * Records what was published since the last listing, by a few requests. In the hours of the source this is repeated
   * between two calls of `list`, and what is due is fetched at once. Throws OutboundError.
   */
  latest?(context: SyncContext): Promise<void>;
  /**
   * Fetches one due document. Returns null if the publisher does not have it (no longer or not yet); the reason is
   * recorded with recordFetchFailure.
   */
  fetch?(document: DueDocument, context: SyncContext): Promise<InputFile | null>;
  /** maximum number of concurrent document requests; the publisher's rate limit still applies. Default 1 (sessions). */
  parallel?: number;
}

export interface FetchedFiler {
  name: string;
  /** the file with the filer's data, for the source itself */
  file: InputFile;
  /** the filer's documents, recorded as listed documents of the source that reads them (`onDemand.documentsOf`) */
  documentIds: string[];
}

export interface OnDemand {
  /** Null if the publisher has no such filer. Throws OutboundError. */
  fetch(filer: string, context: Pick<SyncContext, "store" | "outbound" | "signal">): Promise<FetchedFiler | null>;
}

/** Number of entries that may disappear between two fetches: 2, or 5 percent if that is more. */
export function tolerated(before: number): number {
  return Math.max(2, Math.floor(before / 20));
}

/** A sentence if a listing names far fewer `things` than at the previous fetch, else null. */
export function truncatedListing(now: number, before: number, things: string): string | null {
  if (before - now <= tolerated(before) && !(now === 0 && before > 0)) return null;
  return `it lists ${now} ${things}, and listed ${before} before`;
}

// The interface between a publisher that refuses servers and `disclosed collect`: its pages are collected where it
// responds, without a store, as one signed file that `disclosed ingest` reads elsewhere.

export interface CollectSetup {
  outbound: Outbound;
  /** base URL of the publisher without a trailing slash */
  url: string;
  /** DISCLOSED_HOME, where the signing key is */
  home: string;
  /** requested days, inclusive, YYYY-MM-DD */
  from: string;
  to: string;
  /** the .zip to write; what was collected by an interrupted run is beside it, as `<out>.part` */
  out: string;
  /** a line for the operator */
  say(line: string): void;
  signal: AbortSignal;
}

export interface CollectResult {
  out: string;
  from: string;
  to: string;
  /** documents that the publisher lists for those days */
  listed: number;
  /** of these, in the bundle */
  collected: number;
  /** the text of the public key that the bundle is signed with */
  publicKey: string;
}

export interface Collector {
  /**
   * Writes the bundle. Throws OutboundError, with `publisher_stopped` if the publisher refuses, and UsageError if there
   * are more documents than a bundle holds; what was collected until then is used by the next run with the same output.
   */
  collect(setup: CollectSetup): Promise<CollectResult>;
  /** The text of the public key of this home, which is created if there is none. */
  publicKey(home: string): Promise<string>;
  /** Accepts bundles signed with this key from now on. Throws UsageError if the text is not a key. */
  trust(home: string, publicKey: string): Promise<void>;
}
