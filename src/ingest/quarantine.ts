// Files and records that were refused, with the reason. The same refusal seen again is one row; a file that later goes in
// resolves what stood open against it.
import type { Store } from "../store/store.ts";

export interface Refused {
  source: string;
  runId: string;
  /** hash of the raw file; null when its bytes could not be had */
  sha256: string | null;
  /** absolute path; `archive!/entry` inside an archive */
  fileName: string;
  /** empty for a whole file */
  recordRef: string;
  reason: string;
  message: string;
  detail?: unknown;
}

/** Writes refusals. One file found under another path, with the same bytes and name, is the same refusal. */
export async function storeRefusals(store: Store, refusals: Refused[]): Promise<void> {
  if (refusals.length === 0) return;
  await store.pool.query(upsert, [JSON.stringify(refusals)]);
}

const upsert = `
  WITH refused AS (
    SELECT DISTINCT ON (source, "sha256", "fileName", "recordRef", reason) * FROM jsonb_to_recordset($1::jsonb) AS x(
      source text, "runId" uuid, "sha256" text, "fileName" text, "recordRef" text, reason text, message text, detail jsonb)
  ), seen_again AS (
    UPDATE quarantine q SET run_id = r."runId", message = r.message, detail = r.detail, last_seen_at = clock_timestamp(),
      status = CASE q.status WHEN 'resolved' THEN 'open' ELSE q.status END, resolved_at = NULL
    FROM refused r
    WHERE q.source = r.source AND q.record_ref = r."recordRef" AND q.reason = r.reason
      AND q.sha256 IS NOT DISTINCT FROM r."sha256"
      AND (q.file_name = r."fileName"
        OR (r."sha256" IS NOT NULL AND regexp_replace(q.file_name, '^.*/', '') = regexp_replace(r."fileName", '^.*/', '')))
    RETURNING r."fileName", r."recordRef", r.reason, r."sha256"
  )
  INSERT INTO quarantine (run_id, source, sha256, file_name, record_ref, reason, message, detail, last_seen_at)
  SELECT "runId", source, "sha256", "fileName", "recordRef", reason, message, detail, clock_timestamp() FROM refused r
  WHERE NOT EXISTS (
    SELECT 1 FROM seen_again s
    WHERE s."fileName" = r."fileName" AND s."recordRef" = r."recordRef" AND s.reason = r.reason
      AND s."sha256" IS NOT DISTINCT FROM r."sha256")`;

/**
 * Resolves what stood open against files of this run and was not refused again by it: files with these hashes, or files at
 * these paths that have been replaced since.
 */
export async function resolveRefusals(
  store: Store,
  { source, runId, hashes, fileNames }: { source: string; runId: string; hashes: string[]; fileNames: string[] },
): Promise<void> {
  await store.pool.query(
    `UPDATE quarantine SET status = 'resolved', resolved_at = now()
     WHERE source = $1 AND status = 'open' AND run_id IS DISTINCT FROM $2
       AND (sha256 = ANY($3::text[]) OR file_name = ANY($4::text[]))`,
    [source, runId, hashes, fileNames],
  );
}
