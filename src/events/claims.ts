// Which subscription is sent to now. All that a sender knows is in the database: a claim is a lease that ends by itself,
// and a message is named by its last position before it is sent, so that a sender that is killed in between leaves a
// message that the next one sends again under the same id. Times are those of the database's clock.
import type { Pool } from "pg";
import type { TitledList } from "../domain/row-titles.ts";
import { lastDigest } from "../store/subscriptions.ts";

/** Channels whose events are sent. */
export type SentChannel = "webhook" | "mail";

export interface Claim {
  /** of the subscription */
  id: string;
  list: TitledList;
  /** as its owner named it; may be empty */
  name: string;
  /** webhook */
  url: string | null;
  /** mail */
  address: string | null;
  /** mail: the token in its links */
  token: string | null;
  /** the host that the limit per host counts */
  host: string;
  /** the secret, and the one before it while it is valid */
  secrets: string[];
  /** position of the newest delivered event */
  reachedPosition: string;
  /** position of the last event in this message; null where no event is stored */
  sendingPosition: string | null;
  /** the position up to which events matched when this was claimed */
  matchedPosition: string;
  /** failed attempts in a row before this one */
  attempts: number;
  /** the end of the lease, which is its name too */
  lease: string;
}

export interface ClaimLimits {
  channel: SentChannel;
  /** claims at most */
  count: number;
  /** deliveries to one host at most */
  perHost: number;
  /** host -> deliveries that are under way */
  busyHosts: ReadonlyMap<string, number>;
  leaseSeconds: number;
}

/** A daily subscription is sent what happened before the newest digest. */
const isDue = `s.cadence IS DISTINCT FROM 'daily' OR coalesce((SELECT m.changed_at < ${lastDigest} FROM matched_changes m
    WHERE m.subscription_id = s.id AND m.position > s.reached_position ORDER BY m.position LIMIT 1), true)`;

const waits = "s.matched_position > s.reached_position";
const isReady = (waiting: string) => `s.channel = $5 AND s.state = 'active' AND ${waiting}
  AND s.attempt_at <= clock_timestamp() AND (s.leased_until IS NULL OR s.leased_until < clock_timestamp())
  AND (s.channel <> 'mail' OR s.confirmed_at IS NOT NULL) AND (${isDue})
  AND EXISTS (SELECT FROM accounts a WHERE a.id = s.account_id AND a.status = 'active')`;

/** The host of a webhook, or the domain of a mail address. */
const hostOf = `coalesce(substring(s.url FROM '^[a-z]+://(\\[[^\\]]*\\]|[^/:?#]*)'),
  lower(substring(s.address FROM '@([^@]*)$')))`;

/** The valid secrets of a subscription, the newest first. */
export const secretsOf = `array_remove(ARRAY[s.secret,
  CASE WHEN s.previous_until > clock_timestamp() THEN s.previous_secret END], NULL)`;

/** subscriptions that a claim chooses from: with one host's limit it finds others behind many of the same host */
const candidates = 1_000;

// The candidates are read in the order of the index alone, so that not every waiting subscription is read. The conditions
// are repeated where the row is locked: only there they are judged again after another sender's commit. They are written
// there so that the row is found by its id and not by the index of those that wait.
const claimStatement = `
  WITH ready AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.host ORDER BY c.attempt_at, c.id) AS nth
    FROM (
      SELECT s.id, s.attempt_at, ${hostOf} AS host FROM subscriptions s
      WHERE ${isReady(waits)} AND coalesce(($3::jsonb ->> ${hostOf})::int, 0) < $2::int
      ORDER BY s.attempt_at LIMIT ${candidates}) c
  ), first AS MATERIALIZED (
    SELECT r.id FROM ready r WHERE r.nth <= $2::int - coalesce(($3::jsonb ->> r.host)::int, 0)
    ORDER BY r.attempt_at, r.id LIMIT $1
  ), picked AS (
    SELECT s.id FROM first f JOIN subscriptions s USING (id)
    WHERE ${isReady("s.matched_position - s.reached_position > 0")}
    FOR UPDATE OF s SKIP LOCKED
  )
  UPDATE subscriptions s
  SET leased_until = clock_timestamp() + make_interval(secs => $4::float8),
    sending_position = coalesce(s.sending_position, (
      SELECT max(b.position) FROM (
        SELECT m.position FROM matched_changes m
        WHERE m.subscription_id = s.id AND m.position > s.reached_position ORDER BY m.position LIMIT s.batch_size) b))
  FROM picked p WHERE p.id = s.id
  RETURNING s.id, s.list, s.name, s.url, s.address, s.token, ${hostOf} AS host, ${secretsOf} AS secrets,
    s.reached_position AS "reachedPosition", s.sending_position AS "sendingPosition", s.matched_position AS "matchedPosition", s.attempts,
    s.leased_until::text AS lease`;

/** Claims subscriptions with waiting events, the longest waiting first. */
export async function claim(
  pool: Pool,
  { channel, count, perHost, busyHosts, leaseSeconds }: ClaimLimits,
): Promise<Claim[]> {
  const busy = JSON.stringify(Object.fromEntries(busyHosts));
  const { rows } = await pool.query<Claim>(claimStatement, [count, perHost, busy, leaseSeconds, channel]);
  return rows;
}

export type Lease = Pick<Claim, "id" | "lease">;

/** Gives a claim back as if it had not been made; it may be claimed at once. */
export async function release(pool: Pool, leases: readonly Lease[]): Promise<void> {
  await pool.query(
    `UPDATE subscriptions s SET leased_until = NULL
     FROM unnest($1::uuid[], $2::timestamptz[]) AS l (id, lease) WHERE s.id = l.id AND s.leased_until = l.lease`,
    [leases.map(({ id }) => id), leases.map(({ lease }) => lease)],
  );
}

/**
 * Ends a claim for which no event is stored: nothing waits up to the position that had matched by then, unless an event
 * was stored meanwhile.
 */
export async function endEmpty(pool: Pool, { id, lease, matchedPosition }: Claim): Promise<void> {
  await pool.query(
    `UPDATE subscriptions s SET leased_until = NULL, sending_position = NULL,
       reached_position = CASE WHEN EXISTS (
         SELECT FROM matched_changes m WHERE m.subscription_id = s.id AND m.position > s.reached_position)
         THEN s.reached_position ELSE greatest(s.reached_position, $3::bigint) END
     WHERE s.id = $1 AND s.leased_until = $2::timestamptz`,
    [id, lease, matchedPosition],
  );
}
