// A session with the Senate's search: accepts the prohibition on use, and sends cookies and the CSRF token. If the
// site no longer knows the session, a new one is started and the request is repeated. What the site responds instead
// of a report is recognised here too.
import { load } from "cheerio";
import { parseCookie } from "undici";
import { type Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "../outbound/index.ts";
import { senate } from "./index.ts";
import { senatePaths } from "./site.ts";

type Sent = Pick<OutboundRequest, "method" | "form" | "headers">;

/** number of times that one request starts a new session before the site counts as broken */
const maxLogins = 2;
const maxPageBytes = 16 * 1024 * 1024;

export class SenateSession {
  /** by name; one site sets them, for all of its pages */
  readonly #cookies = new Map<string, string>();
  #open = false;
  /** the token in the search form, for a session that began at the search page */
  #formToken: string | undefined;

  /** `senateUrl`: SENATE_URL */
  constructor(
    readonly senateUrl: string,
    readonly outbound: Outbound,
    readonly signal: AbortSignal,
  ) {}

  /**
   * Fetches a page of the site, e.g. a report. Throws OutboundError, with `bad_response` if the site rejects every
   * session immediately.
   */
  page(path: string): Promise<OutboundResponse> {
    return this.#within(path, async () => ({ headers: { referer: this.senateUrl + senatePaths.search } }));
  }

  /** Sends the search form; the response is JSON. Throws as `page` does. */
  search(form: Record<string, string>): Promise<OutboundResponse> {
    return this.#within(senatePaths.data, async () => {
      const token = this.#token();
      return {
        method: "POST",
        form: { ...form, csrfmiddlewaretoken: token },
        headers: {
          accept: "application/json, text/javascript, */*; q=0.01",
          referer: this.senateUrl + senatePaths.search,
          origin: new URL(this.senateUrl).origin,
          "x-csrftoken": token,
          "x-requested-with": "XMLHttpRequest",
        },
      };
    });
  }

  async #within(path: string, request: () => Promise<Sent>): Promise<OutboundResponse> {
    for (let logins = 0; ; logins++) {
      if (!this.#open) await this.#agree();
      const response = await this.#send(path, await request());
      if (!isSessionLost(response)) {
        if (response.status < 300 || response.status >= 400) return response;
        throw new OutboundError("bad_response", `${path} redirects to ${response.headers.get("location")}`);
      }
      this.#open = false;
      if (logins >= maxLogins) throw new OutboundError("bad_response", `${path}: the site repeatedly asks for consent`);
    }
  }

  /**
   * Accepts the prohibition on use: the form's token and the cookie come with its page. Some sessions get the search
   * page immediately, by a redirect or instead of the agreement; they are already open.
   */
  async #agree(): Promise<void> {
    this.#cookies.clear();
    const path = senatePaths.agreement;
    const landed = await this.#land(path);
    const token = formToken(landed.body);
    if (isSearchPage(landed)) {
      this.#formToken = token;
      this.#open = true;
      return;
    }
    if (landed.status !== 200 || !token)
      throw new OutboundError("bad_response", `${path} does not ask for consent: HTTP ${landed.status}`);
    const response = await this.#send(path, {
      method: "POST",
      form: { prohibition_agreement: "1", csrfmiddlewaretoken: token },
      headers: { referer: this.senateUrl + path, origin: new URL(this.senateUrl).origin },
    });
    const agreed =
      response.status === 302 ? (response.headers.get("location") ?? "").endsWith("/search/") : response.status === 200;
    if (!agreed || wantsAgreement(response.body))
      throw new OutboundError("bad_response", `${path} did not accept the consent: HTTP ${response.status}`);
    this.#open = true;
  }

  /** The first page of a new session, after following a redirect to the search if there is one. */
  async #land(path: string): Promise<OutboundResponse> {
    const first = await this.#send(path, {});
    const isSent = first.status >= 300 && first.status < 400;
    if (!isSent || !leadsTo(first, "/search/")) return first;
    return await this.#send(senatePaths.search, {});
  }

  /** The token of the session: the search page's script sends the value of the cookie. */
  #token(): string {
    const sent = this.#cookies.get("csrftoken") ?? this.#formToken;
    if (!sent) throw new OutboundError("bad_response", "the site sent no csrftoken cookie");
    return sent;
  }

  async #send(path: string, { method, form, headers }: Sent): Promise<OutboundResponse> {
    const url = this.senateUrl + path;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.outbound.request({
      publisher: "senate",
      url,
      ...(method && { method }),
      ...(form && { form }),
      headers: { ...headers, ...(cookie && { cookie }) },
      conditional: false,
      redirect: "manual",
      maxBytes: maxPageBytes,
      signal: this.signal,
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Stores a cookie, or removes one that has expired; what is not a cookie is left out. */
  #keep(line: string): void {
    const cookie = parseCookie(line);
    if (!cookie?.name) return;
    const expires = cookie.expires === undefined ? Number.POSITIVE_INFINITY : Number(cookie.expires);
    const isOver = cookie.maxAge === undefined ? expires <= Date.now() : cookie.maxAge <= 0;
    if (isOver) this.#cookies.delete(cookie.name);
    else this.#cookies.set(cookie.name, cookie.value);
  }
}

