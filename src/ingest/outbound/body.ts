// The body of a response, decompressed and limited: the same limit applies to a long body and to a small one that
// unpacks to gigabytes.
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createInflate } from "node:zlib";
import { OutboundError } from "./door.ts";

/**
 * Reads the decompressed body. If `whole` is false, bytes beyond `max` are discarded; if it is true, a longer body is
 * refused. Throws OutboundError `too_large` or `bad_answer`, and errors of an interrupted stream.
 */
export async function readBody(
  body: NodeJS.ReadableStream,
  headers: Headers,
  max: number,
  whole: boolean,
): Promise<Buffer> {
  const announced = Number(headers.get("content-length") ?? 0);
  if (whole && announced > max) {
    discard(body);
    throw tooLarge(max);
  }
  const collected = new Collected(max);
  try {
    await pipeline([body, ...decoders(headers), collected]);
  } catch (error) {
    if (!(error instanceof OutboundError && error.reason === "too_large") || whole) throw error;
  }
  return collected.bytes();
}

function discard(body: NodeJS.ReadableStream): void {
  body.on("error", () => {});
  (body as NodeJS.ReadableStream & { destroy(): void }).destroy();
}

function decoders(headers: Headers): NodeJS.ReadWriteStream[] {
  const codings = (headers.get("content-encoding") ?? "").toLowerCase().split(",");
  return codings
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity")
    .reverse()
    .slice(0, 3)
    .map((coding) => {
      if (coding === "gzip" || coding === "x-gzip") return createGunzip();
      if (coding === "deflate") return createInflate();
      throw new OutboundError(
        "bad_answer",
        `the answer is coded as ${JSON.stringify(coding)}, which was not asked for`,
      );
    });
}

/** Collects at most `max` bytes, and fails for more. */
class Collected extends Transform {
  private readonly parts: Buffer[] = [];
  private size = 0;

  constructor(private readonly max: number) {
    super();
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const room = this.max - this.size;
    this.parts.push(part.length > room ? part.subarray(0, room) : part);
    this.size += part.length;
    done(part.length > room ? tooLarge(this.max) : null);
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

function tooLarge(max: number): OutboundError {
  return new OutboundError("too_large", `the answer has more than ${max.toLocaleString("en-US")} bytes`);
}
