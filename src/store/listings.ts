// The listings of publishers and our fetches: the rows that coverage and `disclosed sync` are based on.
import type { Pool, PoolClient } from "pg";
import { findDocumentSource } from "../sources/sources.ts";
import { beginRealData } from "./sample-data.ts";
import { documentHeld } from "./sql/source-tables.ts";

export interface ListedDocument {
  documentId: string;
  /** the publisher's date, YYYY-MM-DD */
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
  /** `empty`: the publisher reports no documents; `not_published`: weekend, holiday, or future day */
  outcome: "listed" | "empty" | "not_published" | "failed";
  /** the publisher no longer changes it */
  final: boolean;
  message?: string | undefined;
  sha256?: string | undefined;
  /** covered days for which it proves nothing, YYYY-MM-DD: without listed documents they are `failed`, not `empty` */
  gaps?: string[] | undefined;
}

/**
 * Records one fetch and the documents that it listed, idempotently. A later listing may correct day, kind, URL and
 * detail. A failed fetch does not change the stored count and file. The first fetch, whatever its outcome, removes the
 * sample data, whose listings are invented.
 */
export async function recordListing(
  client: PoolClient | Pool,
  fetched: ListingFetch,
  documents: ListedDocument[],
): Promise<void> {
  await recordDocuments(client, fetched.source, documents);
  await storeFetch(client, fetched, new Set(documents.map(({ documentId }) => documentId)).size);
}

/** Stores a fetch that listed so many documents, which are stored already. Real fetches go through `recordListing`. */
export async function storeFetch(client: PoolClient | Pool, fetched: ListingFetch, listed: number): Promise<void> {
  await client.query(upsertFetch, [
    fetched.source,
    fetched.listing,
    fetched.coversFrom,
    fetched.coversTo,
    fetched.outcome,
    listed,
    fetched.final,
    fetched.message ?? null,
    fetched.sha256 ?? null,
    fetched.gaps ?? [],
  ]);
}

/** Removes a fetch that no longer applies, such as that of days that an index now covers itself. */
export async function removeFetch(client: PoolClient | Pool, source: string, listing: string): Promise<void> {
  await client.query("DELETE FROM listing_fetches WHERE source = $1 AND listing = $2", [source, listing]);
}

/**
 * Records documents that a publisher names outside its listings by day (one company's filings): no fetch, and no day is
 * covered. Removes the sample data.
 */
export async function recordDocuments(
  client: PoolClient | Pool,
  source: string,
  documents: ListedDocument[],
): Promise<void> {
  await beginRealData(client);
  await storeDocuments(client, source, documents);
}

