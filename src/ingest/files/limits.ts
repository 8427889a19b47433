// Bounds against archives that unpack into more than they are: no file of any source comes near them.
import type { Readable } from "node:stream";

const mebibyte = 1024 * 1024;

export const limits = {
  /** one file, unpacked */
  fileBytes: 256 * mebibyte,
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

/** All bytes of a stream; throws InputProblem behind `max` bytes. */
export async function readAll(stream: Readable, max: number = limits.fileBytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > max) {
      stream.destroy();
      throw tooLarge(max);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

export function tooLarge(max: number = limits.fileBytes): InputProblem {
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
