// Entries of a .zip, by name, read one by one from the central directory.
import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { type Found, InputProblem, limits, type Packed, readAll, tooLarge, UnpackedSize } from "./found.ts";

/** The files of the archive in the order of their names. Throws InputProblem when the archive itself is damaged. */
export async function* zipEntries(archive: Packed): AsyncGenerator<Found> {
  const zip = await open(archive);
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

function open({ path, bytes }: Packed): Promise<ZipFile> {
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
