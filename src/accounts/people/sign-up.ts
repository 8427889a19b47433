// Sign-up: an account on the free plan with the user and the password that open it, all or none of them.
import { writeAudit } from "../../store/audit.ts";
import type { Db, Store } from "../../store/store.ts";
import type { AccountStatus } from "../accounts.ts";

/** the plan of who signs up by themselves */
const plan = "free";

interface Person {
  email: string;
  passwordHash: string;
  status: AccountStatus;
}

/**
 * Makes account and user, or changes nothing where the e-mail has an account or a user already: one that was made by
 * command is its owner's, who gets a link from the operator. Says neither.
 */
export async function createPerson(store: Store, person: Person): Promise<void> {
  try {
    await store.prisma.$transaction((db) => insertPerson(db, person));
  } catch (error) {
    // Prisma's code for a unique value that is there already
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

/** The password as better-auth looks it up. */
async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  await db.credential.create({ data: { userId, providerId: "credential", providerAccountId: userId, password } });
}
