// The interface of the outbound client, the only way to send requests to publishers. It sends the contact in the
// User-Agent, applies the publisher's rate limit over all processes, obeys refusals, sends conditional requests, limits
// sizes and times, and stores every raw body.
import type { PublisherName } from "../../sources/sources.ts";

export interface OutboundRequest {
  publisher: PublisherName;
  url: string;
  method?: "GET" | "POST";
  /** sent as application/x-www-form-urlencoded */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** false: no If-None-Match and no If-Modified-Since, and the response is not stored (sessions, searches) */
  conditional?: boolean;
  /**
   * sends the request without validators and stores the response: if the last response was unusable, its validators are
   * too
   */
  fresh?: boolean;
  /**
   * `manual`: a redirect is returned to the caller (sessions, which need its cookies); default: followed on the same
   * host
   */
  redirect?: "follow" | "manual";
  /** maximum size of the response in bytes; default 64 MB */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  /** 200, or 404 and 410: the resource does not exist. 3xx only with `redirect: "manual"`. */
  status: number;
  /** the final URL, after redirects */
  url: string;
  headers: Headers;
  body: Buffer;
  /** the publisher returned 304, and the body is the stored one */
  unchanged: boolean;
  /** hash of the stored raw file; null if it was not stored (conditional: false) */
  sha256: string | null;
}

/**
 * The publisher refused or failed repeatedly. `publisher_stopped`: no process sends a request before `retryAt` (403,
 * 429, the SEC's refusal page, 5xx with Retry-After). `truncated`, `timeout`, `unreachable` and 5xx are retried before
 * they are thrown.
 */
export class OutboundError extends Error {
  override name = "OutboundError";
  constructor(
    readonly reason: "publisher_stopped" | "unreachable" | "bad_response" | "truncated" | "too_large" | "timeout",
    message: string,
    readonly retryAt: Date | null = null,
    /** the HTTP status that caused the stop; null if there was none, or if it is no longer known */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

export interface Outbound {
  /** Throws OutboundError; if the request's signal is aborted, throws its reason. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
}
