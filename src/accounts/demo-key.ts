// The demo key of `npm start`: each start creates a new one and revokes the previous one, so that no key outlives its
// run.
import type { Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { insertKey, markRevoked } from "./keys.ts";

const demo = { email: "demo@localhost", plan: "demo" } as const;

/**
 * Creates the demo account where it is missing, revokes its keys and creates a new one. For the embedded database on
 * loopback only, which the caller has to ensure. The key is returned to be printed; it is not stored in plain text.
 */
export async function issueDemoKey(store: Store, actor = "start"): Promise<{ key: string; keyId: string }> {
  return await inChange(store, changeLimits.convenience, async (db) => {
    const account = await db.account.upsert({
      where: { email: demo.email },
      create: { email: demo.email, planId: demo.plan },
      update: { planId: demo.plan, status: "active" },
    });
    const previous = await db.apiKey.findMany({ where: { accountId: account.id, revokedAt: null } });
    for (const { id } of previous) await markRevoked(db, id, actor);
    const { key, id } = await insertKey(db, { accountId: account.id, actor, name: "demo key of npm start" });
    return { key, keyId: id };
  });
}
