// What publishers list and what was asked of them: the rows that coverage and `disclosed sync` stand on.
import type { Pool, PoolClient } from "pg";
import { findDocumentSource } from "../sources.ts";
import { documentHeld } from "./source-tables.ts";

export interface ListedDocument {
  documentId: string;
  /** the publisher's own day, YYYY-MM-DD */
  listedOn: string;
  kind: string;
  url: string;
  detail?: Record<string, unknown>;
}

export interface ListingFetch {
  source: string;
  /** the listing within its source, e.g. `daily-index/2023-06-29` */
  listing: string;
  /** the calendar days that it covers, inclusive, YYYY-MM-DD */
  coversFrom: string;
  coversTo: string;
  /** `empty`: the publisher says that there is none; `not_published`: weekend, holiday, or still ahead */
  outcome: "listed" | "empty" | "not_published" | "failed";
  /** the publisher changes it no more */
  final: boolean;
  message?: string | undefined;
  sha256?: string | undefined;
  /** days within the span of which it proves nothing, YYYY-MM-DD: with nothing listed they are `failed`, not `empty` */
  gaps?: string[] | undefined;
}

/** Records one fetch and what it listed, idempotently; a later listing may correct day, kind, address and detail. A failed fetch keeps what was known. */
export async function recordListing(
  client: PoolClient | Pool,
  fetched: ListingFetch,
  documents: ListedDocument[],
): Promise<void> {
  await recordDocuments(client, fetched.source, documents);
  await client.query(upsertFetch, [
    fetched.source,
    fetched.listing,
    fetched.coversFrom,
    fetched.coversTo,
    fetched.outcome,
    new Set(documents.map(({ documentId }) => documentId)).size,
    fetched.final,
    fetched.message ?? null,
    fetched.sha256 ?? null,
    fetched.gaps ?? [],
  ]);
}

/** Removes a fetch that no longer applies, such as that at the days behind an index that has grown over them. */
export async function removeFetch(client: PoolClient | Pool, source: string, listing: string): Promise<void> {
  await client.query("DELETE FROM listing_looks WHERE source = $1 AND listing = $2", [source, listing]);
}

/** Records documents that a publisher names outside of its listings by day (one company's filings): no fetch, no day is covered by it. */
export async function recordDocuments(
  client: PoolClient | Pool,
  source: string,
  documents: ListedDocument[],
): Promise<void> {
  const rows = documents.map((document) => ({ detail: {}, ...document }));
  await client.query(upsertDocuments, [source, JSON.stringify(rows)]);
  await markStored(
    client,
    source,
    documents.map(({ documentId }) => documentId),
  );
}

/**
 * Notes which of these documents are in the store: both when they are listed and when they are stored, whichever comes second.
 */
export async function markStored(client: PoolClient | Pool, source: string, documentIds: string[]): Promise<void> {
  const holder = findDocumentSource(source);
  if (!holder) return;
  await client.query(
    // in the order in which listings write them: a load and a listing never wait for each other's documents in a circle
    `WITH mine AS MATERIALIZED (
       SELECT d.document_id FROM listed_documents d WHERE d.source = $1 AND d.document_id = ANY($2) AND NOT d.stored AND (
         EXISTS (${documentHeld(holder, "d.document_id")}))
       ORDER BY d.document_id FOR UPDATE OF d)
     UPDATE listed_documents d SET stored = true FROM mine WHERE d.source = $1 AND d.document_id = mine.document_id`,
    [source, documentIds],
  );
}

// one document is in an index once for every CIK it concerns: the last line of a listing decides
const upsertDocuments = `
  INSERT INTO listed_documents (source, document_id, listed_on, kind, url, detail)
  SELECT DISTINCT ON ("documentId" COLLATE "C") $1, "documentId", "listedOn", kind, url, detail
  FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS ("documentId" text, "listedOn" date, kind text, url text, detail jsonb))
    WITH ORDINALITY AS x("documentId", "listedOn", kind, url, detail, place)
  ORDER BY "documentId" COLLATE "C", place DESC
  ON CONFLICT (source, document_id) DO UPDATE SET listed_on = excluded.listed_on, kind = excluded.kind, url = excluded.url,
    detail = excluded.detail, last_listed_at = now()`;

const upsertFetch = `
  INSERT INTO listing_looks (source, listing, covers_from, covers_to, outcome, listed, final, message, sha256, gaps, looked_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())
  ON CONFLICT (source, listing) DO UPDATE SET covers_from = excluded.covers_from, covers_to = excluded.covers_to,
    outcome = excluded.outcome, final = excluded.final, message = excluded.message, looked_at = excluded.looked_at,
    gaps = excluded.gaps,
    listed = CASE excluded.outcome WHEN 'failed' THEN listing_looks.listed ELSE excluded.listed END,
    sha256 = coalesce(excluded.sha256, listing_looks.sha256)`;

/**
 * Listed documents that are neither stored nor quarantined and may be tried now, newest day first; at most `limit`, behind
 * `after` where that is given (the last one of the page before).
 */
