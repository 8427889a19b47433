// The one door to the outside: what a fetcher may ask of it. It declares who we are, keeps the publisher's pace over all
// processes, obeys refusals, asks conditionally, caps sizes and times, and keeps every raw byte.
import type { PublisherName } from "../../sources.ts";

export interface OutboundRequest {
  publisher: PublisherName;
  url: string;
  method?: "GET" | "POST";
  /** sent as application/x-www-form-urlencoded */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** false: neither If-None-Match nor If-Modified-Since, and the answer is not remembered (sessions, searches) */
  conditional?: boolean;
  /** asks without a condition and remembers the answer: where the last one was no good, its validators are none either */
  fresh?: boolean;
  /** `manual`: a redirect is handed back as it is (sessions, whose cookies come with it); default: followed on the same host */
  redirect?: "follow" | "manual";
  /** bytes after which the answer is refused; default 64 MB */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  /** 200, or 404 and 410: the publisher says that there is no such thing. 3xx only with `redirect: "manual"`. */
  status: number;
  /** the address that answered */
  url: string;
  headers: Headers;
  body: Buffer;
  /** the publisher said 304, and the body is the one kept from last time */
  unchanged: boolean;
  /** hash of the raw file that was kept; null for what is not kept (conditional: false) */
  sha256: string | null;
}

/**
 * The publisher refused us or kept failing. `publisher_stopped`: nothing leaves before `retryAt`, from any process (403, 429,
 * the SEC's refusal page, 5xx with Retry-After). `truncated`, `timeout`, `unreachable` and 5xx were tried again before they are thrown.
 */
export class OutboundError extends Error {
  override name = "OutboundError";
  constructor(
    readonly reason: "publisher_stopped" | "unreachable" | "bad_answer" | "truncated" | "too_large" | "timeout",
    message: string,
    readonly retryAt: Date | null = null,
    /** the HTTP status that stopped us; null where it was none, or is not known any more */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

export interface Outbound {
  /** Throws OutboundError; an abort by the request's signal throws its reason. */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
}
