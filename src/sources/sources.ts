// The registry of sources, in the order in which coverage shows them. Any module may import it; the records contain
// names, times and tables. src/ingest/load-source.ts loads the code that reads the files of a source.
import { companies } from "../ingest/companies/index.ts";
import { form345 } from "../ingest/form345/index.ts";
import { house } from "../ingest/house/index.ts";
import { legislators } from "../ingest/legislators/index.ts";
import { prices } from "../ingest/prices/index.ts";
import { senate } from "../ingest/senate/index.ts";
import type { DocumentsRecord, PublisherRecord, SourceRecord } from "./source-record.ts";

const all = [form345, house, senate, legislators, prices, companies] as const;

type Defined = (typeof all)[number];
export type SourceName = Defined["name"];
/** Sources whose publisher lists documents by day; the documents contain trades. */
export type DocumentSourceName = Extract<Defined, { documents: object }>["name"];
export type PublisherName = NonNullable<Defined["publisher"]>["name"];
export type LoaderName = Defined["loader"];

export type RegisteredSource = SourceRecord<SourceName>;
export type DocumentSource = SourceRecord<DocumentSourceName> & { documents: DocumentsRecord };

export const sources: readonly RegisteredSource[] = all;
export const sourceNames: readonly SourceName[] = sources.map(({ name }) => name);

export const documentSources: readonly DocumentSource[] = sources.filter(
  (source): source is DocumentSource => source.documents !== null,
);
export const documentSourceNames: readonly DocumentSourceName[] = documentSources.map(({ name }) => name);

export function documentSourceOf(name: DocumentSourceName): DocumentSource {
  return documentSources.find((source) => source.name === name) as DocumentSource;
}

export function sourceOf(name: SourceName): RegisteredSource {
  return sources.find((source) => source.name === name) as RegisteredSource;
}

/** The publishers, each once, although the SEC has two sources. */
export const publishers: readonly PublisherRecord[] = [
  ...new Map(sources.flatMap(({ publisher }) => (publisher ? [[publisher.name, publisher] as const] : []))).values(),
];

export function publisherOf(name: PublisherName): PublisherRecord {
  return publishers.find((publisher) => publisher.name === name) as PublisherRecord;
}

/** Undefined where no source has the name. */
export function findSource(name: string): RegisteredSource | undefined {
  return sources.find((source) => source.name === name);
}

/** The stage of a source, from 0: sources depend only on sources of earlier stages (`after` of their records). */
export function stageOf(name: string): number {
  return 1 + Math.max(-1, ...(findSource(name)?.after ?? []).map(stageOf));
}

/** Undefined where no source with documents has the name. */
export function findDocumentSource(name: string): DocumentSource | undefined {
  return documentSources.find((source) => source.name === name);
}

/** A source that fetches one filer at a time, and the source that reads the filer's documents. */
export interface OnDemandSource {
  name: SourceName;
  documentsOf: DocumentSourceName;
}

export const onDemandSources: readonly OnDemandSource[] = sources.flatMap(({ name, onDemand }) => {
  const documents = onDemand && findDocumentSource(onDemand.documentsOf);
  return documents ? [{ name, documentsOf: documents.name }] : [];
});

/** A source whose publisher refuses servers, and the setting with the publisher's base URL. */
export interface CollectedSource {
  name: SourceName;
  title: string;
  url: "senateUrl";
}

export const collectedSources: readonly CollectedSource[] = sources.flatMap(({ name, title, collected }) =>
  collected ? [{ name, title, ...collected }] : [],
);

/**
 * A filing as a user types it: an accession number with or without dashes, a document id of the House, the Senate's
 * uuid, or a URL that contains one of them. Anything else is a name.
 */
export type FilingRef = { source: DocumentSourceName; documentId: string } | { name: string };

export function readFilingRef(text: string): FilingRef {
  const given = text.trim();
  for (const { name, documents } of documentSources) {
    const documentId = documents.idIn(given);
    if (documentId !== null) return { source: name, documentId };
  }
  return { name: given };
}