export async function dueDocuments(
  pool: Pool,
  options: {
    source: string;
    from: string;
    to?: string | undefined;
    limit: number;
    after?: { documentId: string; listedOn: string };
    /** none but these */
    only?: string[];
  },
): Promise<{ documentId: string; listedOn: string; kind: string; url: string; detail: unknown }[]> {
  const { source, from, to, limit, after, only } = options;
  const { rows } = await pool.query(
    `SELECT d.document_id AS "documentId", to_char(d.listed_on, 'YYYY-MM-DD') AS "listedOn", d.kind, d.url, d.detail
     FROM listed_documents d JOIN open_document_states s USING (source, document_id)
     WHERE d.source = $1 AND NOT d.stored AND d.listed_on >= $2 AND s.state = 'not_fetched' AND (d.retry_at IS NULL OR d.retry_at <= now())
       AND ($4::date IS NULL OR d.listed_on <= $4 AND (d.listed_on < $4 OR d.document_id > $5))
       AND ($6::text[] IS NULL OR d.document_id = ANY($6)) AND ($7::date IS NULL OR d.listed_on <= $7)
     ORDER BY d.listed_on DESC, d.document_id LIMIT $3`,
    [source, from, limit, after?.listedOn ?? null, after?.documentId ?? null, only ?? null, to ?? null],
  );
  return rows;
}

export interface ListedFigures {
  /** documents that the publisher lists from the day on */
  listed: number;
  stored: number;
  quarantined: number;
  /** may be fetched now */
  due: number;
  /** could not be had at their last try; some of them may be due again */
  waiting: number;
  /** listings of those days that could not be had from the publisher, or that leave days unproven, at the last fetch */
  failedListings: number;
  /** when the first of those that wait may be tried again, at the earliest now */
  nextRetryAt: Date | null;
}

/** How far a source is, of what its publisher lists from the day `from` on, to the day `to` where one is given. */
export async function listedFigures(
  pool: Pool,
  source: string,
  from: string,
  to: string | null = null,
): Promise<ListedFigures> {
  const wanted = "listed_on >= $2 AND ($3::date IS NULL OR listed_on <= $3)";
  const { rows } = await pool.query(
    `SELECT (SELECT coalesce(sum(listed), 0)::int FROM listed_days WHERE source = $1 AND ${wanted}) AS listed,
       (SELECT coalesce(sum(stored), 0)::int FROM listed_days WHERE source = $1 AND ${wanted})
         + count(*) FILTER (WHERE state = 'stored')::int AS stored,
       count(*) FILTER (WHERE state = 'quarantined')::int AS quarantined,
       count(*) FILTER (WHERE state = 'not_fetched' AND (retry_at IS NULL OR retry_at <= now()))::int AS due,
       count(*) FILTER (WHERE state = 'not_fetched' AND attempts > 0)::int AS waiting,
       min(greatest(retry_at, now())) FILTER (WHERE state = 'not_fetched' AND attempts > 0) AS "nextRetryAt",
       (SELECT count(*)::int FROM listing_looks l
        WHERE l.source = $1 AND l.listing NOT LIKE 'local/%' AND l.covers_to >= $2 AND ($3::date IS NULL OR l.covers_from <= $3)
          AND (l.outcome = 'failed' OR EXISTS (SELECT FROM unnest(l.gaps) AS gap WHERE gap >= $2 AND ($3::date IS NULL OR gap <= $3))))
         AS "failedListings"
     FROM open_document_states WHERE source = $1 AND ${wanted}`,
    [source, from, to],
  );
  return rows[0];
}

/** Documents that were fetched and of which nothing came to be in the store: they wait like those that could not be had. */
export async function recordUntaken(pool: Pool, source: string, documentIds: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ documentId: string }>(
    `SELECT document_id AS "documentId" FROM listed_document_states
     WHERE source = $1 AND document_id = ANY($2) AND state = 'not_fetched' AND (retry_at IS NULL OR retry_at <= now())`,
    [source, documentIds],
  );
  const message = "was fetched, and holds nothing under this document's name";
  for (const { documentId } of rows) await recordFetchFailure(pool, { source, documentId, message });
  return rows.map(({ documentId }) => documentId);
}

/** A document could not be had: it stays due, and is tried again later and later (1 minute, doubling up to a day). */
export async function recordFetchFailure(
  pool: Pool,
  { source, documentId, message }: { source: string; documentId: string; message: string },
): Promise<void> {
  await pool.query(
    `UPDATE listed_documents SET attempts = attempts + 1, last_error = $3,
       retry_at = now() + least(interval '1 day', interval '1 minute' * power(2, least(attempts, 12)))
     WHERE source = $1 AND document_id = $2`,
    [source, documentId, message],
  );
}

/** What the last fetch of a listing found; null where it was never looked at. */
export async function lastFetch(
  pool: Pool,
  source: string,
  listing: string,
): Promise<{ outcome: ListingFetch["outcome"]; final: boolean; listed: number; sha256: string | null } | null> {
  const { rows } = await pool.query(
    "SELECT outcome, final, listed, sha256 FROM listing_looks WHERE source = $1 AND listing = $2",
    [source, listing],
  );
  return rows[0] ?? null;
}

/** Keeps the counts by day small (listed_day_changes). */
export async function foldListedDays(pool: Pool): Promise<void> {
  await pool.query("SELECT disclosed_fold_listed_days()");
}
