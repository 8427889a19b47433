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

/** The options given to ioredis; the connection itself is closed immediately. */
function optionsOf(url: string) {
  const client = connectRedis(url);
  client.disconnect();
  expect(client.listenerCount("error")).toBe(1);
  expect(client.disclosedWindow).toBeTypeOf("function");
  return client;
}

/** no command waits in a queue, is sent twice, or waits on a connection that leads nowhere */
const atOnce = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  socketTimeout: 1000,
  connectTimeout: 1000,
};
const attempts = [1, 2, 3, 4, 5, 100, 10_000];
const pauses = [100, 200, 400, 800, 1000, 1000, 1000];

it("a server is connected to as the URL says", () => {
  const { options } = optionsOf("rediss://ops:p%40ss@127.0.0.1:1/2");
  const who = { host: "127.0.0.1", port: 1, username: "ops", password: "p@ss", db: 2, tls: {} };
  expect(options).toMatchObject({ ...who, ...atOnce, enableOfflineQueue: false });
});

it("a URL of a server alone means a connection without TLS and user", () => {
  const { options } = optionsOf("redis://127.0.0.1:1");
  expect(options).toMatchObject({ ...atOnce, enableOfflineQueue: false, db: 0, username: null, password: null });
  expect(options).not.toHaveProperty("tls");
  expect(options).toMatchObject({ sentinels: null });
});

it("a connection is tried again after 0.1 s, and at most after a second", () => {
  const { retryStrategy } = optionsOf("redis://127.0.0.1:1").options as { retryStrategy(attempt: number): number };
  expect(attempts.map((attempt) => retryStrategy(attempt))).toEqual(pauses);
});

it("a server that has become a replica is looked up again, and no other error ends a connection", () => {
  const { reconnectOnError } = optionsOf("redis://127.0.0.1:1").options as { reconnectOnError(error: Error): boolean };
  expect(reconnectOnError(new Error("READONLY You can't write against a read only replica."))).toBe(true);
  expect(reconnectOnError(new Error("ERR this is not READONLY"))).toBe(false);
});

it("Sentinel names the master", () => {
  const { options } = optionsOf("redis+sentinel://:x@127.0.0.1:1,127.0.0.1:2/m/3");
  const sentinels = [1, 2].map((port) => ({ host: "127.0.0.1", port }));
  expect(options).toMatchObject({ ...atOnce, sentinels, name: "m", db: 3, password: "x", enableOfflineQueue: false });
  const { sentinelRetryStrategy } = options as { sentinelRetryStrategy(attempt: number): number };
  expect(attempts.map((attempt) => sentinelRetryStrategy(attempt))).toEqual(pauses);
});

it("a cluster has options for each node, with short timeouts", () => {
  const client = optionsOf("rediss+cluster://ops:x@127.0.0.1:1,127.0.0.1:2");
  if (!(client instanceof Cluster)) throw new Error("no cluster");
  const { options } = client;
  expect(options).toMatchObject({
    enableOfflineQueue: false,
    maxRedirections: 4,
    retryDelayOnClusterDown: 0,
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: 1000,
    slotsRefreshInterval: 1000,
    redisOptions: { ...atOnce, username: "ops", password: "x", tls: {} },
  });
  expect(attempts.map((attempt) => options.clusterRetryStrategy?.(attempt))).toEqual(pauses);
  const plain = optionsOf("redis+cluster://127.0.0.1:1").options as { redisOptions: object };
  expect(Object.keys(plain.redisOptions).sort()).toEqual(Object.keys(atOnce).sort());
});

it("an invalid REDIS_URL is an error that lists the valid forms", () => {
  expect(() => connectRedis("http://cache")).toThrow(UsageError);
  expect(() => connectRedis("http://cache")).toThrow(
    "REDIS_URL is not usable: it is redis://host:port/db, redis+cluster://host:port,host:port or redis+sentinel://host:port,host:port/master/db",
  );
});
