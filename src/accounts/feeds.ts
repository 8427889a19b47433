// Feeds: a saved filter behind a token. The look-up compares hashes, so that its time says nothing about a token.
import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Principal } from "../ports/access.ts";
import type { Feed, Feeds } from "../ports/requests.ts";
import type { Store } from "../store/store.ts";
import { changeSubscription } from "./subscription-changes.ts";
import {
  addSubscription,
  type NewSubscription,
  removeSubscription,
  type SubscriptionRow,
  type SubscriptionSummary,
  subscriptionsOf,
  summaryOf,
} from "./subscriptions.ts";

const lookUp = `
  SELECT s.id, s.list, s.filters, s.name, s.created_at AS "createdAt", s.account_id AS "accountId", p.id AS plan,
    json_build_object('perMinute', p.per_minute, 'perDay', p.per_day, 'perMonth', p.per_month) AS limits,
    a.epoch::float8 AS epoch
  FROM subscriptions s JOIN accounts a ON a.id = s.account_id JOIN plans p ON p.id = a.plan_id
  WHERE sha256(s.token::bytea) = $1 AND s.channel = 'feed' AND s.state = 'active' AND a.status = 'active'`;

interface FoundFeed extends Omit<Feed, "principal" | "createdAt">, Omit<Principal, "keyId"> {
  createdAt: Date;
}

/** The feeds of the store's subscriptions; instead of a key the holder has the subscription's id. */
export const createFeeds = (pool: Pool): Feeds => ({
  async find(token) {
    const hash = createHash("sha256").update(token).digest();
    const { rows } = await pool.query<FoundFeed>({ name: "feed_by_token", text: lookUp, values: [hash] });
    const [row] = rows;
    if (!row) return undefined;
    const { id, list, filters, name, createdAt, accountId, plan, limits, epoch } = row;
    const principal = { accountId, keyId: id, plan, limits, ...(epoch !== undefined && { epoch }) };
    return { id, list, filters, name, createdAt: createdAt.toISOString(), principal };
  },
});

export interface FeedSummary extends SubscriptionSummary {
  token: string;
}

const toSummary = (row: SubscriptionRow): FeedSummary => ({ ...summaryOf(row), token: row.token ?? "" });

const newToken = () => randomBytes(32).toString("base64url");

/** Creates a feed with a token of 256 bits. Throws AccountError as `addSubscription` does. */
export async function createFeed(store: Store, input: NewSubscription): Promise<FeedSummary> {
  return toSummary(await addSubscription(store, "feed", input, { token: newToken() }));
}

/** Replaces the token: the next request with the old one finds nothing. Throws AccountError when there is no such feed. */
export async function renewFeed(store: Store, id: string, actor: string): Promise<FeedSummary> {
  const dataFor = () => ({ token: newToken() });
  return toSummary(await changeSubscription(store, { channel: "feed", id, actor }, { verb: "renew", dataFor }));
}

/** Feeds of one account (email or id) or of all, oldest first. */
export async function listFeeds(store: Store, account?: string): Promise<FeedSummary[]> {
  return (await subscriptionsOf(store, "feed", account)).map(toSummary);
}

/** Removes a feed: the next request with its token finds nothing. Throws AccountError when there is none. */
export async function revokeFeed(store: Store, id: string, actor: string): Promise<FeedSummary> {
  return toSummary(await removeSubscription(store, "feed", id, actor));
}
