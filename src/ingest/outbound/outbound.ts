// The client for all requests to publishers. It sends the contact in the User-Agent, applies rate limits and stops,
// sends conditional requests, retries temporary failures, follows redirects on the same host, and stores the bodies.
import pRetry from "p-retry";
import type { Pool } from "pg";
import { type PublisherName, publishers } from "../../sources/sources.ts";
import type { Store } from "../../store/store.ts";
import { hasRaw, keepRaw, readRaw } from "../run/raw-store.ts";
import { type Exchange, type ExchangeLimits, openExchange } from "./exchange.ts";
import { type Gate, openGate, openLocalGate, type StopReason } from "./gate.ts";
import { type Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "./index.ts";
import { judge } from "./refusal.ts";

// Stored responses of publishers, for conditional requests: the validators in fetched_resources, the bytes in the raw
// files of this machine.
interface Remembered {
  etag: string | null;
  lastModified: string | null;
  sha256: string;
}

/**
 * The validators of a URL, if this machine has its bytes too: another machine with the same database may have fetched
 * them.
 */
async function recall(pool: Pool, home: string, url: string): Promise<Remembered | null> {
  const { rows } = await pool.query<Remembered>(
    `SELECT etag, last_modified AS "lastModified", sha256 FROM fetched_resources
     WHERE url = $1 AND (etag IS NOT NULL OR last_modified IS NOT NULL)`,
    [url],
  );
  const known = rows[0];
  return known && (await hasRaw(home, known.sha256)) ? known : null;
}

/** If-None-Match and If-Modified-Since (RFC 9110, 13.1). */
function conditions(known: Remembered | null): Record<string, string> {
  return {
    ...(known?.etag ? { "if-none-match": known.etag } : {}),
    ...(known?.lastModified ? { "if-modified-since": known.lastModified } : {}),
  };
}

/** A 304 need not repeat the validators: missing ones are taken from the stored response (RFC 9111, 4.3.4). */
function validatorsOf(headers: Headers, known: Remembered): Headers {
  const merged = new Headers(headers);
  if (known.etag !== null && !merged.has("etag")) merged.set("etag", known.etag);
  if (known.lastModified !== null && !merged.has("last-modified")) merged.set("last-modified", known.lastModified);
  return merged;
}

/** The stored bytes of a URL that has not changed; null if they are damaged and have to be fetched again. */
async function storedBytes(pool: Pool, home: string, url: string, sha256: string): Promise<Buffer | null> {
  const bytes = await readRaw(home, sha256).catch(() => null);
  if (bytes) await pool.query("UPDATE fetched_resources SET checked_at = clock_timestamp() WHERE url = $1", [url]);
  return bytes;
}

/** Stores the raw bytes and their validators. Returns the hash. */
async function remember(
  pool: Pool,
  home: string,
  { publisher, url, headers, body }: { publisher: PublisherName; url: string; headers: Headers; body: Buffer },
): Promise<string> {
  const sha256 = await keepRaw(home, body);
  await pool.query(
    `INSERT INTO fetched_resources (url, publisher, etag, last_modified, sha256, fetched_at, checked_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())
     ON CONFLICT (url) DO UPDATE SET publisher = excluded.publisher, etag = excluded.etag, last_modified = excluded.last_modified,
       sha256 = excluded.sha256, fetched_at = excluded.fetched_at, checked_at = excluded.checked_at`,
    [url, publisher, headers.get("etag"), headers.get("last-modified"), sha256],
  );
  return sha256;
}

// Rate limit per publisher, and how long requests stop after a refusal. The limits apply to all processes on all
// machines together: they share one row of outbound_gates per publisher.
export const requestsPerSecond = Object.fromEntries(
  publishers.map(({ name, requestsPerSecond }) => [name, requestsPerSecond]),
) as Record<PublisherName, number>;

/**
 * "Once the rate of requests has dropped below the threshold for 10 minutes, the user may resume" (the SEC's page on
 * refused requests).
 */
export const stopMs = 10 * 60_000;

/** A Retry-After longer than a day counts as a day: a publisher's mistake must not stop the service for good. */
const maxStopMs = 24 * 3_600_000;

// URLs in a form for messages, which are stored and shown: some providers require the operator's API key in the URL.
const keyNames = /^(api_?key|key|token)$/i;

/** The URL with the values of key parameters removed. */
function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (keyNames.test(name)) url.searchParams.set(name, "...");
  return url.href;
}

