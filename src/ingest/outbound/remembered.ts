// Stored responses of publishers, for conditional requests: the validators in fetched_resources, the bytes in the raw
// files of this machine.
import type { Pool } from "pg";
import type { PublisherName } from "../../sources.ts";
import { hasRaw, keepRaw, readRaw } from "../raw-store.ts";

export interface Remembered {
  etag: string | null;
  lastModified: string | null;
  sha256: string;
}

/**
 * The validators of a URL, if this machine has its bytes too: another machine with the same database may have fetched
 * them.
 */
export async function recall(pool: Pool, home: string, url: string): Promise<Remembered | null> {
  const { rows } = await pool.query<Remembered>(
    `SELECT etag, last_modified AS "lastModified", sha256 FROM fetched_resources
     WHERE url = $1 AND (etag IS NOT NULL OR last_modified IS NOT NULL)`,
    [url],
  );
  const known = rows[0];
  return known && (await hasRaw(home, known.sha256)) ? known : null;
}

/** If-None-Match and If-Modified-Since (RFC 9110, 13.1). */
export function conditions(known: Remembered | null): Record<string, string> {
  return {
    ...(known?.etag ? { "if-none-match": known.etag } : {}),
    ...(known?.lastModified ? { "if-modified-since": known.lastModified } : {}),
  };
}

/** A 304 need not repeat the validators: missing ones are taken from the stored response (RFC 9111, 4.3.4). */
export function validatorsOf(headers: Headers, known: Remembered): Headers {
  const merged = new Headers(headers);
  if (known.etag !== null && !merged.has("etag")) merged.set("etag", known.etag);
  if (known.lastModified !== null && !merged.has("last-modified")) merged.set("last-modified", known.lastModified);
  return merged;
}

/** The stored bytes of a URL that has not changed; null if they are damaged and have to be fetched again. */
export async function storedBytes(pool: Pool, home: string, url: string, sha256: string): Promise<Buffer | null> {
  const bytes = await readRaw(home, sha256).catch(() => null);
  if (bytes) await pool.query("UPDATE fetched_resources SET checked_at = clock_timestamp() WHERE url = $1", [url]);
  return bytes;
}

/** Stores the raw bytes and their validators. Returns the hash. */
export async function remember(
  pool: Pool,
  home: string,
  { publisher, url, headers, body }: { publisher: PublisherName; url: string; headers: Headers; body: Buffer },
): Promise<string> {
  const sha256 = await keepRaw(home, body);
  await pool.query(
    `INSERT INTO fetched_resources (url, publisher, etag, last_modified, sha256, fetched_at, checked_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())
     ON CONFLICT (url) DO UPDATE SET publisher = excluded.publisher, etag = excluded.etag, last_modified = excluded.last_modified,
       sha256 = excluded.sha256, fetched_at = excluded.fetched_at, checked_at = excluded.checked_at`,
    [url, publisher, headers.get("etag"), headers.get("last-modified"), sha256],
  );
  return sha256;
}
