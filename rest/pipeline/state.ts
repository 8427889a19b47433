// What the steps of the pipeline share: the injected services, and the state of one request.
import type { Request, Response } from "express";
import { AppError } from "../../src/errors.ts";
import type { AccessPort, CountedWindows, LimitStatus, Principal, QuotaTicket } from "../../src/ports/access.ts";
import type { ErrorLog, Execute, FairTurns } from "../../src/ports/execution.ts";
import type { Match } from "../all-routes.ts";
import type { LiveCopies, ResponseCache } from "../cache/cache.ts";
import type { RenderedRows } from "../cache/rendered-rows.ts";
import { CallerCancellation } from "../cache/single-flight.ts";
import type { DetailRoute, ListRoute } from "../define-route.ts";
import type { LastKnownLimits } from "../headers.ts";
import type { Exchange, Vocabulary } from "../ports.ts";

/** The services that are injected into the facade. */
export interface Services {
  access: AccessPort;
  execute: Execute;
  /** shares computations fairly among accounts; cached responses need no turn */
  share: FairTurns;
  /** the current data version, which a cached response must have; undefined = currently unknown */
  dataVersion: { current(): string | undefined };
  vocabulary: Vocabulary;
  log: ErrorLog;
}

/** The services and the facade's own parts, assembled once by rest/facade.ts. */
export interface Facade extends Services {
  cache: ResponseCache;
  copies: LiveCopies;
  renderedRows: RenderedRows;
  match(path: string): Match | undefined;
  hashOf(route: ListRoute | DetailRoute): string;
  /** Unix seconds */
  seconds(): number;
  /** calendar date in UTC */
  today(): string;
  lastKnownLimits: LastKnownLimits;
}

/** What is known of the caller and of the charge; each step adds its part. */
export interface Caller {
  limitStatus?: LimitStatus;
  principal?: Principal;
  /** hash of a refused key */
  refused?: string;
  /** one per charge */
  tickets?: QuotaTicket[];
  /** the windows that the tickets' requests were charged to */
  charged?: CountedWindows;
}

/** A request on its way through the steps of handle.ts and download.ts. */
export interface RequestState extends Caller {
  readonly request: Request;
  readonly response: Response;
  readonly exchange: Exchange;
  /** path and query as sent */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly cancellation: CallerCancellation;
  /** performance.now() when the facade got the request */
  readonly started: number;
  /** the error for a wrong method, which a request gets instead of any other refusal */
  readonly wrongMethod: AppError | undefined;
}

/** The caller of an admitted request. */
export const holderOf = ({ principal }: Caller): Principal => principal as Principal;

/** `isKnown`: a path that exists. A known path with a wrong method is 405 for every caller, and with a valid key it counts. */
export function begin(
  request: Request,
  response: Response,
  { path, isKnown }: { path: string; isKnown: boolean },
): RequestState {
  const exchange = response.locals as Exchange;
  exchange.route = path;
  const { method, originalUrl, headers } = request;
  return {
    request,
    response,
    exchange,
    url: originalUrl,
    authorization: headers.authorization,
    cancellation: new CallerCancellation({
      isClosed: () => response.closed && !response.writableFinished,
      onClose: (listener) => void response.once("close", listener),
    }),
    started: performance.now(),
    wrongMethod: isKnown && method !== "GET" && method !== "HEAD" ? new AppError("method_not_allowed") : undefined,
  };
}
