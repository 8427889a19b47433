// The raw file from which a row was read, as stored on this machine.
import { stat } from "node:fs/promises";
import type { Store } from "../store/store.ts";
import { rawPath, readRaw } from "./raw-store.ts";

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
      : `the stored file is not there: ${path}`;
    return { ...known, state: isThere ? "changed" : "missing", problem };
  }
}

/** The file without its content, for display. */
export const withoutContent = ({ content: _, ...file }: OpenedFile): StoredRawFile => file;
