// Stores and accounts of the failure tests, each account with a plan of its own, and what was counted for it.
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

const highLimit = 1_000_000;
let accounts = 0;

/** A store with rows to read. */
export async function seededStore(): Promise<TestStore> {
  return await seeded(await createTestStore());
}

/** The same in the empty database at a URL. Close the store. */
export async function seededStoreOn(databaseUrl: string, options: { maxConnections?: number } = {}): Promise<Store> {
  await migrate(databaseUrl);
  return await seeded(openStore({ databaseUrl, ...options }));
}

async function seeded<AnyStore extends Store>(store: AnyStore): Promise<AnyStore> {
  await syncReference(store);
  await seedStore(store);
  return store;
}

export async function newCaller(
  store: Store,
  limits: { perMinute?: number; perDay?: number; expiresAt?: Date } = {},
): Promise<Caller> {
  const id = `chaos-${process.pid}-${++accounts}`;
  const { perMinute = highLimit, perDay = highLimit, expiresAt } = limits;
  await store.prisma.plan.create({
    data: { id, name: id, perMinute, perDay, perMonth: 10 * highLimit, bytesPerDay: 10 ** 15 },
  });
  const email = `${id}@example.test`;
  const account = await createAccount(store, { email, plan: id, actor: "test" });
  const created = await createKey(store, { account: account.id, actor: "test", ...(expiresAt && { expiresAt }) });
  return { key: created.key, keyId: created.id, accountId: account.id, email };
}

/** Waits until the ledger is written, and reads what was counted today. */
export async function countedToday(store: TestStore, accountId: string): Promise<number> {
  await sleep(1500);
  const { rows } = await store.pool.query("SELECT day_used FROM quota_windows WHERE account_id = $1", [accountId]);
  return rows[0]?.day_used ?? 0;
}

/**
 * Waits for the next minute if this one ends within so many seconds: in two minutes the limit of a minute applies
 * twice.
 */
export async function waitForMinuteWith(seconds: number): Promise<void> {
  const left = 60 - ((Date.now() / 1000) % 60);
  if (left < seconds) await sleep(left * 1000 + 50);
}
