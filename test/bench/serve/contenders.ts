// The contenders: how each is started and requested. The service is listed three times, the peers as their users would write them.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../support/free-port.ts";
import { hasLibrary } from "../libraries.ts";
import { cores, startNode } from "./processes.ts";
import { graphqlBody, postgraphileBody, type Question, restPath, sofaPath } from "./questions.ts";
import { plainOfGraphql, plainOfPostgraphile, plainOfRest } from "./same-rows.ts";

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

export interface Surroundings {
  databaseUrl: string;
  home: string;
  key: string;
  /** file with the bodies that raw and express give */
  bodies: string;
  /** where the service counts quotas; without it in PostgreSQL */
  redisUrl: string | undefined;
}

export interface Running {
  name: ContenderName;
  process: ChildProcess;
  pid: number;
  port: number;
  /** where its figures stand, for the service */
  metricsPort?: number;
}

/** Settings of the service in its three forms; everything else is as it comes, but for the log. */
const settings: Partial<Record<ContenderName, Record<string, string>>> = {
  "disclosed-warm": {},
  "disclosed-warm-rows": { RESPONSE_CACHE_MB: "0" },
  "disclosed-cold": { RESPONSE_CACHE_MB: "0", ROW_CACHE_MB: "0" },
};

/** Figures of /metrics that tell of the cache which the form is about. */
const cacheStatistics: Partial<Record<ContenderName, { hits: string; misses: string }>> = {
  "disclosed-warm": { hits: "disclosed_cache_hits_total", misses: "disclosed_cache_misses_total" },
  "disclosed-warm-rows": { hits: "disclosed_row_cache_hits_total", misses: "disclosed_row_cache_misses_total" },
  "disclosed-cold": { hits: "disclosed_row_cache_hits_total", misses: "disclosed_row_cache_misses_total" },
};

/** Starts one and waits until it serves. */
export async function start(name: ContenderName, around: Surroundings): Promise<Running> {
  const form = settings[name];
  return form ? await startService(name, form, around) : await startPeer(name, around);
}

async function startPeer(name: ContenderName, { databaseUrl, bodies }: Surroundings): Promise<Running> {
  const file = fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url));
  const child = startNode(file, { core: cores.server, env: { DATABASE_URL: databaseUrl, BENCH_BODIES: bodies } });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code} before it served`)));
  });
  return { name, process: child, pid: child.pid ?? 0, port };
}

async function startService(name: ContenderName, form: Record<string, string>, around: Surroundings): Promise<Running> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    ...form,
    DATABASE_URL: around.databaseUrl,
    DISCLOSED_HOME: `${around.home}/${name}`,
    REDIS_URL: around.redisUrl ?? "",
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: "warn",
    // as `npm start` and the image have it
    NODE_OPTIONS: "--max-semi-space-size=32",
    MALLOC_ARENA_MAX: "2",
  };
  const file = fileURLToPath(new URL("../../../dist/src/main.js", import.meta.url));
  const child = startNode(file, { core: cores.server, env });
  const ended = new Promise<never>((_resolve, reject) =>
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code} before it served`))),
  );
  ended.catch(() => {});
  await Promise.race([ended, ready(port)]);
  return { name, process: child, pid: child.pid ?? 0, port, metricsPort };
}

async function ready(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await sleep(100);
  }
}

/**
 * Waits until the trade index of a form of the service is built, which takes a core for seconds and of which peers have none. `pages`: how
 * many pages the list has.
 */
export async function settled(running: Running, key: string, pages: number): Promise<void> {
  if (running.metricsPort === undefined) return;
  for (let page = pages; page > 1; page--) {
    await ask(running, { page }, key);
    if ((await metricsOf(running.metricsPort))("disclosed_index_answers_total") > 0) return;
    await sleep(200);
  }
}

/** Ends one at once; nothing of it is needed any more. */
export async function end({ process }: Running): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = new Promise((resolve) => process.once("exit", resolve));
  process.kill("SIGKILL");
  await gone;
}

/** The body of a GraphQL request, of contenders that are asked in GraphQL. */
const bodies: Partial<Record<ContenderName, (question: Question) => string>> = {
  yoga: graphqlBody,
  postgraphile: postgraphileBody,
};

/** A question as the whole HTTP request that this contender understands. */
export function requestText(name: ContenderName, question: Question, key: string): string {
  const body = bodies[name]?.(question);
  if (body !== undefined)
    return `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const path = name === "sofa" ? sofaPath(question) : restPath(question);
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}

/** Those that can be started: a library that is not installed leaves its contender out. */
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

/** Sends one request over the slow path; for what is read and compared, not for what is measured. */
export async function ask({ name, port }: Running, question: Question, key: string): Promise<string> {
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
  if (response.status !== 200) throw new Error(`${name} answers ${response.status}: ${body.slice(0, 300)}`);
  return body;
}

/** What a response says, in a form that all have in common. */
export function plainOf(name: ContenderName, body: string) {
  if (name === "postgraphile") return plainOfPostgraphile(body);
  return name === "yoga" || name === "sofa" ? plainOfGraphql(body) : plainOfRest(body);
}

/** Hits and misses so far of the cache that a form of the service is about; null for peers. */
export async function cacheCounts({ name, metricsPort }: Running): Promise<{ hits: number; misses: number } | null> {
  const statistics = cacheStatistics[name];
  if (!statistics || metricsPort === undefined) return null;
  const metric = await metricsOf(metricsPort);
  return { hits: metric(statistics.hits), misses: metric(statistics.misses) };
}

/** The figures of /metrics as they stand, each by its name. */
async function metricsOf(metricsPort: number): Promise<(metric: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return (metric) => Number(new RegExp(`^${metric} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
}
