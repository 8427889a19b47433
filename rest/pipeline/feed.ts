// GET /feeds/{token}.atom and .csv: the newest rows of a saved filter, for readers that send no key. The token names one
// subscription; the request is charged to its account as one of the list is. Everything from the parameters on is the
// list's own: only the caller is found in another way, and the rows are written as Atom.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { type AppError, asAppError, clientClosedRequest, AppError as Refusal } from "../../src/errors.ts";
import type { Feed, Feeds } from "../../src/ports/requests.ts";
import { plainBody } from "../cache/response-bytes.ts";
import type { ListRoute } from "../define-route.ts";
import { matchesTag } from "../envelope.ts";
import { LimitExceeded } from "../error-body.ts";
import { atomFeed } from "../feeds/atom.ts";
import type { Row } from "../fields.ts";
import { fieldsOf } from "../header-text.ts";
import { noLimitStatus } from "../limit-headers.ts";
import { readParameters } from "../params/read-parameters.ts";
import { admit, limitStatusFor, refundOrLog } from "./admit.ts";
import { compute } from "./compute.ts";
import type { RequestParameters } from "./parameters.ts";
import { logFailure, record } from "./record.ts";
import { headersOf, type Reuse, respondNotModified, reusable, sendError, wantsGzip } from "./respond.ts";
import { begin, type Facade, holderOf, type RequestState } from "./state.ts";
import { streamRows } from "./stream.ts";

/** rows of a feed */
const rowsOfFeed = 100;
const template = "/feeds/{token}";

/** Answers a request whose path below /feeds names a token. Never rejects. */
export function feedHandler(facade: Facade, feeds: Feeds, publicUrl: () => string): RequestHandler {
  return async (request, response) => {
    let state = begin(request, response, { path: template, isKnown: true });
    let failure: AppError | undefined;
    try {
      const [, token, form] = /^\/([\w-]{1,200})\.(atom|csv)$/.exec(request.path) ?? [];
      let feed: Feed | undefined;
      let parameters: RequestParameters | undefined;
      await admit(facade, state, {
        isFree: false,
        windows: () => (!state.wrongMethod && parameters?.areValid() ? "all" : "minute"),
        async authenticate() {
          feed = token === undefined ? undefined : await feeds.find(token);
          if (!feed) return await refuse(facade, state);
          parameters = parametersOf(facade, feed, form === "csv" ? "csv" : "json");
          return feed.principal;
        },
      });
      if (state.wrongMethod) throw state.wrongMethod;
      const { route, query } = listOf(facade, feed as Feed);
      state = { ...state, url: `/api/v1${route.path}?${query}` };
      state.cancellation.throwIfOver();
      if (form === "csv") await streamRows(facade, state, route, parameters as RequestParameters);
      else
        await sendAtom(facade, state, parameters as RequestParameters, {
          route,
          feed: feed as Feed,
          publicUrl: publicUrl(),
        });
    } catch (error) {
      failure = await fail(facade, state, error);
    }
    record(facade, state, failure, () => undefined);
  };
}

/** An unknown token is counted as a failed key is. @throws AppError */
async function refuse({ access, seconds }: Facade, state: RequestState): Promise<never> {
  const { allowed, minute } = await access.countFailure(state.exchange.address);
  state.limitStatus = noLimitStatus(seconds(), minute);
  if (!allowed) throw state.wrongMethod ?? new LimitExceeded("address", minute, null, null);
  throw state.wrongMethod ?? new Refusal("not_found", "There is no such feed");
}

function listOf(facade: Facade, { list, filters }: Feed): { route: ListRoute; query: string } {
  const route = facade.match(`/${list}`)?.route as ListRoute;
  return { route, query: `${filters === "" ? "" : `${filters}&`}pageSize=${rowsOfFeed}` };
}

function parametersOf(facade: Facade, feed: Feed, form: "json" | "csv"): RequestParameters {
  const { route, query } = listOf(facade, feed);
  const context = { vocabulary: facade.vocabulary, today: facade.today(), form };
  const read = () => readParameters(route.params, { path: {}, query }, context);
  return {
    form,
    read,
    areValid() {
      try {
        return Boolean(read());
      } catch {
        return false;
      }
    },
  };
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
  const computed = await compute(facade, state, route, parameters);
  const named = [computed.response.tag, "atom", feed.id, feed.name, publicUrl];
  const tag = `W/"${createHash("sha256").update(JSON.stringify(named)).digest("base64url").slice(0, 22)}"`;
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

/** Sends the error, and refunds what the account must not pay for. Never rejects. */
async function fail(facade: Facade, state: RequestState, thrown: unknown): Promise<AppError> {
  const { response, exchange, cancellation } = state;
  const error = asAppError(thrown);
  if (cancellation.isOver) {
    response.status(clientClosedRequest);
    return error;
  }
  if (error.status >= 500 || response.headersSent) {
    logFailure(facade, exchange.requestId, error);
    await refundOrLog(facade, state, "all");
  }
  if (response.headersSent) response.destroy();
  else sendError(facade, response, limitStatusFor(facade, state), error);
  return error;
}
