// The figures of limits that an answer shows, and the answer that gives part of its charge back.
import type { Request } from "express";
import { noFigures } from "../limit-headers.ts";
import type { LimitFigures } from "../ports.ts";
import { giveBack } from "./charge.ts";
import type { Facade, Handled, RequestContext } from "./context.ts";
import { type Reuse, sendNotModified } from "./respond.ts";

/** The figures as read, else the last known ones, else 0: while the budgets cannot be read there is nothing better. */
export function figuresFor(facade: Facade, request: Request, { figures, principal }: RequestContext): LimitFigures {
  return figures ?? facade.lastKnownLimits.get(principal, request.headers.authorization) ?? noFigures(facade.seconds());
}

/** 304, which keeps its minute alone. */
export async function respondNotModified(
  facade: Facade,
  { request, response, requestContext }: Handled,
  reuse: Reuse,
): Promise<void> {
  await giveBack(facade, requestContext, "day-and-month");
  sendNotModified(facade, response, figuresFor(facade, request, requestContext), reuse);
}
