// What the steps of the pipeline share: the injected services, and the state of one request. Then its admission: who
// calls, and whether the limits allow it; and what undoes it, the refund. A key that was changed between the two is
// looked up once more.
import type { Request, Response } from "express";
import { AppError, asAppError } from "../../src/errors.ts";
import type {
  AccessPort,
  CountedWindows,
  LimitStatus,
  Principal,
  QuotaDecision,
  QuotaTicket,
} from "../../src/ports/access.ts";
import type { ErrorLog, Execute, FairTurns } from "../../src/ports/execution.ts";
import type { Match } from "../all-routes.ts";
import type { LiveCopies, ResponseCache } from "../cache/cache.ts";
import type { RenderedRows } from "../cache/rendered-rows.ts";
import { CallerCancellation } from "../cache/single-flight.ts";
import type { DetailRoute, ListRoute } from "../define-route.ts";
import { exceededWindow, instant, LimitExceeded } from "../error-body.ts";
import type { LastKnownLimits } from "../headers.ts";
import { noLimitStatus } from "../headers.ts";
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

interface Charging {
  /** the route of the caller's own account, which is not charged */
  isFree: boolean;
  /** the windows to charge the request to: all only if path, method and parameters are valid */
  windows(): CountedWindows;
  /** finds the holder where no key does; without it by the header Authorization. @throws AppError */
  authenticate?(): Promise<Principal>;
}

/** A request that the fast path has charged (`exchange.counted`) is not charged again. @throws AppError */
export async function admit(facade: Facade, state: RequestState, charging: Charging): Promise<void> {
  for (let again = true; ; again = false) {
    const counted = again ? state.exchange.counted : undefined;
    try {
      if (counted) setPrincipal(state, counted.principal);
      else if (charging.authenticate) setPrincipal(state, await charging.authenticate());
      else await authenticate(facade, state);
      await charge(facade, state, charging, counted?.decision);
      return;
    } catch (error) {
      if (!again || asAppError(error).code !== "key_changed") throw error;
      delete state.principal;
      delete state.limitStatus;
    }
  }
}

/** The holder of a cached key; undefined if `authenticate` has to look the key up. */
export function recognise({ access }: Facade, keyName: string | undefined, address: string): Principal | undefined {
  return keyName === undefined ? undefined : access.remembered(keyName, address);
}

/**
 * Finds the holder of the key, and checks that the key may be used from the caller's address. Failed attempts are
 * counted by address. @throws AppError
 */
async function authenticate(facade: Facade, state: RequestState): Promise<void> {
  const { access } = facade;
  const { exchange, authorization, wrongMethod } = state;
  const result = await access.authenticate(authorization, exchange.address);
  if (result.outcome === "unauthorized") {
    if (result.refused) state.refused = result.refused;
    return await refuseCaller(facade, state, new AppError("unauthorized", result.ended && describeEnd(result.ended)));
  }
  setPrincipal(state, result.principal);
  if (result.outcome === "ok") return;
  state.limitStatus = await access.peek(result.principal);
  throw wrongMethod ?? new AppError("forbidden_address");
}

/** Counts a failed attempt of the address. @throws the error, or LimitExceeded if the address has failed too often */
export async function refuseCaller({ access, seconds }: Facade, state: RequestState, error: AppError): Promise<never> {
  const { allowed, minute } = await access.countFailure(state.exchange.address);
  state.limitStatus = noLimitStatus(seconds(), minute);
  throw state.wrongMethod ?? (allowed ? error : new LimitExceeded("address", minute, null, null));
}

const describeEnd = ({ how, at }: { how: "revoked" | "expired"; at: number }): string =>
  `This API key ${how === "revoked" ? "was revoked" : "expired"} at ${instant(at)}; create another one on the account page`;

/** Records the caller for the next steps and for the server's request log. */
function setPrincipal(state: RequestState, principal: Principal): void {
  state.exchange.accountId = principal.accountId;
  state.principal = principal;
}

/** `started`: the decision on a charge that was already made. @throws LimitExceeded */
async function charge(
  { access }: Facade,
  state: RequestState,
  { isFree, windows }: Charging,
  started: Promise<QuotaDecision> | undefined,
): Promise<void> {
  const { principal, wrongMethod } = state;
  if (!principal) return;
  if (isFree && !wrongMethod) {
    state.limitStatus = await access.peek(principal);
    return;
  }
  const charged = started ? "all" : windows();
  const decision = await (started ?? access.take(principal, charged));
  state.limitStatus = decision.limitStatus;
  if (decision.allowed) {
    state.charged = charged;
    state.tickets = [decision.ticket];
    return;
  }
  if (wrongMethod) return;
  const { limitStatus, exceeded } = decision;
  const upgrade = await access.upgrade(principal.plan, exceeded);
  throw new LimitExceeded(exceeded, exceededWindow(limitStatus, exceeded), principal.plan, upgrade);
}

/**
 * Charges the remaining cost of a response that costs more than the one request that was already charged. If a window
 * has no room for it, everything is refunded. @throws LimitExceeded
 */
export async function chargeRest(facade: Facade, caller: Caller, cost: number): Promise<void> {
  const { access } = facade;
  const { principal, tickets = [] } = caller;
  if (!principal || cost <= 1) return;
  const decision = await access.take(principal, "all", cost - 1);
  caller.limitStatus = decision.limitStatus;
  if (decision.allowed) {
    caller.tickets = [...tickets, decision.ticket];
    return;
  }
  await refund(facade, caller, "all");
  const upgrade = await access.upgrade(principal.plan, decision.exceeded);
  const window = exceededWindow(caller.limitStatus, decision.exceeded);
  throw new LimitExceeded(decision.exceeded, window, principal.plan, upgrade, cost);
}

/** Refunds the charges of the request; a second call does nothing. Tries every charge, and throws the first error. */
export async function refund({ access }: Facade, caller: Caller, windows: "all" | "day-and-month"): Promise<void> {
  const { principal, tickets = [], charged } = caller;
  if (!principal) return;
  delete caller.tickets;
  const errors: unknown[] = [];
  for (const ticket of tickets)
    try {
      caller.limitStatus = await access.refund(principal, ticket, charged === "all" ? windows : "minute");
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}

/** Refunds as `refund` does. A failed refund is logged: the caller gets the error of the request all the same. */
export const refundOrLog = (facade: Facade, state: RequestState, windows: "all" | "day-and-month"): Promise<void> =>
  refund(facade, state, windows).catch((cause) =>
    facade.log.error({ requestId: state.exchange.requestId, err: cause }, "a request could not be refunded"),
  );

/** The limits as read; if the quota cannot be read, the last known ones, else 0. */
export function limitStatusFor(facade: Facade, { limitStatus, principal, authorization }: RequestState): LimitStatus {
  return limitStatus ?? facade.lastKnownLimits.get(principal, authorization) ?? noLimitStatus(facade.seconds());
}
