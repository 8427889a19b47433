// A tool call as a request to the REST API, and the API's response as the tool's result. The arguments of the call
// become a path and query string. The API validates everything: key, limits, values. Its error messages are returned
// unchanged.
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { pathParameters, type Route } from "../../rest/define-route.ts";
import { isList } from "../../rest/envelope.ts";
import { shorten } from "../../rest/params/nearest.ts";
import { paging } from "../../rest/params/numbers-and-dates.ts";
import type { Parameters } from "../../rest/params/parameter.ts";
import { withBrief } from "./brief.ts";
import { detailOf, tableOf } from "./results.ts";

// Converts the body of an API response into a tool's result.
type Row = Record<string, unknown>;

interface Pagination {
  page: number;
  total: number;
  totalPages: number;
  next: string | null;
}

const nothingFound =
  "No row matches. This alone does not mean that there were no trades: getCoverage says which days are stored.";

/** A tool's result for the API's response: the rows of a list as a table, a single object without nulls. */
function resultOf(route: Route, body: Row): Row {
  const meta = metaOf(body.meta as Row | undefined);
  if (!isList(route)) return { ...detailOf(body.data as Row), ...(meta && { meta }) };
  const { page, total, totalPages, next } = body.pagination as Pagination;
  return {
    total,
    page,
    pages: totalPages,
    ...(next !== null && { next: argumentsOf(next) }),
    ...tableOf(body.data as Row[]),
    meta,
    ...(total === 0 && { note: nothingFound }),
  };
}

/** Without nulls and without the sentence about sample data, which is in the server's instructions. */
function metaOf(meta: Row | undefined): Row | undefined {
  if (!meta) return undefined;
  return Object.fromEntries(Object.entries(meta).filter(([name, value]) => name !== "message" && value !== null));
}

/** The arguments that a call needs for the next page, beside its own, from the URL of that page. */
function argumentsOf(next: string): Row {
  const query = new URL(next, "http://localhost").searchParams;
  const version = query.get("dataVersion");
  return { page: Number(query.get("page")), ...(version !== null && { dataVersion: version }) };
}

/** The caller's credentials, and the service to call. */
export interface Caller {
  /** base URL of the service, without /api/v1 */
  url: string;
  /** headers for the API: the caller's own key and, over HTTP, the address of the call */
  headers: Record<string, string>;
  /** called when the API refuses the key; absent over standard input and output */
  onUnauthorized?: () => void;
}

/** timeout of a request; the API ends a statement after ten seconds */
const replyTimeoutMs = 30_000;

/** Requests the route with a tool's arguments. Never rejects: a failure is a tool error that says how to correct it. */
export async function sendRequest(
  caller: Caller,
  route: Route,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const address = addressOf(route, withBrief(route, given));
  if ("problem" in address) return (await refusalOfKey(caller, signal)) ?? failure(address.problem);
  const response = await fetchResponse(caller, address.path, signal);
  if (!response) return failure(`${caller.url} did not respond; is the service running there? ${addressOfService}`);
  return response.response.ok ? success(caller, route, response) : refusal(caller, response);
}

/**
 * For a call that needs no request of its own: checks whether the API refuses the key, at a route that costs nothing.
 * Over standard input and output the key is not checked.
 */
export async function refusalOfKey(caller: Caller, signal: AbortSignal): Promise<CallToolResult | undefined> {
  if (!caller.onUnauthorized) return undefined;
  const response = await fetchResponse(caller, "/usage", signal);
  return response?.response.status === 401 ? refusal(caller, response) : undefined;
}

interface ReadResponse {
  response: Response;
  text: string;
}

/** The service's response for a path below /api/v1; undefined where none arrives. */
async function fetchResponse(
  { url, headers }: Caller,
  path: string,
  signal: AbortSignal,
): Promise<ReadResponse | undefined> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { Accept: "application/json", ...headers },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(replyTimeoutMs)]),
    });
    return { response, text: await response.text() };
  } catch {
    return undefined;
  }
}

const addressOfService = "set its address in DISCLOSED_URL";

/** Structured content and, for clients that do not support it, the same as text. */
function success({ url }: Caller, route: Route, { response, text }: ReadResponse): CallToolResult {
  const body = jsonOf(text);
  if (!body) return failure(`${url} did not return this API's JSON; ${addressOfService}`);
  const structuredContent = resultOf(route, body);
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    _meta: limitsIn(response),
  };
}

/** The caller's remaining requests, from the API's own header. */
function limitsIn(response: Response): Record<string, unknown> {
  return { "disclosed/RateLimit": response.headers.get("RateLimit") };
}

/** The API's own message, and when to retry. */
function refusal({ onUnauthorized }: Caller, { response, text }: ReadResponse): CallToolResult {
  const { status, headers } = response;
  if (status === 401) onUnauthorized?.();
  const after = headers.get("Retry-After");
  const words = [messageOf(text) ?? `the service returned status ${status}`, `(HTTP ${status})`];
  if (after !== null) words.push(`Retry-After: ${after} seconds`);
  return { ...failure(words.join(" ")), _meta: limitsIn(response) };
}

function messageOf(text: string): string | undefined {
  const { error, requestId } = jsonOf(text) ?? {};
  return typeof error === "string" ? `${error} [request ${requestId}]` : undefined;
}

/** The text parsed as a JSON object; undefined where it is none. */
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

/** The parameters of the route that its tool accepts: a model reads the JSON form, with the page sizes of JSON. */
export function parametersOf({ params }: Route): Parameters {
  const { format: _, ...taken } = params;
  return "pageSize" in taken ? { ...taken, pageSize: paging.pageSize } : taken;
}

type Address = { path: string } | { problem: string };

/**
 * The path and query string below /api/v1, or what is wrong with the arguments; their values are validated by the API.
 */
export function addressOf(route: Route, given: Record<string, unknown>): Address {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const unknown = unknownAmong(
    named.map(([name]) => name),
    Object.keys(parametersOf(route)),
  );
  if (unknown) return { problem: unknown };
  // absent and null are the same: models write null for arguments that they leave out
  const entries = named.filter(([, value]) => value !== null);
  const inPath = pathParameters(route.path);
  let path = route.path;
  const query = new URLSearchParams();
  for (const [name, value] of entries) {
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

function unknownAmong(names: string[], known: string[]): string | undefined {
  const unknown = names.filter((name) => !known.includes(name)).map(shorten);
  if (unknown.length === 0) return undefined;
  const taken = known.length > 0 ? `it accepts ${known.join(", ")}` : "it accepts none";
  return `the tool has no argument ${unknown.join(", ")}; ${taken}`;
}

function textOf(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
