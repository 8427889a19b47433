// The link to Redis: its state changes, and the decisions and counts of the quota while it is up and down.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Principal } from "../../src/ports/access.ts";
import { createLedger, type Ledger } from "../../src/quota/ledger.ts";
import { openLimiter } from "../../src/quota/limiter.ts";
import { type OpenQuota, openQuota, postgresQuota } from "../../src/quota/open-quota.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { openLink, type RedisLink } from "../../src/quota/redis/link.ts";
import { restore } from "../../src/quota/redis/reconcile.ts";
import { windowKey } from "../../src/quota/redis/window-script.ts";
import { freePort } from "../support/free-port.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { stoppedAt } from "../support/stopped-clock.ts";
import { replyTimeoutMs, until } from "../support/until.ts";
import { openQuotaDatabase, type QuotaDatabase } from "./accounts.ts";

vi.mock("../../src/quota/redis/window-script.ts", async (original) =>
  (await import("../support/stopped-clock.ts")).stopScript(await original()),
);

let database: QuotaDatabase;
beforeAll(async () => {
  database = await openQuotaDatabase({ isStopped: true });
});
afterAll(() => database.close());

/** Counts an attempt from an address, and returns how many it has made. */
const countAttempt = async ({ stores }: OpenQuota) =>
  (await openLimiter(stores, { keyPrefix: "attempts", points: 9, duration: 60 }).consume("192.0.2.1")).consumedPoints;

/** Counts a request in PostgreSQL in place of Redis. */
const countInOutage = (accountId: string) =>
  database.pool.query("SELECT * FROM disclosed_quota_charge($1, 9, 9, 9, null, true)", [accountId]);

const usedToday = async ({ quota }: OpenQuota, who: Principal) => {
  const { day } = (await quota.peek(who)).limitStatus;
  return day.limit - day.remaining;
};

describe("without Redis", () => {
  it("PostgreSQL counts, knows the epochs, and has no Redis to update", async () => {
    const who = await database.principal();
    const opened = await openQuota(database.pool);
    expect(await opened.quota.take(who)).toMatchObject({ allowed: true, epoch: 1 });
    expect(opened.sendsEpochs()).toBe(true);
    expect(await opened.announce(who.accountId, 7)).toBeUndefined();
    expect(await countAttempt(opened)).toBe(1);
    expect(await countAttempt(opened)).toBe(2);
    await opened.close();
    expect(await usedToday(postgresQuota(database.pool), who)).toBe(1);
  });

  it("the quota waits for a missing Redis until the timeout, then works without it", async () => {
    const who = await database.principal();
    const changes: boolean[] = [];
    let insured = 0;
    const start = performance.now();
    const opened = await openQuota(database.pool, {
      redisUrl: `redis://127.0.0.1:${await freePort()}`,
      replyTimeoutMs: 60,
      onRedis: (up) => changes.push(up),
      onCountedInPostgres: () => {
        insured += 1;
      },
      onError: () => {},
    });
    expect(performance.now() - start).toBeGreaterThanOrEqual(60);
    expect(changes).toEqual([false]);
    expect(opened.sendsEpochs()).toBe(false);
    const { ticket } = (await opened.quota.take(who)) as { ticket: Parameters<typeof opened.quota.refund>[1] };
    await opened.quota.take(who);
    expect(insured).toBe(2);
    expect(await usedToday(opened, who)).toBe(2);
    await opened.quota.refund(who, ticket, "all");
    expect(await usedToday(opened, who)).toBe(1);
    expect(insured).toBe(2);
    expect(await database.storedCounts(who.accountId)).toEqual({ used: [1, 1, 1], outage: [1, 1, 1] });
    await expect(opened.announce(who.accountId, 7)).rejects.toThrow();
    await opened.close();
  });
});

