// Every endpoint that callers of the previous release know, asked with things that the store holds.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type OpenApi, schemaOf } from "../rest/response-schema.ts";

export const readDocument = (path: string): OpenApi => JSON.parse(readFileSync(join(packageRoot, path), "utf8"));
export const released = readDocument("rest/released/openapi.json");

/** A response of one endpoint, as far as two releases can be held against each other. */
export interface Received {
  path: string;
  /** ids of the rows, or the one thing's */
  ids: unknown[];
  total: unknown;
}

interface Body {
  data?: Record<string, unknown> | Record<string, unknown>[];
  pagination?: { total: number };
}

type Ask = (path: string) => Promise<{ status: number; body: Body }>;

function queryWith(base: string, key: string): Ask {
  return async (path) => {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${base}/api/v1${path}`, { headers, signal: AbortSignal.timeout(30_000) });
    return { status: response.status, body: (await response.json()) as Body };
  };
}

/** What stands in the place of a path's parameter: something that the store holds. */
async function someOf(ask: Ask): Promise<Record<string, unknown>> {
  const first = async (path: string) => {
    const { body } = await ask(path);
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

/** Does the endpoint answer with JSON? A ready-made file is no list: only an operator's command writes it. */
function isJson(template: string): boolean {
  return released.paths[template]?.get?.responses["200"]?.content?.["application/json"] !== undefined;
}

/** Asks all of them. Throws with every response that is not 200 or not as `document`, the release's own contract, has it. */
export async function requestEverything(base: string, key: string, document: OpenApi): Promise<Received[]> {
  const ask = queryWith(base, key);
  const known = await someOf(ask);
  const schemaErrors = schemaOf(document);
  const received: Received[] = [];
  const wrong: string[] = [];
  for (const template of Object.keys(released.paths).filter(isJson)) {
    const path = template.replace(/\{(\w+)\}/g, (_, name) => String(known[template] ?? known[name]));
    const { status, body } = await ask(template === "/symbols" ? `${path}?q=${known.q}` : path);
    const problems = status === 200 ? schemaErrors(template, status, body) : [JSON.stringify(body)];
    if (problems.length > 0) wrong.push(`${path}: ${status} ${problems.slice(0, 3).join("; ")}`);
    const rows = [body.data ?? []].flat();
    received.push({ path, ids: rows.map((row) => row.id), total: body.pagination?.total });
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return received;
}
