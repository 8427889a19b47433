// What the steps of the pipeline share: the injected services, and the state of one request. Then its admission: who
// calls, and whether the limits allow it; and what undoes it, the refund. A key that was changed between authentication
// and charge is looked up once more.
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
import type { HandledRequest, RestRequest } from "../../src/ports/requests.ts";
import type { Match } from "../all-routes.ts";
import type { LiveCopies, ResponseCache } from "../cache/cache.ts";
import type { RenderedRows } from "../cache/rendered-rows.ts";
import { CallerCancellation } from "../cache/single-flight.ts";
import type { DetailRoute, ListRoute } from "../define-route.ts";
import { exceededWindow, instant, LimitExceeded } from "../error-body.ts";
import type { LastKnownLimits } from "../headers.ts";
import { noLimitStatus } from "../headers.ts";
import type { Vocabulary } from "../ports.ts";

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

/** A request on its way through the steps of handle.ts, download.ts, feed.ts and event-stream.ts. */
export interface RequestState extends Caller {
  readonly request: RestRequest;
  /** path and query of the response's content: as sent, or as a feed has saved them */
  readonly url: string;
  readonly cancellation: CallerCancellation;
  /** performance.now() when the facade got the request */
  readonly started: number;
  /** the error for a wrong method, which a request gets instead of any other refusal */
  readonly wrongMethod: AppError | undefined;
  /** for the server's log */
  readonly logged: HandledRequest["logged"];
  /** the beginning of the response was sent */
  isBegun(): boolean;
  /** the holder of the key, where the front has found it in memory */
  recognised?: Principal | undefined;
}

/** The caller of an admitted request. */
export const holderOf = ({ principal }: Caller): Principal => principal as Principal;

interface Beginning extends Pick<RequestState, "logged" | "recognised"> {
  /** template of the path */
  path: string;
  /** the path exists: with a wrong method it is 405 for every caller, and with a valid key it counts */
  isKnown: boolean;
  isBegun?: () => boolean;
}

export function begin(
  request: RestRequest,
  { path, isKnown, logged, recognised, isBegun = () => false }: Beginning,
): RequestState {
  logged.route = path;
  const { method, url } = request;
  return {
    request,
    url,
    cancellation: new CallerCancellation(request),
    started: performance.now(),
    wrongMethod: isKnown && method !== "GET" && method !== "HEAD" ? new AppError("method_not_allowed") : undefined,
    logged,
    isBegun,
    recognised,
  };
}

interface Charging {
  /** the route of the caller's own account, which is not charged */
  isUncounted: boolean;
  /** the windows to charge the request to: all only if path, method and parameters are valid */
  windows(): CountedWindows;
  /** finds the holder where no key does; without it by the header Authorization. @throws AppError */
  authenticate?(): Promise<Principal>;
}

/** Finds the caller and charges the request. @throws AppError */
export async function admit(facade: Facade, state: RequestState, charging: Charging): Promise<void> {
  const { access } = facade;
  for (let again = true; ; again = false) {
    try {
      const principal = state.recognised ?? (await (charging.authenticate?.() ?? authenticate(facade, state)));
      setPrincipal(state, principal);
      if (charging.isUncounted && !state.wrongMethod) {
        state.limitStatus = await access.peek(principal);
        return;
      }
      const windows = charging.windows();
      const decision = await access.take(principal, windows);
      state.limitStatus = decision.limitStatus;
      if (decision.allowed) {
        state.charged = windows;
        state.tickets = [decision.ticket];
      } else if (!state.wrongMethod) throw await refusalOf(access, principal, decision);
      return;
    } catch (error) {
      if (!again || asAppError(error).code !== "key_changed") throw error;
      delete state.recognised;
      delete state.principal;
      delete state.limitStatus;
    }
  }
}

async function refusalOf(
  access: AccessPort,
  { plan }: Principal,
  { limitStatus, exceeded }: Extract<QuotaDecision, { allowed: false }>,
): Promise<LimitExceeded> {
  const upgrade = await access.upgrade(plan, exceeded);
  return new LimitExceeded(exceeded, exceededWindow(limitStatus, exceeded), plan, upgrade);
}

/**
 * Finds the holder of the key, and checks that the key may be used from the caller's address. Failed attempts are
 * counted by address. @throws AppError
 */
async function authenticate(facade: Facade, state: RequestState): Promise<Principal> {
  const { access } = facade;
  const { request, wrongMethod } = state;
  const result = await access.authenticate(request.authorization, request.address);
  if (result.outcome === "unauthorized") {
    if (result.refused) state.refused = result.refused;
    return await refuseCaller(facade, state, new AppError("unauthorized", result.ended && describeEnd(result.ended)));
  }
  if (result.outcome === "ok") return result.principal;
  setPrincipal(state, result.principal);
  state.limitStatus = await access.peek(result.principal);
  throw wrongMethod ?? new AppError("forbidden_address");
}

/** Counts a failed attempt of the address. @throws the error, or LimitExceeded if the address has failed too often */
export async function refuseCaller({ access, seconds }: Facade, state: RequestState, error: AppError): Promise<never> {
  const { allowed, minute } = await access.countFailure(state.request.address);
  state.limitStatus = noLimitStatus(seconds(), minute);
  throw state.wrongMethod ?? (allowed ? error : new LimitExceeded("address", minute, null, null));
}

const describeEnd = ({ how, at }: { how: "revoked" | "expired"; at: number }): string =>
  `This API key ${how === "revoked" ? "was revoked" : "expired"} at ${instant(at)}; create another one on the account page`;

/** Records the caller for the next steps and for the server's log. */
function setPrincipal(state: RequestState, principal: Principal): void {
  state.logged.accountId = principal.accountId;
  state.principal = principal;
}

/**
 * Charges the remaining cost of a response that costs more than the one request that was already charged. If a window
 * has no room for it, everything is refunded. @throws LimitExceeded
 */
export async function chargeRemaining(facade: Facade, caller: Caller, cost: number): Promise<void> {
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
    facade.log.error({ requestId: state.request.requestId, err: cause }, "a request could not be refunded"),
  );

/** The limits as read; if the quota cannot be read, the last known ones, else 0. */
export function limitStatusFor(facade: Facade, { limitStatus, principal, request }: RequestState): LimitStatus {
  return limitStatus ?? facade.lastKnownLimits.get(principal, request.authorization) ?? noLimitStatus(facade.seconds());
}
