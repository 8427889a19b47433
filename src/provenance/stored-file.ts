// The raw file that a row was read from, as it is kept on this machine.
import { stat } from "node:fs/promises";
import { rawPath, readRaw } from "../ingest/raw-store.ts";
import type { Store } from "../store/store.ts";

export interface StoredRawFile {
  /** as its publisher or the operator named it; null where the store does not know the file */
  name: string | null;
  /** lower-case hex; null for rows that have no file (invented sample data) */
  sha256: string | null;
  /** of the file as it came */
  bytes: number | null;
  firstSeenAt: Date | null;
  /** where it is kept, packed by gzip */
  path: string | null;
  /** `intact`: the bytes still have the hash; `changed`: they do not, or cannot be unpacked */
  state: "intact" | "changed" | "missing" | "none";
  /** what is wrong with it, in words */
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

/** Reads a kept file and checks its hash. Never throws for what is wrong with the file. */
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
      ? `the kept file has other bytes than those that were read: ${(error as Error).message}`
      : `the kept file is not there: ${path}`;
    return { ...known, state: isThere ? "changed" : "missing", problem };
  }
}

/** What may be shown of it. */
export const withoutContent = ({ content: _, ...file }: OpenedFile): StoredRawFile => file;
