// An invalid key is refused without a look-up and reveals nothing by its time, and keys are stored nowhere.
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { Redis } from "ioredis";
import { Pool } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey, revokeKey } from "../../src/accounts/keys.ts";
import { generateKey } from "../../src/lib/api-key.ts";
import { syncReference } from "../../src/store/reference.ts";
import type { TestStore } from "../support/database.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { type Service, startService } from "../support/service.ts";
import { randomNumbers, seed } from "./chance.ts";
import { type Fleet, isFull, report, startFleet } from "./fleet.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("invalid keys", () => {
  let service: Service;
  let pool: Pool;
  let lookUps = 0;
  let queries = 0;

  beforeAll(async () => {
    service = await startService({
      execute: () => () => Promise.reject(new Error("an invalid key was accepted")),
    });
    const { pool: database } = service.store;
    const query = database.query.bind(database) as (...args: unknown[]) => unknown;
    database.query = ((...args: unknown[]) => {
      queries++;
      if ((args[0] as { name?: string }).name === "key_look_up") lookUps++;
      return query(...args);
    }) as never;
    pool = new Pool(service.base, { connections: 20, pipelining: 1 });
  });
  afterAll(async () => {
    await pool.destroy();
    await service.stop();
  });

  const statusOf = async (authorization: string) => {
    const { statusCode, body } = await pool.request({
      path: "/api/v1/trades",
      method: "GET",
      headers: { authorization },
    });
    await body.dump();
    return statusCode;
  };

  /** A header, and whether it holds a well-formed key with a valid checksum. */
  function randomHeader(random: () => number): { text: string; isValid: boolean } {
    const below = (n: number) => Math.floor(random() * n);
    const letters = (length: number) => Array.from({ length }, () => alphabet[below(62)]).join("");
    const printable = (length: number) => Array.from({ length }, () => String.fromCharCode(33 + below(94))).join("");
    const validKey = () => generateKey((bytes) => Buffer.from(Array.from({ length: bytes }, () => below(256))));
    const makers: (() => string)[] = [
      () => printable(below(80)),
      () => `Bearer ${printable(below(80))}`,
      () => `Bearer disc_live_${letters(49)}`,
      () => `Bearer disc_live_${letters(below(120))}`,
      () => `bearer  ${validKey().slice(0, -1)}${alphabet[below(62)]}`,
      () => `Bearer ${validKey().replace("live", "test")}`,
      () => `Basic ${Buffer.from(`${validKey()}:`).toString("base64")}`,
      () => `Bearer ${validKey()} ${validKey()}`,
      () => `Bearer ${validKey()}=`,
      () => `BEARER ${validKey()}`,
    ];
    const text = (makers[below(makers.length)] as () => string)();
    return { text, isValid: hasChecksum(/^bearer +(\S+)$/i.exec(text.trim())?.[1] ?? "") };
  }

  /** True if the last six characters of a well-formed key are the checksum of those before. */
  function hasChecksum(key: string): boolean {
    if (!/^disc_live_[0-9A-Za-z]{49}$/.test(key)) return false;
    return key.endsWith(checksumOf(key.slice(0, -6)));
  }

  const count = isFull ? 100_000 : 1000;

  it(`${count} random headers are refused with 401 or 429, and only keys with a valid checksum are looked up`, {
    timeout: 1_200_000,
  }, async () => {
    const random = randomNumbers(seed);
    const statuses: Record<number, number> = {};
    let expected = 0;
    lookUps = 0;
    queries = 0;
    let sent = 0;
    async function worker(): Promise<void> {
      while (sent++ < count) {
        const { text, isValid } = randomHeader(random);
        if (isValid) expected++;
        const status = await statusOf(text);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }
    const start = Date.now();
    await Promise.all(Array.from({ length: 20 }, worker));
    expect(Object.keys(statuses).filter((status) => status !== "401" && status !== "429")).toEqual([]);
    expect(lookUps).toBe(expected);
    expect(expected).toBeGreaterThan(count / 20);
    // beyond the look-ups: the failed attempts of their one address, counted each minute until the limit is reached
    const minutes = Math.ceil((Date.now() - start) / 60_000) + 1;
    expect(queries - lookUps).toBeLessThanOrEqual(minutes * (60 + 20));
    report(
      "invalid keys",
      `${count} random headers: ${JSON.stringify(statuses)}; ${lookUps} look-ups for ${expected} valid checksums`,
    );
  });

  // A response states that a key was revoked or has expired, so its time may reveal that too. It must not reveal how
  // similar an unknown key is to an issued one.
  it("the time of a response does not reveal that an unknown key is similar to an issued one", {
    timeout: 600_000,
  }, async () => {
    const rounds = isFull ? 5000 : 150;
    const account = await createAccount(service.store, { email: "timing@example.test", plan: "free", actor: "test" });
    const issue = async (expiresAt?: Date) =>
      createKey(service.store, { account: account.id, actor: "test", ...(expiresAt && { expiresAt }) });
    const issued = await issue();
    const revoked = await issue();
    await revokeKey(service.store, revoked.id, "test");
    const expired = await issue(new Date("2020-01-01"));
    const unknown = generateKey();
    const kinds = {
      malformed: `${unknown.slice(0, -1)}_`,
      unknown,
      similar: similarTo(issued.key),
      revoked: revoked.key,
      expired: expired.key,
    };
    const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    // sequentially, in a random order
    const random = randomNumbers(seed + 1);
    const requests = Object.entries(kinds).flatMap((kind) => Array.from({ length: rounds }, () => kind));
    const order = requests.map((kind) => ({ kind, at: random() })).sort((a, b) => a.at - b.at);
    for (const { kind } of order.slice(0, 100)) await statusOf(`Bearer ${kind[1]}`);
    for (const {
      kind: [name, key],
    } of order) {
      const start = performance.now();
      await statusOf(`Bearer ${key}`);
      times[name]?.push(performance.now() - start);
    }
    const of = (name: string) => times[name] ?? [];
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]?.toFixed(3);
    const z = rankTest(of("unknown"), of("similar"));
    const medians = Object.keys(kinds).map((name) => `${name} ${median(of(name))}`);
    report(
      "invalid keys",
      `medians in ms: ${medians.join(", ")}; unknown/similar by rank z ${z.toFixed(2)} (significant from 3.9)`,
    );
    expect(Math.abs(z)).toBeLessThan(3.9);
  });
});

