// Opens what access depends on: budgets in Redis or PostgreSQL, keys, and the counting of usage.
import { createAccess } from "../accounts/access.ts";
import type { CountingPort } from "../graph/ports.ts";
import { type OpenQuota, openQuota } from "../quota/open-quota.ts";
import type { Listener } from "../store/connections/listen.ts";
import type { Parts } from "./parts.ts";

/** Opens the quota and reports which store counts at the moment. */
export async function openCounting({ config, store, closers, metrics, log }: Parts) {
  const counts: CountingPort = { by: config.redisUrl === undefined ? "postgresql" : "redis_away" };
  const counting = await openQuota(store.pool, {
    redisUrl: config.redisUrl,
    onError(error) {
      metrics.ledgerFailed();
      log.error({ err: error }, "quota: Redis and its ledger could not be brought to agree; tried again");
    },
    onRedis(up) {
      counts.by = up ? "redis" : "redis_away";
      metrics.redis(up);
      log.warn(up ? "quota: Redis counts" : "quota: Redis does not answer; PostgreSQL counts");
    },
    onInsured: (requests) => metrics.insured(requests),
  });
  closers.add(() => counting.close());
  return { counting, counts };
}

export function openAccess(
  { store, closers, metrics, log, publicUrl }: Parts,
  counting: OpenQuota,
  listener: Listener,
) {
  const access = createAccess(store, counting, {
    get publicUrl() {
      return publicUrl();
    },
    listener,
    onError(error) {
      metrics.usageFailed();
      log.error({ err: error }, "usage could not be written; it is kept and tried again");
    },
  });
  closers.add(() => access.close());
  return access;
}
