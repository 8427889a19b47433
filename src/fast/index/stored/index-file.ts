// The file with a built index: a fixed start, a head as JSON, a directory with the length and the checksum of every
// block, then the blocks. The start is written last, so that an interrupted file is none. Data are encoded as JSON and
// blocks of bytes without knowing any column, so that a new one is stored without a line here.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { IndexData } from "../trade-index.ts";
import { type Checkpoint, Doubt, type StoreIdentity } from "./checkpoint.ts";

export interface Head {
  /** identifies the file; the file of changes names it */
  id: string;
  /** a digest of the code that built the index */
  layout: string;
  store: StoreIdentity;
  checkpoint: Checkpoint;
}

type Lists = IndexData["lists"];
type FullHead = Head & { lists: Encoded };

const magic = Buffer.from("disclix1");
/** magic, length of the head, number of blocks, checksum of the rest of the start, of the head and of the directory */
const startBytes = magic.length + 12;
/** length (a double) and checksum of a block */
const entryBytes = 12;
/** written between two turns of the event loop: below a millisecond of work */
const pieceBytes = 1_048_576;

/**
 * Writes the file in pieces, between which queries are answered. Returns its size, or undefined where `isWanted` became
 * false meanwhile. Rejects with the error of the disk.
 */
export async function writeIndexFile(
  path: string,
  { head, lists, isWanted }: { head: Head; lists: Lists; isWanted: () => boolean },
): Promise<number | undefined> {
  const blocks: Block[] = [];
  const json = Buffer.from(JSON.stringify({ ...head, lists: encode(lists, blocks) } satisfies FullHead));
  const directory = Buffer.alloc(blocks.length * entryBytes);
  const file = await open(path, "wx", 0o600);
  try {
    let at = startBytes + json.length + directory.length;
    for (const [number, block] of blocks.entries()) {
      const bytes = block();
      const checksum = await writePieces(file, bytes, at, isWanted);
      if (checksum === undefined) return undefined;
      directory.writeDoubleLE(bytes.length, number * entryBytes);
      directory.writeUInt32LE(checksum, number * entryBytes + 8);
      at += bytes.length;
    }
    await writeAll(file, Buffer.concat([startOf(json, directory), json, directory]), 0);
    await file.sync();
    return at;
  } finally {
    await file.close();
  }
}

async function writePieces(file: FileHandle, bytes: Uint8Array, at: number, isWanted: () => boolean) {
  // a copy, because the bytes may be in shared memory or in the kernel's
  const piece = Buffer.alloc(Math.min(pieceBytes, bytes.length));
  let checksum = 0;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await setImmediate();
    if (!isWanted()) return undefined;
    const part = piece.subarray(0, Math.min(pieceBytes, bytes.length - from));
    part.set(bytes.subarray(from, from + part.length));
    checksum = crc32(part, checksum);
    await writeAll(file, part, at + from);
  }
  return checksum;
}

/** A disk that is nearly full writes a part. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

function startOf(json: Buffer, directory: Buffer): Buffer {
  const start = Buffer.alloc(startBytes);
  magic.copy(start);
  start.writeUInt32LE(json.length, magic.length);
  start.writeUInt32LE(directory.length / entryBytes, magic.length + 4);
  start.writeUInt32LE(checksumOf(start, json, directory), magic.length + 8);
  return start;
}

const checksumOf = (start: Buffer, ...rest: Buffer[]) =>
  rest.reduce((checksum, bytes) => crc32(bytes, checksum), crc32(start.subarray(0, magic.length + 8)));

/**
 * Reads the file, and blocks the thread meanwhile. `check` may throw after the head was read. Throws a Doubt for a file
 * that is not whole, and the error of the system for one that cannot be read.
 */
export function readIndexFile(path: string, check: (head: Head) => void): { head: Head; lists: Lists } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const read = (bytes: number, at: number) => readAll(file, bytes, at);
    const { head, directory } = readHead(read, size);
    check(head);
    const positions = positionsOf(directory, size);
    const bytesOf = (block: number) => {
      const { at, bytes, checksum } = positions[block] as (typeof positions)[number];
      const read = readAll(file, bytes, at);
      if (crc32(read) !== checksum) throw new Doubt("a part of its file is damaged");
      return read;
    };
    return { head, lists: decode(head.lists, bytesOf) as Lists };
  } finally {
    closeSync(file);
  }
}

