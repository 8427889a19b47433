// Figures 10 and 11: an invalid key is refused without a look-up and reveals nothing by its time, and keys are nowhere to be found
// afterwards. CHAOS=full runs them at full length.

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
import { type Fleet, isFull, report, startFleet } from "./fleet.ts";
import { numbersFrom } from "./kills.ts";

const seed = Number(process.env.CHAOS_SEED ?? 1);

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("what is no key", () => {
  let service: Service;
  let pool: Pool;
  let lookUps = 0;
  let queries = 0;

  beforeAll(async () => {
    service = await startService({
      execute: () => () => Promise.reject(new Error("no request comes this far")),
    });
    const { pool: database } = service.store;
    const query = database.query.bind(database) as (...given: unknown[]) => unknown;
    database.query = ((...given: unknown[]) => {
      queries++;
      if ((given[0] as { name?: string }).name === "key_look_up") lookUps++;
      return query(...given);
    }) as never;
    pool = new Pool(service.base, { connections: 20, pipelining: 1 });
  });
  afterAll(async () => {
    await pool.destroy();
    await service.stop();
  });

  const ask = async (authorization: string) => {
    const { statusCode, body } = await pool.request({
      path: "/api/v1/trades",
      method: "GET",
      headers: { authorization },
    });
    await body.dump();
    return statusCode;
  };

  /** A header, and whether it holds a key of the right form with the right checksum. */
  function header(random: () => number): { text: string; checks: boolean } {
    const below = (n: number) => Math.floor(random() * n);
    const word = (length: number) => Array.from({ length }, () => alphabet[below(62)]).join("");
    const printable = (length: number) => Array.from({ length }, () => String.fromCharCode(33 + below(94))).join("");
    const good = () => generateKey((bytes) => Buffer.from(Array.from({ length: bytes }, () => below(256))));
    const makers: (() => string)[] = [
      () => printable(below(80)),
      () => `Bearer ${printable(below(80))}`,
      () => `Bearer disc_live_${word(49)}`,
      () => `Bearer disc_live_${word(below(120))}`,
      () => `bearer  ${good().slice(0, -1)}${alphabet[below(62)]}`,
      () => `Bearer ${good().replace("live", "test")}`,
      () => `Basic ${Buffer.from(`${good()}:`).toString("base64")}`,
      () => `Bearer ${good()} ${good()}`,
      () => `Bearer ${good()}=`,
      () => `BEARER ${good()}`,
    ];
    const text = (makers[below(makers.length)] as () => string)();
    return { text, checks: hasChecksum(/^bearer +(\S+)$/i.exec(text.trim())?.[1] ?? "") };
  }

  /** True if the last six characters are the checksum of those before. */
  function hasChecksum(key: string): boolean {
    if (!/^disc_live_[0-9A-Za-z]{49}$/.test(key)) return false;
    return key.endsWith(checksumOf(key.slice(0, -6)));
  }

  const count = isFull ? 100_000 : 1000;

  it(`${count} random headers: 401 or 429, and no look-up without a right checksum`, {
    timeout: 1_200_000,
  }, async () => {
    const random = numbersFrom(seed);
    const statuses: Record<number, number> = {};
    let expected = 0;
    lookUps = 0;
    queries = 0;
    let made = 0;
    async function worker(): Promise<void> {
      while (made++ < count) {
        const { text, checks } = header(random);
        if (checks) expected++;
        const status = await ask(text);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }
    const begun = Date.now();
    await Promise.all(Array.from({ length: 20 }, worker));
    expect(Object.keys(statuses).filter((status) => status !== "401" && status !== "429")).toEqual([]);
    expect(lookUps).toBe(expected);
    expect(expected).toBeGreaterThan(count / 20);
    // the bucket of the one address that they come from, once a minute until it is full
    const minutes = Math.ceil((Date.now() - begun) / 60_000) + 1;
    expect(queries - lookUps).toBeLessThanOrEqual(minutes * (60 + 20));
    report(
      10,
      `${count} random headers: ${JSON.stringify(statuses)}; ${lookUps} look-ups for ${expected} right checksums`,
    );
  });

  // The response itself says that a key was revoked or has expired, so its time may say it too. What no response
  // says, and its time must not say either, is how near an unknown key comes to an issued one.
  it("takes as long for a key that is nearly an issued one as for any other unknown key", {
    timeout: 600_000,
  }, async () => {
    const rounds = isFull ? 5000 : 150;
    const account = await createAccount(service.store, { email: "timing@example.test", plan: "free", actor: "test" });
    const made = async (expiresAt?: Date) =>
      createKey(service.store, { account: account.id, actor: "test", ...(expiresAt && { expiresAt }) });
    const issued = await made();
    const revoked = await made();
    await revokeKey(service.store, revoked.id, "test");
    const expired = await made(new Date("2020-01-01"));
    const unknown = generateKey();
    const kinds = {
      malformed: `${unknown.slice(0, -1)}_`,
      unknown,
      near: nearlyThe(issued.key),
      revoked: revoked.key,
      expired: expired.key,
    };
    const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    // one after another, in an order that nothing else follows
    const random = numbersFrom(seed + 1);
    const turns = Object.entries(kinds).flatMap((kind) => Array.from({ length: rounds }, () => kind));
    const order = turns.map((kind) => ({ kind, at: random() })).sort((a, b) => a.at - b.at);
    for (const { kind } of order.slice(0, 100)) await ask(`Bearer ${kind[1]}`);
    for (const {
      kind: [name, key],
    } of order) {
      const begun = performance.now();
      await ask(`Bearer ${key}`);
      times[name]?.push(performance.now() - begun);
    }
    const of = (name: string) => times[name] ?? [];
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]?.toFixed(3);
    const z = rankTest(of("unknown"), of("near"));
    const medians = Object.keys(kinds).map((name) => `${name} ${median(of(name))}`);
    report(
      10,
      `medians in ms: ${medians.join(", ")}; unknown/near by rank z ${z.toFixed(2)} (a difference shows from 3.9)`,
    );
    expect(Math.abs(z)).toBeLessThan(3.9);
  });
});

