// Raw files as published, stored content-addressed and gzipped under DISCLOSED_HOME/raw/ab/cdef..., so that every row
// can be rebuilt, and the raw file from which a row was read. An existing file is never written again.
import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Store } from "../../store/store.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Lower-case hex SHA-256 of the bytes: the identity of a raw file. */
function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Path of the raw file with that hash. */
export function rawPath(home: string, hash: string): string {
  return join(home, "raw", hash.slice(0, 2), `${hash.slice(2)}.gz`);
}

/**
 * Stores the bytes and returns their hash. Writes a temporary file and renames it, so that a crash leaves no partial
 * file.
 */
export async function keepRaw(home: string, bytes: Buffer): Promise<string> {
  const hash = sha256(bytes);
  const path = rawPath(home, hash);
  if (await exists(path)) return hash;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, await compress(bytes, { level: 4 }));
    await rename(draft, path);
  } catch (error) {
    // a full disk must not retain a partial file
    await rm(draft, { force: true });
    throw error;
  }
  return hash;
}

/** The bytes of a stored file. Throws if it does not exist, or if its bytes no longer match its hash. */
export async function readRaw(home: string, hash: string): Promise<Buffer> {
  const bytes = await decompress(await readFile(rawPath(home, hash)));
  if (sha256(bytes) !== hash) throw new Error(`raw file ${hash} is damaged`);
  return bytes;
}

/** True if the raw file with that hash is on this machine. */
export async function hasRaw(home: string, hash: string): Promise<boolean> {
  return await exists(rawPath(home, hash));
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

export interface StoredRawFile {
  /** the publisher's or operator's file name; null if the file is not recorded in the store */
  name: string | null;
  /** lower-case hex; null for rows that have no file (invented sample data) */
  sha256: string | null;
  /** size of the original file */
  bytes: number | null;
  firstSeenAt: Date | null;
  /** path of the stored file, compressed with gzip */
  path: string | null;
  /** `intact`: the bytes still have the hash; `changed`: they do not, or cannot be decompressed */
  state: "intact" | "changed" | "missing" | "none";
  /** description of the problem */
  problem: string | null;
}

export interface OpenedFile extends StoredRawFile {
  /** null unless intact */
  content: Buffer | null;
}

const none: OpenedFile = {
  name: null,
  sha256: null,
  bytes: null,
  firstSeenAt: null,
  path: null,
  state: "none",
  problem: "no raw file is recorded for it",
  content: null,
};

/** Reads a stored file and checks its hash. Never throws for a problem with the file. */
export async function openStored(store: Pick<Store, "pool">, home: string, sha256: string | null): Promise<OpenedFile> {
  if (sha256 === null) return none;
  const { rows } = await store.pool.query<Pick<StoredRawFile, "name" | "bytes" | "firstSeenAt">>(
    `SELECT name, bytes, first_seen_at AS "firstSeenAt" FROM source_files WHERE sha256 = $1`,
    [sha256],
  );
  const path = rawPath(home, sha256);
  const known = { ...none, ...rows[0], sha256, path };
  try {
    return { ...known, content: await readRaw(home, sha256), state: "intact", problem: null };
  } catch (error) {
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    const problem = isThere
      ? `the stored file has other bytes than those that were read: ${(error as Error).message}`
      : `the stored file is missing: ${path}`;
    return { ...known, state: isThere ? "changed" : "missing", problem };
  }
}

/** The file without its content, for display. */
export const withoutContent = ({ content: _, ...file }: OpenedFile): StoredRawFile => file;
