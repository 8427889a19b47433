// What feeds and webhooks share: a saved filter of an account, within the number of subscriptions of its plan.
import { z } from "zod";
import { keyNameOf } from "../domain/key-name.ts";
import type { TitledList } from "../domain/row-titles.ts";
import { writeAudit } from "../store/audit.ts";
import type { Db, Prisma, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { AccountError, findAccount } from "./accounts.ts";

export type Channel = "feed" | "webhook";

export interface NewSubscription {
  /** email or id */
  account: string;
  list: TitledList;
  /** as a query string; must be those of the list */
  filters: string;
  name: string;
  actor: string;
}

/** A stored subscription with the email of its account. */
export type SubscriptionRow = Prisma.SubscriptionGetPayload<{ include: typeof withEmail }>;

export const withEmail = { account: { select: { email: true } } } as const;

/** Fields that every channel shows. */
export interface SubscriptionSummary {
  id: string;
  accountId: string;
  email: string;
  name: string;
  list: string;
  /** as a query string */
  filters: string;
  createdAt: Date;
}

export const summaryOf = ({ account, ...row }: SubscriptionRow): SubscriptionSummary => ({
  id: row.id,
  accountId: row.accountId,
  email: account.email,
  name: row.name,
  list: row.list,
  filters: row.filters,
  createdAt: row.createdAt,
});

/**
 * Creates a subscription for the account of an email or id; `own` is what its channel needs. Throws AccountError where
 * the account does not exist, and where its plan has no room for another subscription.
 */
export async function addSubscription(
  store: Store,
  channel: Channel,
  input: NewSubscription,
  own: Partial<Prisma.SubscriptionUncheckedCreateInput>,
): Promise<SubscriptionRow> {
  return await inChange(store, changeLimits.person, async (db) => {
    const account = await findAccount(db, input.account);
    // two subscriptions made at once count each other
    await db.$queryRaw`SELECT 1 FROM accounts WHERE id = ${account.id}::uuid FOR UPDATE`;
    const { plan } = await db.account.findUniqueOrThrow({ where: { id: account.id }, include: { plan: true } });
    if ((await db.subscription.count({ where: { accountId: account.id } })) >= plan.subscriptions)
      throw new AccountError(
        `The plan ${plan.id} has room for ${plan.subscriptions} subscriptions; remove a feed or a webhook first`,
      );
    const { list, filters, actor } = input;
    const common = { accountId: account.id, channel, list, filters, name: keyNameOf(input.name) };
    const row = await db.subscription.create({ data: { ...common, ...own }, include: withEmail });
    await writeAudit(db, { actor, action: `${channel}.create`, ...objectOf(row), after: auditedOf(row) });
    return row;
  });
}

/** Subscriptions of one account (email or id) or of all, oldest first. */
export async function subscriptionsOf(store: Store, channel: Channel, account?: string): Promise<SubscriptionRow[]> {
  const of = account === undefined ? {} : { accountId: (await findAccount(store.prisma, account)).id };
  return await store.prisma.subscription.findMany({
    where: { ...of, channel },
    include: withEmail,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** Throws AccountError when there is none of this channel. */
export async function findSubscription(db: Db, channel: Channel, id: string): Promise<SubscriptionRow> {
  const row = z.uuid().safeParse(id).success
    ? await db.subscription.findUnique({ where: { id, channel }, include: withEmail })
    : null;
  if (row) return row;
  throw new AccountError(`There is no ${channel} with the id "${id}"; \`disclosed ${channel}s list\` shows the ids`);
}

/** Removes a subscription with all that is stored of it. Throws AccountError when there is none. */
export async function removeSubscription(
  store: Store,
  channel: Channel,
  id: string,
  { actor, action }: { actor: string; action: string },
): Promise<SubscriptionRow> {
  return await inChange(store, changeLimits.person, async (db) => {
    const row = await findSubscription(db, channel, id);
    await db.subscription.delete({ where: { id } });
    await writeAudit(db, { actor, action, ...objectOf(row), before: auditedOf(row) });
    return row;
  });
}

export const objectOf = ({ id }: { id: string }) => ({ objectType: "subscription" as const, objectId: id });

/** Neither secret nor token. */
const auditedOf = ({ accountId, list, filters, name, url }: SubscriptionRow) => ({
  ...{ accountId, list, filters, name },
  ...(url !== null && { url }),
});