function readHead(read: (bytes: number, at: number) => Uint8Array, size: number) {
  if (size < startBytes) throw new Doubt("its file is not complete");
  const start = Buffer.from(read(startBytes, 0).buffer);
  if (!start.subarray(0, magic.length).equals(magic))
    throw new Doubt("its file is not complete, or has another format");
  const [length, blocks] = [start.readUInt32LE(magic.length), start.readUInt32LE(magic.length + 4)];
  if (startBytes + length + blocks * entryBytes > size) throw new Doubt("its file is not complete");
  const json = Buffer.from(read(length, startBytes).buffer);
  const directory = Buffer.from(read(blocks * entryBytes, startBytes + length).buffer);
  if (checksumOf(start, json, directory) !== start.readUInt32LE(magic.length + 8))
    throw new Doubt("the head of its file is damaged");
  return { head: JSON.parse(json.toString("utf8")) as FullHead, directory: { entries: directory, after: length } };
}

function positionsOf({ entries, after }: { entries: Buffer; after: number }, size: number) {
  const positions: { at: number; bytes: number; checksum: number }[] = [];
  let at = startBytes + after + entries.length;
  for (let entry = 0; entry < entries.length; entry += entryBytes) {
    const bytes = entries.readDoubleLE(entry);
    positions.push({ at, bytes, checksum: entries.readUInt32LE(entry + 8) });
    at += bytes;
  }
  if (at !== size) throw new Doubt("its file is not complete, or longer than it was");
  return positions;
}

/** In a buffer of their own, which can be transferred. */
function readAll(file: number, bytes: number, at: number): Uint8Array {
  const all = new Uint8Array(new ArrayBuffer(bytes));
  for (let done = 0; done < bytes; ) {
    const read = readSync(file, all, done, Math.min(bytes - done, 1 << 30), at + done);
    if (read === 0) throw new Doubt("its file ends too early");
    done += read;
  }
  return all;
}

// Turns data of the index into JSON and blocks of bytes, and back: typed arrays, maps and long lists of texts, in any
// nesting. It knows no column, so that a new one is stored without a line here.

/** Bytes that are made when they are written, because texts take time to convert. */
type Block = () => Uint8Array;

const numbers = { Uint8Array, Uint32Array, Int32Array, Float64Array };
type NumbersName = keyof typeof numbers;
type Numbers = InstanceType<(typeof numbers)[NumbersName]>;

/** `texts`: the blocks of the list's texts as JSON, some thousand texts each; undefined values are left out. */
type Encoded =
  | { value: string | number | boolean | null }
  | { list: Encoded[] }
  | { map: [string | number, Encoded][] }
  | { fields: Record<string, Encoded> }
  | { numbers: NumbersName; block: number }
  | { texts: number[] };

/** texts of one block: converting them takes a few milliseconds */
const textsOfBlock = 5_000;

const isNumbers = (value: unknown): value is Numbers => ArrayBuffer.isView(value) && value.constructor.name in numbers;
const isText = (value: unknown) => value === null || typeof value === "string";

/** Appends the blocks of the value to `blocks`, which it refers to by number. Throws for what it does not know. */
function encode(value: unknown, blocks: Block[]): Encoded {
  const add = (block: Block) => blocks.push(block) - 1;
  if (isNumbers(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return {
      numbers: value.constructor.name as NumbersName,
      block: add(() => new Uint8Array(buffer, byteOffset, byteLength)),
    };
  }
  if (Array.isArray(value)) {
    if (!value.every(isText)) return { list: value.map((one) => encode(one, blocks)) };
    const parts = Array.from({ length: Math.ceil(value.length / textsOfBlock) }, (_, part) =>
      value.slice(part * textsOfBlock, (part + 1) * textsOfBlock),
    );
    return { texts: parts.map((part) => add(() => Buffer.from(JSON.stringify(part)))) };
  }
  if (value instanceof Map) return { map: [...value].map(([key, one]) => [key, encode(one, blocks)]) };
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, one]) => one !== undefined);
    return { fields: Object.fromEntries(fields.map(([name, one]) => [name, encode(one, blocks)])) };
  }
  if (isText(value) || typeof value === "number" || typeof value === "boolean") return { value } as Encoded;
  throw new Error(`the index contains a ${typeof value}, which cannot be stored`);
}

/** The value; `bytesOf` returns the bytes of a block, in a buffer of their own. */
function decode(encoded: Encoded, bytesOf: (block: number) => Uint8Array): unknown {
  if ("value" in encoded) return encoded.value;
  if ("list" in encoded) return encoded.list.map((one) => decode(one, bytesOf));
  if ("map" in encoded) return new Map(encoded.map.map(([key, one]) => [key, decode(one, bytesOf)]));
  if ("fields" in encoded) {
    const fields = Object.entries(encoded.fields);
    return Object.fromEntries(fields.map(([name, one]) => [name, decode(one, bytesOf)]));
  }
  if ("numbers" in encoded) return new numbers[encoded.numbers](bytesOf(encoded.block).buffer as ArrayBuffer);
  return encoded.texts.flatMap((block) => JSON.parse(Buffer.from(bytesOf(block)).toString("utf8")) as string[]);
}
