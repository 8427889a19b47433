// Webhooks: subscriptions whose events are sent to an address. What a change does to delivery: nothing that waits is lost,
// and a sender that is at work meanwhile finds the change when it records its attempt.

import { writeAudit } from "../store/audit.ts";
import { eventsChannel } from "../store/connections/listen.ts";
import type { Db, Prisma, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { AccountError } from "./accounts.ts";
import {
  addSubscription,
  findSubscription,
  type NewSubscription,
  objectOf,
  removeSubscription,
  type SubscriptionRow,
  type SubscriptionSummary,
  subscriptionsOf,
  summaryOf,
  withEmail,
} from "./subscriptions.ts";

export interface WebhookSummary extends SubscriptionSummary {
  url: string;
  /** events in a message at most; a message is an array where it is greater than 1 */
  batchSize: number;
  /** `active`, `paused_by_owner`, `paused_after_failure` or `disabled_by_operator` */
  state: string;
  /** data version of the newest delivered event */
  reachedVersion: bigint;
  /** failed attempts in a row, and when the first of them was */
  attempts: number;
  failingSince: Date | null;
  /** when the next attempt is; null where the last one succeeded */
  nextAttemptAt: Date | null;
}

/** A webhook as it is shown once: with the secret that its receiver needs. */
export interface WebhookWithSecret extends WebhookSummary {
  secret: string;
  /** until when messages are signed by the previous secret too */
  previousUntil: Date | null;
}

const toSummary = (row: SubscriptionRow): WebhookSummary => ({
  ...summaryOf(row),
  url: row.url ?? "",
  batchSize: row.batchSize,
  state: row.state,
  reachedVersion: row.reachedVersion,
  attempts: row.attempts,
  failingSince: row.failingSince,
  nextAttemptAt: row.attempts > 0 && row.state === "active" ? row.attemptAt : null,
});

const withSecret = (row: SubscriptionRow): WebhookWithSecret => ({
  ...toSummary(row),
  secret: row.secret ?? "",
  previousUntil: row.previousUntil,
});

export interface NewWebhook extends NewSubscription {
  /** must have been checked */
  url: string;
  /** from 1 to 100 */
  batchSize: number;
  /** `whsec_` and base64 */
  secret: string;
}

/** Creates a webhook for the changes from now on. Throws AccountError as `addSubscription` does. */
export async function createWebhook(store: Store, { url, batchSize, secret, ...input }: NewWebhook) {
  return withSecret(await addSubscription(store, "webhook", input, { url, batchSize, secret }));
}

/** Webhooks of one account (email or id) or of all, oldest first. */
export async function listWebhooks(store: Store, account?: string): Promise<WebhookSummary[]> {
  return (await subscriptionsOf(store, "webhook", account)).map(toSummary);
}

/** Throws AccountError when there is none. */
export async function findWebhook(store: Store, id: string): Promise<WebhookSummary> {
  return toSummary(await findSubscription(store.prisma, "webhook", id));
}

interface Change {
  action: string;
  /** Throws AccountError where the webhook cannot be changed so. */
  dataFor(
    row: SubscriptionRow,
    db: Db,
  ): Prisma.SubscriptionUncheckedUpdateInput | Promise<Prisma.SubscriptionUncheckedUpdateInput>;
  after?: Prisma.InputJsonObject;
}

/** Changes a webhook and wakes the senders. Throws AccountError when there is none. */
async function change(store: Store, id: string, actor: string, { action, dataFor, after }: Change) {
  return await inChange(store, changeLimits.person, async (db) => {
    await findSubscription(db, "webhook", id);
    // a sender may be recording an attempt
    await db.$queryRaw`SELECT 1 FROM subscriptions WHERE id = ${id}::uuid FOR UPDATE`;
    const found = await findSubscription(db, "webhook", id);
    const data = { ...(await dataFor(found, db)), updatedAt: new Date() };
    const row = await db.subscription.update({ where: { id }, data, include: withEmail });
    const states = { before: { state: found.state }, after: { state: row.state, ...after } };
    await writeAudit(db, { actor, action, ...objectOf(row), ...states });
    await db.$queryRaw`SELECT 1 FROM pg_notify(${eventsChannel}, '')`;
    return row;
  });
}

/** No attempt begins from now on; events go on to be stored. Throws AccountError where the operator has disabled it. */
export async function pauseWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  const dataFor = (row: SubscriptionRow) => {
    refuseDisabled(row);
    return { state: "paused_by_owner" };
  };
  return toSummary(await change(store, id, actor, { action: "webhook.pause", dataFor }));
}

