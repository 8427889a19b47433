// The forms of REDIS_URL, and the options of the connection that each opens.
import { Cluster } from "ioredis";
import { expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { connectRedis } from "../../src/quota/redis/connect.ts";
import { readRedisUrl } from "../../src/quota/redis/redis-url.ts";

it.each([
  ["redis://localhost", { kind: "server", hosts: [{ host: "localhost", port: 6379 }], tls: false }],
  [
    "rediss://ops:p%40ss@cache.example:6380/2",
    {
      kind: "server",
      hosts: [{ host: "cache.example", port: 6380 }],
      username: "ops",
      password: "p@ss",
      db: 2,
      tls: true,
    },
  ],
  [
    "redis://ops@cache/12",
    { kind: "server", hosts: [{ host: "cache", port: 6379 }], username: "ops", db: 12, tls: false },
  ],
  ["REDIS://cache:65535/0", { kind: "server", hosts: [{ host: "cache", port: 65_535 }], db: 0, tls: false }],
  [
    "redis://:secret@[::1]:7000",
    { kind: "server", hosts: [{ host: "::1", port: 7000 }], password: "secret", tls: false },
  ],
  [
    "redis+cluster://a:7001,b:7002",
    {
      kind: "cluster",
      hosts: [
        { host: "a", port: 7001 },
        { host: "b", port: 7002 },
      ],
      tls: false,
    },
  ],
  [
    "rediss+Cluster://ops:x@a",
    { kind: "cluster", hosts: [{ host: "a", port: 6379 }], username: "ops", password: "x", tls: true },
  ],
  [
    "redis+sentinel://s1/m/12",
    { kind: "sentinel", hosts: [{ host: "s1", port: 26_379 }], master: "m", db: 12, tls: false },
  ],
  [
    "redis+sentinel://s1,s2:26380/mymaster/1",
    {
      kind: "sentinel",
      hosts: [
        { host: "s1", port: 26_379 },
        { host: "s2", port: 26_380 },
      ],
      master: "mymaster",
      db: 1,
      tls: false,
    },
  ],
])("the URL %s is valid", (url, address) => {
  expect(readRedisUrl(url)).toEqual(address);
});

it.each([
  "http://localhost",
  "redis://",
  "redis://a:7001,b:7002",
  "xredis://host",
  "redis://host:0",
  "redis://host:65536",
  "redis://host:70000",
  "redis://host:1x",
  "redis://a:b:1",
  "redis://host/name",
  "redis://host/1a",
  "redis://host/a1",
  "redis://host/1/2",
  "redis://us%er@host",
  "redis://:pass%word@host",
  "redis+cluster://a:1/2",
  "redis+cluster://a:1/m/2",
  "redis+cluster://a:1,b:0",
  "redis+cluster://a:1,",
  "redis+sentinel://s1:26379",
  "redis+sentinel://s1:26379//1",
  "redis+sentinel://s1/m/1x",
])("the URL %s is invalid", (url) => {
  expect(readRedisUrl(url)).toBeNull();
});

/** The client with the options given to ioredis; its connection is closed immediately. */
function connectionOf(url: string) {
  const client = connectRedis(url);
  client.disconnect();
  expect(client.listenerCount("error")).toBe(1);
  expect(client.disclosedWindow).toBeTypeOf("function");
  return client;
}

/** no command waits in a queue, is sent twice, or waits for a dead connection */
const commonOptions = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  socketTimeout: 1000,
  connectTimeout: 1000,
};
const attempts = [1, 2, 3, 4, 5, 100, 10_000];
const delays = [100, 200, 400, 800, 1000, 1000, 1000];

it("the connection to a server has the options in its URL", () => {
  const { options } = connectionOf("rediss://ops:p%40ss@127.0.0.1:1/2");
  const expected = { host: "127.0.0.1", port: 1, username: "ops", password: "p@ss", db: 2, tls: {} };
  expect(options).toMatchObject({ ...expected, ...commonOptions, enableOfflineQueue: false });
});

it("a URL with only a host and port means a connection without TLS and user", () => {
  const { options } = connectionOf("redis://127.0.0.1:1");
  expect(options).toMatchObject({ ...commonOptions, enableOfflineQueue: false, db: 0, username: null, password: null });
  expect(options).not.toHaveProperty("tls");
  expect(options).toMatchObject({ sentinels: null });
});

it("a connection is retried after 0.1 s, later at most after a second", () => {
  const { retryStrategy } = connectionOf("redis://127.0.0.1:1").options as { retryStrategy(attempt: number): number };
  expect(attempts.map((attempt) => retryStrategy(attempt))).toEqual(delays);
});

it("the error of a server that has become a replica causes a reconnection, and no other error does", () => {
  const { reconnectOnError } = connectionOf("redis://127.0.0.1:1").options as {
    reconnectOnError(error: Error): boolean;
  };
  expect(reconnectOnError(new Error("READONLY You can't write against a read only replica."))).toBe(true);
  expect(reconnectOnError(new Error("ERR this is not READONLY"))).toBe(false);
});

it("a Sentinel URL names the master, and its servers are retried as often", () => {
  const { options } = connectionOf("redis+sentinel://:x@127.0.0.1:1,127.0.0.1:2/m/3");
  const sentinels = [1, 2].map((port) => ({ host: "127.0.0.1", port }));
  expect(options).toMatchObject({
    ...commonOptions,
    sentinels,
    name: "m",
    db: 3,
    password: "x",
    enableOfflineQueue: false,
  });
  const { sentinelRetryStrategy } = options as { sentinelRetryStrategy(attempt: number): number };
  expect(attempts.map((attempt) => sentinelRetryStrategy(attempt))).toEqual(delays);
});

it("a cluster has options for each node, with short timeouts", () => {
  const client = connectionOf("rediss+cluster://ops:x@127.0.0.1:1,127.0.0.1:2");
  if (!(client instanceof Cluster)) throw new Error("not a cluster");
  const { options } = client;
  expect(options).toMatchObject({
    enableOfflineQueue: false,
    maxRedirections: 4,
    retryDelayOnClusterDown: 0,
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: 1000,
    slotsRefreshInterval: 1000,
    redisOptions: { ...commonOptions, username: "ops", password: "x", tls: {} },
  });
  expect(attempts.map((attempt) => options.clusterRetryStrategy?.(attempt))).toEqual(delays);
  const plain = connectionOf("redis+cluster://127.0.0.1:1").options as { redisOptions: object };
  expect(Object.keys(plain.redisOptions).sort()).toEqual(Object.keys(commonOptions).sort());
});

it("an invalid REDIS_URL is an error that lists the valid forms", () => {
  expect(() => connectRedis("http://cache")).toThrow(UsageError);
  expect(() => connectRedis("http://cache")).toThrow(
    "REDIS_URL is not usable: it is redis://host:port/db, redis+cluster://host:port,host:port or redis+sentinel://host:port,host:port/master/db",
  );
});
