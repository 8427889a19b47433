// Notifies a running service, through its Redis, that the keys or the plan of an account have changed, or that the
// account was removed: a revocation takes effect in every process before the command returns. Without Redis every
// request reads PostgreSQL anyway.
import { epochOf } from "../accounts/accounts.ts";
import { say } from "./output.ts";
import type { CommandContext } from "./with-store.ts";

/** Never fails: the change is in the database, and the service also reads it from there. */
export async function announceChange({ store, redisUrl }: CommandContext, accountId: string): Promise<void> {
  if (!redisUrl) return;
  const { openQuota } = await import("../quota/open-quota.ts");
  const counting = await openQuota(store.pool, { redisUrl });
  try {
    await counting.announce(accountId, await epochOf(store.pool, accountId));
  } catch {
    say("Redis could not be notified of the change; the running service reads it from the database within seconds.");
  } finally {
    await counting.close();
  }
}
