// Walks files, folders and archives in a stable order: names by code point, archives in their own order, archives
// inside archives too. A bad file or archive is reported and the walk continues.
import { createReadStream, type Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32, createGunzip } from "node:zlib";
import tar from "tar-stream";
import xz from "xz-decompress";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { storableText } from "../../lib/text.ts";
import type { InputFile } from "../source.ts";
import {
  type Found,
  type FoundFile,
  InputProblem,
  limits,
  type Packed,
  readAll,
  tooLarge,
  UnpackedSize,
} from "./found.ts";

// Entries of a .tar, plain or compressed with gzip or xz, streamed in the order of the archive.
type Packing = "none" | "gzip" | "xz";

/** The files of the archive. Throws InputProblem if the archive is damaged; entries yielded before that are valid. */
async function* tarEntries(archive: Packed, packing: Packing): AsyncGenerator<Found> {
  let packed = 0;
  const source = archive.bytes ? Readable.from([archive.bytes]) : createReadStream(archive.path);
  source.on("data", (chunk: Buffer) => {
    packed += chunk.length;
  });
  source.pause();
  const extract = tar.extract();
  const unpacked = new UnpackedSize(() => packed);
  const unpack = unpacker(source, packing);
  unpack.on("error", (error: Error) => extract.destroy(error));
  source.on("error", (error: Error) => extract.destroy(error));
  unpack.pipe(extract);
  let done = 0;
  try {
    for await (const entry of extract) {
      unpacked.entry();
      const { name: path, size = 0, type } = entry.header;
      const file = { path, name: path.split("/").at(-1) ?? path };
      unpacked.add(size);
      const packedBytes = packed - done;
      done = packed;
      if (type !== "file" && type !== "contiguous-file") entry.resume();
      else if (size > limits.fileBytes) {
        entry.resume();
        yield { file, problem: tooLarge(limits.fileBytes) };
      } else {
        const bytes = await readAll(entry as unknown as Readable, limits.fileBytes, size);
        yield { file, packedBytes, load: async (max) => atMost(max, bytes) };
      }
    }
  } catch (error) {
    if (error instanceof InputProblem) throw error;
    throw new InputProblem("bad_archive", "the archive is damaged or cut off");
  } finally {
    extract.destroy();
    source.destroy();
  }
}

function atMost(max: number | undefined, bytes: Buffer): Buffer {
  if (max !== undefined && bytes.length > max) throw tooLarge(max);
  return bytes;
}

function unpacker(source: Readable, packing: Packing): Readable {
  if (packing === "none") return source;
  if (packing === "gzip") {
    const gunzip = createGunzip();
    source.on("error", (error: Error) => gunzip.destroy(error));
    return source.pipe(gunzip);
  }
  const web = new xz.XzReadableStream(Readable.toWeb(source) as ConstructorParameters<typeof xz.XzReadableStream>[0]);
  return Readable.fromWeb(web as Parameters<typeof Readable.fromWeb>[0]);
}

interface DiskFile {
  path: string;
  name: string;
  size: number;
}

const maxPathLength = 1000;
const hidden = /^(\.|__MACOSX$|Thumbs\.db$)/;

/**
 * All files under a path (or the file itself), sorted. Throws an Error that names a path that does not exist or cannot
 * be listed.
 */
export async function listDisk(path: string): Promise<DiskFile[]> {
  const files: DiskFile[] = [];
  await visit(path, files, new Set());
  return files;
}

/** Throws an Error that names a path that does not exist. */
export async function statOf(path: string): Promise<Stats> {
  return await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === "ENOENT" ? `${path}: no such file or folder` : `${path}: ${error.message}`);
  });
}

async function visit(path: string, files: DiskFile[], visited: Set<string>): Promise<void> {
  const found = await statOf(path);
  // a link to a parent folder would cause an endless loop
  const real = await realpath(path);
  if (visited.has(real)) return;
  visited.add(real);
  if (found.isDirectory()) {
    const names = (await readdir(path)).filter((name) => !hidden.test(name)).sort((a, b) => (a < b ? -1 : 1));
    for (const name of names) {
      const child = join(path, name);
      // a dangling link in a folder is ignored
      if (await stat(child).catch(() => null)) await visit(child, files, visited);
    }
  } else if (found.isFile()) files.push({ path, name: path.split(/[/\\]/).at(-1) ?? path, size: found.size });
}

/** The files among the disk files, and the files inside their archives. */
export async function* unpack(disk: DiskFile[]): AsyncGenerator<Found> {
  for (const file of disk) yield* open({ ...file, bytes: null }, 0);
}

/** A fetched file, or the files inside it if its name is that of an archive. */
export async function* unpackFetched(file: InputFile): AsyncGenerator<Found> {
  if (archiveKind(file.name) === null) yield { file, load: () => file.read(), packedBytes: 0 };
  else {
    const bytes = await file.read();
    yield* open({ path: file.path, name: file.name, size: bytes.length, bytes }, 0);
  }
}

async function* open(packed: Packed, depth: number): AsyncGenerator<Found> {
  const { path, name } = packed;
  const entries = entriesOf(packed);
  if (!entries) {
    yield plainFile(packed);
    return;
  }
  if (depth >= limits.depth) {
    yield { file: { path, name }, problem: new InputProblem("archive_bomb", "archives inside archives, too deep") };
    return;
  }
  try {
    for await (const entry of entries) yield* nested(entry, path, depth);
  } catch (error) {
    if (!(error instanceof InputProblem)) throw error;
    yield { file: { path, name }, problem: error };
  }
}

