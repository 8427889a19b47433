// Checkpoints of a stored index: up to where it knows the store, and whether the store still has that past (a restored
// backup, another database or a pruned log of changes must not go unnoticed); and the file beside it with a line for
// every checkpoint, its checksum, and which rows have changed. The rows are read from PostgreSQL at the next start.
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import type pg from "pg";
import { noteText, type Snapshot } from "../load/read-store.ts";
import type { KindName } from "../trade-index.ts";
import type { Change } from "../versioned-list.ts";

/** Why a stored index is not used, as a sentence without its full stop. */
export class Doubt extends Error {
  override name = "Doubt";
}

/** A snapshot of the store that the index has been compared with. */
export interface Checkpoint extends Snapshot {
  /** when, in milliseconds since 1970 */
  at: number;
}

export interface StoreIdentity {
  /** PostgreSQL's number of the server's data, where the user may read it */
  system: string | null;
  /** number of the database in it */
  database: string;
  /** the newest migration: it may have rewritten rows without a note */
  migration: string | null;
}

/** list_changes keeps changes for one day; an index whose last check is older than half a day is rebuilt */
export const oldestCheckMs = 12 * 3_600_000;
/** a checkpoint from the future means that a clock was changed */
const clockToleranceMs = 60_000;

/** Not to be called in a transaction: a refused function would end it. */
export async function identityOf(client: pg.ClientBase): Promise<StoreIdentity> {
  const { rows } = await client.query<Omit<StoreIdentity, "system">>(
    `SELECT (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
       (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migration`,
  );
  const system = await client
    .query<{ system: string }>("SELECT system_identifier::text AS system FROM pg_control_system()")
    .then((result) => result.rows[0]?.system ?? null)
    .catch(() => null);
  return { ...(rows[0] as Omit<StoreIdentity, "system">), system };
}

/**
 * Throws a Doubt where the changes since the checkpoint cannot all be read from the snapshot `now`, which `client` is in:
 * the checkpoint's last note of a change has to be there still, as it was. Another past of the same database (from a
 * restored backup) has other notes.
 */
export async function trust(stored: Checkpoint, client: pg.ClientBase, now: Snapshot): Promise<void> {
  const age = Date.now() - stored.at;
  if (age > oldestCheckMs) throw new Doubt("it was compared with the store too long ago");
  if (age < -clockToleranceMs) throw new Doubt("it is from a later time than now");
  if (stored.version > now.version) throw new Doubt("it has a later data version than the store");
  const { rows } = await client.query<{ ahead: boolean; known: boolean }>(
    `SELECT pg_snapshot_xmax($1::pg_snapshot)::text::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric AS ahead,
       EXISTS (SELECT FROM list_changes WHERE position = split_part($2, ' ', 1)::bigint AND (${noteText}) = $2) AS known`,
    [stored.seen, stored.note],
  );
  if (rows[0]?.ahead) throw new Doubt("it has seen later transactions than the store");
  const isUnchanged = stored.note === null && now.note === null && stored.version === now.version;
  if (!rows[0]?.known && !isUnchanged) throw new Doubt("the store's log of changes does not reach back to it");
}

// The file beside a stored index that names the rows which have changed since: a line for every comparison with the
// store, with its checksum. The rows themselves are read from PostgreSQL at the next start.

export type Changes = Partial<Record<KindName, Change[]>>;

interface First {
  /** the id of the stored index */
  of: string;
}

interface Line {
  checkpoint: Checkpoint;
  changes: Changes;
}

export const lineOf = (value: First | Line): string => {
  const json = JSON.stringify(value);
  return `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`;
};

export interface ReadChanges {
  /** undefined: none was made since the index was stored */
  checkpoint?: Checkpoint;
  changes: Changes;
  /** bytes of whole lines; what a killed process left behind them is cut off. 0: the file belongs to another index */
  length: number;
}

/** Reads the lines that belong to the index. Throws a Doubt for a damaged one. */
export function readChangeFile(path: string, of: string): ReadChanges {
  const read: ReadChanges = { changes: {}, length: 0 };
  const bytes = readOrEmpty(path);
  const end = bytes.lastIndexOf("\n") + 1;
  const [first, ...lines] = bytes.toString("utf8", 0, end).split("\n").slice(0, -1);
  if (first === undefined || parse<First>(first).of !== of) return read;
  for (const text of lines) {
    const { checkpoint, changes } = parse<Line>(text);
    read.checkpoint = checkpoint;
    for (const [kind, added] of Object.entries(changes) as [KindName, Change[]][]) {
      read.changes[kind] ??= [];
      for (const change of added) read.changes[kind].push(change);
    }
  }
  return { ...read, length: end };
}

function readOrEmpty(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

function parse<Value>(line: string): Value {
  const json = line.slice(9);
  if (Number.parseInt(line.slice(0, 8), 16) !== crc32(json)) throw new Doubt("the list of its changes is damaged");
  return JSON.parse(json) as Value;
}
