// The life of a request, in the order of judgement: known path, method, authentication, allowlist, quota, parameters,
// execution. What was charged is given back for a 5xx (all of it) and a 304 (day and month).
import type { Request, Response } from "express";
import { AppError, asAppError } from "../src/errors.ts";
import { admit, type Standing } from "./admit.ts";
import { type ReadyAnswer, readyAnswer } from "./answer-bytes.ts";
import type { Route } from "./define-route.ts";
import { answerQuery, matchesTag } from "./envelope.ts";
import type { Facade } from "./facade.ts";
import { CallerLeaving } from "./leaving.ts";
import { noFigures } from "./limit-headers.ts";
import type { Match } from "./match-path.ts";
import { readParameters } from "./params/read-parameters.ts";
import type { Answered, Exchange, Leaving, LimitFigures, Principal } from "./ports.ts";
import { announceEnd, type Reuse, sendAnswer, sendError, sendNotModified } from "./respond.ts";

/** how long callers may keep an answer without asking again */
const reuseSeconds = 60;
/** nginx's status for a caller who closed the connection before the answer; only usage and log see it */
export const hungUp = 499;

/** Answers one request below /api/v1. Never throws. */
export async function handle(facade: Facade, request: Request, response: Response): Promise<void> {
  const started = performance.now();
  const exchange = response.locals as Exchange;
  const match = facade.match(request.path);
  exchange.route = match?.route.path ?? "unknown";
  announceEnd(response, match?.route.ends);
  const standing: Standing = {};
  const leaving = new CallerLeaving(response);
  let failure: AppError | undefined;
  try {
    const method = allowMethod(match, request.method);
    await admit(facade, request, exchange, standing, { method, route: match?.route });
    if (method) throw method;
    if (!match) throw new AppError("not_found", "Unknown path");
    const answer = await perform(facade, request, match, { ...standing, leaving });
    if (matchesTag(request.headers["if-none-match"], answer.tag)) {
      await giveBack(facade, standing, "day-and-month");
      sendNotModified(facade, response, figuresFor(facade, request, standing), reuseOf(answer, match.route));
    } else {
      const figures = figuresFor(facade, request, standing);
      sendAnswer(facade, { request, response }, figures, answer, reuseOf(answer, match.route));
    }
  } catch (error) {
    failure = asAppError(error);
    // who hung up has nobody answered and nothing given back: an expensive question would cost nothing
    if (leaving.isOver) response.status(hungUp);
    else await fail(facade, request, response, standing, failure);
  }
  const { authorization } = request.headers;
  noteUse(facade, authorization, standing, answeredAs(request, match, response, performance.now() - started, failure));
}

/** How long callers may keep a route's answer. */
export function reuseOf({ tag }: ReadyAnswer, route: Route): Reuse {
  return { tag, seconds: "account" in route ? 0 : reuseSeconds };
}

/** What is remembered of a request when its answer is under way. */
export function noteUse(
  facade: Facade,
  authorization: string | undefined,
  standing: Standing,
  answered: Answered,
): void {
  const { principal, figures } = standing;
  if (principal && figures) facade.last.set(principal, authorization, figures);
  facade.access.recordUse(standing, answered);
}

function answeredAs(
  request: Request,
  match: Match | undefined,
  response: Response,
  milliseconds: number,
  failure: AppError | undefined,
): Answered {
  const { requestId, route = "unknown" } = response.locals as Exchange;
  const answered = { route, status: response.statusCode, milliseconds, requestId };
  if (!failure) return answered;
  const words = answered.status === hungUp ? hasHungUp : { code: failure.code, message: failure.message };
  return { ...answered, failure: { ...words, ...askedFor(match, request.originalUrl) } };
}

/** What is remembered of a request whose caller was gone before its answer. */
export const hasHungUp = { code: "hung_up", message: "The caller closed the connection before the answer" };

/** What an URL asks for: parameters of its path, and the query as it came. */
export function askedFor(match: Match | undefined, url: string): { path: Record<string, string>; query: string } {
  return { path: match?.path ?? {}, query: queryOf(url) };
}

/** What stands behind the question mark, as it came. */
const queryOf = (url: string): string => url.split("?").slice(1).join("?");

/** A known path with a wrong method is 405 whoever asks; with a valid key it still counts. */
function allowMethod(match: Match | undefined, method: string): AppError | undefined {
  return match && method !== "GET" && method !== "HEAD" ? new AppError("method_not_allowed") : undefined;
}

async function perform(
  facade: Facade,
  request: Request,
  { route, path }: Match,
  { principal, leaving }: { principal?: Principal; leaving: CallerLeaving },
): Promise<ReadyAnswer> {
  leaving.throwIfOver();
  const { vocabulary } = facade;
  const today = facade.today();
  const version = "live" in route && route.live ? undefined : facade.dataVersion.current();
  const known = version === undefined ? undefined : facade.cache.recall(request.originalUrl, { today, version });
  if (known) return known.answer;
  const query = queryOf(request.originalUrl);
  const params = readParameters(route.params, { path, query }, { vocabulary, today });
  for (const name of Object.keys(path)) if (params[name] === null) throw new AppError("not_found");
  const context = { vocabulary, params };
  if ("account" in route) {
    const report = await route.account(facade.access, principal as Principal);
    return readyAnswer({ data: route.item.project(report, context) });
  }
  const asked = { hash: facade.hashOf(route), variables: route.variables(params), today };
  const make = async (left: Leaving) => {
    const executed = await facade.execute(asked.hash, asked.variables, principal, left);
    return { answer: readyAnswer(answerQuery(route, executed, context)), version: executed.dataVersion };
  };
  if (version === undefined) return (await make(leaving)).answer;
  const answer = await facade.cache.find({ ...asked, version }, make, leaving);
  facade.cache.remember(request.originalUrl, route, { ...asked, version });
  return answer;
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
function figuresFor(facade: Facade, request: Request, { figures, principal }: Standing): LimitFigures {
  return figures ?? facade.last.get(principal, request.headers.authorization) ?? noFigures(facade.seconds());
}
