// The fast path: the pipeline of a plain GET on the socket (src/fast/front), in the same steps: recognise the caller,
// find the cached response, charge, respond, record. A request that it cannot handle goes to the pipeline of Express
// (handle.ts), together with the charge if one was made, so that nothing is charged twice. Both give the same
// responses.
import { clientClosedRequest } from "../../src/errors.ts";
import type { LimitStatus, Principal } from "../../src/ports/access.ts";
import type { FastPath, FastRequest, FastResponse } from "../../src/ports/requests.ts";
import type { CachedResponse } from "../cache/cache.ts";
import { recognise } from "./admit.ts";
import { lookup } from "./compute.ts";
import { surelyTakesJson } from "./negotiate.ts";
import { recordOutcome } from "./record.ts";
import { acceptsGzip, bodyOf, responseHeaders, reuseOf } from "./respond.ts";
import type { Facade } from "./state.ts";

const base = "/api/v1";

export function createFastPath(facade: Facade): FastPath {
  const { access } = facade;
  return {
    callerIn: (authorization) => access.keyNameIn(authorization),
    respond(request) {
      const started = performance.now();
      const packed = surelyTakesJson(request.accept) ? acceptsGzip(request.acceptEncoding) : undefined;
      const principal = packed === undefined ? undefined : recognise(facade, request.caller, request.address);
      const cached = principal && lookup(facade, request.url);
      if (!cached || cached.route.ends || packed === undefined) return undefined;
      facade.share.note(principal.accountId);
      const decision = access.take(principal);
      const counted = { counted: { principal, decision } };
      return (
        decision
          .then(({ allowed, limitStatus }) => {
            // the refusal is not sent to a caller that has closed the connection
            if (!allowed && !request.isClosed()) return counted;
            const milliseconds = performance.now() - started;
            note(facade, request, { principal, limitStatus, cached, milliseconds });
            return responseOf(facade, request, { principal, limitStatus, cached, packed });
          })
          // the pipeline of Express handles outages, changed keys and internal errors
          .catch(() => counted)
      );
    },
  };
}

interface Charged {
  principal: Principal;
  limitStatus: LimitStatus;
  cached: CachedResponse;
}

function responseOf(
  facade: Facade,
  { requestId }: FastRequest,
  { principal, limitStatus, cached, packed }: Charged & { packed: boolean },
): FastResponse {
  const bytes = bodyOf(cached.response, { requestId, next: cached.next }, packed);
  const headers = responseHeaders(facade, limitStatus, reuseOf(cached.response, cached.route, facade.seconds()), bytes);
  return { headers, body: bytes.body, route: cached.route.path, accountId: principal.accountId };
}

/** Records the request; if the caller closed the connection, with status 499, as in the pipeline of Express. */
function note(
  facade: Facade,
  { url, authorization, requestId, isClosed }: FastRequest,
  { principal, limitStatus, cached, milliseconds }: Charged & { milliseconds: number },
): void {
  const status = isClosed() ? clientClosedRequest : 200;
  const outcome = { url, authorization, route: cached.route.path, status, milliseconds, requestId };
  recordOutcome(facade, { principal, limitStatus }, outcome, () =>
    facade.match(url.slice(base.length).split("?")[0] ?? ""),
  );
}
