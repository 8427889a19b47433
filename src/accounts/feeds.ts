// Feeds: a saved filter behind a token. The look-up compares hashes, so that its time says nothing about a token.
import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { keyNameOf } from "../domain/key-name.ts";
import type { Principal } from "../ports/access.ts";
import type { Feed, Feeds } from "../ports/requests.ts";
import { writeAudit } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { AccountError, findAccount } from "./accounts.ts";

const lookUp = `
  SELECT s.id, s.list, s.filters, s.name, s.created_at AS "createdAt", s.account_id AS "accountId", p.id AS plan,
    json_build_object('perMinute', p.per_minute, 'perDay', p.per_day, 'perMonth', p.per_month) AS limits,
    a.epoch::float8 AS epoch
  FROM subscriptions s JOIN accounts a ON a.id = s.account_id JOIN plans p ON p.id = a.plan_id
  WHERE sha256(s.token::bytea) = $1 AND s.channel = 'feed' AND s.state = 'active' AND a.status = 'active'`;

interface FoundFeed extends Omit<Feed, "principal" | "createdAt">, Omit<Principal, "keyId"> {
  createdAt: Date;
}

/** The feeds of the store's subscriptions; in place of a key the holder has the subscription's id. */
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

export interface FeedSummary {
  id: string;
  accountId: string;
  email: string;
  name: string;
  list: string;
  /** as a query string */
  filters: string;
  token: string;
  createdAt: Date;
}

const withEmail = { account: { select: { email: true } } } as const;

type FeedRow = Omit<FeedSummary, "email" | "token"> & { token: string | null; account: { email: string } };

const toSummary = ({ account, token, ...row }: FeedRow): FeedSummary => ({
  id: row.id,
  accountId: row.accountId,
  email: account.email,
  name: row.name,
  list: row.list,
  filters: row.filters,
  token: token ?? "",
  createdAt: row.createdAt,
});

/**
 * Creates a feed for the account of an email or id, with a token of 256 bits. `filters` must be those of the list.
 * Throws AccountError where there is no such account, and where its plan has no room for another subscription.
 */
export async function createFeed(
  store: Store,
  input: { account: string; list: Feed["list"]; filters: string; name: string; actor: string },
): Promise<FeedSummary> {
  return await inChange(store, changeLimits.person, async (db) => {
    const account = await findAccount(db, input.account);
    // two feeds made at once count each other
    await db.$queryRaw`SELECT 1 FROM accounts WHERE id = ${account.id}::uuid FOR UPDATE`;
    const { plan } = await db.account.findUniqueOrThrow({ where: { id: account.id }, include: { plan: true } });
    if ((await db.subscription.count({ where: { accountId: account.id } })) >= plan.subscriptions)
      throw new AccountError(`The plan ${plan.id} has room for ${plan.subscriptions} subscriptions; revoke one first`);
    const { list, filters, name, actor } = input;
    const token = randomBytes(32).toString("base64url");
    const data = { accountId: account.id, channel: "feed", list, filters, name: keyNameOf(name), token };
    const row = await db.subscription.create({ data, include: withEmail });
    const after = { accountId: account.id, list, filters, name: row.name };
    await writeAudit(db, { actor, action: "feed.create", objectType: "subscription", objectId: row.id, after });
    return toSummary(row);
  });
}

/** Feeds of one account (email or id) or of all, oldest first. */
export async function listFeeds(store: Store, account?: string): Promise<FeedSummary[]> {
  const of = account === undefined ? {} : { accountId: (await findAccount(store.prisma, account)).id };
  const rows = await store.prisma.subscription.findMany({
    where: { ...of, channel: "feed" },
    include: withEmail,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toSummary);
}

/** Removes a feed: the next request with its token finds nothing. Throws AccountError when there is none. */
export async function revokeFeed(store: Store, id: string, actor: string): Promise<FeedSummary> {
  return await inChange(store, changeLimits.person, async (db) => {
    const row = z.uuid().safeParse(id).success
      ? await db.subscription.findUnique({ where: { id, channel: "feed" }, include: withEmail })
      : null;
    if (!row) throw new AccountError(`There is no feed with the id "${id}"; \`disclosed feeds list\` shows the ids`);
    await db.subscription.delete({ where: { id } });
    const before = { accountId: row.accountId, list: row.list, filters: row.filters, name: row.name };
    await writeAudit(db, { actor, action: "feed.revoke", objectType: "subscription", objectId: id, before });
    return toSummary(row);
  });
}
