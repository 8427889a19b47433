// The stores of windows, each on a real server, for test files that ask all of them the same.
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { WindowStore } from "../../src/quota/account-limiter.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { createPostgresWindows } from "../../src/quota/postgres-windows.ts";
import { createQuota, type Quota } from "../../src/quota/quota.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { createRedisWindows } from "../../src/quota/redis/redis-windows.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { type Counted, openCounted } from "./accounts.ts";

let counted: Counted;
let redis: TestRedis | undefined;
let client: RedisClient;

/** The database under test; there from beforeAll on. */
export const testPool = () => counted.pool;

/** The test's own connection to the Redis of these windows. */
export const testRedis = () => client;

/** A new account with these limits. */
export const principal: Counted["principal"] = (limits) => counted.principal(limits);

export const seconds = (text: string) => Date.parse(text) / 1000;

const reachable = { isUp: () => true, failed: () => {}, onChange: () => {} };
const implementations: [string, (clock: () => Date | null) => WindowStore, boolean][] = [
  ["PostgreSQL", (clock) => createPostgresWindows(counted.pool, { clock }), false],
  [
    "Redis",
    (clock) => {
      const ledger = createLedger(counted.pool);
      const { peek } = createPostgresWindows(counted.pool, { clock });
      return createRedisWindows({ client, ledger, link: reachable, peekElsewhere: peek, clock });
    },
    withoutRedis,
  ],
];

/** The store under test and its clock: `at` sets the store's clock, which is the server's own before that. */
export interface Clocked {
  quota: Quota;
  at(moment: string | Date): void;
}

/** Opens the servers for this test file and runs `tests` on the windows of each. */
export function describeStores(tests: (clocked: Clocked) => void): void {
  beforeAll(async () => {
    counted = await openCounted();
    if (!withoutRedis) {
      redis = await startRedis();
      client = connectRedis(redis.url);
      await once(client, "ready");
    }
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.close();
    await counted.close();
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
      at: (moment) => {
        now = new Date(moment);
      },
    });
  });
}
