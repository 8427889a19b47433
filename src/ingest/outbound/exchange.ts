// One request and its response over HTTP, with limits against a hostile or broken publisher: time to connect, to the
// headers, between two chunks of the body and in total; bytes before and after decompression. It has no retries and no
// rules for publishers.
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createInflate } from "node:zlib";
import { Agent, request as send, errors as undiciErrors } from "undici";
import { OutboundError } from "./index.ts";

// The body of a response, decompressed and limited: the same limit applies to a long body and to a small one that
// unpacks to gigabytes.

/**
 * Reads the decompressed body. If `whole` is false, bytes beyond `max` are discarded; if it is true, a longer body is
 * refused. Throws OutboundError `too_large` or `bad_response`, and errors of an interrupted stream.
 */
async function readBody(body: NodeJS.ReadableStream, headers: Headers, max: number, whole: boolean): Promise<Buffer> {
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
        "bad_response",
        `the response is encoded as ${JSON.stringify(coding)}, which was not requested`,
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
  return new OutboundError("too_large", `the response has more than ${max.toLocaleString("en-US")} bytes`);
}

export interface ExchangeLimits {
  connectMs: number;
  headersMs: number;
  /** maximum time between two chunks of the body */
  bodyMs: number;
  /** maximum time from the first byte sent to the last one received */
  totalMs: number;
}

interface ExchangeRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
  maxBytes: number;
  signal: AbortSignal;
}

export interface ExchangeResponse {
  status: number;
  headers: Headers;
  /** decompressed; for other statuses than 200 at most the first 64 kB */
  body: Buffer;
}

const tooLong = new Error("the whole request took too long");

/** Maximum bytes that are read of a refusal or an error page: enough to recognise it. */
const errorBodyBytes = 65_536;

export interface Exchange {
  /**
   * Throws OutboundError `timeout`, `unreachable`, `truncated`, `too_large` or `bad_response`; if aborted, throws the
   * signal's reason.
   */
  send(request: ExchangeRequest): Promise<ExchangeResponse>;
  close(): Promise<void>;
}

export function openExchange(limits: ExchangeLimits): Exchange {
  const agent = new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    // shorter than the publisher's own timeout: a request on a connection that is being closed would be lost
    keepAliveTimeout: 4_000,
    maxHeaderSize: 32_768,
  });

  async function exchange(request: ExchangeRequest): Promise<ExchangeResponse> {
    request.signal.throwIfAborted();
    // not AbortSignal.any: the operator's signal lives as long as the process and would keep every request's signal in
    // memory
    const ending = new AbortController();
    const end = () => ending.abort(request.signal.reason);
    request.signal.addEventListener("abort", end);
    const timer = setTimeout(() => ending.abort(tooLong), limits.totalMs);
    const state = { began: false };
    try {
      return await exchangeUntil(ending.signal, request, state);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof OutboundError) throw error;
      throw toOutboundError(error, { ...state, tooLong: ending.signal.reason === tooLong });
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", end);
    }
  }

  async function exchangeUntil(signal: AbortSignal, request: ExchangeRequest, state: { began: boolean }) {
    const { statusCode, headers, body } = await send(request.url, {
      dispatcher: agent,
      method: request.method,
      headers: { "accept-encoding": "gzip, deflate", ...request.headers },
      body: request.body ?? null,
      signal,
    });
    state.began = true;
    const responseHeaders = headersOf(headers);
    const max = statusCode === 200 ? request.maxBytes : errorBodyBytes;
    return {
      status: statusCode,
      headers: responseHeaders,
      body: await readBody(body, responseHeaders, max, statusCode === 200),
    };
  }

  return { send: exchange, close: () => agent.destroy() };
}

function headersOf(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

function toOutboundError(error: unknown, { began, tooLong }: { began: boolean; tooLong: boolean }): OutboundError {
  const { code, message } = error as { code?: string; message?: string };
  const words = message || code || String(error);
  if (
    tooLong ||
    error instanceof undiciErrors.HeadersTimeoutError ||
    error instanceof undiciErrors.BodyTimeoutError ||
    error instanceof undiciErrors.ConnectTimeoutError
  )
    return new OutboundError("timeout", `no complete response in time: ${words}`);
  // fewer or more bytes than Content-Length, or a body that ends within a chunk or within compressed data
  if (began) return new OutboundError("truncated", `the response was cut off: ${words}`);
  return new OutboundError("unreachable", words);
}
