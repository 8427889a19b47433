// Entries of a .tar, plain or compressed with gzip or xz, streamed in the order of the archive.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import tar from "tar-stream";
import xz from "xz-decompress";
import type { Found, Packed } from "./found.ts";
import { InputProblem, limits, readAll, tooLarge, UnpackedSize } from "./limits.ts";

export type Packing = "none" | "gzip" | "xz";

/** The files of the archive. Throws InputProblem if the archive is damaged; entries yielded before that are valid. */
export async function* tarEntries(archive: Packed, packing: Packing): AsyncGenerator<Found> {
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
