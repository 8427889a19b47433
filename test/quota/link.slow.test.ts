// The link to Redis: its state changes, and the decisions and figures of the quota while it is up and down.
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
import { type Counted, openCounted } from "./accounts.ts";

vi.mock("../../src/quota/redis/window-script.ts", async (original) =>
  (await import("../support/stopped-clock.ts")).stopScript(await original()),
);

let counted: Counted;
beforeAll(async () => {
  counted = await openCounted({ isStopped: true });
});
afterAll(() => counted.close());

/** How many attempts a stranger has made, with this one. */
const attempt = async ({ stores }: OpenQuota) =>
  (await openLimiter(stores, { keyPrefix: "attempts", points: 9, duration: 60 }).consume("192.0.2.1")).consumedPoints;

const usedToday = async ({ quota }: OpenQuota, who: Principal) => {
  const { day } = (await quota.peek(who)).limitStatus;
  return day.limit - day.remaining;
};

describe("without Redis", () => {
  it("PostgreSQL counts, knows the epochs, and has no Redis to update", async () => {
    const who = await counted.principal();
    const opened = await openQuota(counted.pool);
    expect(await opened.quota.take(who)).toMatchObject({ allowed: true, epoch: 1 });
    expect(opened.sendsEpochs()).toBe(true);
    expect(await opened.announce(who.accountId, 7)).toBeUndefined();
    expect(await attempt(opened)).toBe(1);
    expect(await attempt(opened)).toBe(2);
    await opened.close();
    expect(await usedToday(postgresQuota(counted.pool), who)).toBe(1);
  });

  it("a missing Redis is waited for until the timeout, then the quota works without it", async () => {
    const who = await counted.principal();
    const told: boolean[] = [];
    let insured = 0;
    const errors: unknown[] = [];
    const requested = performance.now();
    const opened = await openQuota(counted.pool, {
      redisUrl: `redis://127.0.0.1:${await freePort()}`,
      replyTimeoutMs: 60,
      onRedis: (up) => told.push(up),
      onInsured: () => {
        insured += 1;
      },
      onError: (error) => errors.push(error),
    });
    expect(performance.now() - requested).toBeGreaterThanOrEqual(60);
    expect(told).toEqual([false]);
    expect(opened.sendsEpochs()).toBe(false);
    const { ticket } = (await opened.quota.take(who)) as { ticket: Parameters<typeof opened.quota.refund>[1] };
    await opened.quota.take(who);
    expect(insured).toBe(2);
    expect(await usedToday(opened, who)).toBe(2);
    await opened.quota.refund(who, ticket, "all");
    expect(await usedToday(opened, who)).toBe(1);
    expect(insured).toBe(2);
    expect(await counted.written(who.accountId)).toEqual({ used: [1, 1, 1], outage: [1, 1, 1] });
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
    const who = await counted.principal();
    const told: boolean[] = [];
    let insured = 0;
    const options = { redisUrl: redis.url, onRedis: (up: boolean) => told.push(up), onInsured: () => insured++ };
    const opened = await openQuota(counted.pool, options);
    expect(told).toEqual([true]);
    expect(opened.sendsEpochs()).toBe(true);
    const { allowed, epoch = 0 } = await opened.quota.take(who);
    expect(allowed).toBe(true);
    await opened.announce(who.accountId, epoch + 7);
    expect(await opened.quota.peek(who)).toMatchObject({ epoch: epoch + 7 });
    expect(insured).toBe(0);
    expect(await attempt(opened)).toBe(1);
    await opened.close();
    expect((await counted.written(who.accountId))?.outage).toEqual([0, 0, 0]);
  });

  it("the link reports what could not be written into the ledger", async () => {
    const errors: unknown[] = [];
    const pool = new pg.Pool({ host: "127.0.0.1", port: await freePort() });
    const opened = await openQuota(pool, { redisUrl: redis.url, onError: (error) => errors.push(error) });
    expect(errors.map(String)).toContainEqual(expect.stringContaining("ECONNREFUSED"));
    await opened.close();
    await pool.end();
  });

  it("the link opens without an error listener", async () => {
    const opened = await openQuota(counted.pool, { redisUrl: redis.url });
    expect(opened.sendsEpochs()).toBe(true);
    await opened.close();
  });

  interface Linked {
    link: RedisLink;
    client: RedisClient;
    ledger: Ledger;
    changes: boolean[];
    errors: unknown[];
  }

  async function withLink(work: (linked: Linked) => Promise<void>, ledger = createLedger(counted.pool)): Promise<void> {
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

  it("the link is down until Redis has responded, and up again soon after a failure", async () => {
    await withLink(async ({ link, changes, errors }) => {
      expect(link.isUp()).toBe(false);
      await link.ready(replyTimeoutMs);
      expect(link.isUp()).toBe(true);
      link.failed(new Error("no answer"));
      link.failed(new Error("no answer"));
      expect(link.isUp()).toBe(false);
      expect(changes).toEqual([true, false]);
      await until(() => link.isUp());
      expect(changes).toEqual([true, false, true]);
      expect(errors).toEqual([]);
    });
  });

  it("the link rejects when Redis does not respond in time", async () => {
    redis.pause();
    await withLink(async ({ link }) => {
      await expect(link.ready(60)).rejects.toThrow("Redis did not respond within 60 ms");
      redis.resume();
      await link.ready(replyTimeoutMs);
    });
  });

  it("the link goes down with the connection, and comes back with it", async () => {
    await withLink(async ({ link, client, changes }) => {
      await link.ready(replyTimeoutMs);
      client.disconnect(true);
      await until(() => changes.includes(false));
      await until(() => link.isUp());
      expect(changes).toEqual([true, false, true]);
    });
  });

  it("before it is up Redis has received what was counted without it, and what it lost", async () => {
    const [aside, lost] = [await counted.principal(), await counted.principal()];
    await counted.pool.query("SELECT * FROM disclosed_quota_charge($1, 9, 9, 9, null, true)", [aside.accountId]);
    await counted.pool.query("SELECT * FROM disclosed_quota_charge($1, 9, 9, 9, null, false)", [lost.accountId]);
    await withLink(async ({ link, client }) => {
      await link.ready(replyTimeoutMs);
      expect(await client.hget(windowKey(aside.accountId), "l")).toMatch(/^\d+ \d+ 1 \d+ 1 \d+ 1$/);
      expect(await client.hget(windowKey(lost.accountId), "du")).toBe("1");
    });
  });

  it("what was noted is written when Redis is lost, once a second, and at the end", async () => {
    const who = await counted.principal();
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
    const written = async () => (await counted.written(who.accountId))?.used[1];
    await withLink(async ({ link, ledger }) => {
      await link.ready(replyTimeoutMs);
      note(ledger, 1);
      link.failed(new Error("no answer"));
      await until(async () => (await written()) === 1);
      await link.ready(replyTimeoutMs);
      note(ledger, 2);
      await until(async () => (await written()) === 2);
      note(ledger, 3);
    });
    expect(await written()).toBe(3);
  });

  it("while it is up Redis receives within a second what another process counted without it", async () => {
    const { accountId } = await counted.principal();
    await withLink(async ({ link, client, ledger }) => {
      await link.ready(replyTimeoutMs);
      await restore(client, await ledger.open(accountId));
      await counted.pool.query("SELECT * FROM disclosed_quota_charge($1, 9, 9, 9, null, true)", [accountId]);
      await until(async () => (await client.hget(windowKey(accountId), "l"))?.endsWith(" 1") ?? false);
    });
  });

  const countAside = (accountId: string) =>
    counted.pool.query("SELECT * FROM disclosed_quota_charge($1, 9, 9, 9, null, true)", [accountId]);

  it("the link does not come up while Redis responds and accepts nothing", async () => {
    const { accountId } = await counted.principal();
    await withLink(async ({ link, client, changes, errors }) => {
      await link.ready(replyTimeoutMs);
      // as with a full disk
      await client.config("SET", "maxmemory", "1");
      try {
        await countAside(accountId);
        link.failed(new Error("it takes nothing"));
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

  it("before it is up Redis has received what this process counted while the ledger was read", async () => {
    const { accountId } = await counted.principal();
    const ledger = createLedger(counted.pool);
    let countMeanwhile: (() => Promise<unknown>) | undefined;
    const slowLedger: Ledger = {
      ...ledger,
      async unsent() {
        const accounts = await ledger.unsent();
        await countMeanwhile?.();
        return accounts;
      },
    };
    await withLink(async ({ link, client }) => {
      await link.ready(replyTimeoutMs);
      await restore(client, await ledger.open(accountId));
      countMeanwhile = async () => {
        countMeanwhile = undefined;
        await link.inPlaceOfRedis(() => countAside(accountId));
      };
      const isSent = new Promise((resolve) => {
        link.onChange((up) => up && resolve(client.hget(windowKey(accountId), "l")));
      });
      link.failed(new Error("no answer"));
      expect(await isSent).toMatch(/ 1$/);
    }, slowLedger);
  });

  it("the link comes up where this process never stops counting without Redis", async () => {
    await withLink(async ({ link }) => {
      await link.ready(replyTimeoutMs);
      let end = () => {};
      const endless = link.inPlaceOfRedis(() => new Promise<void>((resolve) => (end = resolve)));
      link.failed(new Error("no answer"));
      await link.ready(replyTimeoutMs);
      end();
      await endless;
    });
  });

  /** A ledger that can be written while `isThere` says so; then it fails, or hangs. */
  function fragileLedger(isThere: () => boolean, gone: () => Promise<never>): Ledger {
    const ledger = createLedger(counted.pool);
    return { ...ledger, flush: () => (isThere() ? ledger.flush() : gone()) };
  }

  it.each<[string, () => Promise<never>, string]>([
    ["away", () => Promise.reject(new Error("no PostgreSQL")), "Error: no PostgreSQL"],
    ["silent", () => new Promise<never>(() => {}), "Error: reconciling Redis with the ledger took longer than 2000 ms"],
  ])(
    "while PostgreSQL is %s a Redis that was not restarted counts, and the unsent counts are reported",
    async (_name, gone, said) => {
      let isThere = true;
      await withLink(
        async ({ link, errors }) => {
          await link.ready(replyTimeoutMs);
          isThere = false;
          link.failed(new Error("no answer"));
          await link.ready(replyTimeoutMs);
          expect(errors.map(String)).toContain(said);
        },
        fragileLedger(() => isThere, gone),
      );
    },
  );

  it("while PostgreSQL is down a restarted Redis is not used: what it lost is not known", async () => {
    let isThere = true;
    await withLink(
      async ({ link, errors }) => {
        await link.ready(replyTimeoutMs);
        isThere = false;
        await redis.kill();
        await redis.start();
        const told = () => errors.filter((error) => String(error) === "Error: no PostgreSQL").length;
        const before = told();
        await until(() => told() > before + 2);
        expect(link.isUp()).toBe(false);
        isThere = true;
        await link.ready(replyTimeoutMs);
      },
      fragileLedger(
        () => isThere,
        () => Promise.reject(new Error("no PostgreSQL")),
      ),
    );
  });
});
