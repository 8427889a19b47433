// Compresses a response in parts. A part is compressed on another thread while the account's turn lasts, so that an
// account never has more parts under way than turns.
import { createGzip } from "node:zlib";

export interface PartPacker {
  /** The compressed bytes that are complete with this part; may be empty, because the compressor holds some back. */
  pack(part: Buffer): Promise<Buffer>;
  /** The remaining bytes. */
  end(): Promise<Buffer>;
  /** Frees the compressor's memory. */
  close(): void;
}

/** Passes parts on as they are. */
export const unpacked: PartPacker = {
  pack: async (part) => part,
  end: async () => Buffer.alloc(0),
  close() {},
};

export function gzipParts(): PartPacker {
  const gzip = createGzip();
  let packed: Buffer[] = [];
  // bytes are collected at once: a compressor with unread output stops
  gzip.on("data", (bytes: Buffer) => packed.push(bytes));
  const collected = () => {
    const bytes = Buffer.concat(packed);
    packed = [];
    return bytes;
  };
  return {
    pack: (part) =>
      new Promise((resolve, reject) => {
        gzip.write(part, (error) => (error ? reject(error) : resolve(collected())));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        gzip.once("error", reject);
        gzip.once("end", () => resolve(collected()));
        gzip.end();
      }),
    close: () => void gzip.destroy(),
  };
}