/** A key with a valid checksum whose secret differs from that of the issued key in its last character. */
function similarTo(key: string): string {
  const last = key.at(-7) === "a" ? "b" : "a";
  const text = `${key.slice(0, -7)}${last}`;
  return text + checksumOf(text);
}

/** By the documented rule: six characters of the base62 CRC-32. */
function checksumOf(text: string): string {
  let remainder = crc32(text);
  let checksum = "";
  for (let position = 0; position < 6; position++, remainder = Math.floor(remainder / 62))
    checksum = `${alphabet[remainder % 62]}${checksum}`;
  return checksum;
}

/** The standard normal score of the Mann-Whitney test: how much two samples differ. */
function rankTest(a: number[], b: number[]): number {
  const all = [...a.map((value) => ({ value, own: true })), ...b.map((value) => ({ value, own: false }))];
  all.sort((one, two) => one.value - two.value);
  const ranks = all.reduce((sum, { own }, index) => sum + (own ? index + 1 : 0), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return (u - (a.length * b.length) / 2) / spread;
}

describe("issued keys", () => {
  let store: TestStore;
  let redis: TestRedis | undefined;
  let fleet: Fleet;
  const keys: string[] = [];
  const count = isFull ? 1000 : 40;

  beforeAll(async () => {
    store = await createSeededStore();
    await syncReference(store);
    if (!withoutRedis) redis = await startRedis();
    const settings = { LOG_LEVEL: "trace" };
    fleet = await startFleet({ size: 1, databaseUrl: store.databaseUrl, redisUrl: redis?.url, settings });
    const account = await createAccount(store, { email: "keys@example.test", plan: "max", actor: "test" });
    for (let n = 0; n < count; n++)
      keys.push((await createKey(store, { account: account.id, name: `key ${n}`, actor: "test" })).key);
  }, 180_000);
  afterAll(async () => {
    await fleet.close();
    await redis?.close();
    await store.close();
  });

  it(`${count} keys, wherever callers put them, are stored neither in a table, nor in the log, nor in Redis`, {
    timeout: 600_000,
  }, async () => {
    const [member] = fleet.members as [Fleet["members"][number]];
    const statuses = new Set<number>();
    for (const [index, key] of keys.entries()) {
      const [path, headers] = requestWith(key, index);
      const { statusCode, body } = await member.pool.request({ path, method: "GET", headers });
      await body.dump();
      statuses.add(statusCode);
    }
    // and 429, after enough requests without a valid key
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
    expect(Math.max(...statuses)).toBeLessThan(500);
    // usage and ledger are written every second
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const outputs = {
      log: member.running.output(),
      tables: await tables(store),
      redis: redis ? await contents(redis) : "",
    };
    expect(outputs.log.split("\n").length).toBeGreaterThan(count);
    expect(outputs.tables).toContain("key 1");
    if (redis) expect(outputs.redis).toContain("disclosed");
    for (const [output, text] of Object.entries(outputs))
      for (const key of keys)
        for (const form of formsOf(key)) expect(text.includes(form), `${output} contains a key`).toBe(false);
    const sizes = Object.entries(outputs).map(([output, text]) => `${output} ${text.length}`);
    report("issued keys", `${count} keys in ${sizes.join(", ")} characters: 0 found`);
  });
});

/** A request with a key, where it belongs or elsewhere. */
function requestWith(key: string, index: number): [path: string, headers: Record<string, string>] {
  const withKey = { authorization: `Bearer ${key}` };
  const requests: [string, Record<string, string>][] = [
    ["/api/v1/trades?pageSize=1", withKey],
    [`/api/v1/trades?key=${key}`, withKey],
    [`/api/v1/trades?q=${key}`, withKey],
    [`/api/v1/symbols?q=${key.slice(10)}`, withKey],
    [`/api/v1/trades/${key}`, withKey],
    [`/api/v1/${key}`, {}],
    [`/api/v1/trades/${key.replaceAll("_", "%5F")}`, withKey],
    [`/api/v1/trades/${key.slice(10)}`, withKey],
    [`/${key}`, withKey],
    ["/api/v1/trades", { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }],
    ["/api/v1/trades", { "x-api-key": key, cookie: `key=${key}`, referer: `https://x.example/?k=${key}` }],
    ["/api/v1/trades", { ...withKey, "x-request-id": key, "user-agent": key }],
    ["/api/v1/usage", withKey],
  ];
  return requests[index % requests.length] as [string, Record<string, string>];
}

/** The secret of the key, as text, hex and base64. */
function formsOf(key: string): string[] {
  const secret = key.slice("disc_live_".length, -6);
  const hex = Buffer.from(secret).toString("hex");
  // base64 of a text within another text, at each of the three possible offsets
  const encoded = [0, 1, 2].map((before) =>
    Buffer.concat([randomBytes(before), Buffer.from(secret)])
      .toString("base64")
      .slice(before === 0 ? 0 : 4, -6),
  );
  return [secret, hex, ...encoded];
}

/** All rows of all tables, as text. */
async function tables({ pool }: TestStore): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  const texts = [];
  for (const { name } of rows) {
    const found = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...found.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

/** Names and values of all keys in Redis. */
async function contents({ url }: TestRedis): Promise<string> {
  const client = new Redis(url);
  const texts: string[] = [];
  for await (const batch of client.scanStream() as AsyncIterable<string[]>) {
    for (const name of batch) {
      const type = await client.type(name);
      if (type !== "hash" && type !== "string") throw new Error(`Redis holds a ${type}; read it too`);
      texts.push(name, type === "hash" ? JSON.stringify(await client.hgetall(name)) : String(await client.get(name)));
    }
  }
  client.disconnect();
  return texts.join("\n");
}