export interface OutboundOptions {
  /**
   * where validators and bodies are stored, and by which all processes share their rate; null: nothing is stored, no
   * request is conditional, and the rate is that of this process
   */
  store: Store | null;
  /** DISCLOSED_HOME: the folder of the raw files */
  home: string;
  /** the operator's contact: name and e-mail address, sent as the User-Agent in the format that the SEC requests */
  contact: string;
  /** tests only: other rate limits */
  requestsPerSecond?: Partial<Record<PublisherName, number>>;
  /** tests only: how long a publisher is stopped after a refusal without a longer Retry-After */
  stopMs?: number;
  /** tests only: other time limits */
  limits?: Partial<ExchangeLimits>;
  /** tests only: number of retries, and milliseconds before the first one (doubling) */
  retries?: { times: number; firstAfterMs: number };
}

export interface OpenOutbound extends Outbound {
  /** Closes the connections; requests in progress fail. */
  close(): Promise<void>;
}

const defaultLimits: ExchangeLimits = { connectMs: 15_000, headersMs: 60_000, bodyMs: 60_000, totalMs: 600_000 };
const defaultRetries = { times: 4, firstAfterMs: 1_000 };
const defaultMaxBytes = 64 * 1024 * 1024;
const maxRedirects = 5;
/** Reasons that may be temporary and are retried; the others are permanent. */
const temporary: ReadonlySet<OutboundError["reason"]> = new Set(["unreachable", "timeout", "truncated"]);

/**
 * Opens the client. Every request waits for its publisher's slot in PostgreSQL; see OutboundError for the possible
 * errors.
 */
export function openOutbound(options: OutboundOptions): OpenOutbound {
  const exchange = openExchange({ ...defaultLimits, ...options.limits });
  const rates = { ...requestsPerSecond, ...options.requestsPerSecond };
  const gate = options.store ? openGate(options.store.pool, rates) : openLocalGate(rates);
  const client = new OutboundClient(options, exchange, gate);
  return { request: (request) => client.request(request), close: () => exchange.close() };
}

