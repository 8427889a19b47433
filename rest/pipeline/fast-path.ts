// The pipeline of a plain GET on the socket (src/fast/front), by the same steps: recognise the caller, recall the cached response,
// charge, respond, record. What it cannot answer takes the pipeline of Express (handle.ts), which is handed the charge where one was
// made, so that nothing is charged twice and both give the same answers.
import { clientClosedRequest } from "../../src/errors.ts";
import type { FastAnswer, FastPath, FastRequest } from "../../src/ports.ts";
import type { CachedResponse } from "../cache.ts";
import type { LimitFigures, Principal } from "../ports.ts";
import { recognise } from "./authenticate.ts";
import type { Facade } from "./context.ts";
import { surelyTakesJson } from "./negotiate.ts";
import { recall } from "./recall.ts";
import { record } from "./record.ts";
import { answerHeaders, bodyOf, reuseOf, takesGzip } from "./respond.ts";

const base = "/api/v1";

export function createFastPath(facade: Facade): FastPath {
  const { access } = facade;
  return {
    callerIn: (authorization) => access.keyNameIn(authorization),
    answer(request) {
      const started = performance.now();
      const packed = surelyTakesJson(request.accept) ? takesGzip(request.acceptEncoding) : undefined;
      const principal = packed === undefined ? undefined : recognise(facade, request.caller, request.address);
      const cached = principal && recall(facade, request.url);
      if (!cached || cached.route.ends || packed === undefined) return undefined;
      facade.share.note(principal.accountId);
      const decision = access.take(principal);
      const counted = { counted: { principal, decision } };
      return (
        decision
          .then(({ allowed, figures }) => {
            // a caller who is gone is not sent the refusal
            if (!allowed && !request.isClosed()) return counted;
            const milliseconds = performance.now() - started;
            note(facade, request, { principal, figures, cached, milliseconds });
            return answerOf(facade, request, { principal, figures, cached, packed });
          })
          // an outage or a changed key is judged by the pipeline of Express, as is a fault of ours
          .catch(() => counted)
      );
    },
  };
}

interface Charged {
  principal: Principal;
  figures: LimitFigures;
  cached: CachedResponse;
}

function answerOf(
  facade: Facade,
  { requestId }: FastRequest,
  { principal, figures, cached, packed }: Charged & { packed: boolean },
): FastAnswer {
  const bytes = bodyOf(cached.answer, { requestId, next: cached.next }, packed);
  const headers = answerHeaders(facade, figures, reuseOf(cached), bytes);
  return { headers, body: bytes.body, route: cached.route.path, accountId: principal.accountId };
}

/** A caller who closed the connection is recorded as not served, as by the pipeline of Express. */
function note(
  facade: Facade,
  { url, authorization, requestId, isClosed }: FastRequest,
  { principal, figures, cached, milliseconds }: Charged & { milliseconds: number },
): void {
  const status = isClosed() ? clientClosedRequest : 200;
  const outcome = { url, authorization, route: cached.route.path, status, milliseconds, requestId };
  record(facade, { principal, figures }, outcome, () => facade.match(url.slice(base.length).split("?")[0] ?? ""));
}
