// GET /feeds/{token}.atom and .csv: the newest rows of a saved filter, for readers that send no key. The token names one
// subscription; the request is charged to its account as one of the list is. Everything from the parameters on is the
// list's own: only the caller is found in another way, and the rows are written as Atom.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { AppError } from "../../src/errors.ts";
import { weakTag } from "../../src/lib/http-headers.ts";
import type { Feed, Feeds, RestResponse } from "../../src/ports/requests.ts";
import type { Match } from "../all-routes.ts";
import { plainBody } from "../cache/response-bytes.ts";
import { matchesTag } from "../envelope.ts";
import { atomFeed } from "../feeds/atom.ts";
import type { Row } from "../fields.ts";
import { admit, type Facade, holderOf, limitStatusFor, type RequestState, refuseCaller } from "./admit.ts";
import { compute } from "./compute.ts";
import { beginExpress } from "./express.ts";
import { end, ended, fail, type Handled } from "./handle.ts";
import { notModified, type Reuse, record, reusable, wantsGzip } from "./respond.ts";
import { streamRows } from "./stream.ts";
import { Target } from "./target.ts";

/** rows of a feed */
const rowsOfFeed = 100;
const template = "/feeds/{token}";

/** The feed of a request, and its list. */
interface Requested {
  feed: Feed;
  url: string;
  target: Target;
}

/** Responds to a request whose path below /feeds names a token. Never rejects. */
export function feedHandler(facade: Facade, feeds: Feeds, publicUrl: () => string): RequestHandler {
  return async (request, response) => {
    let state = beginExpress(request, response, { path: template, isKnown: true });
    let handled: Handled;
    let requested: Requested | undefined;
    try {
      const [, token, form] = /^\/([\w-]{1,200})\.(atom|csv)$/.exec(request.path) ?? [];
      await admit(facade, state, {
        isUncounted: false,
        windows: () => (!state.wrongMethod && requested?.target.areParametersValid() ? "all" : "minute"),
        async authenticate() {
          const feed = token === undefined ? undefined : await feeds.find(token);
          if (!feed) return await refuseCaller(facade, state, new AppError("not_found", "There is no such feed"));
          requested = requestOf(facade, feed, form === "csv" ? "csv" : "json");
          return feed.principal;
        },
      });
      if (state.wrongMethod) throw state.wrongMethod;
      const { feed, url, target } = requested as Requested;
      state = { ...state, url };
      state.cancellation.throwIfOver();
      const sent =
        form === "csv"
          ? await streamRows(facade, state, target)
          : await atomResponse(facade, state, target, { feed, publicUrl: publicUrl() });
      handled = ended(state, sent);
    } catch (error) {
      handled = await fail(facade, state, error);
    }
    end(state, handled);
    // without the token, which is a secret
    record(facade, { ...state, url: requested?.url ?? "" }, handled);
  };
}

function requestOf(facade: Facade, feed: Feed, form: "json" | "csv"): Requested {
  const match = facade.match(`/${feed.list}`) as Match;
  const query = `${feed.filters === "" ? "" : `${feed.filters}&`}pageSize=${rowsOfFeed}`;
  const url = `/api/v1${match.route.path}?${query}`;
  return { feed, url, target: new Target(facade, match, url, form) };
}

const packed = promisify(gzip);

interface AtomParts {
  feed: Feed;
  publicUrl: string;
}

async function atomResponse(
  facade: Facade,
  state: RequestState,
  target: Target,
  { feed, publicUrl }: AtomParts,
): Promise<RestResponse> {
  const { request, cancellation } = state;
  const computed = target.cached ?? (await compute(facade, state, target));
  const named = [computed.response.tag, "atom", feed.id, feed.name, publicUrl];
  const tag = weakTag(createHash("sha256").update(JSON.stringify(named)).digest("base64url"));
  const reuse: Reuse = { tag, seconds: 60, inForms: false, cost: 1 };
  if (matchesTag(request.ifNoneMatch, tag)) return await notModified(facade, state, reuse);
  const self = `${publicUrl}${request.url.split("?")[0]}`;
  const write = async () => {
    const own = { requestId: request.requestId, next: computed.next };
    const { data } = JSON.parse(Buffer.concat(plainBody(computed.response, own)).toString()) as { data: Row[] };
    return Buffer.from(atomFeed({ ...feed, self, publicUrl }, data));
  };
  const text = await facade.share.compute(holderOf(state).accountId, write, cancellation);
  const isPacked = wantsGzip(request);
  const body = isPacked ? await packed(text) : text;
  const coding = isPacked ? "Content-Encoding: gzip\r\n" : "";
  const headers = `${reusable(facade, limitStatusFor(facade, state), reuse)}X-Request-Cost: 1\r\nContent-Type: application/atom+xml; charset=utf-8\r\n${coding}Content-Length: ${body.length}\r\n`;
  return { status: 200, headers, body: [body] };
}