class OutboundClient {
  constructor(
    private readonly options: OutboundOptions,
    private readonly exchange: Exchange,
    private readonly gate: Gate,
  ) {}

  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const { times, firstAfterMs } = this.options.retries ?? defaultRetries;
    const signal = request.signal ?? new AbortController().signal;
    return await pRetry(() => this.once(request, signal), {
      retries: times,
      minTimeout: firstAfterMs,
      maxTimeout: 60_000,
      randomize: true,
      signal,
      shouldRetry: ({ error }) =>
        error instanceof TryAgain || (error instanceof OutboundError && temporary.has(error.reason)),
    }).catch((error: unknown) => {
      if (!(error instanceof TryAgain)) throw error;
      throw new OutboundError("bad_response", `${error.message} from ${shownAddress(request.url)}`);
    });
  }

  private async once(request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const isCacheable = request.conditional !== false && (request.method ?? "GET") === "GET";
    const pool = isCacheable ? (this.options.store?.pool ?? null) : null;
    const known = pool && !request.fresh ? await recall(pool, this.options.home, request.url) : null;
    const response = await this.follow(request, signal, known);
    if (response.status === 304) {
      const body = pool && known && (await storedBytes(pool, this.options.home, request.url, known.sha256));
      if (known && body) {
        const headers = validatorsOf(response.headers, known);
        return { ...response, status: 200, headers, body, unchanged: true, sha256: known.sha256 };
      }
      return await this.keep(request, await this.follow(request, signal, null), pool);
    }
    return await this.keep(request, response, pool);
  }

  private async keep(request: OutboundRequest, response: Response, pool: Pool | null): Promise<OutboundResponse> {
    if (response.status === 304)
      throw new OutboundError("bad_response", `HTTP 304 without a condition from ${shownAddress(request.url)}`);
    if (response.status !== 200 || !pool) return { ...response, unchanged: false, sha256: null };
    const about = { ...response, publisher: request.publisher, url: request.url };
    const sha256 = await remember(pool, this.options.home, about);
    return { ...response, unchanged: false, sha256 };
  }

  /** One request and its redirects on the same host; each of them needs a slot. */
  private async follow(request: OutboundRequest, signal: AbortSignal, known: Remembered | null): Promise<Response> {
    let url = request.url;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const response = await this.send(request, url, hop, signal, known);
      if (response.location === null) return response;
      url = sameHost(url, response.location);
    }
    throw new OutboundError("bad_response", `more than ${maxRedirects} redirects from ${shownAddress(request.url)}`);
  }

  private async send(
    request: OutboundRequest,
    url: string,
    hop: number,
    signal: AbortSignal,
    known: Remembered | null,
  ): Promise<Response & { location: string | null }> {
    await this.gate.enter(request.publisher, signal);
    // a redirected POST becomes a GET, as in browsers (RFC 9110, 15.4)
    const form = hop === 0 && request.form ? new URLSearchParams(request.form).toString() : undefined;
    const response = await this.exchange.send({
      method: hop === 0 ? (request.method ?? "GET") : "GET",
      url,
      headers: {
        ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...request.headers,
        ...conditions(known),
        "user-agent": this.options.contact,
      },
      body: form,
      maxBytes: request.maxBytes ?? defaultMaxBytes,
      signal,
    });
    const verdict = judge(response, request.publisher, new Date());
    const about = `from ${shownAddress(url)}`;
    switch (verdict.kind) {
      case "response":
        return { ...response, url, location: null };
      case "absent":
        return { ...response, status: response.status === 403 ? 404 : response.status, url, location: null };
      case "redirect":
        return { ...response, url, location: request.redirect === "manual" ? null : verdict.location };
      case "refused":
        throw await this.stopped(request.publisher, Math.max(this.options.stopMs ?? stopMs, verdict.ms ?? 0), {
          because: `${verdict.because} ${about}`,
          status: response.status,
        });
      case "busy":
        throw await this.stopped(request.publisher, verdict.ms, {
          because: `${verdict.because} ${about}`,
          status: response.status,
        });
      case "again":
        throw new TryAgain(verdict.because);
      case "bad":
        throw new OutboundError("bad_response", `${verdict.because} ${about}`);
    }
  }

  private async stopped(publisher: PublisherName, ms: number, why: StopReason): Promise<OutboundError> {
    const until = await this.gate.stop(publisher, Math.min(ms, maxStopMs), why);
    return new OutboundError(
      "publisher_stopped",
      `${publisher} is not requested until ${until.toISOString()}: ${why.because}`,
      until,
      why.status,
    );
  }
}

type Response = Pick<OutboundResponse, "status" | "url" | "headers" | "body">;

/** Thrown for a response that may be different at the next attempt. */
class TryAgain extends Error {
  override name = "TryAgain";
}

/** The target of a redirect; refused if it is another host, or the same one with another scheme. */
function sameHost(from: string, location: string): string {
  const target = URL.canParse(location, from) ? new URL(location, from) : null;
  const here = new URL(from);
  if (location && target && target.protocol === here.protocol && target.host === here.host) return target.href;
  const shown = location && target ? shownAddress(target.href).slice(0, 200) : "an address that cannot be read";
  throw new OutboundError("bad_response", `${shownAddress(from)} redirects to ${shown}, which is not followed`);
}
