// The file beside a stored index that names the rows which have changed since: a line for every comparison with the
// store, with its checksum. The rows themselves are read from PostgreSQL at the next start.
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { KindName } from "../trade-index.ts";
import type { Change } from "../versioned-list.ts";
import { type Checkpoint, Doubt } from "./checkpoint.ts";

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
