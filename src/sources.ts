// The registry of sources: one line each, in the order in which coverage shows them. Everybody may import it; the records hold names,
// times and tables. What reads the files of a source is loaded by src/ingest/sources.ts.
import { companies } from "./ingest/companies/index.ts";
import { form345 } from "./ingest/form345/index.ts";
import { house } from "./ingest/house/index.ts";
import { legislators } from "./ingest/legislators/index.ts";
import { prices } from "./ingest/prices/index.ts";
import { senate } from "./ingest/senate/index.ts";
import type { DocumentsRecord, SourceRecord } from "./source-record.ts";

const all = [form345, house, senate, legislators, prices, companies] as const;

type Defined = (typeof all)[number];
export type SourceName = Defined["name"];
/** Sources whose publisher lists documents by day; the documents hold trades. */
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

/** Undefined for a name that no source has. */
export function findSource(name: string): RegisteredSource | undefined {
  return sources.find((source) => source.name === name);
}

/** Sources of one stage need none of a later one (`after` of their records). 0 is the first stage. */
export function stageOf(name: string): number {
  return 1 + Math.max(-1, ...(findSource(name)?.after ?? []).map(stageOf));
}

/** Undefined for a name that no source with documents has. */
export function findDocumentSource(name: string): DocumentSource | undefined {
  return documentSources.find((source) => source.name === name);
}
