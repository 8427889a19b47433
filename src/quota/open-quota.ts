// Puts the quota together: PostgreSQL alone, or Redis with PostgreSQL as its ledger and its insurance.
import type { Pool } from "pg";
import type { WindowStore } from "./account-limiter.ts";
import { type AddressBucket, createAddressBucket } from "./address-bucket.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import type { LimiterStores } from "./limiter.ts";
import type { Quota } from "./port.ts";
import { createPostgresWindows } from "./postgres-windows.ts";
import { createQuota } from "./quota.ts";
import { connectRedis } from "./redis/connect.ts";
import { openLink } from "./redis/link.ts";
import { createRedisWindows } from "./redis/redis-windows.ts";
import { runWindowScript } from "./redis/run-script.ts";

export interface OpenQuota {
  quota: Quota;
  bucket: AddressBucket;
  /** where attempts of strangers are counted */
  stores: LimiterStores;
  /** Whether answers bring the account's epoch along just now, so that a remembered key may be trusted. */
  tellsEpochs(): boolean;
  /** Makes an account's new epoch known to every process at once. Rejects when Redis does not take it; nothing to do without Redis. */
  announce(accountId: string, epoch: number): Promise<void>;
  close(): Promise<void>;
}

export interface QuotaOptions {
  redisUrl?: string | undefined;
  /** told when ledger and Redis could not be brought to agree; it is tried again */
  onError?: (error: unknown) => void;
  /** told when Redis is lost and when it is back */
  onRedis?: (up: boolean) => void;
  /** told of requests that PostgreSQL decides in place of Redis, and how many */
  onInsured?: (requests: number) => void;
  /** milliseconds to wait for the first answer of Redis before going on without it */
  patienceMs?: number;
}

/** The quota in PostgreSQL alone, which knows the accounts' epochs by itself. */
export function postgresQuota(pool: Pool): OpenQuota {
  return {
    quota: createQuota(createPostgresWindows(pool)),
    bucket: createAddressBucket({ pool }),
    stores: { pool },
    tellsEpochs: () => true,
    announce: async () => {},
    close: async () => {},
  };
}

/** Opens the quota. A Redis that does not answer delays this by `patienceMs` (default 2000) and is then waited for in the background. */
export async function openQuota(pool: Pool, options: QuotaOptions = {}): Promise<OpenQuota> {
  const { redisUrl, onError, onRedis = () => {}, onInsured, patienceMs = 2000 } = options;
  if (!redisUrl) return postgresQuota(pool);
  const client = connectRedis(redisUrl);
  const ledger = createLedger(pool);
  const link = openLink({ client, ledger, onError });
  await link.ready(patienceMs).catch(() => onRedis(false));
  if (link.isUp()) onRedis(true);
  link.onChange(onRedis);
  const windows = createRedisWindows({ client, ledger, link });
  const inPostgres = createPostgresWindows(pool, { outage: true });
  return {
    quota: createQuota(windows, { insurance: afterFlush(ledger, inPostgres, onInsured) }),
    bucket: createAddressBucket({ pool, redis: client }),
    stores: { pool, redis: client },
    tellsEpochs: () => link.isUp(),
    async announce(accountId, epoch) {
      await runWindowScript(client, accountId, "epoch", [epoch]);
    },
    close: () => link.close(),
  };
}

/** What this process has heard from Redis up to now is in the ledger before PostgreSQL decides in its place. */
function afterFlush(
  ledger: Ledger,
  windows: WindowStore,
  onInsured: (requests: number) => void = () => {},
): WindowStore {
  // a flush that fails is tried again by the link; a database that is away will not decide either
  const flushed = (accountId: string) => ledger.flushAccount(accountId).catch(() => {});
  return {
    take(accountId, limits, asked) {
      onInsured(asked);
      return flushed(accountId).then(() => windows.take(accountId, limits, asked));
    },
    refund: (accountId, ticket) => flushed(accountId).then(() => windows.refund(accountId, ticket)),
    peek: (accountId) => flushed(accountId).then(() => windows.peek(accountId)),
  };
}
