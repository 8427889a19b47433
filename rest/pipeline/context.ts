// Types shared by the steps of the pipeline: the injected services, the request, and the context of the request.
import type { Request, Response } from "express";
import type {
  AccessPort,
  CountedWindows,
  ErrorLog,
  Execute,
  FairTurns,
  LimitStatus,
  Principal,
  QuotaTicket,
} from "../../src/ports.ts";
import type { ResponseCache } from "../cache.ts";
import type { DetailRoute, ListRoute } from "../define-route.ts";
import type { LastKnownLimits } from "../last-known-limits.ts";
import type { LiveCopies } from "../live-copies.ts";
import type { Match } from "../match-path.ts";
import type { Vocabulary } from "../ports.ts";
import type { RenderedRows } from "../rendered-rows.ts";

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

/** The request context: caller, limits and charges, as far as they are known. */
export interface RequestContext {
  limitStatus?: LimitStatus;
  principal?: Principal;
  /** hash of a refused key */
  refused?: string;
  /** one per charge */
  tickets?: QuotaTicket[];
  /** the windows that the tickets' requests were charged to */
  charged?: CountedWindows;
}

/** A request with its response and its context. */
export interface Handled {
  request: Request;
  response: Response;
  requestContext: RequestContext;
}
