// The files that are found in the operator's paths, and the limits for them and for archives that unpack into far more
// than their size. No real file of any source comes near the limits, and files within them are read in less than half a
// gigabyte of memory.
import type { Readable } from "node:stream";
import type { InputFile } from "../source.ts";

const mebibyte = 1024 * 1024;

export const limits = {
  /** one file, unpacked: an index of a quarter or a table of a data set, which are processed as bytes */
  fileBytes: 128 * mebibyte,
  /** one file that is decoded to text and parsed; the largest real ones have a third of this */
  textBytes: 32 * mebibyte,
  /** an archive that unpacks into more than this may not exceed the compression ratio `ratio` */
  unsuspiciousBytes: 256 * mebibyte,
  ratio: 200,
  entries: 2_000_000,
  /** maximum nesting of archives */
  depth: 3,
};

/** A file or archive that cannot be read; `reason` is the stable code for quarantine. */
export class InputProblem extends Error {
  constructor(
    readonly reason: "unreadable" | "file_too_large" | "bad_archive" | "archive_bomb",
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads all bytes of a stream; throws InputProblem after `max` bytes. If the archive gives the length of the file, pass
 * it as `expected` to avoid a second copy.
 */
export async function readAll(stream: Readable, max: number, expected = 64 * 1024): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(Math.min(expected, max));
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (length + chunk.length > max) {
      stream.destroy();
      throw tooLarge(max);
    }
    if (length + chunk.length > bytes.length) {
      const longer = Buffer.allocUnsafe(Math.min(max, Math.max(2 * bytes.length, length + chunk.length)));
      bytes.copy(longer, 0, 0, length);
      bytes = longer;
    }
    length += chunk.copy(bytes, length);
  }
  // a short file must not keep a large buffer in memory
  return length > bytes.length / 2 ? bytes.subarray(0, length) : Buffer.from(bytes.subarray(0, length));
}

export function tooLarge(max: number): InputProblem {
  return new InputProblem("file_too_large", `the file unpacks into more than ${Math.floor(max / mebibyte)} MiB`);
}

/** Counts the unpacked bytes of an archive; throws InputProblem if it is an archive bomb. */
export class UnpackedSize {
  #bytes = 0;
  #entries = 0;

  constructor(readonly packedBytes: () => number) {}

  add(bytes: number): void {
    this.#bytes += bytes;
    this.#check();
  }

  entry(): void {
    this.#entries++;
    this.#check();
  }

  #check(): void {
    const suspicious = this.#bytes > limits.unsuspiciousBytes;
    if (this.#entries > limits.entries || (suspicious && this.#bytes > limits.ratio * this.packedBytes()))
      throw new InputProblem("archive_bomb", "the archive unpacks into far more than its size; it was not read");
  }
}

/** A file that can be loaded once, before the next one is requested. */
export interface FoundFile {
  file: Omit<InputFile, "read">;
  /** Throws InputProblem if the bytes cannot be read, or are more than `max` (default: the bound of any file). */
  load(max?: number): Promise<Buffer>;
  /** bytes on disk that have been read once this file is loaded: for progress */
  packedBytes: number;
}

/** A file or archive that cannot be read; the walk continues after it. */
interface FoundProblem {
  file: Omit<InputFile, "read">;
  problem: InputProblem;
}

export type Found = FoundFile | FoundProblem;

/** Bytes to be unpacked: on disk or, inside another archive, in memory. */
export interface Packed {
  path: string;
  name: string;
  size: number;
  bytes: Buffer | null;
}
