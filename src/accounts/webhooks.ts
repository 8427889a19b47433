// Webhooks: subscriptions whose events are sent to an address, and what of them is delivered again.
import type { Db, Store } from "../store/store.ts";
import { AccountError } from "./accounts.ts";
import {
  atOnce,
  changeSubscription,
  disableSubscription,
  enableSubscription,
  pauseSubscription,
  resumeSubscription,
} from "./subscription-changes.ts";
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

export interface WebhookSummary extends SentSummary {
  url: string;
  /** events in a message at most; a message is an array where it is greater than 1 */
  batchSize: number;
}

/** A webhook as it is shown once: with the secret that its receiver needs. */
export interface WebhookWithSecret extends WebhookSummary {
  secret: string;
  /** until when messages are signed by the previous secret too */
  previousUntil: Date | null;
}

const toSummary = (row: SubscriptionRow): WebhookSummary => ({
  ...sentSummaryOf(row),
  url: row.url ?? "",
  batchSize: row.batchSize,
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

/** As `pauseSubscription`. */
export async function pauseWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  return toSummary(await pauseSubscription(store, { channel: "webhook", id, actor }));
}

/** As `resumeSubscription`. */
export async function resumeWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  return toSummary(await resumeSubscription(store, { channel: "webhook", id, actor }));
}

/** As `disableSubscription`. */
export async function disableWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  return toSummary(await disableSubscription(store, { channel: "webhook", id, actor }));
}

/** As `enableSubscription`. */
export async function enableWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  return toSummary(await enableSubscription(store, { channel: "webhook", id, actor }));
}

/** hours for which the previous secret signs too */
const hoursOfPreviousSecret = 24;

/** Replaces the secret; for a day each message has a signature by the previous one too. */
export async function rotateWebhook(store: Store, id: string, { secret, actor }: { secret: string; actor: string }) {
  const previousUntil = new Date(Date.now() + hoursOfPreviousSecret * 3_600_000);
  const dataFor = (row: SubscriptionRow) => ({ secret, previousSecret: row.secret, previousUntil });
  return withSecret(await changeSubscription(store, { channel: "webhook", id, actor }, { verb: "rotate", dataFor }));
}

/**
 * Delivers the stored events since a data version again, with that one, and then all that follow. Events are stored for
 * 30 days. Returns how many there are. Throws AccountError if there are none.
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
  const row = await changeSubscription(store, { channel: "webhook", id, actor }, { verb: "replay", dataFor, after });
  return { ...toSummary(row), events };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Removes a webhook with its stored events and attempts. Throws AccountError when there is none. */
export async function deleteWebhook(store: Store, id: string, actor: string): Promise<WebhookSummary> {
  return toSummary(await removeSubscription(store, "webhook", id, actor));
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
