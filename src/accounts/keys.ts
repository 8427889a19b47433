// Keys of accounts: created (and shown once), listed, revoked. The store keeps the hash and the last four characters only.
import { z } from "zod";
import type { Db, Store } from "../store/store.ts";
import { AccountError, findAccount } from "./accounts.ts";
import { parseAllowlist } from "./allowlist.ts";
import { generateKey, hashKey } from "./api-key.ts";
import { writeAudit } from "./audit.ts";

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
  /** the whole key; nobody can show it again */
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

/** Makes a key inside the caller's transaction. Allowlist entries are already in their one form. */
export async function insertKey(db: Db, input: KeyInput): Promise<NewKey> {
  const key = generateKey();
  const row = await db.apiKey.create({
    data: {
      accountId: input.accountId,
      name: input.name ?? "",
      hash: hashKey(key),
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
  return await store.prisma.$transaction(async (db) => {
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

/** Revokes a key for good, from the next request on; repeating it changes nothing. Throws AccountError for an unknown id. */
export async function revokeKey(store: Store, keyId: string, actor: string): Promise<KeySummary> {
  return await store.prisma.$transaction(async (db) => {
    const before = idForm.safeParse(keyId).success
      ? await db.apiKey.findUnique({ where: { id: keyId }, include: withEmail })
      : null;
    if (!before)
      throw new AccountError(`There is no key with the id "${keyId}"; \`disclosed keys list\` shows the ids`);
    if (before.revokedAt) return toSummary(before);
    return toSummary(await markRevoked(db, before.id, actor));
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
