// Accounts: created with a plan, found by email or id, moved to another plan. Commands, and later the dashboard, use these.
import { z } from "zod";
import { UsageError } from "../errors.ts";
import type { Db, Store } from "../store/store.ts";
import { writeAudit } from "./audit.ts";

export interface AccountSummary {
  id: string;
  email: string;
  plan: string;
  status: string;
  createdAt: Date;
}

interface AccountRow extends Omit<AccountSummary, "plan"> {
  planId: string;
}

/** What was asked for is not possible in this store: no such account, an email taken. The message is for the operator. */
export class AccountError extends Error {
  override name = "AccountError";
}

const toSummary = ({ id, email, planId, status, createdAt }: AccountRow): AccountSummary => ({
  id,
  email,
  plan: planId,
  status,
  createdAt,
});

// what browsers take as an address, `ops@localhost` included
const emailForm = z.email({ pattern: z.regexes.html5Email });
const idForm = z.uuid();

/** Emails are kept in lower case: one mailbox, one account. Throws UsageError for what is no email address. */
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
  return await store.prisma.$transaction(async (db) => {
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

/** Moves an account to another plan; its next request is judged by the new limits. What is used already stays counted. */
export async function setPlan(
  store: Store,
  input: { account: string; plan: string; actor: string },
): Promise<AccountSummary> {
  return await store.prisma.$transaction(async (db) => {
    const planId = await requirePlan(db, input.plan);
    const before = await findAccount(db, input.account);
    const after = await db.account.update({ where: { id: before.id }, data: { planId } });
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
