// Sign-up: creates an account on the free plan with its user and password, in one transaction.
import { writeAudit } from "../../store/audit.ts";
import { changeLimits, inChange } from "../../store/changes.ts";
import type { Db, Store } from "../../store/store.ts";
import type { AccountStatus } from "../accounts.ts";

/** the plan of accounts created by sign-up */
const plan = "free";

interface Person {
  email: string;
  passwordHash: string;
  status: AccountStatus;
}

/**
 * Creates account and user, or changes nothing where the e-mail already has an account or a user: the owner of an
 * account created by command gets a link from the operator. The caller does not learn which of the two happened.
 */
export async function createPerson(store: Store, person: Person): Promise<void> {
  try {
    await inChange(store, changeLimits.person, (db) => insertPerson(db, person));
  } catch (error) {
    // Prisma's code for a violated unique constraint
    if ((error as { code?: unknown }).code !== "P2002") throw error;
  }
}

async function insertPerson(db: Db, { email, passwordHash, status }: Person): Promise<void> {
  const account = await db.account.create({ data: { email, planId: plan, status } });
  const user = await db.user.create({ data: { accountId: account.id, email, name: "" } });
  await setPassword(db, user.id, passwordHash);
  const entry = { action: "account.sign_up", objectType: "account", objectId: account.id } as const;
  await writeAudit(db, { ...entry, actor: `user:${user.id}`, after: { email, plan, status } });
}

/** Stores the password hash in the form that better-auth looks up. */
async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  await db.credential.create({ data: { userId, providerId: "credential", providerAccountId: userId, password } });
}
