// How events get to their subscribers: what waits, what was tried in the last day, which receivers fail, and, as SQL,
// what a subscription missed and when daily mail is due.
import type { Db, Prisma } from "./store.ts";

/** Events of each subscription that wait; one without any has no row. */
export async function waitingEvents(
  db: Db,
  ids: readonly string[],
): Promise<{ subscriptionId: string; events: number; since: Date }[]> {
  return await db.$queryRaw`
    SELECT s.id AS "subscriptionId", count(*)::int AS events, min(m.changed_at) AS since
    FROM subscriptions s JOIN matched_changes m ON m.subscription_id = s.id AND m.position > s.reached_position
    WHERE s.id = ANY(${[...ids]}::uuid[]) GROUP BY s.id`;
}

/** The newest attempt of each subscription; one without any has no row. */
export async function lastDeliveries(db: Db, ids: readonly string[]) {
  const newest = await db.$queryRaw<{ id: bigint }[]>`
    SELECT d.id FROM unnest(${[...ids]}::uuid[]) AS s(id) CROSS JOIN LATERAL (
      SELECT id FROM deliveries WHERE subscription_id = s.id ORDER BY attempted_at DESC, id DESC LIMIT 1) d`;
  return await db.delivery.findMany({ where: { id: { in: newest.map(({ id }) => id) } } });
}

export interface Channel {
  /** `webhook`, `feed` or `mail` */
  channel: string;
  active: number;
  pausedByOwner: number;
  pausedAfterFailure: number;
  disabled: number;
  waiting: number;
  /** of the last 24 hours */
  attempts: number;
  failures: number;
  /** milliseconds; null without attempts */
  p50: number | null;
  p95: number | null;
}

/** The subscriptions of one account, or of all, by channel. */
export async function channelHealth(db: Db, accountId?: string): Promise<Channel[]> {
  return await db.$queryRaw`
    WITH own AS (
      SELECT id, channel, state, reached_position, matched_position FROM subscriptions
      WHERE ${accountId ?? null}::uuid IS NULL OR account_id = ${accountId ?? null}::uuid
    ), waiting AS (
      SELECT o.channel, count(*)::int AS events FROM own o
      JOIN matched_changes m ON m.subscription_id = o.id AND m.position > o.reached_position
      WHERE o.matched_position > o.reached_position GROUP BY 1
    ), tried AS (
      SELECT o.channel, count(*)::int AS attempts, count(d.error)::int AS failures,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY d.duration_ms) AS p50,
        percentile_disc(0.95) WITHIN GROUP (ORDER BY d.duration_ms) AS p95
      FROM deliveries d JOIN own o ON o.id = d.subscription_id
      WHERE d.attempted_at > now() - interval '24 hours' GROUP BY 1
    )
    SELECT o.channel, count(*) FILTER (WHERE o.state = 'active')::int AS active,
      count(*) FILTER (WHERE o.state = 'paused_by_owner')::int AS "pausedByOwner",
      count(*) FILTER (WHERE o.state = 'paused_after_failure')::int AS "pausedAfterFailure",
      count(*) FILTER (WHERE o.state = 'disabled_by_operator')::int AS disabled,
      coalesce(min(w.events), 0) AS waiting, coalesce(min(t.attempts), 0) AS attempts,
      coalesce(min(t.failures), 0) AS failures, min(t.p50) AS p50, min(t.p95) AS p95
    FROM own o LEFT JOIN waiting w USING (channel) LEFT JOIN tried t USING (channel)
    GROUP BY o.channel ORDER BY o.channel`;
}

export interface FailingReceiver {
  subscriptionId: string;
  /** of the last 24 hours */
  attempts: number;
  failures: number;
  /** milliseconds */
  p95: number;
}

/** The webhooks with the highest number of failed attempts in the last 24 hours. */
export async function worstReceivers(db: Db, take: number): Promise<FailingReceiver[]> {
  return await db.$queryRaw`
    SELECT subscription_id AS "subscriptionId", count(*)::int AS attempts, count(error)::int AS failures,
      percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95
    FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id AND s.channel = 'webhook'
    WHERE attempted_at > now() - interval '24 hours'
    GROUP BY subscription_id HAVING count(error) > 0
    ORDER BY failures DESC, attempts, subscription_id LIMIT ${take}`;
}

/** Subscriptions of a channel and a state that an operator looks for by id, part of the e-mail or part of the address. */
export function subscriptionsWhere(wanted: {
  channel?: string | undefined;
  state?: string | undefined;
  search?: string | undefined;
}): Prisma.SubscriptionWhereInput {
  const { channel, state, search } = wanted;
  const where = { ...(channel && { channel }), ...(state && { state }) };
  const text = search?.trim();
  if (!text) return where;
  const contains = { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const };
  const fields = [{ account: { email: contains } }, { url: contains }, { address: contains }, { name: contains }];
  return { ...where, OR: fields };
}

// What a subscription knows of changes that it will not get: since when, and of which data versions.

/** The aggregates that `addMissed` reads, over rows with `changed_at` and `version` such as those of the change log. */
export const missedOf = (rows: string): string =>
  `min(${rows}.changed_at) AS since, min(${rows}.version) AS first_version, max(${rows}.version) AS last_version`;

/** The columns of a subscription, for SET: what it missed before and the changes of `missed` together. */
export const addMissed = (subscription: string, missed: string): string =>
  `missed_since = least(${subscription}.missed_since, ${missed}.since),
   missed_first_version = least(${subscription}.missed_first_version, ${missed}.first_version),
   missed_last_version = greatest(${subscription}.missed_last_version, ${missed}.last_version)`;

// The hour of daily mail.

/** UTC; EDGAR's day is over by then, and its index is published */
const digestHour = 6;

/** SQL: the time of the newest digest that is due. */
export const lastDigest = `(date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC' - interval '${digestHour} hours')
    + interval '${digestHour} hours') AT TIME ZONE 'UTC'`;
