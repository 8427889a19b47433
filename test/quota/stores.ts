// The stores of windows, each on a real server, for test files that test all of them alike.
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { WindowStore } from "../../src/quota/account-limiter.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { createPostgresWindows } from "../../src/quota/postgres-windows.ts";
import { type CountedDecision, createQuota, type Quota } from "../../src/quota/quota.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { createRedisWindows } from "../../src/quota/redis/redis-windows.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { openQuotaDatabase, type QuotaDatabase } from "./accounts.ts";

let database: QuotaDatabase;
let redis: TestRedis | undefined;
let client: RedisClient;

/** The database under test, open from beforeAll on. */
export const testPool = () => database.pool;

/** The test's own connection to the Redis of these windows. */
export const testRedis = () => client;

/** A new account with these limits. */
export const principal: QuotaDatabase["principal"] = (limits) => database.principal(limits);

export const seconds = (text: string) => Date.parse(text) / 1000;

const reachable = { isUp: () => true, failed: () => {}, onChange: () => {} };
const implementations: [string, (clock: () => Date | null) => WindowStore, boolean][] = [
  ["PostgreSQL", (clock) => createPostgresWindows(database.pool, { clock }), false],
  [
    "Redis",
    (clock) => {
      const ledger = createLedger(database.pool);
      const { peek } = createPostgresWindows(database.pool, { clock });
      return createRedisWindows({ client, ledger, link: reachable, peekElsewhere: peek, clock });
    },
    withoutRedis,
  ],
];

export interface StoreUnderTest {
  quota: Quota;
  /** Charges a request that has to be allowed. */
  takeAllowed(...requested: Parameters<Quota["take"]>): Promise<CountedDecision & { allowed: true }>;
  /** Sets the store's clock, which is the server's own before that. */
  at(moment: string | Date): void;
}

/** Opens the servers for this test file and runs `tests` on the windows of each. */
export function describeStores(tests: (store: StoreUnderTest) => void): void {
  beforeAll(async () => {
    database = await openQuotaDatabase();
    if (!withoutRedis) {
      redis = await startRedis();
      client = connectRedis(redis.url);
      await once(client, "ready");
    }
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.close();
    await database.close();
  });
  describe.each(implementations)("windows in %s", (_name, open, isMissing) => {
    let now: Date | null = null;
    let quota: Quota;
    beforeEach((context) => {
      context.skip(isMissing, "no redis-server on the PATH");
      now = null;
      quota = createQuota(open(() => now));
    });
    tests({
      quota: {
        take: (...requested) => quota.take(...requested),
        refund: (...requested) => quota.refund(...requested),
        peek: (...requested) => quota.peek(...requested),
      },
      async takeAllowed(...requested) {
        const decision = await quota.take(...requested);
        if (!decision.allowed) throw new Error(`refused: ${decision.exceeded}`);
        return decision;
      },
      at: (moment) => {
        now = new Date(moment);
      },
    });
  });
}
