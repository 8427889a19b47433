// The client for all requests to publishers. It sends the contact in the User-Agent, applies rate limits and stops,
// sends conditional requests, retries temporary failures, follows redirects on the same host, and stores the bodies.
import pRetry from "p-retry";
import type { PublisherName } from "../../sources.ts";
import type { Store } from "../../store/store.ts";
import { type Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "./door.ts";
import { type Exchange, type ExchangeLimits, openExchange } from "./exchange.ts";
import { type Gate, openGate, type StopReason } from "./gate.ts";
import { longestStopMs, requestsPerSecond, stopMs } from "./pace.ts";
import { judge } from "./refusal.ts";
import { conditions, type Remembered, recall, remember, storedBytes, validatorsOf } from "./remembered.ts";
import { shownAddress } from "./shown-address.ts";

export interface OutboundOptions {
  store: Store;
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
  const gate = openGate(options.store.pool, { ...requestsPerSecond, ...options.requestsPerSecond });
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
      throw new OutboundError("bad_answer", `${error.message} from ${shownAddress(request.url)}`);
    });
  }

  private async once(request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const isCacheable = request.conditional !== false && (request.method ?? "GET") === "GET";
    const { pool } = this.options.store;
    const known = isCacheable && !request.fresh ? await recall(pool, this.options.home, request.url) : null;
    const response = await this.follow(request, signal, known);
    if (response.status === 304) {
      const body = known && (await storedBytes(pool, this.options.home, request.url, known.sha256));
      if (known && body) {
        const headers = validatorsOf(response.headers, known);
        return { ...response, status: 200, headers, body, unchanged: true, sha256: known.sha256 };
      }
      return await this.keep(request, await this.follow(request, signal, null), isCacheable);
    }
    return await this.keep(request, response, isCacheable);
  }

  private async keep(request: OutboundRequest, response: Answer, isCacheable: boolean): Promise<OutboundResponse> {
    if (response.status === 304)
      throw new OutboundError("bad_answer", `HTTP 304 without a condition from ${shownAddress(request.url)}`);
    if (response.status !== 200 || !isCacheable) return { ...response, unchanged: false, sha256: null };
    const { store, home } = this.options;
    const sha256 = await remember(store.pool, home, { ...response, publisher: request.publisher, url: request.url });
    return { ...response, unchanged: false, sha256 };
  }

  /** One request and its redirects on the same host; each of them needs a slot. */
  private async follow(request: OutboundRequest, signal: AbortSignal, known: Remembered | null): Promise<Answer> {
    let url = request.url;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const response = await this.send(request, url, hop, signal, known);
      if (response.location === null) return response;
      url = sameHost(url, response.location);
    }
    throw new OutboundError("bad_answer", `more than ${maxRedirects} redirects from ${shownAddress(request.url)}`);
  }

  private async send(
    request: OutboundRequest,
    url: string,
    hop: number,
    signal: AbortSignal,
    known: Remembered | null,
  ): Promise<Answer & { location: string | null }> {
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
      case "answer":
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
        throw new OutboundError("bad_answer", `${verdict.because} ${about}`);
    }
  }

  private async stopped(publisher: PublisherName, ms: number, why: StopReason): Promise<OutboundError> {
    const until = await this.gate.stop(publisher, Math.min(ms, longestStopMs), why);
    return new OutboundError(
      "publisher_stopped",
      `${publisher} is left alone until ${until.toISOString()}: ${why.because}`,
      until,
      why.status,
    );
  }
}

type Answer = Pick<OutboundResponse, "status" | "url" | "headers" | "body">;

/** Thrown for a response that may be different at the next attempt. */
class TryAgain extends Error {
  override name = "TryAgain";
}

/** The target of a redirect; refused if it is another host, or the same one with another scheme. */
function sameHost(from: string, location: string): string {
  const target = URL.canParse(location, from) ? new URL(location, from) : null;
  const here = new URL(from);
  if (location && target && target.protocol === here.protocol && target.host === here.host) return target.href;
  throw new OutboundError(
    "bad_answer",
    `${shownAddress(from)} redirects to ${JSON.stringify(location.slice(0, 200))}, which is not followed`,
  );
}
