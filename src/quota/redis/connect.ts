// Opens REDIS_URL: one server, a cluster, or whatever server Sentinel calls the master. Commands fail at once while the
// connection is down: a caller must not wait for a queue, the ledger in PostgreSQL decides then.
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { UsageError } from "../../errors.ts";
import { windowScript } from "./window-script.ts";

/** What the windows need of a connection; both kinds of ioredis fit. */
export type RedisClient = (Redis | Cluster) & {
  disclosedWindow(key: string, ...values: (string | number)[]): Promise<string>;
};

interface RedisPlace {
  kind: "server" | "cluster" | "sentinel";
  hosts: { host: string; port: number }[];
  /** name of the master that Sentinel watches */
  master?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  db?: number | undefined;
  tls: boolean;
}

const form =
  /^(rediss?)(?:\+(cluster|sentinel))?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?#]+)(?:\/([^/?#]*))?(?:\/(\d+))?$/i;

/**
 * Reads `redis[s]://[user[:password]@]host[:port][/db]`, `redis[s]+cluster://host:port,host:port` and
 * `redis[s]+sentinel://host:port,host:port/master[/db]`. Null for anything else.
 */
export function readRedisUrl(url: string): RedisPlace | null {
  const match = form.exec(url);
  if (!match) return null;
  const [, scheme = "", variant, username, password, authority = "", first, second] = match;
  const kind = variant ? (variant.toLowerCase() as "cluster" | "sentinel") : "server";
  const hosts = readHosts(authority, kind === "sentinel" ? 26_379 : 6379);
  const [master, db] = kind === "sentinel" ? [first, second] : [undefined, first];
  if (!hosts || (kind === "server" && hosts.length > 1) || (kind !== "sentinel" && second)) return null;
  if (kind === "sentinel" ? !master : db && (kind === "cluster" || !/^\d+$/.test(db))) return null;
  try {
    return {
      kind,
      hosts,
      master,
      username: username ? decodeURIComponent(username) : undefined,
      password: password ? decodeURIComponent(password) : undefined,
      db: db ? Number(db) : undefined,
      tls: scheme.toLowerCase() === "rediss",
    };
  } catch {
    // a percent sign that escapes nothing
    return null;
  }
}

function readHosts(authority: string, defaultPort: number): RedisPlace["hosts"] | null {
  const hosts = authority.split(",").map((entry) => {
    const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(entry) ?? [];
    return { host: host?.replace(/[[\]]/g, "") ?? "", port: Number(port ?? defaultPort) };
  });
  return hosts.every(({ host, port }) => host !== "" && port > 0 && port < 65_536) ? hosts : null;
}

/** a connection that owes an answer for this many milliseconds is closed and opened anew: it may lead nowhere */
const socketTimeout = 1000;

/** Connects in the background and keeps trying. Throws UsageError for a URL that readRedisUrl does not know. */
export function connectRedis(url: string): RedisClient {
  const place = readRedisUrl(url);
  if (!place)
    throw new UsageError(
      "REDIS_URL is not usable: it is redis://host:port/db, redis+cluster://host:port,host:port or redis+sentinel://host:port,host:port/master/db",
    );
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
    // a slot that moves is asked for again on its new node; a dead node is not waited for
    maxRedirections: 4,
    retryDelayOnClusterDown: 0,
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: 1000,
    // whoever asks nothing meanwhile must hear of a failover too
    slotsRefreshInterval: 1000,
    redisOptions: ofEach(place),
  });
}
