// Accounts: created with a plan, found by email or id, moved to another plan. Commands and the dashboard use these.

import type { Pool } from "pg";
import { z } from "zod";
import { UsageError } from "../errors.ts";
import { eraseFromAudit, writeAudit } from "../store/audit.ts";
import type { Db, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";

export interface AccountSummary {
  id: string;
  email: string;
  plan: string;
  /** requested by the account and not decided yet */
  requestedPlan: string | null;
  status: string;
  createdAt: Date;
}

interface AccountRow extends Omit<AccountSummary, "plan" | "requestedPlan"> {
  planId: string;
  requestedPlanId: string | null;
}

/** `waiting`: signed up, not yet approved by the operator. */
export type AccountStatus = "active" | "waiting" | "suspended";

/** The change is not possible in this store: no such account, an email taken. The message is for the operator. */
export class AccountError extends Error {
  override name = "AccountError";
}

const toSummary = ({ id, email, planId, requestedPlanId, status, createdAt }: AccountRow): AccountSummary => ({
  id,
  email,
  plan: planId,
  requestedPlan: requestedPlanId,
  status,
  createdAt,
});

// the addresses that browsers accept, `ops@localhost` included
const emailForm = z.email({ pattern: z.regexes.html5Email });
const idForm = z.uuid();

/** Emails are stored in lower case: one mailbox, one account. Throws UsageError for anything but an email address. */
function normalisedEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (emailForm.safeParse(email).success) return email;
  throw new UsageError(`"${text}" is not an email address`);
}

async function requirePlan(db: Db, planId: string): Promise<string> {
  const id = planId.trim().toLowerCase();
  const plans = await db.plan.findMany({ select: { id: true }, orderBy: { id: "asc" } });
  if (plans.some((plan) => plan.id === id)) return id;
  throw new UsageError(`There is no plan "${planId}"; plans are ${plans.map((plan) => plan.id).join(", ")}`);
}

/** Throws UsageError for a malformed email or unknown plan, AccountError when the email is taken. */
export async function createAccount(
  store: Store,
  input: { email: string; plan: string; actor: string },
): Promise<AccountSummary> {
  const email = normalisedEmail(input.email);
  return await inChange(store, changeLimits.person, async (db) => {
    const planId = await requirePlan(db, input.plan);
    if (await db.account.findUnique({ where: { email } })) throw new AccountError(`${email} already has an account`);
    const account = await db.account.create({ data: { email, planId } });
    await writeAudit(db, {
      actor: input.actor,
      action: "account.create",
      objectType: "account",
      objectId: account.id,
      after: { email, plan: planId },
    });
    return toSummary(account);
  });
}

/** All accounts, oldest first. */
export async function listAccounts(store: Store): Promise<AccountSummary[]> {
  return (await store.prisma.account.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] })).map(toSummary);
}

/** The account of an email or id. Throws AccountError when there is none. */
export async function findAccount(db: Db, emailOrId: string): Promise<AccountSummary> {
  const text = emailOrId.trim().toLowerCase();
  const where = idForm.safeParse(text).success ? { id: text } : { email: text };
  const account = await db.account.findUnique({ where });
  if (!account) throw new AccountError(`There is no account "${emailOrId}"; \`disclosed accounts list\` shows them`);
  return toSummary(account);
}

/**
 * Moves an account to another plan. The new limits apply from its next request on; requests already counted stay
 * counted.
 */
export async function setPlan(
  store: Store,
  input: { account: string; plan: string; actor: string },
): Promise<AccountSummary> {
  return await inChange(store, changeLimits.person, async (db) => {
    const planId = await requirePlan(db, input.plan);
    const before = await findAccount(db, input.account);
    const data = { planId, requestedPlanId: null };
    const after = await db.account.update({ where: { id: before.id }, data });
    await writeAudit(db, {
      actor: input.actor,
      action: "account.set_plan",
      objectType: "account",
      objectId: before.id,
      before: { plan: before.plan },
      after: { plan: planId },
    });
    return toSummary(after);
  });
}

/** changes of an account's status: the statuses that each may start from, and the one that it leads to */
const statusChanges = {
  approve: { from: ["waiting"], to: "active" },
  suspend: { from: ["active", "waiting"], to: "suspended" },
  resume: { from: ["suspended"], to: "active" },
} as const satisfies Record<string, { from: AccountStatus[]; to: AccountStatus }>;

export type StatusChange = keyof typeof statusChanges;

/**
 * Suspends an account (all its keys are refused from the next request on, its users are signed out), resumes it, or
 * approves a waiting one. Repeating it changes nothing; throws AccountError where the status does not allow the change.
 */
export async function changeStatus(
  store: Store,
  input: { account: string; change: StatusChange; actor: string },
): Promise<AccountSummary> {
  const { from, to } = statusChanges[input.change];
  return await inChange(store, changeLimits.person, async (db) => {
    const before = await findAccount(db, input.account);
    if (before.status === to) return before;
    if (!from.some((status) => status === before.status))
      throw new AccountError(`${before.email} is ${before.status}: it cannot be ${input.change}d`);
    const after = await db.account.update({ where: { id: before.id }, data: { status: to } });
    if (to === "suspended") await db.session.deleteMany({ where: { user: { accountId: before.id } } });
    await writeAudit(db, {
      actor: input.actor,
      action: `account.${input.change}`,
      objectType: "account",
      objectId: before.id,
      before: { status: before.status },
      after: { status: to },
    });
    return toSummary(after);
  });
}

/**
 * Deletes an account with its keys, users, sessions, subscriptions, usage and requests. The audit log keeps its entries
 * by id, without e-mail, names and addresses.
 */
export async function removeAccount(store: Store, input: { account: string; actor: string }): Promise<AccountSummary> {
  return await inChange(store, changeLimits.person, async (db) => {
    const account = await findAccount(db, input.account);
    await db.$executeRaw`
      DELETE FROM notices WHERE subject_id = ${account.id}::uuid
        OR subject_id IN (SELECT id FROM users WHERE account_id = ${account.id}::uuid)
        OR subject_id IN (SELECT id FROM subscriptions WHERE account_id = ${account.id}::uuid)`;
    await eraseFromAudit(db, account.id);
    await db.account.delete({ where: { id: account.id } });
    await writeAudit(db, {
      actor: input.actor,
      action: "account.remove",
      objectType: "account",
      objectId: account.id,
    });
    return account;
  });
}

// The epoch of an account: it rises with every change of the rights of its keys.

/** higher than any other: a process that has cached a key of a removed account notices it at the key's next use */
const gone = Number.MAX_SAFE_INTEGER;

export async function epochOf(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ epoch: number }>(
    "SELECT epoch::float8 AS epoch FROM accounts WHERE id = $1::uuid",
    [accountId],
  );
  return rows[0]?.epoch ?? gone;
}
