// Charges a request to the quota windows of its account, refunds it, and tells the limits that its response shows.
import type { Request } from "express";
import type { AppError } from "../../src/errors.ts";
import type { CountedWindows, LimitStatus, QuotaDecision } from "../../src/ports.ts";
import type { Route } from "../define-route.ts";
import { exceededWindow, LimitExceeded } from "../error-body.ts";
import { noLimitStatus } from "../limit-headers.ts";
import type { Facade, RequestContext } from "./context.ts";

/** The checks of a request that are needed before it is charged. */
export interface Precheck {
  /** the error for a wrong method */
  method: AppError | undefined;
  route: Route | undefined;
  /** the windows to charge it to: all only if path, method and parameters are valid */
  windows(): CountedWindows;
}

/** `started`: the decision on a charge that was already made. @throws LimitExceeded */
export async function charge(
  { access }: Facade,
  requestContext: RequestContext,
  { route, method, windows }: Precheck,
  started: Promise<QuotaDecision> | undefined,
): Promise<void> {
  const { principal } = requestContext;
  if (!principal) return;
  if (route && "account" in route && !method) {
    requestContext.limitStatus = await access.peek(principal);
    return;
  }
  const charged = started ? "all" : windows();
  const decision = await (started ?? access.take(principal, charged));
  requestContext.limitStatus = decision.limitStatus;
  if (decision.allowed) {
    requestContext.charged = charged;
    requestContext.tickets = [decision.ticket];
    return;
  }
  if (method) return;
  const { limitStatus, exceeded } = decision;
  const upgrade = await access.upgrade(principal.plan, exceeded);
  throw new LimitExceeded(exceeded, exceededWindow(limitStatus, exceeded), principal.plan, upgrade);
}

/**
 * Charges the remaining cost of a response that costs more than the one request that was already charged. If a window
 * has no room for it, everything is refunded. @throws LimitExceeded
 */
export async function chargeRest(facade: Facade, requestContext: RequestContext, cost: number): Promise<void> {
  const { access } = facade;
  const { principal, tickets = [] } = requestContext;
  if (!principal || cost <= 1) return;
  const decision = await access.take(principal, "all", cost - 1);
  requestContext.limitStatus = decision.limitStatus;
  if (decision.allowed) {
    requestContext.tickets = [...tickets, decision.ticket];
    return;
  }
  await giveBack(facade, requestContext, "all");
  const upgrade = await access.upgrade(principal.plan, decision.exceeded);
  const window = exceededWindow(requestContext.limitStatus, decision.exceeded);
  throw new LimitExceeded(decision.exceeded, window, principal.plan, upgrade, cost);
}

/** Refunds the charges of the request; a second call does nothing. */
export async function giveBack(
  { access }: Facade,
  requestContext: RequestContext,
  windows: "all" | "day-and-month",
): Promise<void> {
  const { principal, tickets = [], charged } = requestContext;
  if (!principal) return;
  delete requestContext.tickets;
  for (const ticket of tickets)
    requestContext.limitStatus = await access.refund(principal, ticket, charged === "all" ? windows : "minute");
}

/** The limits as read; if the quota cannot be read, the last known ones, else 0. */
export function limitStatusFor(
  facade: Facade,
  request: Request,
  { limitStatus, principal }: RequestContext,
): LimitStatus {
  return (
    limitStatus ??
    facade.lastKnownLimits.get(principal, request.headers.authorization) ??
    noLimitStatus(facade.seconds())
  );
}