describe.skipIf(withoutRedis)("with Redis", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  it("the quota reports that Redis counts, returns epochs and publishes a new one", async () => {
    const who = await database.principal();
    const changes: boolean[] = [];
    let insured = 0;
    const options = {
      redisUrl: redis.url,
      onRedis: (up: boolean) => changes.push(up),
      onCountedInPostgres: () => insured++,
    };
    const opened = await openQuota(database.pool, options);
    expect(changes).toEqual([true]);
    expect(opened.sendsEpochs()).toBe(true);
    const { allowed, epoch = 0 } = await opened.quota.take(who);
    expect(allowed).toBe(true);
    await opened.announce(who.accountId, epoch + 7);
    expect(await opened.quota.peek(who)).toMatchObject({ epoch: epoch + 7 });
    expect(insured).toBe(0);
    expect(await countAttempt(opened)).toBe(1);
    await opened.close();
    expect((await database.storedCounts(who.accountId))?.outage).toEqual([0, 0, 0]);
  });

  it("the link reports that the ledger could not be written", async () => {
    const errors: unknown[] = [];
    const pool = new pg.Pool({ host: "127.0.0.1", port: await freePort() });
    const opened = await openQuota(pool, { redisUrl: redis.url, onError: (error) => errors.push(error) });
    expect(errors.map(String)).toContainEqual(expect.stringContaining("ECONNREFUSED"));
    await opened.close();
    await pool.end();
  });

  it("the link opens without an error listener", async () => {
    const opened = await openQuota(database.pool, { redisUrl: redis.url });
    expect(opened.sendsEpochs()).toBe(true);
    await opened.close();
  });

  interface OpenLink {
    link: RedisLink;
    client: RedisClient;
    ledger: Ledger;
    changes: boolean[];
    errors: unknown[];
  }

  async function withLink(
    work: (opened: OpenLink) => Promise<void>,
    ledger = createLedger(database.pool),
  ): Promise<void> {
    const client = connectRedis(redis.url);
    const [changes, errors]: [boolean[], unknown[]] = [[], []];
    const link = openLink({ client, ledger, onError: (error) => errors.push(error) });
    link.onChange((up) => changes.push(up));
    try {
      await work({ link, client, ledger, changes, errors });
    } finally {
      await link.close();
    }
  }

  const withReadyLink = (work: (opened: OpenLink) => Promise<void>, ledger?: Ledger): Promise<void> =>
    withLink(async (opened) => {
      await opened.link.ready(replyTimeoutMs);
      await work(opened);
    }, ledger);

  it("the link is down until Redis has responded, and up again soon after a failure", async () => {
    await withLink(async ({ link, changes, errors }) => {
      expect(link.isUp()).toBe(false);
      await link.ready(replyTimeoutMs);
      expect(link.isUp()).toBe(true);
      link.failed(new Error("no reply"));
      link.failed(new Error("no reply"));
      expect(link.isUp()).toBe(false);
      expect(changes).toEqual([true, false]);
      await until(() => link.isUp());
      expect(changes).toEqual([true, false, true]);
      expect(errors).toEqual([]);
    });
  });

  it("waiting for the link fails when Redis does not respond in time", async () => {
    redis.pause();
    await withLink(async ({ link }) => {
      await expect(link.ready(60)).rejects.toThrow("Redis did not respond within 60 ms");
      redis.resume();
      await link.ready(replyTimeoutMs);
    });
  });

  it("the link goes down with the connection, and comes back with it", async () => {
    await withReadyLink(async ({ link, client, changes }) => {
      client.disconnect(true);
      await until(() => changes.includes(false));
      await until(() => link.isUp());
      expect(changes).toEqual([true, false, true]);
    });
  });

  it("before the link is up Redis has received what was counted without it, and what it lost", async () => {
    const [unsent, lost] = [await database.principal(), await database.principal()];
    await countInOutage(unsent.accountId);
    await database.pool.query("SELECT * FROM disclosed_quota_charge($1, 9, 9, 9, null, false)", [lost.accountId]);
    await withReadyLink(async ({ client }) => {
      expect(await client.hget(windowKey(unsent.accountId), "l")).toMatch(/^\d+ \d+ 1 \d+ 1 \d+ 1$/);
      expect(await client.hget(windowKey(lost.accountId), "du")).toBe("1");
    });
  });

  it("noted counts are written when Redis is lost, once a second, and at the end", async () => {
    const who = await database.principal();
    const start = Math.floor(stoppedAt.getTime() / 86_400_000) * 86_400;
    const note = (ledger: Ledger, dayUsed: number) =>
      ledger.note(who.accountId, {
        exceeded: null,
        now: start,
        minuteStart: start,
        minuteUsed: 0,
        dayStart: start,
        dayUsed,
        monthStart: start,
        monthUsed: 0,
      });
    const written = async () => (await database.storedCounts(who.accountId))?.used[1];
    await withReadyLink(async ({ link, ledger }) => {
      note(ledger, 1);
      link.failed(new Error("no reply"));
      await until(async () => (await written()) === 1);
      await link.ready(replyTimeoutMs);
      note(ledger, 2);
      await until(async () => (await written()) === 2);
      note(ledger, 3);
    });
    expect(await written()).toBe(3);
  });

  it("while the link is up Redis receives within a second what another process counted without it", async () => {
    const { accountId } = await database.principal();
    await withReadyLink(async ({ client, ledger }) => {
      await restore(client, await ledger.open(accountId));
      await countInOutage(accountId);
      await until(async () => (await client.hget(windowKey(accountId), "l"))?.endsWith(" 1") ?? false);
    });
  });

  it("the link does not come up while Redis responds but refuses to write", async () => {
    const { accountId } = await database.principal();
    await withReadyLink(async ({ link, client, changes, errors }) => {
      // as with a full disk
      await client.config("SET", "maxmemory", "1");
      try {
        await countInOutage(accountId);
        link.failed(new Error("out of memory"));
        const refused = () => errors.filter((error) => /ReplyError: OOM/.test(String(error))).length;
        const before = refused();
        await until(() => refused() > before + 2);
        expect(changes).toEqual([true, false]);
      } finally {
        await client.config("SET", "maxmemory", "0");
      }
      await link.ready(replyTimeoutMs);
      expect(await client.hget(windowKey(accountId), "l")).toMatch(/ 1$/);
    });
  });

  it("before the link is up Redis has received what this process counted while the ledger was read", async () => {
    const { accountId } = await database.principal();
    const ledger = createLedger(database.pool);
    let countMeanwhile: (() => Promise<unknown>) | undefined;
    const slowLedger: Ledger = {
      ...ledger,
      async unsent() {
        const accounts = await ledger.unsent();
        await countMeanwhile?.();
        return accounts;
      },
    };
    await withReadyLink(async ({ link, client }) => {
      await restore(client, await ledger.open(accountId));
      countMeanwhile = async () => {
        countMeanwhile = undefined;
        await link.insteadOfRedis(() => countInOutage(accountId));
      };
      const isSent = new Promise((resolve) => {
        link.onChange((up) => up && resolve(client.hget(windowKey(accountId), "l")));
      });
      link.failed(new Error("no reply"));
      expect(await isSent).toMatch(/ 1$/);
    }, slowLedger);
  });

  it("the link comes up even while this process is still counting without Redis", async () => {
    await withReadyLink(async ({ link }) => {
      let end = () => {};
      const endless = link.insteadOfRedis(() => new Promise<void>((resolve) => (end = resolve)));
      link.failed(new Error("no reply"));
      await link.ready(replyTimeoutMs);
      end();
      await endless;
    });
  });

  /** A ledger that can be written while `isUp` returns true; otherwise `fail` is called. */
  function failingLedger(isUp: () => boolean, fail: () => Promise<never>): Ledger {
    const ledger = createLedger(database.pool);
    return { ...ledger, flush: () => (isUp() ? ledger.flush() : fail()) };
  }

  it.each<[string, () => Promise<never>, string]>([
    ["down", () => Promise.reject(new Error("no PostgreSQL")), "Error: no PostgreSQL"],
    ["silent", () => new Promise<never>(() => {}), "Error: reconciling Redis with the ledger took longer than 2000 ms"],
  ])(
    "while PostgreSQL is %s a Redis that was not restarted counts, and the failed exchange is reported",
    async (_name, fail, message) => {
      let isUp = true;
      await withReadyLink(
        async ({ link, errors }) => {
          isUp = false;
          link.failed(new Error("no reply"));
          await link.ready(replyTimeoutMs);
          expect(errors.map(String)).toContain(message);
        },
        failingLedger(() => isUp, fail),
      );
    },
  );

  it("while PostgreSQL is down a restarted Redis is not used, because it may have lost counts", async () => {
    let isUp = true;
    await withReadyLink(
      async ({ link, errors }) => {
        isUp = false;
        await redis.kill();
        await redis.start();
        const failures = () => errors.filter((error) => String(error) === "Error: no PostgreSQL").length;
        const before = failures();
        await until(() => failures() > before + 2);
        expect(link.isUp()).toBe(false);
        isUp = true;
        await link.ready(replyTimeoutMs);
      },
      failingLedger(
        () => isUp,
        () => Promise.reject(new Error("no PostgreSQL")),
      ),
    );
  });
});
