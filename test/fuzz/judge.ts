// Checks of the response to any request: what the contract promises for all of them.
import { parse } from "csv-parse/sync";
import { everyHeader } from "../rest/every-header.ts";
import { errorSchemaErrors, openApi, schemaErrors } from "../rest/response-schema.ts";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzResponse } from "./send.ts";

/** refused before routing: too slow, of no declared length, too large, headers too large */
const beforeRoutes = new Set([408, 411, 413, 431]);

/** What is wrong with a response. */
export function problemsOf(request: FuzzRequest, response: FuzzResponse): string[] {
  const { status, headers, text } = response;
  if (status === 0) return ["no response"];
  if (status >= 500) return [`status ${status}`];
  const problems = everyHeader.filter((name) => headers[name] === undefined).map((name) => `no ${name}`);
  for (const name of Object.keys(headers)) if (name.startsWith("access-control-")) problems.push(`CORS: ${name}`);
  const sentId = request.headers.find(([name]) => name === "x-request-id")?.[1];
  // a request that is refused before it is read has a new id
  if (
    !beforeRoutes.has(status) &&
    sentId &&
    /^[A-Za-z0-9._-]{1,128}$/.test(sentId) &&
    headers["x-request-id"] !== sentId
  )
    problems.push("the id was not kept");
  if (request.method === "HEAD" || status === 304) return text === "" ? problems : [...problems, "a body"];
  return [...problems, ...problemsOfBody(request, response)];
}

function problemsOfBody(request: FuzzRequest, { status, headers, text }: FuzzResponse): string[] {
  const [type = ""] = headers["content-type"]?.split(";") ?? [];
  if (status === 200 && Object.hasOwn(otherForms, type))
    return otherForms[type]?.(text) ? [] : [`the body is no ${type}`];
  if (!headers["content-type"]?.startsWith("application/json")) return [`content type ${headers["content-type"]}`];
  const body = parsed(text);
  if (body === undefined) return ["the body is not JSON"];
  const isDocument = status === 200 && /^\/api\/v1\/openapi\.json\/?(\?|$)/.test(request.target);
  const { requestId } = body as { requestId?: unknown };
  const problems = isDocument || requestId === headers["x-request-id"] ? [] : ["requestId is not the header's"];
  if (isDocument) return [...problems, ...schemaErrors("/openapi.json", status, body)];
  return [...problems, ...schemaProblems(request, status, body)];
}

/** The forms of lists besides JSON: whether a body is valid. */
const otherForms: Record<string, (text: string) => boolean> = {
  "text/csv": (text) => parse(text).length > 0,
  "application/x-ndjson": (text) =>
    text
      .split("\n")
      .slice(0, -1)
      .every((line) => parsed(line) !== undefined),
};

/** A path parameter that is empty or has a slash makes another path, whose response is an error or that of another route. */
function schemaProblems({ template, bytes, target }: FuzzRequest, status: number, body: unknown): string[] {
  if (beforeRoutes.has(status)) return errorSchemaErrors(body);
  if (bytes !== undefined) return status === 200 ? schemaErrors("/trades", status, body) : errorSchemaErrors(body);
  const isOther = template?.includes("{") && /\/(\?|$)/.test(target);
  const isKnown =
    template !== undefined && !isOther && !(status === 404 && (body as { error?: unknown }).error === "Unknown path");
  const hasChosenFields = status === 200 && /[?&]fields=/.test(target);
  if (isKnown)
    return hasChosenFields
      ? withoutMissingFields(schemaErrors(template, status, body))
      : schemaErrors(template, status, body);
  if (hasChosenFields) return [];
  return status === 200 ? problemsOnAnyRoute(body) : errorSchemaErrors(body);
}

/** A response with the fields that were chosen lacks the others. */
const withoutMissingFields = (problems: string[]): string[] =>
  problems.filter((problem) => !/^\/data\b.* must have required property/.test(problem));

/** A changed path may be that of another route, whose schema the response must fit. */
function problemsOnAnyRoute(body: unknown): string[] {
  return Object.keys(openApi.paths).some((path) => schemaErrors(path, 200, body).length === 0) ? [] : ["of no schema"];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
