// Files, records and rows that were refused, with the reason. The same refusal, if it occurs again, stays one row of
// the quarantine. A file that is stored later resolves its open refusals.
import { findDocumentSource } from "../../sources/sources.ts";
import { documentHeld } from "../../store/sql/source-tables.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import type { Position } from "./position.ts";

export interface Refused {
  source: string;
  runId: string;
  /** hash of the raw file; null if its bytes could not be read */
  sha256: string | null;
  /** absolute path; `archive!/entry` inside an archive */
  fileName: string;
  /** the publisher's name of the document, if known: joins listed_documents */
  documentId: string | null;
  /** empty for a whole file */
  recordRef: string;
  reason: string;
  message: string;
  detail?: unknown;
}

/** Writes refusals. One file found under another path, with the same bytes and name, is the same refusal. */
export async function storeRefusals(store: Store, refusals: Refused[]): Promise<void> {
  if (refusals.length === 0) return;
  await withQuarantineLock(store, upsert, [JSON.stringify(refusals)]);
}

/**
 * Runs one statement on the quarantine at a time. Two concurrent runs that refuse the same file (or the last statement
 * of a killed run) would not see each other's row and would write a second one.
 */
async function withQuarantineLock(store: Store, statement: string, values: unknown[]): Promise<void> {
  await inTransaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('disclosed:quarantine'))");
    await client.query(statement, values);
  });
}

// files with the same name and the same bytes are one file, in whatever folder; the rows that represent each refusal
// are found before any row changes
const upsert = `
  WITH refused AS MATERIALIZED (
    SELECT DISTINCT ON (source, "sha256", name, "recordRef", reason) *, row_number() OVER () AS n
    FROM (
      SELECT *, CASE WHEN "sha256" IS NULL THEN "fileName" ELSE regexp_replace("fileName", '^.*/', '') END AS name
      FROM jsonb_to_recordset($1::jsonb) AS x(source text, "runId" uuid, "sha256" text, "fileName" text, "documentId" text,
        "recordRef" text, reason text, message text, detail jsonb)
    ) AS given
    ORDER BY source, "sha256", name, "recordRef", reason, "fileName"
  ), known AS MATERIALIZED (
    SELECT q.id, r.n FROM quarantine q JOIN refused r
      ON q.source = r.source AND coalesce(q.sha256, '') = coalesce(r."sha256", '')
        AND CASE WHEN q.sha256 IS NULL THEN q.file_name ELSE regexp_replace(q.file_name, '^.*/', '') END = r.name
        AND q.record_ref = r."recordRef" AND q.reason = r.reason
  ), seen_again AS (
    UPDATE quarantine q SET run_id = r."runId", message = r.message, detail = r.detail, last_seen_at = clock_timestamp(),
      document_id = coalesce(r."documentId", q.document_id),
      status = CASE q.status WHEN 'resolved' THEN 'open' ELSE q.status END, resolved_at = NULL
    FROM known JOIN refused r USING (n) WHERE q.id = known.id
  )
  INSERT INTO quarantine (run_id, source, sha256, file_name, document_id, record_ref, reason, message, detail, last_seen_at)
  SELECT "runId", source, "sha256", "fileName", "documentId", "recordRef", reason, message, detail, clock_timestamp() FROM refused
  WHERE n NOT IN (SELECT n FROM known)`;

interface ResolvedRun {
  source: string;
  runId: string;
  hashes: string[];
  fileNames: string[];
  resolves?: readonly number[] | undefined;
}

/**
 * Resolves refusals of files of this run that the run did not refuse again: files with these hashes (except bytes that
 * were refused again under another name, as empty files are), files at these paths that have been replaced since, and
 * documents that were stored from another file (a complete copy after a truncated one). `resolves`: only these refusals.
 */
export async function resolveRefusals(
  store: Store,
  { source, runId, hashes, fileNames, resolves }: ResolvedRun,
): Promise<void> {
  const documentSource = findDocumentSource(source);
  const isStored = documentSource
    ? `EXISTS (${documentHeld(documentSource, "q.document_id", ["t.source_file_sha256 = ANY($3::text[])"])})`
    : "false";
  await withQuarantineLock(
    store,
    `WITH refused AS MATERIALIZED (
       SELECT DISTINCT sha256 FROM quarantine
       WHERE source = $1 AND status IN ('open', 'ignored') AND run_id = $2 AND record_ref = '' AND sha256 IS NOT NULL)
     UPDATE quarantine q SET status = 'resolved', resolved_at = now()
     WHERE source = $1 AND status IN ('open', 'ignored') AND run_id IS DISTINCT FROM $2
       AND (file_name = ANY($4::text[])
         OR (sha256 = ANY($3::text[]) AND sha256 NOT IN (SELECT sha256 FROM refused))
         OR (record_ref IN ('', document_id) AND document_id IS NOT NULL AND ${isStored}))
       AND ($5::int[] IS NULL OR id = ANY($5))`,
    [source, runId, hashes, fileNames, resolves ?? null],
  );
}

// Rows of a file that are refused while its other rows are stored.

/** A refused row: `recordRef` names it within the file. */
export interface RefusedRow {
  recordRef: string;
  reason: string;
  message: string;
  /** its position in the file, if the parser gives one */
  position?: Position;
  /** how many rows this represents; default 1 */
  records?: number;
}

/** maximum number of refused rows with one reason in one file that get an entry of their own */
const namedRows = 200;

/**
 * The refused rows of a file. For each reason only a limited number of rows are named; all further rows are one entry.
 */
export class RefusedRows {
  readonly rows: RefusedRow[] = [];
  readonly #counts = new Map<string, number>();
  readonly #rest = new Map<string, RefusedRow>();

  add(row: RefusedRow): void {
    const { reason, records = 1 } = row;
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    const rest = this.#rest.get(reason);
    if (count <= namedRows) this.rows.push(row);
    else if (rest) Object.assign(rest, furtherRows(reason, (rest.records ?? 0) + records));
    else {
      const further = furtherRows(reason, records);
      this.#rest.set(reason, further);
      this.rows.push(further);
    }
  }
}

function furtherRows(reason: string, records: number): RefusedRow {
  return { recordRef: "further rows", reason, message: `${records} further rows`, records };
}

/** Writes the refused rows to the quarantine. */
export async function quarantineRows(
  file: InputFile,
  stored: StoredFile,
  rows: RefusedRow[],
  context: IngestContext,
): Promise<void> {
  for (const { recordRef, reason, message, position, records = 1 } of rows)
    await context.quarantineRecord(file, recordRef, reason, message, { stored, position, records });
}
