// A tool's call as a request to the REST API, and the API's answer as a tool's result. The API is the judge of everything: key,
// budget, values. What it refuses comes back in its own words.
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Route } from "../../rest/define-route.ts";
import { addressOf } from "./arguments.ts";
import { withBrief } from "./brief.ts";
import { resultOf } from "./result.ts";

/** As whom, and where. */
export interface Caller {
  /** base URL of the service, without /api/v1 */
  url: string;
  /** what the API gets: the caller's own key, and where the call came from if it came over HTTP */
  headers: Record<string, string>;
  /** called when the API refuses the key; absent over standard input and output */
  onUnauthorized?: () => void;
}

/** An answer that takes longer is not waited for; the API ends a statement after ten seconds */
const patienceMs = 30_000;

/** Requests the route with a tool's arguments. Never rejects: a failure is a tool error that says what to do. */
export async function sendRequest(
  caller: Caller,
  route: Route,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const address = addressOf(route, withBrief(route, given));
  if ("problem" in address) return (await refusalOfKey(caller, signal)) ?? failure(address.problem);
  const answer = await fetchAnswer(caller, address.path, signal);
  if (!answer) return failure(`${caller.url} did not answer; is the service running there? ${placeOfService}`);
  return answer.response.ok ? success(caller, route, answer) : refusal(caller, answer);
}

/**
 * For a call that needs no request of its own: whether the API refuses the key, asked at a route that costs nothing. Over standard
 * input and output there is nothing to refuse by.
 */
export async function refusalOfKey(caller: Caller, signal: AbortSignal): Promise<CallToolResult | undefined> {
  if (!caller.onUnauthorized) return undefined;
  const answer = await fetchAnswer(caller, "/usage", signal);
  return answer?.response.status === 401 ? refusal(caller, answer) : undefined;
}

interface Answer {
  response: Response;
  text: string;
}

/** What the service sends for a path below /api/v1; undefined where none comes. */
async function fetchAnswer({ url, headers }: Caller, path: string, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { Accept: "application/json", ...headers },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    return { response, text: await response.text() };
  } catch {
    return undefined;
  }
}

const placeOfService = "DISCLOSED_URL says where it is";

/** The same as data and, for clients that know no structured content, as its text. */
function success({ url }: Caller, route: Route, { response, text }: Answer): CallToolResult {
  const body = jsonOf(text);
  if (!body) return failure(`${url} answered with something else than this API's JSON; ${placeOfService}`);
  const structuredContent = resultOf(route, body);
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    _meta: limitsIn(response),
  };
}

/** What is left of the caller's budgets, in the API's own header. */
function limitsIn(response: Response): Record<string, unknown> {
  return { "disclosed/RateLimit": response.headers.get("RateLimit") };
}

/** The API's own message, and when it is worth trying again. */
function refusal({ onUnauthorized }: Caller, { response, text }: Answer): CallToolResult {
  const { status, headers } = response;
  if (status === 401) onUnauthorized?.();
  const after = headers.get("Retry-After");
  const words = [messageOf(text) ?? `the service answered with status ${status}`, `(HTTP ${status})`];
  if (after !== null) words.push(`Retry-After: ${after} seconds`);
  return { ...failure(words.join(" ")), _meta: limitsIn(response) };
}

function messageOf(text: string): string | undefined {
  const { error, requestId } = jsonOf(text) ?? {};
  return typeof error === "string" ? `${error} [request ${requestId}]` : undefined;
}

/** An object that the text is; undefined where it is none. */
function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
