// The short way of most requests: a caller whose key is remembered asks what was answered before. Nothing has to be awaited but the
// count, and nobody has to look for a route. What is out of the ordinary takes the usual way (rest/handle.ts), to which a count that
// was made is handed on, so that both ways judge alike and give the same answers.
import type { Body } from "./answer-bytes.ts";
import type { KeptAnswer } from "./cache.ts";
import type { Facade } from "./facade.ts";
import { askedFor, hasHungUp, hungUp, noteUse, reuseOf } from "./handle.ts";
import type { Counted, LimitFigures, Principal } from "./ports.ts";
import { answerHeaders, bodyOf, takesGzip } from "./respond.ts";

const base = "/api/v1";

/** A GET of the facade with nothing in it that needs Express. */
interface ShortRequest {
  url: string;
  /** what `callerIn` has made of the header below */
  caller: string | undefined;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  /** the caller's address, normalised */
  address: string;
  requestId: string;
  hasHungUp(): boolean;
}

/** A 200, as it has to be written. */
interface ShortAnswer {
  /** a line each, without those that every answer of the server has */
  headers: string;
  body: Body;
  route: string;
  accountId: string;
}

export interface ShortWay {
  /** Whom an Authorization header names; to be kept for as long as a connection brings the same header. */
  callerIn(authorization: string | undefined): string | undefined;
  /** undefined = it was left as it was. Never rejects: the usual way goes on with what was counted. */
  ask(request: ShortRequest): Promise<ShortAnswer | { counted: Counted }> | undefined;
}

export function createShortWay(facade: Facade): ShortWay {
  const { access, cache, dataVersion } = facade;
  return {
    callerIn: (authorization) => access.keyNameIn(authorization),
    ask(request) {
      const started = performance.now();
      const version = dataVersion.current();
      const packed = takesGzip(request.acceptEncoding);
      if (request.caller === undefined || version === undefined || packed === undefined) return undefined;
      const principal = access.remembered(request.caller, request.address);
      const kept = principal && cache.recall(request.url, { today: facade.today(), version });
      if (!kept || kept.route.ends) return undefined;
      const decision = access.take(principal);
      const counted = { counted: { principal, decision } };
      return (
        decision
          .then(({ allowed, figures }) => {
            // nobody is left to be told the usual way
            if (!allowed && !request.hasHungUp()) return counted;
            const standing = { principal, figures };
            note(facade, request, standing, kept, performance.now() - started);
            return answerOf(facade, request, standing, kept, packed);
          })
          // what goes wrong in here is no less a fault of this request alone
          .catch(() => counted)
      );
    },
  };
}

interface Standing {
  principal: Principal;
  figures: LimitFigures;
}

function answerOf(
  facade: Facade,
  { requestId }: ShortRequest,
  { principal, figures }: Standing,
  { answer, route }: KeptAnswer,
  packed: boolean,
): ShortAnswer {
  const bytes = bodyOf(answer, requestId, packed);
  const headers = answerHeaders(facade, figures, reuseOf(answer, route), bytes);
  return { headers, body: bytes.body, route: route.path, accountId: principal.accountId };
}

/** The usual way remembers a caller who has hung up as one who was not served; so does this one. */
function note(facade: Facade, request: ShortRequest, standing: Standing, { route }: KeptAnswer, milliseconds: number) {
  const { url, authorization, requestId } = request;
  const answered = { route: route.path, status: 200, milliseconds, requestId };
  if (request.hasHungUp()) {
    answered.status = hungUp;
    const asked = askedFor(facade.match(url.slice(base.length).split("?")[0] ?? ""), url);
    noteUse(facade, authorization, standing, { ...answered, failure: { ...hasHungUp, ...asked } });
  } else noteUse(facade, authorization, standing, answered);
}
