// Parses REDIS_URL.

export interface RedisAddress {
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
export function readRedisUrl(url: string): RedisAddress | null {
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
    // a malformed percent escape
    return null;
  }
}

function readHosts(authority: string, defaultPort: number): RedisAddress["hosts"] | null {
  const hosts = authority.split(",").map((entry) => {
    const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(entry) ?? [];
    return { host: host?.replace(/[[\]]/g, "") ?? "", port: Number(port ?? defaultPort) };
  });
  return hosts.every(({ host, port }) => host !== "" && port > 0 && port < 65_536) ? hosts : null;
}

/** The error message for a REDIS_URL that readRedisUrl does not accept. */
export const redisUrlProblem =
  "REDIS_URL is not usable: it is redis://host:port/db, redis+cluster://host:port,host:port or redis+sentinel://host:port,host:port/master/db";
