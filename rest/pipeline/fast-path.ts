// The fast path: the pipeline of a plain GET on the socket (src/fast/front), in the same steps: recognise the caller,
// find the cached response or check the parameters, charge, compute, respond, record. A request that it cannot handle
// goes to the pipeline of Express (handle.ts), together with the charge if one was made, so that nothing is charged
// twice, and with the error if the response could not be computed. Both give the same responses.
import { asAppError, clientClosedRequest } from "../../src/errors.ts";
import type { LimitStatus, Principal } from "../../src/ports/access.ts";
import type { FastPath, FastRequest, FastResponse, HandedOn } from "../../src/ports/requests.ts";
import type { Match } from "../all-routes.ts";
import type { CachedResponse } from "../cache/cache.ts";
import { CallerCancellation } from "../cache/single-flight.ts";
import { isList } from "../envelope.ts";
import type { Counted } from "../ports.ts";
import type { Facade } from "./admit.ts";
import { recognise } from "./admit.ts";
import { compute, lookup } from "./compute.ts";
import { parametersIn, queryOf, type RequestParameters, surelyAcceptsJson } from "./parameters.ts";
import { acceptsGzip, bodyOf, recordOutcome, responseHeaders, reuseOf } from "./respond.ts";

const base = "/api/v1";

/** A request whose response has to be computed. */
interface Computation extends Match {
  parameters: RequestParameters;
}

interface Admitted {
  principal: Principal;
  /** the caller accepts gzip */
  packed: boolean;
}

export function createFastPath(facade: Facade): FastPath {
  return {
    callerIn: (authorization) => facade.access.keyNameIn(authorization),
    respond(request) {
      const packed = surelyAcceptsJson(request.accept) ? acceptsGzip(request.acceptEncoding) : undefined;
      const principal = packed === undefined ? undefined : recognise(facade, request.caller, request.address);
      if (!principal || packed === undefined) return undefined;
      const cached = lookup(facade, request.url);
      if (cached) return cached.route.ends ? undefined : respondCached(facade, request, { principal, packed }, cached);
      const computation = computationOf(facade, request.url);
      return computation && respondComputed(facade, request, { principal, packed }, computation);
    },
  };
}

/**
 * What a URL asks for if it is valid and its response is JSON; undefined for all that Express has to handle: errors,
 * other formats, the caller's own account, routes that end.
 */
function computationOf(facade: Facade, url: string): Computation | undefined {
  const match = matchOf(facade, url);
  if (!match || match.route.ends || "account" in match.route) return undefined;
  const query = queryOf(url);
  if (isList(match.route) && query.includes("format")) return undefined;
  const parameters = parametersIn(facade, { ...match, query }, () => "json");
  if (!parameters.canRespond()) return undefined;
  // a name or value that is written with percent signs
  const { format = "json" } = parameters.read();
  return format === "json" ? { ...match, parameters } : undefined;
}

const matchOf = (facade: Facade, url: string): Match | undefined =>
  facade.match(url.slice(base.length).split("?")[0] ?? "");

async function respondCached(
  facade: Facade,
  request: FastRequest,
  admitted: Admitted,
  cached: CachedResponse,
): Promise<FastResponse | HandedOn> {
  const started = performance.now();
  const { principal } = admitted;
  facade.share.note(principal.accountId);
  const counted = { principal, decision: facade.access.take(principal) };
  try {
    const { allowed, limitStatus } = await counted.decision;
    // the refusal is not sent to a caller that has closed the connection
    if (!allowed && !request.isClosed()) return { counted };
    return finish(facade, request, { ...admitted, limitStatus, cached, started });
  } catch {
    // the pipeline of Express handles outages, changed keys and internal errors
    return { counted };
  }
}

async function respondComputed(
  facade: Facade,
  request: FastRequest,
  admitted: Admitted,
  { route, parameters }: Computation,
): Promise<FastResponse | HandedOn> {
  const started = performance.now();
  const { access, share } = facade;
  const { principal } = admitted;
  const named = { route: route.path, accountId: principal.accountId };
  share.note(principal.accountId);
  await new Promise<void>((resolve) => share.begin(principal.accountId, resolve));
  if (request.isClosed()) return { ...named, counted: undefined };
  const counted: Counted = { principal, decision: access.take(principal) };
  const decision = await counted.decision.catch(() => undefined);
  // the refusal is not sent to a caller that has closed the connection
  if (!decision || (!decision.allowed && !request.isClosed())) return { ...named, counted };
  const { limitStatus } = decision;
  const cancellation = new CallerCancellation(request);
  try {
    cancellation.throwIfOver();
    const asking = { url: request.url, holder: principal, cancellation };
    const cached = await compute(facade, asking, route, parameters);
    return finish(facade, request, { ...admitted, limitStatus, cached, started });
  } catch (error) {
    if (!cancellation.isOver) return { ...named, counted: { ...counted, failure: asAppError(error) } };
    const ended = { route: route.path, status: clientClosedRequest, started };
    note(facade, request, { principal, limitStatus }, ended);
    return { ...named, counted };
  }
}

interface Finished extends Admitted {
  limitStatus: LimitStatus;
  cached: CachedResponse;
  /** performance.now() */
  started: number;
}

/** Records the request; if the caller closed the connection, with status 499, as in the pipeline of Express. */
function finish(facade: Facade, request: FastRequest, { packed, cached, ...caller }: Finished): FastResponse {
  const { route, response, next } = cached;
  const status = request.isClosed() ? clientClosedRequest : 200;
  note(facade, request, caller, { route: route.path, status, started: caller.started });
  const bytes = bodyOf(response, { requestId: request.requestId, next }, packed);
  const headers = responseHeaders(facade, caller.limitStatus, reuseOf(response, route, facade.seconds()), bytes);
  return { headers, body: bytes.body, route: route.path, accountId: caller.principal.accountId };
}

function note(
  facade: Facade,
  { url, authorization, requestId }: FastRequest,
  caller: { principal: Principal; limitStatus: LimitStatus },
  { started, ...ended }: { route: string; status: number; started: number },
): void {
  const milliseconds = performance.now() - started;
  const outcome = { url, authorization, requestId, milliseconds, ...ended };
  recordOutcome(facade, caller, outcome, () => matchOf(facade, url));
}
