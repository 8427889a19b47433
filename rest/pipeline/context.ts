// What the steps of the pipeline share: the services that they are handed, the request as they see it, and what they learn of it.
import type { Request, Response } from "express";
import type { AnswerCache } from "../cache.ts";
import type { DetailRoute, ListRoute } from "../define-route.ts";
import type { LastKnownLimits } from "../last-known-limits.ts";
import type { LiveCopies } from "../live-copies.ts";
import type { Match } from "../match-path.ts";
import type {
  AccessPorts,
  Execute,
  FairShare,
  LimitFigures,
  Log,
  Principal,
  QuotaTicket,
  Vocabulary,
} from "../ports.ts";

/** The services, put together once by rest/facade.ts. */
export interface Facade {
  access: AccessPorts;
  execute: Execute;
  /** the turns of what has to be computed; cached responses need none */
  share: FairShare;
  /** the version that a response must have to be given again; undefined = not known now */
  dataVersion: { current(): string | undefined };
  vocabulary: Vocabulary;
  log: Log;
  cache: AnswerCache;
  copies: LiveCopies;
  match(path: string): Match | undefined;
  hashOf(route: ListRoute | DetailRoute): string;
  /** Unix seconds */
  seconds(): number;
  /** calendar date in UTC */
  today(): string;
  lastKnownLimits: LastKnownLimits;
}

/** What is known of a request and its caller so far. */
export interface RequestContext {
  figures?: LimitFigures;
  principal?: Principal;
  /** hash of a key that was refused */
  refused?: string;
  /** one for each charge */
  tickets?: QuotaTicket[];
  /** the windows that the tickets' requests were charged to */
  charged?: "all" | "minute";
}

/** A request with what is known of it, and its response. */
export interface Handled {
  request: Request;
  response: Response;
  requestContext: RequestContext;
}
