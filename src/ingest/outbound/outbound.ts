// The one door to the outside: everything that leaves for a publisher leaves here. It declares us, keeps the pace and
// the stops, asks conditionally, tries again what may pass, follows redirects on the same host, and keeps what it was given.
import pRetry from "p-retry";
import type { PublisherName } from "../../sources.ts";
import type { Store } from "../../store/store.ts";
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundRequest } from "./door.ts";
import { type Exchange, type ExchangeLimits, openExchange } from "./exchange.ts";
import { type Gate, openGate, type StopReason } from "./gate.ts";
import { longestStopMs, requestsPerSecond, stopMs } from "./pace.ts";
import { judge } from "./refusal.ts";
import { conditions, type Remembered, recall, remember, storedBytes, validatorsOf } from "./remembered.ts";
import { shownAddress } from "./shown-address.ts";

export interface OutboundOptions {
  store: Store;
  /** DISCLOSED_HOME: where the raw files are kept */
  home: string;
  /** our contact: name and e-mail address, sent as the User-Agent, the form that the SEC requests */
  contact: string;
  /** tests only: another pace */
  requestsPerSecond?: Partial<Record<PublisherName, number>>;
  /** tests only: how long a publisher is left alone after a refusal that names no longer time */
  stopMs?: number;
  /** tests only: other waiting times */
  limits?: Partial<ExchangeLimits>;
  /** tests only: how often and after how many milliseconds (doubling) a failed request is tried again */
  retries?: { times: number; firstAfterMs: number };
}

export interface OpenOutbound extends Outbound {
  /** Ends the connections; what is still under way fails. */
  close(): Promise<void>;
}

const defaultLimits: ExchangeLimits = { connectMs: 15_000, headersMs: 60_000, bodyMs: 60_000, totalMs: 600_000 };
const defaultRetries = { times: 4, firstAfterMs: 1_000 };
const defaultMaxBytes = 64 * 1024 * 1024;
const mostRedirects = 5;
/** These may be gone at the next try; the others are as they are. */
const passing: ReadonlySet<OutboundError["reason"]> = new Set(["unreachable", "timeout", "truncated"]);

/** Opens the door. Every request waits for its publisher's slot in PostgreSQL; see OutboundError for what may go wrong. */
export function openOutbound(options: OutboundOptions): OpenOutbound {
  const exchange = openExchange({ ...defaultLimits, ...options.limits });
  const gate = openGate(options.store.pool, { ...requestsPerSecond, ...options.requestsPerSecond });
  const door = new Door(options, exchange, gate);
  return { request: (request) => door.request(request), close: () => exchange.close() };
}

class Door {
  constructor(
    private readonly options: OutboundOptions,
    private readonly exchange: Exchange,
    private readonly gate: Gate,
  ) {}

  async request(request: OutboundRequest): Promise<OutboundAnswer> {
    const { times, firstAfterMs } = this.options.retries ?? defaultRetries;
    const signal = request.signal ?? new AbortController().signal;
    return await pRetry(() => this.once(request, signal), {
      retries: times,
      minTimeout: firstAfterMs,
      maxTimeout: 60_000,
      randomize: true,
      signal,
      shouldRetry: ({ error }) =>
        error instanceof TryAgain || (error instanceof OutboundError && passing.has(error.reason)),
    }).catch((error: unknown) => {
      if (!(error instanceof TryAgain)) throw error;
      throw new OutboundError("bad_answer", `${error.message} from ${shownAddress(request.url)}`);
    });
  }

  private async once(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const remembering = request.conditional !== false && (request.method ?? "GET") === "GET";
    const { pool } = this.options.store;
    const known = remembering && !request.fresh ? await recall(pool, this.options.home, request.url) : null;
    const answer = await this.follow(request, signal, known);
    if (answer.status === 304) {
      const body = known && (await storedBytes(pool, this.options.home, request.url, known.sha256));
      if (known && body) {
        const headers = validatorsOf(answer.headers, known);
        return { ...answer, status: 200, headers, body, unchanged: true, sha256: known.sha256 };
      }
      return await this.keep(request, await this.follow(request, signal, null), remembering);
    }
    return await this.keep(request, answer, remembering);
  }

  private async keep(request: OutboundRequest, answer: Answer, remembering: boolean): Promise<OutboundAnswer> {
    if (answer.status === 304)
      throw new OutboundError("bad_answer", `HTTP 304 without a condition from ${shownAddress(request.url)}`);
    if (answer.status !== 200 || !remembering) return { ...answer, unchanged: false, sha256: null };
    const { store, home } = this.options;
    const sha256 = await remember(store.pool, home, { ...answer, publisher: request.publisher, url: request.url });
    return { ...answer, unchanged: false, sha256 };
  }

  /** One request and its redirects on the same host; each of them takes a slot. */
  private async follow(request: OutboundRequest, signal: AbortSignal, known: Remembered | null): Promise<Answer> {
    let url = request.url;
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const answer = await this.send(request, url, hop, signal, known);
      if (answer.location === null) return answer;
      url = sameHost(url, answer.location);
    }
    throw new OutboundError("bad_answer", `more than ${mostRedirects} redirects from ${shownAddress(request.url)}`);
  }

  private async send(
    request: OutboundRequest,
    url: string,
    hop: number,
    signal: AbortSignal,
    known: Remembered | null,
  ): Promise<Answer & { location: string | null }> {
    await this.gate.enter(request.publisher, signal);
    // a redirected POST becomes a GET, as browsers do it (RFC 9110, 15.4)
    const form = hop === 0 && request.form ? new URLSearchParams(request.form).toString() : undefined;
    const answer = await this.exchange.send({
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
    const verdict = judge(answer, request.publisher, new Date());
    const about = `from ${shownAddress(url)}`;
    switch (verdict.kind) {
      case "answer":
        return { ...answer, url, location: null };
      case "absent":
        return { ...answer, status: answer.status === 403 ? 404 : answer.status, url, location: null };
      case "redirect":
        return { ...answer, url, location: request.redirect === "manual" ? null : verdict.location };
      case "refused":
        throw await this.stopped(request.publisher, Math.max(this.options.stopMs ?? stopMs, verdict.ms ?? 0), {
          because: `${verdict.because} ${about}`,
          status: answer.status,
        });
      case "busy":
        throw await this.stopped(request.publisher, verdict.ms, {
          because: `${verdict.because} ${about}`,
          status: answer.status,
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

type Answer = Pick<OutboundAnswer, "status" | "url" | "headers" | "body">;

/** An answer that may be another one at the next try. */
class TryAgain extends Error {
  override name = "TryAgain";
}

/** Where a redirect leads; refused when that is another host, or the same one without encryption. */
function sameHost(from: string, location: string): string {
  const target = URL.canParse(location, from) ? new URL(location, from) : null;
  const here = new URL(from);
  if (location && target && target.protocol === here.protocol && target.host === here.host) return target.href;
  throw new OutboundError(
    "bad_answer",
    `${shownAddress(from)} redirects to ${JSON.stringify(location.slice(0, 200))}, which is not followed`,
  );
}
