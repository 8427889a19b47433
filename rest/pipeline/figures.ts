// The limits that a response shows, and the 304 response, which refunds part of its charge.
import type { Request } from "express";
import { noFigures } from "../limit-headers.ts";
import type { LimitFigures } from "../ports.ts";
import { giveBack } from "./charge.ts";
import type { Facade, Handled, RequestContext } from "./context.ts";
import { type Reuse, sendNotModified } from "./respond.ts";

/** The limits as read; if the quota cannot be read, the last known ones, else 0. */
export function figuresFor(facade: Facade, request: Request, { figures, principal }: RequestContext): LimitFigures {
  return figures ?? facade.lastKnownLimits.get(principal, request.headers.authorization) ?? noFigures(facade.seconds());
}

/** Sends 304, which is charged to the minute only. */
export async function respondNotModified(
  facade: Facade,
  { request, response, requestContext }: Handled,
  reuse: Reuse,
): Promise<void> {
  await giveBack(facade, requestContext, "day-and-month");
  sendNotModified(facade, response, figuresFor(facade, request, requestContext), reuse);
}
