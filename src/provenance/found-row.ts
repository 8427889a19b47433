// Rows read again from their files: one stored row with its document, its file, and what the current parser of its
// source reads of it; and the readers of all sources whose documents contain trades.

import { loadProvenance } from "../ingest/load-source.ts";
import type {
  Columns,
  DocumentReader,
  DocumentReading,
  Provenance,
  RowOrigin,
  StoredDocument,
} from "../ingest/provenance.ts";
import { type DocumentSource, type DocumentSourceName, documentSourceNames } from "../sources/sources.ts";
import { sourcesOf } from "../store/sql/source-tables.ts";
import type { Store } from "../store/store.ts";
import { asText } from "./columns.ts";
import type { Explanation } from "./explanation.ts";

export interface FoundRow {
  source: DocumentSource;
  provenance: Provenance;
  document: StoredDocument;
  row: StoredDocument["rows"][number];
  origin: RowOrigin;
  /** the document as read again; null if it cannot be read */
  read: DocumentReading | null;
  /** the row as read again; undefined if the file does not hold it */
  again: Columns | undefined;
  problem: string | null;
}

/** Looks for the row in all sources of such trades. `home` is DISCLOSED_HOME; null for an unknown id. */
export async function findRow(
  store: Store,
  home: string,
  trades: DocumentSource["documents"]["trades"],
  id: string,
): Promise<FoundRow | null> {
  for (const source of sourcesOf(trades)) {
    const provenance = await loadProvenance(source.name);
    const reader = provenance.reader(store, home);
    const documentId = await reader.documentOf(id);
    const [document] = documentId === null ? [] : await reader.stored([documentId]);
    const row = document?.rows.find((one) => String(one.id) === id);
    if (!document || !row) continue;
    const found = { source, provenance, document, row, origin: await provenance.origin(store, home, document, row) };
    const read = await reader.read(document);
    if ("problem" in read) return { ...found, read: null, again: undefined, problem: read.problem };
    const again = read.rows.find((one) => reader.keyOf(one) === reader.keyOf(row));
    return { ...found, read, again, problem: again ? null : "the file no longer contains this row" };
  }
  return null;
}

/** What the explanation says of any row that is in a file. */
export function aboutRow({ source, document, origin, problem }: FoundRow) {
  return {
    source: source.name,
    documentId: document.id,
    url: asText(document.columns.source_url),
    file: origin.file,
    position: origin.position,
    problem,
  } satisfies Partial<Explanation>;
}

/** Readers of all sources, in the order of the registry, or of the one source. `home` is DISCLOSED_HOME. */
export async function documentReaders(
  store: Store,
  home: string,
  only?: DocumentSourceName,
): Promise<DocumentReader[]> {
  const wanted = documentSourceNames.filter((name) => only === undefined || name === only);
  return await Promise.all(wanted.map(async (name) => (await loadProvenance(name)).reader(store, home)));
}
