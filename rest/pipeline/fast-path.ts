// Requests from the front (src/fast/front) with a key that is in memory, of a known path, and for JSON without any doubt.
// They go through the steps of every request (handle.ts), without Node's HTTP server and Express. Those with another key
// or path, another format or quality values, and those of a route that ends are left to Express.
import { clientClosedRequest } from "../../src/errors.ts";
import type { FastPath } from "../../src/ports/requests.ts";
import { begin, type Facade } from "./admit.ts";
import { handle } from "./handle.ts";
import { acceptsGzip } from "./respond.ts";
import { Target } from "./target.ts";

const base = "/api/v1";

export function createFastPath(facade: Facade): FastPath {
  const { access, share } = facade;
  return {
    callerIn: (authorization) => access.keyNameIn(authorization),
    respond(request) {
      if (acceptsGzip(request.acceptEncoding) === undefined) return undefined;
      const { caller, address, url } = request;
      const recognised = caller === undefined ? undefined : access.remembered(caller, address);
      const match = recognised && facade.match(pathIn(url));
      if (!match || match.route.ends) return undefined;
      const target = new Target(facade, match, url, request);
      // undefined too where the format has to be negotiated
      if (target.form !== "json") return undefined;
      const { accountId } = recognised;
      const state = begin(request, { path: match.route.path, isKnown: true, logged: { accountId }, recognised });
      share.note(accountId);
      if (target.cached) return handle(facade, state, target);
      // a response that has to be computed begins in its turn, as every request of Express does
      return new Promise((resolve) => {
        share.begin(accountId, () =>
          resolve(
            request.isClosed() ? { status: clientClosedRequest, logged: state.logged } : handle(facade, state, target),
          ),
        );
      });
    },
  };
}

function pathIn(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url.slice(base.length) : url.slice(base.length, mark);
}
