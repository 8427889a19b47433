// The record of a source, all that code outside of the source's folder uses of it: names, times and tables, but no code
// that reads files. The records are in src/ingest/<source>/index.ts, and src/sources/sources.ts lists them.

/** A publisher: it has one request rate and one stop after a refusal, whatever its number of hosts and sources. */
export interface PublisherRecord {
  name: string;
  /** limit over all processes of all machines together */
  requestsPerSecond: number;
  /** hosts of its documents: pages link to URLs of these alone */
  hosts?: readonly string[];
  /** its files are in an object store, which may respond with 403 for one that does not exist */
  responsesMissingWith403?: true;
}

/** Rows of a table: all, or those with these values. */
export interface TableRows {
  table: string;
  where?: Readonly<Record<string, string>>;
}

/** Where the store has the documents that the publisher lists by day. */
export interface DocumentsRecord {
  /** whose trades they report; determines the tables of the trades and the rules of reading them */
  trades: "insiders" | "congress";
  table: string;
  /** selects the documents of this source, where the table has others */
  where?: Readonly<Record<string, string>>;
  /** the column with the publisher's own id of the document */
  id: string;
  /** the table's key: `prefix` followed by the publisher's id */
  key: { column: string; prefix: string };
  /** `Form 4` of a document of the kind `4` */
  kindPrefix?: string;
  /**
   * The publisher's id of a document in a text that a person enters (a number, a URL); null if there is none. Pure.
   */
  idIn(text: string): string | null;
  /**
   * Ids with the same length and the same first `upwardsWithin` characters ascend in time; null where ids do not depend
   * on the day.
   */
  upwardsWithin: number | null;
  /** Raise it with every change of the parser after which stored documents should be parsed again. */
  parserVersion: number;
}

/** Hours of weekdays in which a source is fetched more often than by its schedule. */
export interface HoursRecord {
  /** IANA time zone of `from` and `to` */
  timeZone: string;
  /** HH:MM; `to` is exclusive */
  from: string;
  to: string;
  /** seconds until the source is fetched again */
  everySeconds: number;
}

/** Kinds of missing data that coverage reports besides the quarantine; src/store/statistics/coverage.ts counts them. */
export type MissingKind = "unreadable_reports" | "reports_of_index" | "industries" | "bars";

export interface SourceRecord<Name extends string = string> {
  name: Name;
  /** name for people */
  title: string;
  /** null where only the operator provides files */
  publisher: PublisherRecord | null;
  /** when `disclosed sync --watch` fetches it: a cron expression of five fields in UTC; null: never */
  schedule: string | null;
  /** hours in which it is fetched more often, unless SYNC_SCHEDULES replaces its schedule */
  hours?: HoursRecord;
  /** sources that are updated before it */
  after: readonly string[];
  /**
   * without rows in this table its files would only fill the quarantine; `otherwise` is the message for the operator in
   * that case
   */
  needs?: { table: string; otherwise: string };
  /**
   * after ingesting files of this source, reports that were refused because no member matched for certain are ingested
   * again
   */
  retriesUnmatched?: boolean;
  /** names the tables that its loads write; loads with the same name run sequentially */
  loader: string;
  /** the rows that coverage counts as its records, and the column of their newest day */
  records: TableRows;
  newest: TableRows & {
    column: string;
    /**
     * age of the newest record in days after which coverage reports the source as behind, whenever it was fetched; an
     * alert fires at the same age for sources with documents
     */
    oldAfterDays: number;
  };
  /** days without a successful fetch after which coverage reports it as behind */
  behindAfterDays: number;
  /** thresholds of deploy/observability/alerts.yaml */
  alerts?: {
    notFetchedAfterHours: number;
    failedListings: number;
    /** days that a failed listing may leave unproven, for sources of which some listings may fail */
    unprovenAfterDays?: number;
  };
  missing: readonly MissingKind[];
  /** null where the publisher lists no documents by day */
  documents: DocumentsRecord | null;
  /**
   * `disclosed fetch submissions` fetches one filer from it (on-demand.ts); the documents of the filer are those of the
   * named source
   */
  onDemand?: { documentsOf: string };
  /**
   * `disclosed collect` collects its pages where the publisher responds (collect.ts); `url` is the setting with the
   * publisher's base URL
   */
  collected?: { url: "senateUrl" };
  /** advice to the operator when the publisher refuses with this HTTP status */
  refusal?: { status: number; advice: string };
}

/** Preserves the literal types of a record, so that the names of all sources form a type. */
export function defineSource<const Defined extends SourceRecord>(record: Defined): Defined {
  return record;
}