const atOnce = { attempts: 0, failingSince: null, attemptAt: new Date(0) };

/** Goes on where delivery stopped, at once. Throws AccountError where the operator has disabled it. */
export async function resumeWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  const dataFor = (row: SubscriptionRow) => {
    refuseDisabled(row);
    return { state: "active", ...atOnce };
  };
  return toSummary(await change(store, id, actor, { action: "webhook.resume", dataFor }));
}

function refuseDisabled({ state }: SubscriptionRow): void {
  if (state === "disabled_by_operator") throw new AccountError("The operator has disabled this webhook");
}

/** hours for which the previous secret signs too */
const hoursOfPreviousSecret = 24;

/** Replaces the secret; for a day each message has a signature by the previous one too. */
export async function rotateWebhook(store: Store, id: string, { secret, actor }: { secret: string; actor: string }) {
  const previousUntil = new Date(Date.now() + hoursOfPreviousSecret * 3_600_000);
  const dataFor = (row: SubscriptionRow) => ({ secret, previousSecret: row.secret, previousUntil });
  return withSecret(await change(store, id, actor, { action: "webhook.rotate", dataFor }));
}

/**
 * Delivers the stored events since a data version again, with that one, and then all that follow. Events are stored for
 * 30 days. Returns how many there are. Throws AccountError where there are none.
 */
export async function replayWebhook(
  store: Store,
  id: string,
  { sinceVersion, actor }: { sinceVersion: bigint; actor: string },
): Promise<WebhookSummary & { events: number }> {
  let events = 0;
  const dataFor = async (row: SubscriptionRow, db: Db) => {
    const where = { subscriptionId: id, version: { gte: sinceVersion } };
    const stored = await db.matchedChange.aggregate({ where, _count: true, _min: { position: true, version: true } });
    const { position, version } = stored._min;
    events = stored._count;
    if (position === null || version === null)
      throw new AccountError(`The webhook has no stored events since data version ${sinceVersion}`);
    return {
      reachedPosition: smaller(row.reachedPosition, position - 1n),
      reachedVersion: smaller(row.reachedVersion, version - 1n),
      // an attempt that is under way does not count as one of the replay
      sendingPosition: null,
      ...atOnce,
    };
  };
  const after = { sinceVersion: String(sinceVersion) };
  const row = await change(store, id, actor, { action: "webhook.replay", dataFor, after });
  return { ...toSummary(row), events };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Removes a webhook with its stored events and attempts. Throws AccountError when there is none. */
export async function deleteWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  return toSummary(await removeSubscription(store, "webhook", id, { actor, action: "webhook.delete" }));
}

export interface DeliverySummary {
  messageId: string;
  events: number;
  attempt: number;
  attemptedAt: Date;
  /** HTTP status; null where no response came */
  status: number | null;
  /** null where it was delivered */
  error: string | null;
  durationMs: number;
  response: string | null;
}

/** The newest attempts of a webhook, newest first. Throws AccountError when there is none. */
export async function listDeliveries(store: Store, id: string, take: number): Promise<DeliverySummary[]> {
  await findSubscription(store.prisma, "webhook", id);
  return await store.prisma.delivery.findMany({
    where: { subscriptionId: id },
    orderBy: [{ attemptedAt: "desc" }, { id: "desc" }],
    take,
    omit: { id: true, subscriptionId: true, firstPosition: true, lastPosition: true },
  });
}