/** Stores listed documents, and which of them are stored. Real ones go through `recordDocuments`. */
export async function storeDocuments(
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
 * Marks which of these documents are stored. Called when they are listed and when they are stored, because either may
 * come second.
 */
export async function markStored(client: PoolClient | Pool, source: string, documentIds: string[]): Promise<void> {
  const holder = findDocumentSource(source);
  if (!holder) return;
  await client.query(
    // in the order in which listings write them, so that a load and a listing cannot deadlock
    `WITH mine AS MATERIALIZED (
       SELECT d.document_id FROM listed_documents d WHERE d.source = $1 AND d.document_id = ANY($2) AND NOT d.stored AND (
         EXISTS (${documentHeld(holder, "d.document_id")}))
       ORDER BY d.document_id FOR UPDATE OF d)
     UPDATE listed_documents d SET stored = true FROM mine WHERE d.source = $1 AND d.document_id = mine.document_id`,
    [source, documentIds],
  );
}

// an index has a document once for every CIK that it concerns: the last line of a listing is used
const upsertDocuments = `
  INSERT INTO listed_documents (source, document_id, listed_on, kind, url, detail)
  SELECT DISTINCT ON ("documentId" COLLATE "C") $1, "documentId", "listedOn", kind, url, detail
  FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS ("documentId" text, "listedOn" date, kind text, url text, detail jsonb))
    WITH ORDINALITY AS x("documentId", "listedOn", kind, url, detail, place)
  ORDER BY "documentId" COLLATE "C", place DESC
  ON CONFLICT (source, document_id) DO UPDATE SET listed_on = excluded.listed_on, kind = excluded.kind, url = excluded.url,
    detail = excluded.detail, last_listed_at = now()`;

const upsertFetch = `
  INSERT INTO listing_fetches (source, listing, covers_from, covers_to, outcome, listed, final, message, sha256, gaps, fetched_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())
  ON CONFLICT (source, listing) DO UPDATE SET covers_from = excluded.covers_from, covers_to = excluded.covers_to,
    outcome = excluded.outcome, final = excluded.final, message = excluded.message, fetched_at = excluded.fetched_at,
    gaps = excluded.gaps,
    listed = CASE excluded.outcome WHEN 'failed' THEN listing_fetches.listed ELSE excluded.listed END,
    sha256 = coalesce(excluded.sha256, listing_fetches.sha256)`;

/**
 * Listed documents that are neither stored nor quarantined and may be fetched now, newest day first; at most `limit`,
 * and only those after `after` if it is given (the last document of the previous page).
 */
export async function dueDocuments(
  pool: Pool,
  options: {
    source: string;
    from: string;
    to?: string | undefined;
    limit: number;
    after?: { documentId: string; listedOn: string };
    /** restricts the result to these document ids */
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

export interface ListedCounts {
  /** documents that the publisher lists, from the first day on */
  listed: number;
  stored: number;
  quarantined: number;
  /** may be fetched now */
  due: number;
  /** failed at their last fetch; some of them may be due again */
  waiting: number;
  /** listings of those days whose last fetch failed or left days unproven */
  failedListings: number;
  /** the earliest retry time of the waiting ones, not before now */
  nextRetryAt: Date | null;
}

/** How many of the documents that the publisher lists are stored, from the day `from` to the day `to`, if given. */
export async function listedCounts(
  pool: Pool,
  source: string,
  from: string,
  to: string | null = null,
): Promise<ListedCounts> {
  const wanted = "listed_on >= $2 AND ($3::date IS NULL OR listed_on <= $3)";
  const { rows } = await pool.query(
    `SELECT (SELECT coalesce(sum(listed), 0)::int FROM listed_days WHERE source = $1 AND ${wanted}) AS listed,
       (SELECT coalesce(sum(stored), 0)::int FROM listed_days WHERE source = $1 AND ${wanted})
         + count(*) FILTER (WHERE state = 'stored')::int AS stored,
       count(*) FILTER (WHERE state = 'quarantined')::int AS quarantined,
       count(*) FILTER (WHERE state = 'not_fetched' AND (retry_at IS NULL OR retry_at <= now()))::int AS due,
       count(*) FILTER (WHERE state = 'not_fetched' AND attempts > 0)::int AS waiting,
       min(greatest(retry_at, now())) FILTER (WHERE state = 'not_fetched' AND attempts > 0) AS "nextRetryAt",
       (SELECT count(*)::int FROM listing_fetches l
        WHERE l.source = $1 AND l.listing NOT LIKE 'local/%' AND l.covers_to >= $2 AND ($3::date IS NULL OR l.covers_from <= $3)
          AND (l.outcome = 'failed' OR EXISTS (SELECT FROM unnest(l.gaps) AS gap WHERE gap >= $2 AND ($3::date IS NULL OR gap <= $3))))
         AS "failedListings"
     FROM open_document_states WHERE source = $1 AND ${wanted}`,
    [source, from, to],
  );
  return rows[0];
}

/**
 * Records a failure for documents that were fetched but produced no stored document, so that they wait for a retry.
 * Returns them.
 */
export async function recordUnread(pool: Pool, source: string, documentIds: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ documentId: string }>(
    `SELECT document_id AS "documentId" FROM listed_document_states
     WHERE source = $1 AND document_id = ANY($2) AND state = 'not_fetched' AND (retry_at IS NULL OR retry_at <= now())`,
    [source, documentIds],
  );
  const message = "was fetched, and holds nothing under this document's name";
  for (const { documentId } of rows) await recordFetchFailure(pool, { source, documentId, message });
  return rows.map(({ documentId }) => documentId);
}

/**
 * Records a failed fetch of a document: it stays due, with an increasing retry delay (1 minute, doubling up to a day).
 */
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

/** The result of the last fetch of a listing; null if it was never fetched. */
export async function lastFetch(
  pool: Pool,
  source: string,
  listing: string,
): Promise<{ outcome: ListingFetch["outcome"]; final: boolean; listed: number; sha256: string | null } | null> {
  const { rows } = await pool.query(
    "SELECT outcome, final, listed, sha256 FROM listing_fetches WHERE source = $1 AND listing = $2",
    [source, listing],
  );
  return rows[0] ?? null;
}

/** Compacts the counts by day (listed_day_changes). */
export async function foldListedDays(pool: Pool): Promise<void> {
  await pool.query("SELECT disclosed_sum_listed_days()");
}
