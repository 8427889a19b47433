// Mail: subscriptions whose events are sent to an address, at once or once a day. Nothing is sent before the owner of the
// address has confirmed it; the account's own verified address needs no other confirmation.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { UsageError } from "../errors.ts";
import type { Db, Store } from "../store/store.ts";
import { AccountError } from "./accounts.ts";
import { addNotice, onceIn } from "./notices.ts";
import { pauseSubscription, resumeSubscription } from "./subscription-changes.ts";
import {
  addSubscription,
  findSubscription,
  type NewSubscription,
  removeSubscription,
  type SentSummary,
  type SubscriptionRow,
  sentSummaryOf,
  subscriptionsOf,
} from "./subscriptions.ts";

/** `at_once`: as events come; `daily`: one digest a day. */
export const cadences = ["at_once", "daily"] as const;
export type Cadence = (typeof cadences)[number];

/** Without the token of its links: only the owner of the address may know it. */
export interface MailSummary extends SentSummary {
  address: string;
  cadence: Cadence;
  /** when the owner of the address confirmed it; null: nothing is sent */
  confirmedAt: Date | null;
}

export interface NewMail extends NewSubscription {
  cadence: Cadence;
  /** default: the account's own */
  address?: string | undefined;
}

const toSummary = (row: SubscriptionRow): MailSummary => ({
  ...sentSummaryOf(row),
  address: row.address ?? "",
  cadence: row.cadence === "daily" ? "daily" : "at_once",
  confirmedAt: row.confirmedAt,
});

/** events in one mail at most */
const batchSize = 100;
/** requests to confirm that one address gets in a day, from all accounts together */
const maxRequests = 3;

/**
 * Creates a subscription for the changes from now on. An address that is not confirmed gets a mail with a link. Throws
 * UsageError for a malformed address, AccountError as `addSubscription` does and where the address was asked too often.
 */
export async function createMailSubscription(
  store: Store,
  { cadence, address, ...input }: NewMail,
): Promise<MailSummary> {
  const given = address === undefined ? undefined : checkedAddress(address);
  const row = await addSubscription(store, "mail", input, async (db, account) => {
    const to = given ?? account.email;
    const isOwn = (await db.user.count({ where: { accountId: account.id, email: to, emailVerified: true } })) > 0;
    const id = crypto.randomUUID();
    if (!isOwn) await requestConfirmation(db, { id, address: to });
    const token = randomBytes(32).toString("base64url");
    return { id, address: to, cadence, token, batchSize, confirmedAt: isOwn ? new Date() : null };
  });
  return toSummary(row);
}

function checkedAddress(text: string): string {
  const address = text.trim().toLowerCase();
  if (z.email().max(254).safeParse(address).success) return address;
  throw new UsageError(`${JSON.stringify(text)} is not an e-mail address`);
}

async function requestConfirmation(db: Db, { id, address }: { id: string; address: string | null }): Promise<void> {
  const since = new Date(Date.now() - 24 * 3_600_000);
  const about = { kind: "mail_confirm", details: { path: ["address"], equals: address ?? "" } };
  if ((await db.notice.count({ where: { ...about, createdAt: { gt: since } } })) >= maxRequests)
    throw new AccountError(
      `${address} has already received ${maxRequests} requests to confirm today; try again tomorrow`,
    );
  await addNotice(db, {
    kind: "mail_confirm",
    subjectId: id,
    key: onceIn(24 * 60),
    hours: 24,
    details: { address: address ?? "" },
  });
}

/** Subscriptions of one account (email or id) or of all, oldest first. */
export async function listMailSubscriptions(store: Store, account?: string): Promise<MailSummary[]> {
  return (await subscriptionsOf(store, "mail", account)).map(toSummary);
}

/** Throws AccountError when there is none. */
export async function findMailSubscription(store: Store, id: string): Promise<MailSummary> {
  return toSummary(await findSubscription(store.prisma, "mail", id));
}

/** As `pauseSubscription`. */
export async function pauseMailSubscription(store: Store, id: string, actor: string): Promise<MailSummary> {
  return toSummary(await pauseSubscription(store, { channel: "mail", id, actor }));
}

/** As `resumeSubscription`; an address that was unsubscribed or never confirmed gets a new link, at most one a day. */
export async function resumeMailSubscription(store: Store, id: string, actor: string): Promise<MailSummary> {
  const confirm = async (row: SubscriptionRow, db: Db) => {
    if (row.confirmedAt === null) await requestConfirmation(db, row);
  };
  return toSummary(await resumeSubscription(store, { channel: "mail", id, actor }, confirm));
}

/** Removes a subscription with its stored events and attempts. Throws AccountError when there is none. */
export async function deleteMailSubscription(store: Store, id: string, actor: string): Promise<MailSummary> {
  return toSummary(await removeSubscription(store, "mail", id, actor));
}
