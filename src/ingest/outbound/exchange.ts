// One request and its answer over HTTP, with every bound that a hostile or broken publisher needs: time to connect, to the
// headers, between two pieces of the body and in all; bytes before and after decompression. It knows no retries and no rules.
import { Agent, request as send, errors as undiciErrors } from "undici";
import { readBody } from "./body.ts";
import { OutboundError } from "./door.ts";

export interface ExchangeLimits {
  connectMs: number;
  headersMs: number;
  /** silence in the middle of a body */
  bodyMs: number;
  /** from the first byte sent to the last one received */
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

export interface ExchangeAnswer {
  status: number;
  headers: Headers;
  /** decompressed; for other statuses than 200 at most the first 64 kB */
  body: Buffer;
}

const tooLong = new Error("the whole took too long");

/** What is read of a refusal or an error page: enough to tell what it is. */
const errorBodyBytes = 65_536;

export interface Exchange {
  /** Throws OutboundError `timeout`, `unreachable`, `truncated`, `too_large` or `bad_answer`; an abort throws the signal's reason. */
  send(request: ExchangeRequest): Promise<ExchangeAnswer>;
  close(): Promise<void>;
}

export function openExchange(limits: ExchangeLimits): Exchange {
  const agent = new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    // a connection that the publisher may be about to close is not worth a lost request
    keepAliveTimeout: 4_000,
    maxHeaderSize: 32_768,
  });

  async function exchange(request: ExchangeRequest): Promise<ExchangeAnswer> {
    request.signal.throwIfAborted();
    // not AbortSignal.any: the operator's signal lives as long as the process and would hold on to every request's
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
      throw inOurWords(error, { ...state, tooLong: ending.signal.reason === tooLong });
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
    const answered = headersOf(headers);
    const max = statusCode === 200 ? request.maxBytes : errorBodyBytes;
    return { status: statusCode, headers: answered, body: await readBody(body, answered, max, statusCode === 200) };
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

function inOurWords(error: unknown, { began, tooLong }: { began: boolean; tooLong: boolean }): OutboundError {
  const { code, message } = error as { code?: string; message?: string };
  const words = message || code || String(error);
  if (
    tooLong ||
    error instanceof undiciErrors.HeadersTimeoutError ||
    error instanceof undiciErrors.BodyTimeoutError ||
    error instanceof undiciErrors.ConnectTimeoutError
  )
    return new OutboundError("timeout", `no whole answer in time: ${words}`);
  // fewer or more bytes than Content-Length says, a body that ends in the middle of a chunk or of its compression
  if (began) return new OutboundError("truncated", `the answer broke off: ${words}`);
  return new OutboundError("unreachable", words);
}
