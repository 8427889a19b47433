// GET /feeds/{token}.atom and .csv: the newest rows of a saved filter, for readers that send no key. The token names one
// subscription; the request is charged to its account as one of the list is. Everything from the parameters on is the
// list's own: only the caller is found in another way, and the rows are written as Atom.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { AppError } from "../../src/errors.ts";
import { weakTag } from "../../src/lib/http-headers.ts";
import type { Feed, Feeds } from "../../src/ports/requests.ts";
import { plainBody } from "../cache/response-bytes.ts";
import type { ListRoute } from "../define-route.ts";
import { matchesTag } from "../envelope.ts";
import { atomFeed } from "../feeds/atom.ts";
import type { Row } from "../fields.ts";
import { fieldsOf } from "../headers.ts";
import { admit, begin, type Facade, holderOf, limitStatusFor, type RequestState, refuseCaller } from "./admit.ts";
import { compute, requesterOf } from "./compute.ts";
import { fail } from "./handle.ts";
import { parametersIn, type RequestParameters } from "./parameters.ts";
import { headersOf, type Reuse, record, respondNotModified, reusable, wantsGzip } from "./respond.ts";
import { streamRows } from "./stream.ts";

/** rows of a feed */
const rowsOfFeed = 100;
const template = "/feeds/{token}";

/** The feed of a request with its list's route and parameters. */
interface Requested {
  feed: Feed;
  route: ListRoute;
  url: string;
  parameters: RequestParameters;
}

/** Responds to a request whose path below /feeds names a token. Never rejects. */
export function feedHandler(facade: Facade, feeds: Feeds, publicUrl: () => string): RequestHandler {
  return async (request, response) => {
    let state = begin(request, response, { path: template, isKnown: true });
    let failure: AppError | undefined;
    let requested: Requested | undefined;
    try {
      const [, token, form] = /^\/([\w-]{1,200})\.(atom|csv)$/.exec(request.path) ?? [];
      await admit(facade, state, {
        isFree: false,
        windows: () => (!state.wrongMethod && requested?.parameters.areValid() ? "all" : "minute"),
        async authenticate() {
          const feed = token === undefined ? undefined : await feeds.find(token);
          if (!feed) return await refuseCaller(facade, state, new AppError("not_found", "There is no such feed"));
          requested = requestOf(facade, feed, form === "csv" ? "csv" : "json");
          return feed.principal;
        },
      });
      if (state.wrongMethod) throw state.wrongMethod;
      const { feed, route, url, parameters } = requested as Requested;
      state = { ...state, url };
      state.cancellation.throwIfOver();
      if (form === "csv") await streamRows(facade, state, route, parameters);
      else await sendAtom(facade, state, parameters, { route, feed, publicUrl: publicUrl() });
    } catch (error) {
      failure = await fail(facade, state, error);
    }
    // without the token, which is a secret
    record(facade, { ...state, url: requested?.url ?? "" }, failure, () => undefined);
  };
}

function requestOf(facade: Facade, feed: Feed, form: "json" | "csv"): Requested {
  const route = facade.match(`/${feed.list}`)?.route as ListRoute;
  const query = `${feed.filters === "" ? "" : `${feed.filters}&`}pageSize=${rowsOfFeed}`;
  const parameters = parametersIn(facade, { route, path: {}, query }, () => form);
  return { feed, route, url: `/api/v1${route.path}?${query}`, parameters };
}

const packed = promisify(gzip);

interface AtomParts {
  route: ListRoute;
  feed: Feed;
  publicUrl: string;
}

async function sendAtom(
  facade: Facade,
  state: RequestState,
  parameters: RequestParameters,
  { route, feed, publicUrl }: AtomParts,
): Promise<void> {
  const { request, response, exchange, cancellation } = state;
  const computed = await compute(facade, requesterOf(state), route, parameters);
  const named = [computed.response.tag, "atom", feed.id, feed.name, publicUrl];
  const tag = weakTag(createHash("sha256").update(JSON.stringify(named)).digest("base64url"));
  const reuse: Reuse = { tag, seconds: 60, inForms: false, cost: 1 };
  if (matchesTag(request.headers["if-none-match"], tag)) return await respondNotModified(facade, state, reuse);
  const self = `${publicUrl}${request.originalUrl.split("?")[0]}`;
  const write = async () => {
    const own = { requestId: exchange.requestId, next: computed.next };
    const { data } = JSON.parse(Buffer.concat(plainBody(computed.response, own)).toString()) as { data: Row[] };
    return Buffer.from(atomFeed({ ...feed, self, publicUrl }, data));
  };
  const text = await facade.share.compute(holderOf(state).accountId, write, cancellation);
  const isPacked = wantsGzip(request);
  const body = isPacked ? await packed(text) : text;
  const common = fieldsOf(reusable(facade, limitStatusFor(facade, state), reuse));
  response.writeHead(200, [
    ...headersOf(response),
    ...common,
    ...["X-Request-Cost", "1", "Content-Type", "application/atom+xml; charset=utf-8"],
    ...(isPacked ? ["Content-Encoding", "gzip"] : []),
    ...["Content-Length", String(body.length)],
  ]);
  response.end(body);
}
