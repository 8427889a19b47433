// Several real processes of the service on one database (and one Redis), and callers that ask them all at the same time.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type Running, run } from "../start/processes.ts";

export interface FleetMember {
  base: string;
  running: Running;
  /** keeps connections open, as callers do */
  pool: Pool;
}

export interface Fleet {
  members: FleetMember[];
  /** Starts another process in the place of one that ended. */
  replace(index: number): Promise<void>;
  close(): Promise<void>;
}

export interface FleetOptions {
  size: number;
  databaseUrl: string;
  redisUrl?: string | undefined;
  /** of one process, in place of `redisUrl` and `databaseUrl`: ways to them that can be broken */
  ways?: { redisUrl?: string; databaseUrl?: string }[];
  /** seconds by which the clock of each process is wrong */
  skews?: number[];
  settings?: Record<string, string>;
  /** settings of one process beside those of all */
  own?: Record<string, string>[];
}

/** Starts the processes; what was built of the sources is brought up to date first. */
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
  // the clock is moved before anything of ours is loaded
  const clock = encodeURIComponent(`const real = Date; globalThis.Date = class extends real {
    constructor(...given) { given.length ? super(...given) : super(real.now() + ${skew * 1000}) }
    static now() { return real.now() + ${skew * 1000} }
  }`);
  const redisUrl = options.ways?.[index]?.redisUrl ?? options.redisUrl;
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
        DATABASE_URL: options.ways?.[index]?.databaseUrl ?? options.databaseUrl,
        ...(redisUrl && { REDIS_URL: redisUrl }),
        ...options.settings,
        ...options.own?.[index],
      },
    },
  );
  const [, url = ""] = await running.says(/Base URL {2}(\S+)\/api\/v1/, 60_000);
  return { base: url, running, pool: new Pool(url, { connections: 100, pipelining: 1 }) };
}

export interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** milliseconds */
  took: number;
  begunAt: number;
}

export const plainPath = "/api/v1/trades?pageSize=1";

/** Brings processes that have just been started up to speed, at the cost of some other account. */
export async function warmUp(members: FleetMember[], key: string, rounds = 10): Promise<void> {
  await Promise.all(
    members.map(async (member) => {
      for (let round = 0; round < rounds; round++)
        await Promise.all(Array.from({ length: 10 }, () => requestOne(member, plainPath, key)));
    }),
  );
}

/** how long a caller waits after a 503; Retry-After is longer */
const retryMs = 200;

/**
 * `clients` callers, spread over the members, ask until `total` requests were answered. A connection that breaks is status 0. A
 * 503 is retried, as callers do, and reported to `onRefused`.
 */
export async function ask(
  members: FleetMember[],
  {
    clients,
    total,
    key,
    path = plainPath,
    onResponse = () => {},
    onRefused = () => {},
  }: {
    clients: number;
    total: number;
    key: string;
    path?: string;
    onResponse?: (response: Response) => void;
    onRefused?: () => void;
  },
): Promise<Response[]> {
  let sent = 0;
  const responses: Response[] = [];
  async function client(number: number): Promise<void> {
    for (let turn = number; sent < total; turn++) {
      sent++;
      const member = members[turn % members.length] as FleetMember;
      let response = await requestOne(member, path, key);
      while (response.status === 503) {
        onRefused();
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

export async function requestOne({ pool }: FleetMember, path: string, key: string): Promise<Response> {
  const begunAt = performance.now();
  const timed = (status: number, headers = {}) => ({ status, headers, took: performance.now() - begunAt, begunAt });
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

/** Traffic at a steady pace, for as long as something is tried: `perSecond` requests to each member in turn. */
export function startTraffic(
  members: FleetMember[],
  { key, perSecond, paths = [plainPath] }: { key: string; perSecond: number; paths?: string[] },
): { answers: Response[]; stop(): Promise<Response[]> } {
  const responses: Response[] = [];
  const running = new Set<Promise<void>>();
  const begun = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - begun) / 1000) * perSecond; sent++) {
      const member = members[sent % members.length] as FleetMember;
      const requested = requestOne(member, paths[sent % paths.length] as string, key).then((response) => {
        responses.push(response);
        running.delete(requested);
      });
      running.add(requested);
    }
  }, 5);
  return {
    answers: responses,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return responses;
    },
  };
}

/** The value below which `share` of the responses were given, in milliseconds. */
export function percentile(responses: Response[], share: number): number {
  const took = responses.map((response) => response.took).sort((a, b) => a - b);
  return Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0);
}

/** How often each status was answered. */
export function tally(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** True for the long form: `npm run test:chaos`. */
export const isFull = process.env.CHAOS === "full";

/** A figure of reliability.md, for the reader of the run's output. */
export function report(figure: number | string, text: string): void {
  process.stderr.write(`figure ${figure}: ${text}\n`);
}
