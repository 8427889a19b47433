// The demo key of `npm start`: a fresh one at each start, the previous one revoked, so that none is valid longer than its run.
import type { Store } from "../store/store.ts";
import { insertKey, markRevoked } from "./keys.ts";

const demo = { email: "demo@localhost", plan: "demo" } as const;

/**
 * Creates the demo account where it is missing and gives it a fresh key, revoking those before. For the embedded database on
 * loopback only; the caller sees to that. The key is returned to be printed and stored nowhere in the clear.
 */
export async function issueDemoKey(store: Store, actor = "start"): Promise<{ key: string; keyId: string }> {
  return await store.prisma.$transaction(async (db) => {
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
