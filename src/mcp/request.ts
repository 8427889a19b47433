// A tool's call as a request to the REST API, and the API's answer as a tool's result. The API is the judge of everything: key,
// budget, parameters. What it refuses comes back in its own words.
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { pathParameters, type Route } from "../../rest/define-route.ts";
import { withBrief } from "./brief.ts";
import { resultOf } from "./result.ts";

/** As whom, and where. */
export interface Caller {
  /** base URL of the service, without /api/v1 */
  url: string;
  /** what the API gets: the caller's own key, and where the call came from if it came over HTTP */
  headers: Record<string, string>;
  /** called when the API refuses the key */
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
  if ("problem" in address) return failure(address.problem);
  try {
    const response = await fetch(`${caller.url}/api/v1${address.path}`, {
      headers: { Accept: "application/json", ...caller.headers },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    const text = await response.text();
    if (response.status === 401) caller.onUnauthorized?.();
    return response.ok ? success(route, response, text) : refusal(response, text);
  } catch {
    return failure(`${caller.url} did not answer; is the service running there? DISCLOSED_URL says where it is`);
  }
}

/** The same as data and, for clients that know no structured content, as its text. */
function success(route: Route, response: Response, text: string): CallToolResult {
  const structuredContent = resultOf(route, JSON.parse(text));
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    _meta: limitsIn(response),
  };
}

type Address = { path: string } | { problem: string };

/** The path and query string below /api/v1. Arguments that the route does not know go along: the API names them. */
export function addressOf(route: Route, given: Record<string, unknown>): Address {
  const inPath = pathParameters(route.path);
  let path = route.path;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    // absent and null are one: models write null for what they do not want to say
    if (value === null || value === undefined) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(textOf);
    if (texts.includes(undefined)) return { problem: `${name} takes plain values, not ${JSON.stringify(value)}` };
    if (!inPath.includes(name)) for (const text of texts) query.append(name, text ?? "");
    else if (texts.length !== 1 || /^\.{0,2}$/.test(texts[0] ?? "")) return { problem: `${name} is not usable` };
    else path = path.replace(`{${name}}`, encodeURIComponent(texts[0] ?? ""));
  }
  const missing = pathParameters(path)[0];
  if (missing) return { problem: `${missing} is required` };
  return { path: query.size > 0 ? `${path}?${query}` : path };
}

function textOf(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}

/** What is left of the caller's budgets, in the API's own header. */
function limitsIn(response: Response): Record<string, unknown> {
  return { "disclosed/RateLimit": response.headers.get("RateLimit") };
}

/** The API's own message, and when it is worth trying again. */
function refusal(response: Response, text: string): CallToolResult {
  const after = response.headers.get("Retry-After");
  const words = [messageOf(text) ?? `the service answered with status ${response.status}`, `(HTTP ${response.status})`];
  if (after !== null) words.push(`Retry-After: ${after} seconds`);
  return { ...failure(words.join(" ")), _meta: limitsIn(response) };
}

function messageOf(text: string): string | undefined {
  try {
    const { error, requestId } = JSON.parse(text) as { error?: unknown; requestId?: unknown };
    return typeof error === "string" ? `${error} [request ${requestId}]` : undefined;
  } catch {
    return undefined;
  }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
