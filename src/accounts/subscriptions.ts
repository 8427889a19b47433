// What feeds, webhooks and mail share: a saved filter of an account, within the number of subscriptions of its plan.
import { z } from "zod";
import { keyNameOf } from "../domain/account-limits.ts";
import type { TitledList } from "../domain/row-titles.ts";
import { AppError } from "../errors.ts";
import { writeAudit } from "../store/audit.ts";
import type { Db, Prisma, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { AccountError, findAccount } from "./accounts.ts";

export type Channel = "feed" | "webhook" | "mail";

/** Channel -> what a message calls one, and the command that lists them. */
export const named: Readonly<Record<Channel, { noun: string; command: string }>> = {
  feed: { noun: "feed", command: "feeds" },
  webhook: { noun: "webhook", command: "webhooks" },
  mail: { noun: "mail subscription", command: "mail" },
};

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

/** Fields of one channel. */
export type OwnFields = Partial<Prisma.SubscriptionUncheckedCreateInput>;

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

/** Fields that webhooks and mail show of their delivery. */
export interface SentSummary extends SubscriptionSummary {
  /** `active`, `paused_by_owner`, `paused_after_failure` or `disabled_by_operator` */
  state: string;
  /** data version of the newest delivered event */
  reachedVersion: bigint;
  /** failed attempts in a row, and when the first of them was */
  attempts: number;
  failingSince: Date | null;
  /** when the next attempt is; null where the last one succeeded */
  nextAttemptAt: Date | null;
  /** since when and of which data versions events could not be delivered; null: of none */
  missed: { since: Date; firstVersion: bigint; lastVersion: bigint } | null;
}

export const sentSummaryOf = (row: SubscriptionRow): SentSummary => ({
  ...summaryOf(row),
  state: row.state,
  reachedVersion: row.reachedVersion,
  attempts: row.attempts,
  failingSince: row.failingSince,
  nextAttemptAt: row.attempts > 0 && row.state === "active" ? row.attemptAt : null,
  missed: missedOf(row),
});

const missedOf = ({ missedSince, missedFirstVersion, missedLastVersion }: SubscriptionRow) =>
  missedSince === null || missedFirstVersion === null || missedLastVersion === null
    ? null
    : { since: missedSince, firstVersion: missedFirstVersion, lastVersion: missedLastVersion };

/**
 * Creates a subscription for the account of an email or id; `own` is what its channel needs. Throws AccountError where
 * the account does not exist, and where its plan has no room for another subscription.
 */
export async function addSubscription(
  store: Store,
  channel: Channel,
  input: NewSubscription,
  own: OwnFields | ((db: Db, account: { id: string; email: string }) => Promise<OwnFields>),
): Promise<SubscriptionRow> {
  return await inChange(store, changeLimits.person, async (db) => {
    const account = await findAccount(db, input.account);
    // two subscriptions made at once count each other
    await db.$queryRaw`SELECT 1 FROM accounts WHERE id = ${account.id}::uuid FOR UPDATE`;
    const { plan } = await db.account.findUniqueOrThrow({ where: { id: account.id }, include: { plan: true } });
    if ((await db.subscription.count({ where: { accountId: account.id } })) >= plan.subscriptions)
      throw new AccountError(
        `The plan ${plan.id} allows ${plan.subscriptions} ${plan.subscriptions === 1 ? "subscription" : "subscriptions"}; delete one first`,
      );
    const { list, filters, actor } = input;
    const common = { accountId: account.id, channel, list, filters, name: keyNameOf(input.name) };
    const fields = typeof own === "function" ? await own(db, account) : own;
    const row = await db.subscription.create({ data: { ...common, ...fields }, include: withEmail });
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
  const { noun, command } = named[channel];
  throw new AccountError(`There is no ${noun} with the id "${id}"; \`disclosed ${command} list\` shows the ids`);
}

/**
 * The id and channel of a subscription, for its owner or (without an account) for the operator: that of another account
 * is not found either. Throws AppError not_found.
 */
export async function requireSubscription(
  db: Db,
  { id, accountId }: { id: string; accountId?: string },
): Promise<{ id: string; channel: Channel; state: string }> {
  const where = { id, ...(accountId !== undefined && { accountId }) };
  const row = z.uuid().safeParse(id).success ? await db.subscription.findUnique({ where }) : null;
  if (row) return { id: row.id, channel: row.channel as Channel, state: row.state };
  throw new AppError("not_found", "Subscription not found");
}

/** What the audit log calls the removal of a subscription. */
const removals: Readonly<Record<Channel, string>> = { feed: "revoke", webhook: "delete", mail: "delete" };

/** Removes a subscription with all that is stored of it. Throws AccountError when there is none. */
export async function removeSubscription(
  store: Store,
  channel: Channel,
  id: string,
  actor: string,
): Promise<SubscriptionRow> {
  return await inChange(store, changeLimits.person, async (db) => {
    const row = await findSubscription(db, channel, id);
    await db.subscription.delete({ where: { id } });
    await writeAudit(db, {
      actor,
      action: `${channel}.${removals[channel]}`,
      ...objectOf(row),
      before: auditedOf(row),
    });
    return row;
  });
}

export const objectOf = ({ id }: { id: string }) => ({ objectType: "subscription" as const, objectId: id });

/** Neither secret nor token. */
const auditedOf = ({ accountId, list, filters, name, url, address, cadence }: SubscriptionRow) => ({
  ...{ accountId, list, filters, name },
  ...(url !== null && { url }),
  ...(address !== null && { address, cadence }),
});
