// The body of an answer, decompressed and bounded: the same cap holds for a long one and for a small one that unpacks to
// gigabytes.
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createInflate } from "node:zlib";
import { OutboundError } from "./door.ts";

/**
 * The decompressed body. Of an answer that is not `whole`, what goes beyond `max` is left unread instead of
 * refused. Throws OutboundError `too_large` or `bad_answer`, and what the stream throws when it breaks off.
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

/** Keeps at most `max` bytes: the same bound for a long body and for a small one that unpacks to gigabytes. */
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
