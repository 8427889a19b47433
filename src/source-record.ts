// What everything outside of a source's folder knows of the source: names, times and tables, and no code that reads files. The records
// are in src/ingest/<source>/index.ts, and src/sources.ts lists them.

/** Who is asked: one pace and one stop each, whatever the number of hosts and sources behind it. */
interface PublisherRecord {
  name: string;
  /** over all processes of all machines together */
  requestsPerSecond: number;
}

/** Rows of a table: all, or those with these values. */
export interface TableRows {
  table: string;
  where?: Readonly<Record<string, string>>;
}

/** Where the documents that the publisher lists by day are in the store. */
export interface DocumentsRecord {
  /** whose trades they report: it decides which tables the trades are in, and by which rules they are read */
  trades: "insiders" | "congress";
  table: string;
  /** the documents that were read, where the table has others */
  where?: Readonly<Record<string, string>>;
  /** the column with the publisher's own name of the document */
  id: string;
  /** the table's key, which begins with `prefix` and ends with the publisher's name */
  key: { column: string; prefix: string };
  /** `Form 4` of a document of the kind `4` */
  kindPrefix?: string;
  /** The publisher's name of a document in what a person has in hand (a number, an address); null where there is none. Pure. */
  idIn(text: string): string | null;
  /**
   * Ids that agree in so many first characters, and in length, are given out upwards in time; null where an id says nothing of the day.
   */
  upwardsWithin: number | null;
  /** Raise it with every change of the parser that makes stored documents worth reading again. */
  parserVersion: number;
}

/** Kinds of missing data that coverage names beside the quarantine; src/store/statistics/missing.ts counts them. */
export type MissingKind = "unreadable_reports" | "reports_of_index" | "industries" | "bars";

export interface SourceRecord<Name extends string = string> {
  name: Name;
  /** what people call it */
  title: string;
  /** null where files come from the operator alone */
  publisher: PublisherRecord | null;
  /** when `disclosed sync --watch` fetches it: a cron expression of five fields in UTC; null: it is not */
  schedule: string | null;
  /** sources that are brought up to date before it */
  after: readonly string[];
  /** without rows in this table its files would only fill the quarantine; `otherwise` is what people are told then */
  needs?: { table: string; otherwise: string };
  /** reports that were refused because no member was sure are taken again when files of this source have come in */
  retakesUnmatched?: boolean;
  /** whose tables its loads write; loads under one name happen one after the other */
  loader: string;
  /** what coverage counts as its records, and the newest day among them */
  records: TableRows;
  newest: TableRows & { column: string };
  /** days without a successful fetch after which coverage calls it behind */
  behindAfterDays: number;
  /** what deploy/observability/alerts.yaml calls too old or too many */
  alerts?: {
    notFetchedAfterHours: number;
    /** for sources with documents */
    newestFilingAfterDays?: number;
    failedListings: number;
  };
  missing: readonly MissingKind[];
  /** null where the publisher lists no documents by day */
  documents: DocumentsRecord | null;
  /** what the publisher's refusal with this HTTP status asks of the operator */
  refusal?: { status: number; advice: string };
}

/** Keeps the literal types of a record, so that the names of all sources are a type. */
export function defineSource<const Defined extends SourceRecord>(record: Defined): Defined {
  return record;
}
