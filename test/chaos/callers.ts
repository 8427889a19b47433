// Accounts of the failure tests, each with a plan of its own, and what was counted for them.
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { migrate } from "../../src/store/migrate.ts";
import { syncReference } from "../../src/store/reference.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { seedStore } from "../support/seed.ts";

export interface Caller {
  key: string;
  keyId: string;
  accountId: string;
  email: string;
}

const plenty = 1_000_000;
let made = 0;

/** A store with rows to read. */
export async function seededStore(): Promise<TestStore> {
  return await seeded(await createTestStore());
}

/** The same in the empty database of a server of its own. Close the store. */
export async function seededStoreOn(databaseUrl: string, options: { maxConnections?: number } = {}): Promise<Store> {
  await migrate(databaseUrl);
  return await seeded(openStore({ databaseUrl, ...options }));
}

async function seeded<Opened extends Store>(store: Opened): Promise<Opened> {
  await syncReference(store);
  await seedStore(store);
  return store;
}

export async function newCaller(
  store: Store,
  limits: { perMinute?: number; perDay?: number; expiresAt?: Date } = {},
): Promise<Caller> {
  const id = `chaos-${process.pid}-${++made}`;
  const { perMinute = plenty, perDay = plenty, expiresAt } = limits;
  await store.prisma.plan.create({
    data: { id, name: id, perMinute, perDay, perMonth: 10 * plenty, bytesPerDay: 10 ** 15 },
  });
  const email = `${id}@example.test`;
  const account = await createAccount(store, { email, plan: id, actor: "test" });
  const created = await createKey(store, { account: account.id, actor: "test", ...(expiresAt && { expiresAt }) });
  return { key: created.key, keyId: created.id, accountId: account.id, email };
}

/** Waits for the ledger to be written and reads what was counted today. */
export async function countedToday(store: TestStore, accountId: string): Promise<number> {
  await sleep(1500);
  const { rows } = await store.pool.query("SELECT day_used FROM quota_windows WHERE account_id = $1", [accountId]);
  return rows[0]?.day_used ?? 0;
}

/** A run must not straddle two minutes, or the minute's budget is there twice. */
export async function earlyInMinute(seconds: number): Promise<void> {
  const left = 60 - ((Date.now() / 1000) % 60);
  if (left < seconds) await sleep(left * 1000 + 50);
}
