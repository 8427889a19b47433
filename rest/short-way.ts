// The short way of most requests: a caller whose key is remembered asks what was answered before. Nothing has to be awaited but the
// count, and nobody has to look for a route. What is out of the ordinary takes the usual way (rest/handle.ts), to which a count that
// was made is handed on, so that both ways judge alike and give the same answers.
import type { Request, Response } from "express";
import type { Facade } from "./facade.ts";
import { deliver, noteUse } from "./handle.ts";
import type { Exchange } from "./ports.ts";

/**
 * Takes a request whose `locals` the server has filled; false = it is left as it was. Calls `usual`, at once or later, where the
 * usual way has to go on with it.
 */
export type ShortWay = (request: Request, response: Response, usual: () => void) => boolean;

export function createShortWay(facade: Facade): ShortWay {
  const { access, cache, dataVersion } = facade;
  return (request, response, usual) => {
    const started = performance.now();
    const exchange = response.locals as Exchange;
    const version = dataVersion.current();
    if (request.method !== "GET" || request.headers["if-none-match"] !== undefined || version === undefined)
      return false;
    const principal = access.remembered(request.headers.authorization, exchange.address);
    const kept = principal && cache.recall(request.url, { today: facade.today(), version });
    if (!kept || kept.route.ends) return false;
    const { answer, route } = kept;
    const decision = access.take(principal);
    exchange.counted = { principal, decision };
    decision
      .then(({ allowed, figures }) => {
        if (!allowed || response.closed) return usual();
        exchange.route = route.path;
        exchange.accountId = principal.accountId;
        deliver(facade, { request, response }, figures, answer, route);
        const milliseconds = performance.now() - started;
        const answered = { route: route.path, status: 200, milliseconds, requestId: exchange.requestId };
        noteUse(facade, request, { principal, figures }, answered);
      })
      // what goes wrong in here is no less a fault of this request alone
      .catch(usual);
    return true;
  };
}
