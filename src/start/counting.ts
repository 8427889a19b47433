// Opens what access depends on: limits in Redis or PostgreSQL, keys, and the counting of usage.
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
      log.error({ err: error }, "limits: Redis could not be reconciled with the ledger; retrying");
    },
    onRedis(up) {
      counts.by = up ? "redis" : "redis_away";
      metrics.redis(up);
      log.warn(up ? "limits: counted in Redis" : "limits: Redis does not respond; counted in PostgreSQL");
    },
    onCountedInPostgres: (requests) => metrics.countedInPostgres(requests),
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
      log.error({ err: error }, "usage could not be written; it is kept and will be retried");
    },
  });
  closers.add(() => access.close());
  return access;
}
