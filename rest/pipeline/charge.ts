// What a request costs: a place in the windows of its account, and what of it is given back.
import type { AppError } from "../../src/errors.ts";
import type { Route } from "../define-route.ts";
import { exceededWindow, LimitExceeded } from "../error-body.ts";
import type { QuotaDecision } from "../ports.ts";
import type { Facade, RequestContext } from "./context.ts";

/** What is known of a request before it is charged. */
export interface Judged {
  method: AppError | undefined;
  route: Route | undefined;
  /** whether path, method and parameters are right; what is not is charged to the minute alone */
  isRight(): boolean;
}

/** `started`: the decision on a charge that was made before. @throws LimitExceeded */
export async function charge(
  { access }: Facade,
  requestContext: RequestContext,
  { route, method, isRight }: Judged,
  started: Promise<QuotaDecision> | undefined,
): Promise<void> {
  const { principal } = requestContext;
  if (!principal) return;
  if (route && "account" in route && !method) {
    requestContext.figures = await access.peek(principal);
    return;
  }
  const windows = started || isRight() ? "all" : "minute";
  const decision = await (started ?? access.take(principal, windows));
  requestContext.figures = decision.figures;
  if (decision.allowed) {
    requestContext.charged = windows;
    requestContext.tickets = [decision.ticket];
    return;
  }
  if (method) return;
  const { figures, exceeded } = decision;
  const upgrade = await access.upgrade(principal.plan, exceeded);
  throw new LimitExceeded(exceeded, exceededWindow(figures, exceeded), principal.plan, upgrade);
}

/**
 * Charges the rest of an answer that costs more than the one request that was charged before. Where a window has no room for it nothing
 * stays charged. @throws LimitExceeded
 */
export async function chargeRest(facade: Facade, requestContext: RequestContext, cost: number): Promise<void> {
  const { access } = facade;
  const { principal, tickets = [] } = requestContext;
  if (!principal || cost <= 1) return;
  const decision = await access.take(principal, "all", cost - 1);
  requestContext.figures = decision.figures;
  if (decision.allowed) {
    requestContext.tickets = [...tickets, decision.ticket];
    return;
  }
  await giveBack(facade, requestContext, "all");
  const upgrade = await access.upgrade(principal.plan, decision.exceeded);
  const window = exceededWindow(requestContext.figures, decision.exceeded);
  throw new LimitExceeded(decision.exceeded, window, principal.plan, upgrade, cost);
}

/** Gives back what was charged, once. */
export async function giveBack(
  { access }: Facade,
  requestContext: RequestContext,
  windows: "all" | "day-and-month",
): Promise<void> {
  const { principal, tickets = [], charged } = requestContext;
  if (!principal) return;
  delete requestContext.tickets;
  for (const ticket of tickets)
    requestContext.figures = await access.refund(principal, ticket, charged === "minute" ? charged : windows);
}
