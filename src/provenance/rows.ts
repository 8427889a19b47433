// Rows read again from their files: one stored row with its document, its file, and what the current parser of its
// source reads of it; the readers of all sources whose documents contain trades; and rows as values by column name, and
// their comparison, exact except for the notation of a number.
import { loadProvenance } from "../ingest/load-source.ts";
import type {
  Columns,
  DocumentReader,
  DocumentReading,
  FieldOrigin,
  Provenance,
  RowOrigin,
  StoredDocument,
} from "../ingest/provenance.ts";
import { trimZeros } from "../lib/text.ts";
import { type DocumentSource, type DocumentSourceName, documentSourceNames } from "../sources/sources.ts";
import { sourcesOf } from "../store/sql/source-tables.ts";
import type { Store } from "../store/store.ts";
import type { ExplainedField, Explanation } from "./explanation.ts";

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

// Rows as values by column name, and their comparison, exact except for the notation of a number: as filed, as the
// current parser reads them, and as stored.

export interface FieldDifference {
  field: string;
  /** null stands for SQL null */
  stored: string | null;
  read: string | null;
}

const number = /^-?\d+(?:\.\d+)?$/;

/** A value as text: numbers without trailing zeros, objects with their keys in order. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(inOrder(value));
  const text = String(value);
  return number.test(text) ? trimZeros(text) : text;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
}

/** The columns of `read` whose stored value differs, without the `ignored` columns. */
export function differencesOf(stored: Columns, read: Columns, ignored: ReadonlySet<string>): FieldDifference[] {
  return Object.keys(read).flatMap((field) => {
    if (ignored.has(field)) return [];
    const pair = { field, stored: asText(stored[field]), read: asText(read[field]) };
    return pair.stored === pair.read ? [] : [pair];
  });
}

/** Origins and derivations of the fields of one table. */
export interface FieldNotes {
  /** by column: its position in the file */
  origins: Record<string, FieldOrigin>;
  /** by column: what it is derived from */
  follows: Record<string, string>;
  hidden: ReadonlySet<string>;
}

/**
 * One entry for each column read, in the order of the parser; `of` is a prefix for the names of fields that are not the
 * row's own.
 */
export function explainedFields(
  stored: Columns,
  read: Columns | undefined,
  { origins, follows, hidden }: FieldNotes,
  of = "",
): ExplainedField[] {
  return Object.keys(read ?? stored)
    .filter((name) => !hidden.has(name))
    .map((name) => {
      const values = { stored: asText(stored[name]), read: read ? asText(read[name]) : null };
      const origin = origins[name];
      return {
        name: `${of}${name}`,
        position: origin?.position ?? follows[name] ?? null,
        filed: origin?.filed ?? null,
        ...values,
        agrees: read !== undefined && values.stored === values.read,
      };
    });
}
