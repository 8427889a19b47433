// Opens REDIS_URL: one server, a cluster, or whatever server Sentinel calls the master. Commands fail at once while the
// connection is down: a caller must not wait for a queue, the ledger in PostgreSQL decides then.
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { UsageError } from "../../errors.ts";
import { type RedisPlace, readRedisUrl, redisUrlProblem } from "./place.ts";
import { windowScript } from "./window-script.ts";

/** What the windows need of a connection; both kinds of ioredis fit. */
export type RedisClient = (Redis | Cluster) & {
  disclosedWindow(key: string, ...values: (string | number)[]): Promise<string>;
};

/** a connection that owes an answer for this many milliseconds is closed and opened anew: it may lead nowhere */
const socketTimeout = 1000;

/** Connects in the background and keeps trying. Throws UsageError for a URL that readRedisUrl does not know. */
export function connectRedis(url: string): RedisClient {
  const place = readRedisUrl(url);
  if (!place) throw new UsageError(redisUrlProblem);
  const client = place.kind === "cluster" ? openCluster(place) : new Redis(redisOptions(place));
  client.defineCommand("disclosedWindow", { numberOfKeys: 1, lua: windowScript });
  // every failure is heard by the command that it ended, or by the link that watches the connection
  client.on("error", () => {});
  return client as RedisClient;
}

const again = (attempt: number) => Math.min(50 * 2 ** attempt, 1000);

/** Of every connection to one server: no command waits for a connection, and none is sent twice. */
const ofEach = ({ username, password, tls }: RedisPlace): RedisOptions => ({
  ...(username && { username }),
  ...(password && { password }),
  ...(tls && { tls: {} }),
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  socketTimeout,
  connectTimeout: 1000,
});

function redisOptions(place: RedisPlace): RedisOptions {
  const { kind, hosts, master, db } = place;
  const [first] = hosts;
  const where = kind === "sentinel" ? { sentinels: hosts, name: master, sentinelRetryStrategy: again } : first;
  return {
    ...where,
    ...ofEach(place),
    ...(db && { db }),
    enableOfflineQueue: false,
    retryStrategy: again,
    // after a failover the old master may answer as a replica: the master is looked up again
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  };
}

function openCluster(place: RedisPlace): Cluster {
  return new Cluster(place.hosts, {
    clusterRetryStrategy: again,
    enableOfflineQueue: false,
    // a slot that moves is requested again on its new node; a dead node is not waited for
    maxRedirections: 4,
    retryDelayOnClusterDown: 0,
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: 1000,
    // a process that sends no commands must learn of a failover too
    slotsRefreshInterval: 1000,
    redisOptions: ofEach(place),
  });
}
