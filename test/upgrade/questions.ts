// Every endpoint that callers of the previous release know, requested with values that the store has.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type OpenApi, schemaOf } from "../rest/response-schema.ts";

export const readDocument = (path: string): OpenApi => JSON.parse(readFileSync(join(packageRoot, path), "utf8"));
export const released = readDocument("rest/released/openapi.json");

/** The part of an endpoint's response that two releases have in common. */
export interface Received {
  path: string;
  /** ids of the rows, or of the one item */
  ids: unknown[];
  total: unknown;
}

interface Body {
  data?: Record<string, unknown> | Record<string, unknown>[];
  pagination?: { total: number };
}

type Get = (path: string) => Promise<{ status: number; body: Body }>;

function getWith(base: string, key: string): Get {
  return async (path) => {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${base}/api/v1${path}`, { headers, signal: AbortSignal.timeout(30_000) });
    return { status: response.status, body: (await response.json()) as Body };
  };
}

/** Values of path parameters, by path or name, of rows that the store has. */
async function parametersOf(get: Get): Promise<Record<string, unknown>> {
  const first = async (path: string) => {
    const { body } = await get(path);
    return ([body.data].flat()[0] ?? {}) as Record<string, unknown>;
  };
  const [trade, politicianTrade] = [await first("/trades?pageSize=1"), await first("/politician-trades?pageSize=1")];
  return {
    "/trades/{id}": trade.id,
    "/politician-trades/{id}": politicianTrade.id,
    cik: trade.insider_cik,
    bioguideId: politicianTrade.politician_id,
    cikOrTicker: trade.company_cik,
    q: trade.ticker,
  };
}

/** Whether the endpoint responds with JSON. The others send ready-made files, which only an operator's command writes. */
function isJson(template: string): boolean {
  return released.paths[template]?.get?.responses["200"]?.content?.["application/json"] !== undefined;
}

/** Requests all of them. Throws with every response that is not 200 or does not match `document`, the release's own contract. */
export async function requestEverything(base: string, key: string, document: OpenApi): Promise<Received[]> {
  const get = getWith(base, key);
  const known = await parametersOf(get);
  const schemaErrors = schemaOf(document);
  const received: Received[] = [];
  const wrong: string[] = [];
  for (const template of Object.keys(released.paths).filter(isJson)) {
    const path = template.replace(/\{(\w+)\}/g, (_, name) => String(known[template] ?? known[name]));
    const { status, body } = await get(template === "/symbols" ? `${path}?q=${known.q}` : path);
    const problems = status === 200 ? schemaErrors(template, status, body) : [JSON.stringify(body)];
    if (problems.length > 0) wrong.push(`${path}: ${status} ${problems.slice(0, 3).join("; ")}`);
    const rows = [body.data ?? []].flat();
    received.push({ path, ids: rows.map((row) => row.id), total: body.pagination?.total });
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return received;
}
