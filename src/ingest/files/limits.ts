// Bounds on files and on archives that unpack into more than they are: no real file of any source comes near them, and what
// stays below them is read in less than half a gigabyte of memory.
import type { Readable } from "node:stream";

const mebibyte = 1024 * 1024;

export const limits = {
  /** one file, unpacked: an index of a quarter or a table of a data set, which stay bytes */
  fileBytes: 128 * mebibyte,
  /** one file that is read as a text and taken apart; the largest real ones have a third of this */
  textBytes: 32 * mebibyte,
  /** an archive that unpacks into more than this may not do so at a ratio above `ratio` */
  unsuspiciousBytes: 256 * mebibyte,
  ratio: 200,
  entries: 2_000_000,
  /** archives inside archives */
  depth: 3,
};

/** A file or archive that cannot be taken; `reason` is the stable code for quarantine. */
export class InputProblem extends Error {
  constructor(
    readonly reason: "unreadable" | "file_too_large" | "bad_archive" | "archive_bomb",
    message: string,
  ) {
    super(message);
  }
}

/**
 * All bytes of a stream; throws InputProblem behind `max` bytes. Where the archive says how long the file is, `expected` spares
 * a second copy of it.
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
  // a short file must not hold on to a long buffer
  return length > bytes.length / 2 ? bytes.subarray(0, length) : Buffer.from(bytes.subarray(0, length));
}

export function tooLarge(max: number): InputProblem {
  return new InputProblem("file_too_large", `the file unpacks into more than ${Math.floor(max / mebibyte)} MiB`);
}

/** Watches what an archive unpacks into; throws InputProblem when it is a bomb. */
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
      throw new InputProblem("archive_bomb", "the archive unpacks into far more than its size; it was left");
  }
}
