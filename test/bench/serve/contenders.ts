// The contenders: how each is started and queried. The service is listed three times, with different caches; the peers are as their
// users would write them.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../support/free-port.ts";
import { hasLibrary } from "../libraries.ts";
import { cores, startNode } from "./processes.ts";
import { graphqlBody, postgraphileBody, type Question, restPath, sofaPath } from "./questions.ts";
import { normaliseGraphql, normalisePostgraphile, normaliseRest } from "./same-rows.ts";

export const contenderNames = [
  "raw",
  "express",
  "fastify",
  "front",
  "express-pg",
  "yoga",
  "sofa",
  "postgraphile",
  "disclosed-warm",
  "disclosed-warm-rows",
  "disclosed-cold",
] as const;
export type ContenderName = (typeof contenderNames)[number];

export interface Environment {
  databaseUrl: string;
  home: string;
  key: string;
  /** file with the fixed bodies that raw, express, fastify and front send */
  bodies: string;
  /** where the service counts quotas; without it, in PostgreSQL */
  redisUrl: string | undefined;
}

export interface Running {
  name: ContenderName;
  process: ChildProcess;
  pid: number;
  port: number;
  /** of the service */
  metricsPort?: number;
}

/** Settings of the service in its three forms; the others have their defaults, except the log level. */
const settings: Partial<Record<ContenderName, Record<string, string>>> = {
  "disclosed-warm": {},
  "disclosed-warm-rows": { RESPONSE_CACHE_MB: "0" },
  "disclosed-cold": { RESPONSE_CACHE_MB: "0", ROW_CACHE_MB: "0" },
};

/** The metrics of the cache that each form of the service measures. */
const cacheStatistics: Partial<Record<ContenderName, { hits: string; misses: string }>> = {
  "disclosed-warm": { hits: "disclosed_cache_hits_total", misses: "disclosed_cache_misses_total" },
  "disclosed-warm-rows": { hits: "disclosed_row_cache_hits_total", misses: "disclosed_row_cache_misses_total" },
  "disclosed-cold": { hits: "disclosed_row_cache_hits_total", misses: "disclosed_row_cache_misses_total" },
};

/** Starts a contender and waits until it is ready. */
export async function start(name: ContenderName, environment: Environment): Promise<Running> {
  const form = settings[name];
  return form ? await startService(name, form, environment) : await startPeer(name, environment);
}

async function startPeer(name: ContenderName, { databaseUrl, bodies }: Environment): Promise<Running> {
  const file = fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url));
  const child = startNode(file, { core: cores.server, env: { DATABASE_URL: databaseUrl, BENCH_BODIES: bodies } });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code} before it was ready`)));
  });
  return { name, process: child, pid: child.pid ?? 0, port };
}

async function startService(
  name: ContenderName,
  form: Record<string, string>,
  environment: Environment,
): Promise<Running> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    ...form,
    DATABASE_URL: environment.databaseUrl,
    DISCLOSED_HOME: `${environment.home}/${name}`,
    REDIS_URL: environment.redisUrl ?? "",
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: "warn",
    // as `npm start` and the image set them
    NODE_OPTIONS: "--max-semi-space-size=32",
    MALLOC_ARENA_MAX: "2",
  };
  const file = fileURLToPath(new URL("../../../dist/src/main.js", import.meta.url));
  const child = startNode(file, { core: cores.server, env });
  const ended = new Promise<never>((_resolve, reject) =>
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code} before it was ready`))),
  );
  ended.catch(() => {});
  await Promise.race([ended, waitUntilReady(port)]);
  return { name, process: child, pid: child.pid ?? 0, port, metricsPort };
}

async function waitUntilReady(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await sleep(100);
  }
}

/** Waits until the trade index of the service is built, which uses a core for seconds. `pages`: how many pages the list has. */
export async function waitForIndex(running: Running, key: string, pages: number): Promise<void> {
  if (running.metricsPort === undefined) return;
  for (let page = pages; page > 1; page--) {
    await fetchBody(running, { page }, key);
    if ((await metricsOf(running.metricsPort))("disclosed_index_responses_total") > 0) return;
    await sleep(200);
  }
}

/** Kills a contender. */
export async function end({ process }: Running): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = new Promise((resolve) => process.once("exit", resolve));
  process.kill("SIGKILL");
  await ended;
}

/** The body of a request, for contenders with a GraphQL API. */
const bodies: Partial<Record<ContenderName, (question: Question) => string>> = {
  yoga: graphqlBody,
  postgraphile: postgraphileBody,
};

/** The whole HTTP request of a question, in this contender's syntax. */
export function requestText(name: ContenderName, question: Question, key: string): string {
  const body = bodies[name]?.(question);
  if (body !== undefined)
    return `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const path = name === "sofa" ? sofaPath(question) : restPath(question);
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}

/** The contenders that can be started: those whose library is not installed are omitted. */
export const installed = (): ContenderName[] =>
  contenderNames.filter((name) => (name !== "fastify" && name !== "postgraphile") || hasLibrary(name));

/** Headers that differ between two responses, or that a server sets itself. */
const ofOneResponse = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

/** Headers that every response of a contender has. */
export async function headersOf({ port }: Running, question: Question, key: string): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${port}${restPath(question)}`, {
    headers: { Authorization: `Bearer ${key}`, "Accept-Encoding": "identity" },
  });
  await response.arrayBuffer();
  return Object.fromEntries([...response.headers].filter(([name]) => !ofOneResponse.has(name)));
}

/** The body of one response, for comparison; measured requests are sent by the load. */
export async function fetchBody({ name, port }: Running, question: Question, key: string): Promise<string> {
  const base = `http://127.0.0.1:${port}`;
  const graphql = bodies[name]?.(question);
  const response =
    graphql !== undefined
      ? await fetch(`${base}/graphql`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: graphql,
        })
      : await fetch(`${base}${name === "sofa" ? sofaPath(question) : restPath(question)}`, {
          headers: { Authorization: `Bearer ${key}`, "Accept-Encoding": "identity" },
        });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${name} returned ${response.status}: ${body.slice(0, 300)}`);
  return body;
}

/** A response in the form in which all contenders are compared. */
export function normalise(name: ContenderName, body: string) {
  if (name === "postgraphile") return normalisePostgraphile(body);
  return name === "yoga" || name === "sofa" ? normaliseGraphql(body) : normaliseRest(body);
}

/** Hits and misses so far of the cache that this form of the service measures; null for peers. */
export async function cacheCounts({ name, metricsPort }: Running): Promise<{ hits: number; misses: number } | null> {
  const statistics = cacheStatistics[name];
  if (!statistics || metricsPort === undefined) return null;
  const metric = await metricsOf(metricsPort);
  return { hits: metric(statistics.hits), misses: metric(statistics.misses) };
}

/** Reads /metrics. Returns the values by their names. */
async function metricsOf(metricsPort: number): Promise<(metric: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return (metric) => Number(new RegExp(`^${metric} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
}
