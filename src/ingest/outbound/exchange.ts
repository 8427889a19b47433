// One request and its response over HTTP, with limits against a hostile or broken publisher: time to connect, to the
// headers, between two chunks of the body and in total; bytes before and after decompression. It has no retries and no
// rules for publishers.
import { Agent, request as send, errors as undiciErrors } from "undici";
import { readBody } from "./body.ts";
import { OutboundError } from "./door.ts";

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

const tooLong = new Error("the whole took too long");

/** Maximum bytes that are read of a refusal or an error page: enough to recognise it. */
const errorBodyBytes = 65_536;

export interface Exchange {
  /**
   * Throws OutboundError `timeout`, `unreachable`, `truncated`, `too_large` or `bad_answer`; if aborted, throws the
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
    return new OutboundError("timeout", `no whole answer in time: ${words}`);
  // fewer or more bytes than Content-Length, or a body that ends within a chunk or within compressed data
  if (began) return new OutboundError("truncated", `the answer broke off: ${words}`);
  return new OutboundError("unreachable", words);
}
