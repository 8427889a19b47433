// What a publisher is to `disclosed sync`: it lists what exists, and hands over one listed document at a time. What then
// becomes of the bytes is the source's business, the same as for local files.
import type { SourceName } from "../sources.ts";
import type { Store } from "../store/store.ts";
import type { Outbound } from "./outbound/door.ts";
import type { Progress } from "./progress.ts";
import type { InputFile } from "./source.ts";

export interface SyncContext {
  store: Store;
  /** the one outbound door */
  outbound: Outbound;
  /** DISCLOSED_HOME */
  home: string;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: string;
  /** first day that is wanted, YYYY-MM-DD; listings before it are left alone */
  from: string;
  /** last day that is wanted, YYYY-MM-DD, where it is not today */
  to?: string | undefined;
  progress: Progress;
  /** aborts on SIGINT and SIGTERM: every wait and every request ends at it */
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

/** Where publishers are asked: base URLs without a slash at the end. The resolved configuration has these fields. */
export interface PublisherSettings {
  secUrl: string;
  secDataUrl: string;
  houseUrl: string;
  senateUrl: string;
  legislatorsUrl: string;
  stooqUrl: string;
  tiingoUrl: string;
  /** who is asked for prices */
  priceProvider: "none" | "stooq" | "tiingo";
  /** the operator's key there, a secret */
  priceApiKey: string | undefined;
}

export interface Publisher {
  source: SourceName;
  /**
   * Checks every listing that is due (never seen, not final, or failed) and records what it says: documents and looks,
   * each listing in one transaction, so that a kill in between loses nothing. Yields raw listing files that the source
   * itself wants to ingest too (the Clerk's index, a roster, company_tickers.json, a price file). An answer that could not
   * be had is a fetch with outcome `failed`, and no reason to stop with the others.
   * When it is resumed behind a `yield`, that file is in the store: so the fetch is recorded behind the yield, and a kill in
   * between makes the listing due again. Files that need one another come in that order (members, committees, rosters).
   */
  list(context: SyncContext): AsyncIterable<InputFile>;
  /**
   * Listings that documents of other sources make due. Fetched behind `list`; where several sources are synced, once the documents of
   * all of them are stored.
   */
  dependent?: {
    isDue(context: Pick<SyncContext, "store" | "today">): Promise<boolean>;
    list(context: SyncContext): AsyncIterable<InputFile>;
  };
  /** Fetches one due document. Null when the publisher has it no longer or not yet; the reason is recorded with recordFetchFailure. */
  fetch?(document: DueDocument, context: SyncContext): Promise<InputFile | null>;
  /** how many documents may be requested at the same time; the pace stays the publisher's. Default 1 (sessions). */
  parallel?: number;
}
