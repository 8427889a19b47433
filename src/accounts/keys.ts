// Keys of accounts: created (and shown once), listed, revoked, by an operator or by their owner. The store holds only
// the hash and the last four characters.
import { z } from "zod";
import { keyNameOf } from "../domain/account-limits.ts";
import { keyStateOf } from "../domain/key-state.ts";
import { AppError } from "../errors.ts";
import { generateKey, hashKey } from "../lib/api-key.ts";
import { writeAudit } from "../store/audit.ts";
import type { Db, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { AccountError, findAccount } from "./accounts.ts";
import { parseAllowlist } from "./authenticate.ts";

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
export const rotateKey = (store: Store, rotation: Rotation): Promise<Rotated> =>
  inChange(store, changeLimits.person, (db) => rotate(db, rotation));

interface Rotation {
  keyId: string;
  overlapMs: number;
  actor: string;
}

interface Rotated {
  fresh: NewKey;
  old: KeySummary;
}

async function rotate(db: Db, { keyId, overlapMs, actor }: Rotation): Promise<Rotated> {
  const before = await requireKey(db, keyId);
  const until = new Date(Date.now() + overlapMs);
  if (keyStateOf(before) !== "active")
    throw new AccountError(
      `The key ${keyId} has expired or was revoked; create a new one with \`disclosed keys create\``,
    );
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
}

/** Sets the end of a key that is not revoked yet, with its audit row, in the caller's transaction. */
export async function markRevoked(db: Db, keyId: string, actor: string) {
  const revokedAt = new Date();
  const row = await db.apiKey.update({ where: { id: keyId }, data: { revokedAt }, include: withEmail });
  const after = { revokedAt: revokedAt.toISOString() };
  await writeAudit(db, { actor, action: "key.revoke", objectType: "api_key", objectId: keyId, after });
  return row;
}

// An owner's actions on the account's keys: every key id is looked up among the account's own keys.

/** keys of one account that may be valid at the same time */
const maxKeys = 50;

interface OwnKey {
  accountId: string;
  keyId: string;
  actor: string;
}

function nameOf(text: string): string {
  const name = keyNameOf(text);
  if (name !== "") return name;
  throw new AppError("bad_request", "A key needs a name");
}

/** What owners decide about a key. */
export interface KeyTerms {
  name: string;
  /** null: never */
  expiresAt: Date | null;
  /** addresses and CIDR blocks; empty: any address */
  allowlist: string[];
}

/** entries of an owner's allowlist, each checked at every request */
const maxAllowed = 50;

function checkedTerms({ name, expiresAt, allowlist }: KeyTerms): KeyTerms {
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new AppError("bad_request", "The expiry must be in the future; to end a key now, revoke it");
  if (allowlist.length > maxAllowed)
    throw new AppError("bad_request", `A key can have at most ${maxAllowed} allowed addresses`);
  return { name: nameOf(name), expiresAt, allowlist: parseAllowlist(allowlist) };
}

/** Returns the new key, which cannot be shown again. Throws AppError for bad terms and beyond the maximum of keys. */
export async function createOwnKey(
  store: Store,
  { accountId, actor, ...terms }: KeyTerms & Omit<OwnKey, "keyId">,
): Promise<NewKey> {
  const { name, expiresAt, allowlist } = checkedTerms(terms);
  return await inChange(store, changeLimits.person, async (db) => {
    await requireRoom(db, accountId);
    return await insertKey(db, { accountId, name, allowlist, ...(expiresAt && { expiresAt }), actor });
  });
}

/** Changes the terms of an active key. Throws AppError for bad terms and for a key that has ended. */
export async function editOwnKey(
  store: Store,
  { accountId, keyId, actor, ...terms }: KeyTerms & OwnKey,
): Promise<void> {
  const wanted = checkedTerms(terms);
  await inChange(store, changeLimits.person, async (db) => {
    const before = await findOwn(db, { accountId, keyId });
    requireActive(before);
    await db.apiKey.update({ where: { id: before.id }, data: wanted });
    const entry = { actor, action: "key.edit", objectType: "api_key", objectId: before.id } as const;
    await writeAudit(db, { ...entry, before: shownTerms(before), after: shownTerms(wanted) });
  });
}

const shownTerms = ({ name, expiresAt, allowlist }: KeyTerms) => ({
  name,
  expiresAt: expiresAt?.toISOString() ?? null,
  allowlist,
});

function requireActive(key: Pick<KeySummary, "revokedAt" | "expiresAt">): void {
  if (keyStateOf(key) !== "active")
    throw new AppError("bad_request", "This key has expired or was revoked; create a new one");
}

/** Creates a key that replaces this one, which stays valid for `overlapMs`. */
export async function rotateOwnKey(
  store: Store,
  { overlapMs, ...which }: OwnKey & { overlapMs: number },
): Promise<NewKey> {
  return await inChange(store, changeLimits.person, async (db) => {
    const key = await findOwn(db, which);
    requireActive(key);
    await requireRoom(db, which.accountId);
    return (await rotate(db, { keyId: key.id, overlapMs, actor: which.actor })).fresh;
  });
}

/** Revokes a key permanently; repeating it changes nothing. */
export async function revokeOwnKey(store: Store, which: OwnKey): Promise<void> {
  await inChange(store, changeLimits.person, async (db) => {
    const key = await findOwn(db, which);
    if (!key.revokedAt) await markRevoked(db, key.id, which.actor);
  });
}

async function findOwn(db: Db, { accountId, keyId }: Omit<OwnKey, "actor">) {
  const key = idForm.safeParse(keyId).success ? await db.apiKey.findFirst({ where: { id: keyId, accountId } }) : null;
  if (key) return key;
  throw new AppError("not_found", "Key not found");
}

/** Locks the account's row, so that concurrent calls run one at a time. */
async function requireRoom(db: Db, accountId: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
  const good = { accountId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
  if ((await db.apiKey.count({ where: good })) < maxKeys) return;
  throw new AppError("bad_request", `An account can have at most ${maxKeys} keys; revoke one that is not used`);
}
