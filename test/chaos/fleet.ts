// Several real processes of the service on one database (and one Redis), and callers that send requests to all of them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type Running, run } from "../start/processes.ts";
import type { TcpProxy } from "../support/tcp-proxy.ts";

export interface FleetMember {
  base: string;
  running: Running;
  /** keeps connections open, as callers do */
  pool: Pool;
}

export interface Fleet {
  members: FleetMember[];
  /** Replaces a process that has ended. */
  replace(index: number): Promise<void>;
  close(): Promise<void>;
}

export interface FleetOptions {
  size: number;
  databaseUrl: string;
  redisUrl?: string | undefined;
  /** for each process instead of `redisUrl` and `databaseUrl`: proxies that can be cut off */
  memberUrls?: { redisUrl?: string; databaseUrl?: string }[];
  /** seconds by which the clock of each process is wrong */
  skews?: number[];
  settings?: Record<string, string>;
  /** for each process in addition to `settings` */
  memberSettings?: Record<string, string>[];
}

/** Starts the processes of a current build. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { cwd: packageRoot });
  const home = mkdtempSync(join(tmpdir(), "disclosed-fleet-"));
  const members = await Promise.all(
    Array.from({ length: options.size }, (_, index) => startMember(options, join(home, String(index)), index)),
  );
  let replaced = 0;
  return {
    members,
    async replace(index) {
      await members[index]?.pool.destroy();
      members[index] = await startMember(options, join(home, `${index}-${++replaced}`), index);
    },
    async close() {
      for (const { running, pool } of members) {
        await pool.destroy();
        if (running.child.exitCode === null) running.child.kill("SIGKILL");
        await running.ended();
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function startMember(options: FleetOptions, home: string, index: number): Promise<FleetMember> {
  const skew = options.skews?.[index] ?? 0;
  // moves the clock before our code is loaded
  const clock = encodeURIComponent(`const real = Date; globalThis.Date = class extends real {
    constructor(...args) { args.length ? super(...args) : super(real.now() + ${skew * 1000}) }
    static now() { return real.now() + ${skew * 1000} }
  }`);
  const redisUrl = options.memberUrls?.[index]?.redisUrl ?? options.redisUrl;
  const running = run(
    process.execPath,
    [...(skew ? ["--import", `data:text/javascript,${clock}`] : []), "dist/src/main.js"],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: "0",
        LOG_LEVEL: "error",
        DISCLOSED_HOME: home,
        DATABASE_URL: options.memberUrls?.[index]?.databaseUrl ?? options.databaseUrl,
        ...(redisUrl && { REDIS_URL: redisUrl }),
        ...options.settings,
        ...options.memberSettings?.[index],
      },
    },
  );
  const [, url = ""] = await running.prints(/Base URL {2}(\S+)\/api\/v1/, 60_000);
  return { base: url, running, pool: new Pool(url, { connections: 100, pipelining: 1 }) };
}

export interface TimedResponse {
  /** 0: the connection broke */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  elapsedMs: number;
  /** of `performance.now()` */
  startedAt: number;
}

export const plainPath = "/api/v1/trades?pageSize=1";

/** Warms up processes that have just been started, with an account that no test counts. */
export async function warmUp(members: FleetMember[], key: string, rounds = 10): Promise<void> {
  await Promise.all(
    members.map(async (member) => {
      for (let round = 0; round < rounds; round++)
        await Promise.all(Array.from({ length: 10 }, () => requestOne(member, plainPath, key)));
    }),
  );
}

/** after a 503; Retry-After is longer */
const retryMs = 200;

/**
 * Sends `total` requests from `clients` concurrent callers, spread over the members. A 503 is retried, as callers do,
 * and reported to `on503`.
 */
export async function sendRequests(
  members: FleetMember[],
  {
    clients,
    total,
    key,
    path = plainPath,
    onResponse = () => {},
    on503 = () => {},
  }: {
    clients: number;
    total: number;
    key: string;
    path?: string;
    onResponse?: (response: TimedResponse) => void;
    on503?: () => void;
  },
): Promise<TimedResponse[]> {
  let sent = 0;
  const responses: TimedResponse[] = [];
  async function client(number: number): Promise<void> {
    for (let turn = number; sent < total; turn++) {
      sent++;
      const member = members[turn % members.length] as FleetMember;
      let response = await requestOne(member, path, key);
      while (response.status === 503) {
        on503();
        await sleep(retryMs);
        response = await requestOne(member, path, key);
      }
      responses.push(response);
      onResponse(response);
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return responses;
}

export async function requestOne({ pool }: FleetMember, path: string, key: string): Promise<TimedResponse> {
  const startedAt = performance.now();
  const timed = (status: number, headers = {}) => ({
    status,
    headers,
    elapsedMs: performance.now() - startedAt,
    startedAt,
  });
  try {
    const { statusCode, headers, body } = await pool.request({
      path,
      method: "GET",
      headers: { authorization: `Bearer ${key}` },
    });
    await body.dump();
    return timed(statusCode, headers);
  } catch {
    return timed(0);
  }
}

/** Sends `perSecond` requests a second, to each member in turn, until it is stopped. */
export function startTraffic(
  members: FleetMember[],
  { key, perSecond, paths = [plainPath] }: { key: string; perSecond: number; paths?: string[] },
): { responses: TimedResponse[]; stop(): Promise<TimedResponse[]> } {
  const responses: TimedResponse[] = [];
  const running = new Set<Promise<void>>();
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - start) / 1000) * perSecond; sent++) {
      const member = members[sent % members.length] as FleetMember;
      const request = requestOne(member, paths[sent % paths.length] as string, key).then((response) => {
        responses.push(response);
        running.delete(request);
      });
      running.add(request);
    }
  }, 5);
  return {
    responses,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return responses;
    },
  };
}

/** Milliseconds within which `share` of the responses arrived. */
export function percentile(responses: TimedResponse[], share: number): number {
  const times = responses.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
  return Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
}

/** The number of responses of each status. */
export function tally(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** True if a process that logs warnings counts in Redis, or has never reported that it does not. */
export function isOnRedis({ running }: FleetMember): boolean {
  const output = running.output();
  return output.lastIndexOf("limits: counted in Redis") >= output.lastIndexOf("limits: Redis does not respond");
}

/** Ways to cut off what is behind a proxy. */
export const cutOffs: [string, (proxy: TcpProxy) => Promise<void>][] = [
  ["disconnected", (proxy) => proxy.refuse()],
  ["silent", async (proxy) => proxy.swallow()],
];

/** The same URL through a proxy on this machine. */
export function urlThrough({ port }: TcpProxy, url: string): string {
  return Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href;
}

/** True for the long form: `npm run test:chaos`. */
export const isFull = process.env.CHAOS === "full";

/** Prints a result of a failure test. */
export function report(subject: string, text: string): void {
  process.stderr.write(`${subject}: ${text}\n`);
}