/** A key of the right form with the right checksum, of whose secret all but the last character is the issued key's. */
function nearlyThe(key: string): string {
  const last = key.at(-7) === "a" ? "b" : "a";
  const text = `${key.slice(0, -7)}${last}`;
  return text + checksumOf(text);
}

/** By the documented rule alone: six characters of the base62 CRC-32. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let position = 0; position < 6; position++, rest = Math.floor(rest / 62))
    checksum = `${alphabet[rest % 62]}${checksum}`;
  return checksum;
}

/** Mann and Whitney's test as a standard normal score: how far two samples are from being one. */
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

  it(`${count} of them, put wherever a caller may put them, are in no table, no log and no Redis`, {
    timeout: 600_000,
  }, async () => {
    const [member] = fleet.members as [Fleet["members"][number]];
    const statuses = new Set<number>();
    for (const [index, key] of keys.entries()) {
      const [path, headers] = misuse(key, index);
      const { statusCode, body } = await member.pool.request({ path, method: "GET", headers });
      await body.dump();
      statuses.add(statusCode);
    }
    // and 429, after enough of them in places where no key is read
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
        for (const form of formsOf(key)) expect(text.includes(form), `${output} holds a key`).toBe(false);
    const sizes = Object.entries(outputs).map(([output, text]) => `${output} ${text.length}`);
    report(11, `${count} keys in ${sizes.join(", ")} characters: 0 found`);
  });
});

/** Where a caller may put a key, rightly and wrongly. */
function misuse(key: string, index: number): [path: string, headers: Record<string, string>] {
  const right = { authorization: `Bearer ${key}` };
  const ways: [string, Record<string, string>][] = [
    ["/api/v1/trades?pageSize=1", right],
    [`/api/v1/trades?key=${key}`, right],
    [`/api/v1/trades?q=${key}`, right],
    [`/api/v1/symbols?q=${key.slice(10)}`, right],
    [`/api/v1/trades/${key}`, right],
    [`/api/v1/${key}`, {}],
    [`/api/v1/trades/${key.replaceAll("_", "%5F")}`, right],
    [`/api/v1/trades/${key.slice(10)}`, right],
    [`/${key}`, right],
    ["/api/v1/trades", { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }],
    ["/api/v1/trades", { "x-api-key": key, cookie: `key=${key}`, referer: `https://x.example/?k=${key}` }],
    ["/api/v1/trades", { ...right, "x-request-id": key, "user-agent": key }],
    ["/api/v1/usage", right],
  ];
  return ways[index % ways.length] as [string, Record<string, string>];
}

/** The key, its secret, and both as they may be written down elsewhere. */
function formsOf(key: string): string[] {
  const secret = key.slice("disc_live_".length, -6);
  const hex = Buffer.from(secret).toString("hex");
  // base64 of a text within a text, at each of the three places where it may begin
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

/** Names and values of all that Redis holds. */
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
