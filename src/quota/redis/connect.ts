// The connection to Redis: opens REDIS_URL (one server, a cluster, or the master that Sentinel names), and runs the
// window script on the hash of one account. While the connection is down commands fail immediately: a caller must not
// wait in a queue, because PostgreSQL decides then.
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { UsageError } from "../../errors.ts";
import type { WindowState } from "../account-limiter.ts";
import { type RedisAddress, readRedisUrl, redisUrlProblem } from "./redis-url.ts";
import { windowKey, windowScript } from "./window-script.ts";

/** A connection with the window script; either class of ioredis. */
export type RedisClient = (Redis | Cluster) & {
  disclosedWindow(key: string, ...values: (string | number)[]): Promise<string>;
};

/** a connection without a reply for this many milliseconds is closed and opened again: it may be dead */
const socketTimeout = 1000;

/** Connects in the background and keeps retrying. Throws UsageError for a URL that readRedisUrl does not accept. */
export function connectRedis(url: string): RedisClient {
  const address = readRedisUrl(url);
  if (!address) throw new UsageError(redisUrlProblem);
  const client = address.kind === "cluster" ? openCluster(address) : new Redis(redisOptions(address));
  client.defineCommand("disclosedWindow", { numberOfKeys: 1, lua: windowScript });
  // every failure rejects the command that it ended, or reaches the link through the event `close`
  client.on("error", () => {});
  return client as RedisClient;
}

const retryDelay = (attempt: number) => Math.min(50 * 2 ** attempt, 1000);

/** Options of every connection to one server: no command waits for a connection, and none is sent twice. */
const ofEach = ({ username, password, tls }: RedisAddress): RedisOptions => ({
  ...(username && { username }),
  ...(password && { password }),
  ...(tls && { tls: {} }),
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  socketTimeout,
  connectTimeout: 1000,
});

function redisOptions(address: RedisAddress): RedisOptions {
  const { kind, hosts, master, db } = address;
  const [first] = hosts;
  const where = kind === "sentinel" ? { sentinels: hosts, name: master, sentinelRetryStrategy: retryDelay } : first;
  return {
    ...where,
    ...ofEach(address),
    ...(db && { db }),
    enableOfflineQueue: false,
    retryStrategy: retryDelay,
    // after a failover the old master may respond as a replica: reconnecting looks up the master again
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  };
}

function openCluster(address: RedisAddress): Cluster {
  return new Cluster(address.hosts, {
    clusterRetryStrategy: retryDelay,
    enableOfflineQueue: false,
    // a command for a moved slot is sent again to its new node; there is no wait for a dead node
    maxRedirections: 4,
    retryDelayOnClusterDown: 0,
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: 1000,
    // so that a process that sends no commands also notices a failover
    slotsRefreshInterval: 1000,
    redisOptions: ofEach(address),
  });
}

// Runs the window script on the hash of one account and reads its reply.

export interface ScriptReply {
  /** 0 done, 1-3 a limit is reached, -1 the hash is missing */
  status: number;
  state: WindowState;
  /** the same with Redis's own counts only; another object only where PostgreSQL counted too */
  own: WindowState;
  /** requests that were counted */
  countedRequests: number;
}

type Reply = [number, number, number, number, number, number, number, number, number, number, ...elsewhere: number[]];

const exceededBy = [null, "minute", "daily", "monthly"] as const;

/** `at` replaces Redis's clock, in tests only. Rejects with the error of ioredis. */
export async function runWindowScript(
  client: RedisClient,
  accountId: string,
  operation: string,
  values: (string | number)[],
  at: Date | null = null,
): Promise<ScriptReply> {
  const instant = at ? at.getTime() / 1000 : "";
  gatherWrites(client);
  const reply = await client.disclosedWindow(windowKey(accountId), operation, instant, ...values);
  const numbers = reply.split(" ").map(Number) as Reply;
  const [status, now, minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch, countedRequests] =
    numbers;
  const exceeded = exceededBy[Math.max(0, status)] ?? null;
  const state = { exceeded, now, minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch };
  return { status, countedRequests, state, own: numbers.length > 10 ? without(state, numbers.slice(10)) : state };
}

const without = (state: WindowState, [minute = 0, day = 0, month = 0]: number[]): WindowState => ({
  ...state,
  minuteUsed: state.minuteUsed - minute,
  dayUsed: state.dayUsed - day,
  monthUsed: state.monthUsed - month,
});

/** Writes all commands of one tick together: each write is a system call, and may wake Redis. */
function gatherWrites(client: RedisClient): void {
  if (client instanceof Cluster) return;
  const { stream } = client;
  // undefined before the first connection
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
