// Keys of accounts: created (and shown once), listed, revoked. The store holds only the hash and the last four
// characters.
import { z } from "zod";
import { keyNameOf } from "../domain/key-name.ts";
import { writeAudit } from "../store/audit.ts";
import type { Db, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { AccountError, findAccount } from "./accounts.ts";
import { parseAllowlist } from "./allowlist.ts";
import { generateKey, hashKey } from "./api-key.ts";

export interface KeySummary {
  id: string;
  accountId: string;
  email: string;
  name: string;
  lastFour: string;
  /** empty: any address */
  allowlist: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export interface NewKey extends KeySummary {
  /** the whole key; it cannot be shown again */
  key: string;
}

interface KeyInput {
  accountId: string;
  actor: string;
  name?: string;
  allowlist?: string[];
  /** may lie in the past */
  expiresAt?: Date;
}

const idForm = z.uuid();
const withEmail = { account: { select: { email: true } } } as const;

type KeyRow = Omit<KeySummary, "email"> & { account: { email: string } };

const toSummary = (row: KeyRow): KeySummary => ({
  id: row.id,
  accountId: row.accountId,
  email: row.account.email,
  name: row.name,
  lastFour: row.lastFour,
  allowlist: row.allowlist,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
  revokedAt: row.revokedAt,
});

/** Creates a key inside the caller's transaction. Allowlist entries must be normalised (parseAllowlist). */
export async function insertKey(db: Db, input: KeyInput): Promise<NewKey> {
  const key = generateKey();
  const row = await db.apiKey.create({
    data: {
      accountId: input.accountId,
      name: keyNameOf(input.name ?? ""),
      hash: Buffer.from(hashKey(key), "hex"),
      lastFour: key.slice(-4),
      allowlist: input.allowlist ?? [],
      expiresAt: input.expiresAt ?? null,
    },
    include: withEmail,
  });
  await writeAudit(db, {
    actor: input.actor,
    action: "key.create",
    objectType: "api_key",
    objectId: row.id,
    after: {
      accountId: row.accountId,
      name: row.name,
      lastFour: row.lastFour,
      allowlist: row.allowlist,
      expiresAt: row.expiresAt?.toISOString() ?? null,
    },
  });
  return { ...toSummary(row), key };
}

/** Creates a key for the account of an email or id. Throws AccountError (no such account) or UsageError (bad allowlist). */
export async function createKey(
  store: Store,
  input: { account: string; actor: string; name?: string; allowlist?: string[]; expiresAt?: Date },
): Promise<NewKey> {
  const allowlist = parseAllowlist(input.allowlist ?? []);
  return await inChange(store, changeLimits.person, async (db) => {
    const account = await findAccount(db, input.account);
    return await insertKey(db, { ...input, accountId: account.id, allowlist });
  });
}

/** Keys of one account (email or id) or of all, oldest first, revoked and expired ones included. */
export async function listKeys(store: Store, account?: string): Promise<KeySummary[]> {
  const where = account === undefined ? {} : { accountId: (await findAccount(store.prisma, account)).id };
  const rows = await store.prisma.apiKey.findMany({
    where,
    include: withEmail,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toSummary);
}

/** The key of an id. Throws AccountError when there is none. */
async function requireKey(db: Db, keyId: string) {
  const key = idForm.safeParse(keyId).success
    ? await db.apiKey.findUnique({ where: { id: keyId }, include: withEmail })
    : null;
  if (key) return key;
  throw new AccountError(`There is no key with the id "${keyId}"; \`disclosed keys list\` shows the ids`);
}

/** Revokes a key for good, from the next request on; repeating it changes nothing. Throws AccountError for an unknown id. */
export async function revokeKey(store: Store, keyId: string, actor: string): Promise<KeySummary> {
  return await inChange(store, changeLimits.person, async (db) => {
    const before = await requireKey(db, keyId);
    if (before.revokedAt) return toSummary(before);
    return toSummary(await markRevoked(db, before.id, actor));
  });
}

/**
 * Creates a key that replaces another one, with the same name, allowlist and expiry. The old key stays valid for
 * `overlapMs`, so that callers can switch, but not beyond its own expiry. Throws AccountError for a key that has ended.
 */
export async function rotateKey(
  store: Store,
  { keyId, overlapMs, actor }: { keyId: string; overlapMs: number; actor: string },
): Promise<{ fresh: NewKey; old: KeySummary }> {
  return await inChange(store, changeLimits.person, async (db) => {
    const before = await requireKey(db, keyId);
    const until = new Date(Date.now() + overlapMs);
    if (before.revokedAt || (before.expiresAt && before.expiresAt.getTime() <= Date.now()))
      throw new AccountError(`The key ${keyId} has ended; make a new one with \`disclosed keys create\``);
    const { accountId, name, allowlist, expiresAt } = before;
    const fresh = await insertKey(db, { accountId, name, allowlist, ...(expiresAt && { expiresAt }), actor });
    const endsAt = expiresAt && expiresAt < until ? expiresAt : until;
    const old = await db.apiKey.update({ where: { id: keyId }, data: { expiresAt: endsAt }, include: withEmail });
    await writeAudit(db, {
      actor,
      action: "key.rotate",
      objectType: "api_key",
      objectId: keyId,
      before: { expiresAt: expiresAt?.toISOString() ?? null },
      after: { expiresAt: endsAt.toISOString(), replacedBy: fresh.id },
    });
    return { fresh, old: toSummary(old) };
  });
}

/** Sets the end of a key that is not revoked yet, with its audit row, in the caller's transaction. */
export async function markRevoked(db: Db, keyId: string, actor: string) {
  const revokedAt = new Date();
  const row = await db.apiKey.update({ where: { id: keyId }, data: { revokedAt }, include: withEmail });
  const after = { revokedAt: revokedAt.toISOString() };
  await writeAudit(db, { actor, action: "key.revoke", objectType: "api_key", objectId: keyId, after });
  return row;
}