/** True if the site does not know the session: it returns to the agreement, by a redirect or with its page. */
function isSessionLost({ status, headers, body }: OutboundResponse): boolean {
  if (status >= 300 && status < 400) return leadsTo({ headers }, "/search/") || leadsTo({ headers }, "/search/home/");
  return status === 200 && isAgreement(body);
}

/** True for a redirect to this path, with or without a query. */
function leadsTo({ headers }: Pick<OutboundResponse, "headers">, path: string): boolean {
  const location = headers.get("location") ?? "";
  return location.endsWith(path) || location.includes(`${path}?`);
}

/**
 * True for the agreement page, or for the search form instead of the requested page, which some crawlers stored as
 * reports.
 */
function isAgreement(body: Buffer): boolean {
  return isTitled(body, /^eFD: (?:Find Reports|Home)/i) || wantsAgreement(body);
}

function wantsAgreement(body: Buffer): boolean {
  if (isTitled(body, /^eFD: Home/i)) return true;
  const head = body.subarray(0, 4096).toString("latin1");
  return /^\s*</.test(head) && /name=["']?prohibition_agreement\b/i.test(body.subarray(0, 262_144).toString("latin1"));
}

/** True for the page with the search form. */
function isSearchPage({ status, body }: OutboundResponse): boolean {
  return status === 200 && isTitled(body, /^eFD: Find Reports/i) && !wantsAgreement(body);
}

/** `title`: how a title of the page begins */
function isTitled(body: Buffer, title: RegExp): boolean {
  const parts = body
    .subarray(0, 4096)
    .toString("latin1")
    .split(/<title>/i)
    .slice(1);
  return parts.some((part) => title.test(part.trimStart()));
}

function formToken(body: Buffer): string | undefined {
  return load(body.subarray(0, 1024 * 1024).toString("utf8"))("input[name=csrfmiddlewaretoken]")
    .first()
    .attr("value");
}

// What the site responds instead of a report: its refusal of servers, and a page that was cut off.

// The Senate's search is protected by Akamai, which returns 403 to servers even if they identify themselves. This
// client identifies itself and accepts the refusal; a person's browser is not refused, and the files that it saves can
// be ingested.

/** Returns the same error, or for that refusal an error with advice. */
export function explained(error: unknown): unknown {
  if (!(error instanceof OutboundError) || error.reason !== "publisher_stopped") return error;
  const { status, advice } = senate.refusal;
  if (error.status !== status) return error;
  return new OutboundError("publisher_stopped", `${advice} (${error.message})`, error.retryAt, status);
}

/** True if the page has its end: the rows of another one cannot be counted. */
export function isWholePage(body: Buffer): boolean {
  return /<\/html\s*>/i.test(body.subarray(-4096).toString("latin1"));
}
