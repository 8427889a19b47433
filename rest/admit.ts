// Whether a request may run, in the order of judgement: authentication, allowlist, quota.
import type { Request } from "express";
import { AppError, asAppError } from "../src/errors.ts";
import type { Route } from "./define-route.ts";
import { exceededWindow, LimitExceeded } from "./error-body.ts";
import type { Facade } from "./facade.ts";
import { noFigures } from "./limit-headers.ts";
import type { Exchange, LimitFigures, Principal, QuotaDecision, QuotaTicket } from "./ports.ts";

/** What is known of the caller so far. */
export interface Standing {
  figures?: LimitFigures;
  principal?: Principal;
  /** hash of a key that was refused */
  refused?: string;
  ticket?: QuotaTicket;
}

/**
 * Authentication, allowlist, quota; or the quota alone, where the short way has done the rest. A key that was changed between its
 * look-up and its use is looked up once more.
 */
export async function admit(
  facade: Facade,
  request: Request,
  exchange: Exchange,
  standing: Standing,
  { method, route }: { method: AppError | undefined; route: Route | undefined },
): Promise<void> {
  for (let again = true; ; again = false) {
    const counted = again ? exchange.counted : undefined;
    try {
      if (counted) know(standing, exchange, counted.principal);
      else await authenticate(facade, request, exchange, standing, method);
      await charge(facade, standing, { route, method, counted: counted?.decision });
      return;
    } catch (error) {
      if (!again || asAppError(error).code !== "key_changed") throw error;
      delete standing.principal;
      delete standing.figures;
    }
  }
}

async function authenticate(
  facade: Facade,
  request: Request,
  exchange: Exchange,
  standing: Standing,
  method: AppError | undefined,
): Promise<void> {
  const { access } = facade;
  const result = await access.authenticate(request.headers.authorization, exchange.address);
  if (result.outcome === "unauthorized") {
    if (result.refused) standing.refused = result.refused;
    const { allowed, minute } = await access.countFailure(exchange.address);
    standing.figures = noFigures(facade.seconds(), minute);
    throw method ?? (allowed ? new AppError("unauthorized") : new LimitExceeded("address", minute, null, null));
  }
  know(standing, exchange, result.principal);
  if (result.outcome === "ok") return;
  standing.figures = await access.peek(result.principal);
  throw method ?? new AppError("forbidden_address");
}

function know(standing: Standing, exchange: Exchange, principal: Principal): void {
  exchange.accountId = principal.accountId;
  standing.principal = principal;
}

/** `counted`: the decision on a count that was made before. */
async function charge(
  facade: Facade,
  standing: Standing,
  {
    route,
    method,
    counted,
  }: { route: Route | undefined; method: AppError | undefined; counted: Promise<QuotaDecision> | undefined },
): Promise<void> {
  const { access } = facade;
  const { principal } = standing;
  if (!principal) return;
  if (route && "account" in route && !method) {
    standing.figures = await access.peek(principal);
    return;
  }
  const decision = await (counted ?? access.take(principal));
  standing.figures = decision.figures;
  if (decision.allowed) {
    standing.ticket = decision.ticket;
    return;
  }
  if (method) return;
  const upgrade = await access.upgrade(principal.plan, decision.exceeded);
  throw new LimitExceeded(
    decision.exceeded,
    exceededWindow(decision.figures, decision.exceeded),
    principal.plan,
    upgrade,
  );
}
