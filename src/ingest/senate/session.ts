// A visit to the Senate's search: the prohibition on use is agreed to, cookies and the CSRF token are carried along, and
// when the site has forgotten the visit it is begun again and the request repeated.
import { load } from "cheerio";
import { CookieJar } from "tough-cookie";
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundRequest } from "../outbound/door.ts";
import { senatePaths } from "./site.ts";

type Sent = Pick<OutboundRequest, "method" | "form" | "headers">;

/** times that one request begins the visit anew before the site is taken for broken */
const mostLogins = 2;
const maxPageBytes = 16 * 1024 * 1024;

export class SenateSession {
  #jar = new CookieJar();
  #open = false;
  /** the token in the form of a visit that began at the search */
  #formToken: string | undefined;

  /** `senateUrl`: SENATE_URL */
  constructor(
    readonly senateUrl: string,
    readonly outbound: Outbound,
    readonly signal: AbortSignal,
  ) {}

  /** A page of the site, e.g. a report. Throws OutboundError, `bad_answer` when the site forgets every visit at once. */
  page(path: string): Promise<OutboundAnswer> {
    return this.#within(path, async () => ({ headers: { referer: this.senateUrl + senatePaths.search } }));
  }

  /** Sends the search's form; the answer is JSON. Throws as `page` does. */
  search(form: Record<string, string>): Promise<OutboundAnswer> {
    return this.#within(senatePaths.data, async () => {
      const token = await this.#token();
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

  async #within(path: string, request: () => Promise<Sent>): Promise<OutboundAnswer> {
    for (let logins = 0; ; logins++) {
      if (!this.#open) await this.#agree();
      const answer = await this.#send(path, await request());
      if (!isForgotten(answer)) {
        if (answer.status < 300 || answer.status >= 400) return answer;
        throw new OutboundError("bad_answer", `${path} redirects to ${answer.headers.get("location")}`);
      }
      this.#open = false;
      if (logins >= mostLogins)
        throw new OutboundError("bad_answer", `${path}: the site asks for the agreement again and again`);
    }
  }

  /**
   * Agrees to the prohibition on use: the form's token and the cookie come with its page. Some visits are shown the search at
   * once, by a redirect or in place of the agreement; those are open.
   */
  async #agree(): Promise<void> {
    this.#jar = new CookieJar();
    const path = senatePaths.agreement;
    const landed = await this.#land(path);
    const token = formToken(landed.body);
    if (isSearchPage(landed)) {
      this.#formToken = token;
      this.#open = true;
      return;
    }
    if (landed.status !== 200 || !token)
      throw new OutboundError("bad_answer", `${path} shows no agreement: HTTP ${landed.status}`);
    const answer = await this.#send(path, {
      method: "POST",
      form: { prohibition_agreement: "1", csrfmiddlewaretoken: token },
      headers: { referer: this.senateUrl + path, origin: new URL(this.senateUrl).origin },
    });
    const agreed =
      answer.status === 302 ? /\/search\/$/.test(answer.headers.get("location") ?? "") : answer.status === 200;
    if (!agreed || wantsAgreement(answer.body))
      throw new OutboundError("bad_answer", `${path} did not take the agreement: HTTP ${answer.status}`);
    this.#open = true;
  }

  /** The page that a new visit begins with, behind one redirect to the search where the site sends one. */
  async #land(path: string): Promise<OutboundAnswer> {
    const first = await this.#send(path, {});
    const isSent = first.status >= 300 && first.status < 400;
    if (!isSent || !/\/search\/(?:\?.*)?$/.test(first.headers.get("location") ?? "")) return first;
    return await this.#send(senatePaths.search, {});
  }

  /** The token of the visit: the search page's script sends the cookie's value. */
  async #token(): Promise<string> {
    const cookies = await this.#jar.getCookies(this.senateUrl + senatePaths.data);
    const token = cookies.find(({ key }) => key === "csrftoken")?.value;
    const sent = token ?? this.#formToken;
    if (!sent) throw new OutboundError("bad_answer", "the site gave no csrftoken cookie");
    return sent;
  }

  async #send(path: string, { method, form, headers }: Sent): Promise<OutboundAnswer> {
    const url = this.senateUrl + path;
    const cookie = await this.#jar.getCookieString(url);
    const answer = await this.outbound.request({
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
    for (const line of answer.headers.getSetCookie()) {
      await this.#jar.setCookie(line, url, { ignoreError: true });
    }
    return answer;
  }
}

/** The site sends those whom it does not know back to the agreement, by a redirect or by its page. */
function isForgotten({ status, headers, body }: OutboundAnswer): boolean {
  if (status >= 300 && status < 400) return /\/search\/(?:home\/)?(?:\?.*)?$/.test(headers.get("location") ?? "");
  return status === 200 && isAgreement(body);
}

/** The agreement, or the search form in place of what was requested: that is what crawlers kept of visits that had ended. */
function isAgreement(body: Buffer): boolean {
  return isTitled(body, "Find Reports|Home") || wantsAgreement(body);
}

function wantsAgreement(body: Buffer): boolean {
  if (isTitled(body, "Home")) return true;
  const head = body.subarray(0, 4096).toString("latin1");
  return /^\s*</.test(head) && /name=["']?prohibition_agreement\b/i.test(body.subarray(0, 262_144).toString("latin1"));
}

/** The page with the form of the search. */
function isSearchPage({ status, body }: OutboundAnswer): boolean {
  return status === 200 && isTitled(body, "Find Reports") && !wantsAgreement(body);
}

function isTitled(body: Buffer, titles: string): boolean {
  return new RegExp(`<title>\\s*eFD: (?:${titles})`, "i").test(body.subarray(0, 4096).toString("latin1"));
}

function formToken(body: Buffer): string | undefined {
  return load(body.subarray(0, 1024 * 1024).toString("utf8"))("input[name=csrfmiddlewaretoken]")
    .first()
    .attr("value");
}