async function* nested(entry: Found, archivePath: string, depth: number): AsyncGenerator<Found> {
  const inside = storablePath(entry.file.path);
  const segments = inside.split("/");
  if (segments.some((segment) => hidden.test(segment) && segment !== "." && segment !== "..")) return;
  const path = `${archivePath}!/${inside.replace(/^(\.?\/)+/, "")}`;
  const file = { path, name: segments.at(-1) ?? inside };
  if ("problem" in entry) {
    yield { file, problem: entry.problem };
  } else if (!archiveKind(file.name) && !/\.gz$/i.test(file.name)) {
    yield { ...entry, file };
  } else {
    try {
      const bytes = await entry.load();
      yield* open({ ...file, size: bytes.length, bytes }, depth + 1);
    } catch (error) {
      if (!(error instanceof InputProblem)) throw error;
      yield { file, problem: error };
    }
  }
}

/**
 * A name that the store accepts and can find again: names in archives may contain any character and be far longer than
 * in file systems. The ellipsis is one character, because three dots would make a hidden file.
 */
function storablePath(path: string): string {
  const text = storableText(path);
  return text.length > maxPathLength ? `${text.slice(0, maxPathLength / 2)}…${text.slice(-maxPathLength / 2)}` : text;
}

function archiveKind(name: string): "zip" | Packing | null {
  if (/\.zip$/i.test(name)) return "zip";
  if (/\.tar$/i.test(name)) return "none";
  if (/\.(tar\.gz|tgz)$/i.test(name)) return "gzip";
  if (/\.(tar\.xz|txz)$/i.test(name)) return "xz";
  return null;
}

function entriesOf(packed: Packed): AsyncGenerator<Found> | null {
  const kind = archiveKind(packed.name);
  if (kind === null) return null;
  return kind === "zip" ? zipEntries(packed) : tarEntries(packed, kind);
}

/** A single file; a .gz that is not a tar is unpacked to the one file in it. */
function plainFile({ path, name, size, bytes }: Packed): FoundFile {
  const zipped = /\.gz$/i.test(name);
  return {
    file: { path, name: zipped ? name.replace(/\.gz$/i, "") : name },
    packedBytes: size,
    async load(max = limits.fileBytes) {
      if (size > max) throw tooLarge(max);
      const raw = bytes ? Readable.from([bytes]) : createReadStream(path);
      const stream: Readable = zipped ? raw.pipe(createGunzip()) : raw;
      raw.on("error", (error: Error) => stream.destroy(error));
      try {
        return await readAll(stream, max, zipped ? undefined : size);
      } catch (error) {
        if (error instanceof InputProblem) throw error;
        const { code = "damaged" } = error as NodeJS.ErrnoException;
        throw new InputProblem("unreadable", `the file cannot be ${zipped ? "unpacked" : "read"} (${code})`);
      } finally {
        // a stream that ends early does not close the one that it is piped from
        raw.destroy();
      }
    },
  };
}

// Entries of a .zip, by name, read one by one from the central directory.

/** The files of the archive in the order of their names. Throws InputProblem when the archive itself is damaged. */
export async function* zipEntries(archive: Packed): AsyncGenerator<Found> {
  const zip = await openArchive(archive);
  try {
    const entries = await listEntries(zip);
    const unpacked = new UnpackedSize(() => archive.size);
    for (const entry of entries) {
      const path = entry.fileName;
      unpacked.entry();
      yield {
        file: { path, name: path.split("/").at(-1) ?? path },
        packedBytes: entry.compressedSize,
        load: async (max = limits.fileBytes) => {
          if (entry.uncompressedSize > max) throw tooLarge(max);
          const bytes = await readEntry(zip, entry, max);
          unpacked.add(bytes.length);
          return bytes;
        },
      };
    }
  } finally {
    zip.close();
  }
}

function openArchive({ path, bytes }: Packed): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false } as const;
  return new Promise((resolve, reject) => {
    const done = (_error: Error | null, zip?: ZipFile) =>
      zip ? resolve(zip) : reject(new InputProblem("bad_archive", "not a readable zip file"));
    if (bytes) yauzl.fromBuffer(bytes, options, done);
    else yauzl.open(path, options, done);
  });
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      if (!entry.fileName.endsWith("/")) entries.push(entry);
      if (entries.length > limits.entries) reject(new InputProblem("archive_bomb", "the archive has too many entries"));
      else zip.readEntry();
    });
    zip.on("end", () => resolve(entries.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))));
    zip.on("error", () => reject(new InputProblem("bad_archive", "damaged zip file")));
    zip.readEntry();
  });
}

async function readEntry(zip: ZipFile, entry: Entry, max: number): Promise<Buffer> {
  try {
    const stream = await new Promise<import("node:stream").Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (opened ? resolve(opened) : reject(error)));
    });
    const bytes = await readAll(stream, max, entry.uncompressedSize);
    if (crc32(bytes) !== entry.crc32) throw new InputProblem("unreadable", "damaged in the zip file: wrong checksum");
    return bytes;
  } catch (error) {
    if (error instanceof InputProblem) throw error;
    throw new InputProblem("unreadable", "damaged in the zip file: it cannot be unpacked");
  }
}
