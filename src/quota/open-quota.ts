// Creates the quota: PostgreSQL alone, or Redis with PostgreSQL as its ledger and fallback (insurance).
import type { Pool } from "pg";
import type { WindowStore } from "./account-limiter.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type AddressBucket, createAddressBucket, type LimiterStores } from "./limiter.ts";
import { createPostgresWindows } from "./postgres-windows.ts";
import { createQuota, type Quota } from "./quota.ts";
import { connectRedis, type RedisClient, runWindowScript } from "./redis/connect.ts";
import { openLink, type RedisLink } from "./redis/link.ts";
import { createRedisWindows, type ReplyTimeout } from "./redis/redis-windows.ts";

export interface OpenQuota {
  quota: Quota;
  bucket: AddressBucket;
  /** where attempts of unauthenticated callers are counted */
  stores: LimiterStores;
  /** True while replies contain the account's epoch, so that a cached key may be trusted. */
  sendsEpochs(): boolean;
  /**
   * Makes an account's new epoch visible to all processes immediately. Rejects when Redis does not store it; does
   * nothing without Redis.
   */
  announce(accountId: string, epoch: number): Promise<void>;
  close(): Promise<void>;
}

export interface QuotaOptions {
  redisUrl?: string | undefined;
  /** called when ledger and Redis could not be reconciled; it is retried */
  onError?: (error: unknown) => void;
  /** called when Redis becomes unreachable and when it is reachable again */
  onRedis?: (up: boolean) => void;
  /** called with the number of requests that PostgreSQL decides instead of Redis */
  onCountedInPostgres?: (requests: number) => void;
  /** milliseconds to wait for the first reply of Redis before starting without it */
  replyTimeoutMs?: number;
}

/**
 * The quota in PostgreSQL alone, which has the accounts' epochs itself. `now`: clock in milliseconds for counting
 * failed keys.
 */
export function postgresQuota(pool: Pool, now?: () => number): OpenQuota {
  return {
    quota: createQuota(createPostgresWindows(pool)),
    bucket: createAddressBucket({ pool }, { ...(now && { now }) }),
    stores: { pool },
    sendsEpochs: () => true,
    announce: async () => {},
    close: async () => {},
  };
}

/**
 * Opens the quota. A Redis that does not respond delays this by `replyTimeoutMs` (default 2000); then it connects in
 * the background.
 */
export async function openQuota(pool: Pool, options: QuotaOptions = {}): Promise<OpenQuota> {
  const { redisUrl, onError, onRedis = () => {}, onCountedInPostgres, replyTimeoutMs = 2000 } = options;
  if (!redisUrl) return postgresQuota(pool);
  const client = connectRedis(redisUrl);
  const ledger = createLedger(pool);
  const link = openLink({ client, ledger, onError });
  await link.ready(replyTimeoutMs).catch(() => onRedis(false));
  if (link.isUp()) onRedis(true);
  link.onChange(onRedis);
  return {
    quota: redisQuota({ pool, client, ledger, link, onCountedInPostgres }),
    bucket: createAddressBucket({ pool, redis: client }),
    stores: { pool, redis: client },
    sendsEpochs: () => link.isUp(),
    async announce(accountId, epoch) {
      await runWindowScript(client, accountId, "epoch", [epoch]);
    },
    close: () => link.close(),
  };
}

interface RedisQuota {
  pool: Pool;
  client: RedisClient;
  ledger: Ledger;
  link: Pick<RedisLink, "isUp" | "failed" | "onChange" | "insteadOfRedis">;
  onCountedInPostgres?: ((requests: number) => void) | undefined;
  /** replaces the one that measures time, in tests only */
  replyTimeout?: ReplyTimeout;
}

/** Counts in Redis, and in PostgreSQL while the link to Redis is down. */
export function redisQuota({ pool, client, ledger, link, onCountedInPostgres, replyTimeout }: RedisQuota): Quota {
  const insurance = afterFlush({ ledger, link, onCountedInPostgres }, createPostgresWindows(pool, { outage: true }));
  const windows = createRedisWindows({
    client,
    ledger,
    link,
    peekElsewhere: insurance.peek,
    ...(replyTimeout && { replyTimeout }),
  });
  return createQuota(windows, { insurance });
}

/** Writes this process's copy of Redis's counts to the ledger before PostgreSQL decides instead of Redis. */
function afterFlush(
  { ledger, link, onCountedInPostgres = () => {} }: Pick<RedisQuota, "ledger" | "link" | "onCountedInPostgres">,
  store: WindowStore,
): WindowStore {
  // the link retries a failed flush; a database that is not reachable will not decide either
  const flushed = (accountId: string) => ledger.flushAccount(accountId).catch(() => {});
  return {
    take(accountId, limits, charge) {
      onCountedInPostgres(charge.requests);
      return link.insteadOfRedis(() => flushed(accountId).then(() => store.take(accountId, limits, charge)));
    },
    refund: (accountId, ticket) =>
      link.insteadOfRedis(() => flushed(accountId).then(() => store.refund(accountId, ticket))),
    peek: (accountId) => flushed(accountId).then(() => store.peek(accountId)),
  };
}
