// An owner's actions on the account's keys: every key id is looked up among the account's own keys.
import { z } from "zod";
import { keyNameOf } from "../domain/key-name.ts";
import { AppError } from "../errors.ts";
import { writeAudit } from "../store/audit.ts";
import type { Db, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { insertKey, markRevoked, type NewKey, rotateKey } from "./keys.ts";

/** keys of one account that may be valid at the same time */
const maxKeys = 50;
const idForm = z.uuid();

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

/** Returns the new key, which cannot be shown again. Throws AppError for a bad name and beyond the maximum of keys. */
export async function createOwnKey(
  store: Store,
  { accountId, name, actor }: { accountId: string; name: string; actor: string },
): Promise<NewKey> {
  const wanted = nameOf(name);
  return await inChange(store, changeLimits.person, async (db) => {
    await requireRoom(db, accountId);
    return await insertKey(db, { accountId, name: wanted, actor });
  });
}

export async function renameOwnKey(store: Store, { name, ...which }: OwnKey & { name: string }): Promise<void> {
  const wanted = nameOf(name);
  await inChange(store, changeLimits.person, async (db) => {
    const before = await findOwn(db, which);
    await db.apiKey.update({ where: { id: before.id }, data: { name: wanted } });
    await writeAudit(db, {
      actor: which.actor,
      action: "key.rename",
      objectType: "api_key",
      objectId: before.id,
      before: { name: before.name },
      after: { name: wanted },
    });
  });
}

/** Creates a key that replaces this one, which stays valid for `overlapMs`. */
export async function rotateOwnKey(
  store: Store,
  { overlapMs, ...which }: OwnKey & { overlapMs: number },
): Promise<NewKey> {
  const { id, revokedAt, expiresAt } = await findOwn(store.prisma, which);
  if (revokedAt || (expiresAt && expiresAt.getTime() <= Date.now()))
    throw new AppError("bad_request", "This key has ended; create a new one");
  await requireRoom(store.prisma, which.accountId);
  return (await rotateKey(store, { keyId: id, overlapMs, actor: which.actor })).fresh;
}

/** Revokes a key permanently; repeating it changes nothing. */
export async function revokeOwnKey(store: Store, which: OwnKey): Promise<void> {
  await inChange(store, changeLimits.person, async (db) => {
    const key = await findOwn(db, which);
    if (!key.revokedAt) await markRevoked(db, key.id, which.actor);
  });
}

async function findOwn(db: Db, { accountId, keyId }: OwnKey) {
  const key = idForm.safeParse(keyId).success ? await db.apiKey.findFirst({ where: { id: keyId, accountId } }) : null;
  if (key) return key;
  throw new AppError("not_found", "There is no such key");
}

/** Locks the account's row, so that concurrent calls run one at a time. */
async function requireRoom(db: Db, accountId: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
  const good = { accountId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
  if ((await db.apiKey.count({ where: good })) < maxKeys) return;
  throw new AppError("bad_request", `An account has ${maxKeys} keys at the most; revoke one that is not used`);
}
