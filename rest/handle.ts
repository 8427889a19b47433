// The life of a request, in the order of judgement: known path, method, authentication, allowlist, quota, parameters,
// execution. What was charged is given back for a 5xx (all of it) and a 304 (day and month).
import type { Request, Response } from "express";
import { AppError, asAppError } from "../src/errors.ts";
import type { Route } from "./define-route.ts";
import { type Answer, answerQuery, matchesTag, weakTag } from "./envelope.ts";
import { exceededWindow, LimitExceeded } from "./error-body.ts";
import type { Facade } from "./facade.ts";
import { noFigures } from "./limit-headers.ts";
import type { Match } from "./match-path.ts";
import { readParameters } from "./params/read-parameters.ts";
import type { Exchange, LimitFigures, Principal, QuotaTicket } from "./ports.ts";
import { announceEnd, sendAnswer, sendError, sendNotModified } from "./respond.ts";

/** What is known of the caller so far. */
interface Standing {
  figures?: LimitFigures;
  principal?: Principal;
  ticket?: QuotaTicket;
}

/** how long callers may keep an answer without asking again */
const reuseSeconds = 60;

/** Answers one request below /api/v1. Never throws. */
export async function handle(facade: Facade, request: Request, response: Response): Promise<void> {
  const exchange = response.locals as Exchange;
  const match = facade.match(request.path);
  exchange.route = match?.route.path ?? "unknown";
  announceEnd(response, match?.route.ends);
  const standing: Standing = {};
  try {
    const method = allowMethod(match, request.method);
    await authenticate(facade, request, exchange, standing, method);
    await charge(facade, standing, match?.route, method);
    if (method) throw method;
    if (!match) throw new AppError("not_found", "Unknown path");
    const answer = await perform(facade, request, match, standing);
    const reuse = { tag: weakTag(answer), seconds: "account" in match.route ? 0 : reuseSeconds };
    if (matchesTag(request.get("if-none-match"), reuse.tag)) {
      await giveBack(facade, standing, "day-and-month");
      sendNotModified(facade, response, figuresFor(facade, request, standing), reuse);
    } else sendAnswer(facade, response, figuresFor(facade, request, standing), answer, reuse);
  } catch (error) {
    await fail(facade, request, response, standing, asAppError(error));
  }
  if (!standing.principal) return;
  if (standing.figures) facade.last.set(request.get("authorization"), standing.figures);
  facade.access.recordUse(standing.principal, exchange.route, response.statusCode);
}

/** A known path with a wrong method is 405 whoever asks; with a valid key it still counts. */
function allowMethod(match: Match | undefined, method: string): AppError | undefined {
  return match && method !== "GET" && method !== "HEAD" ? new AppError("method_not_allowed") : undefined;
}

async function authenticate(
  facade: Facade,
  request: Request,
  exchange: Exchange,
  standing: Standing,
  method: AppError | undefined,
): Promise<void> {
  const { access } = facade;
  const result = await access.authenticate(request.get("authorization"), exchange.address);
  if (result.outcome === "unauthorized") {
    const { allowed, minute } = await access.countFailure(exchange.address);
    standing.figures = noFigures(facade.seconds(), minute);
    throw method ?? (allowed ? new AppError("unauthorized") : new LimitExceeded("address", minute, null, null));
  }
  exchange.accountId = result.principal.accountId;
  standing.principal = result.principal;
  if (result.outcome === "ok") return;
  standing.figures = await access.peek(result.principal);
  throw method ?? new AppError("forbidden_address");
}

async function charge(facade: Facade, standing: Standing, route: Route | undefined, method: AppError | undefined) {
  const { access } = facade;
  const { principal } = standing;
  if (!principal) return;
  if (route && "account" in route && !method) {
    standing.figures = await access.peek(principal);
    return;
  }
  const decision = await access.take(principal);
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

async function perform(facade: Facade, request: Request, { route, path }: Match, standing: Standing): Promise<Answer> {
  const { vocabulary } = facade;
  const query = request.originalUrl.split("?").slice(1).join("?");
  const params = readParameters(route.params, { path, query }, { vocabulary, today: facade.today() });
  for (const name of Object.keys(path)) if (params[name] === null) throw new AppError("not_found");
  const context = { vocabulary, params };
  if ("account" in route) {
    const report = await route.account(facade.access, standing.principal as Principal);
    return { data: route.item.project(report, context) };
  }
  const executed = await facade.execute(facade.hashOf(route), route.variables(params), standing.principal);
  return answerQuery(route, executed, context);
}

async function giveBack(facade: Facade, standing: Standing, windows: "all" | "day-and-month"): Promise<void> {
  const { principal, ticket } = standing;
  if (!principal || !ticket) return;
  delete standing.ticket;
  standing.figures = await facade.access.refund(principal, ticket, windows);
}

async function fail(facade: Facade, request: Request, response: Response, standing: Standing, error: AppError) {
  const { requestId } = response.locals as Exchange;
  if (error.status >= 500) {
    facade.log.error({ requestId, err: error.cause ?? error }, error.message);
    // the caller gets the error even where the refund fails; the log says so
    await giveBack(facade, standing, "all").catch((cause) => facade.log.error({ requestId, err: cause }, "no refund"));
  }
  sendError(facade, response, figuresFor(facade, request, standing), error);
}

/** The figures as read, else the last known ones, else 0: while the budgets cannot be read there is nothing better. */
function figuresFor(facade: Facade, request: Request, { figures }: Standing): LimitFigures {
  return figures ?? facade.last.get(request.get("authorization")) ?? noFigures(facade.seconds());
}
