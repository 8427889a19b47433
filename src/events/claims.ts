// Which subscription is sent to now, and what came of it. All that a sender knows is in the database: a claim is a lease
// that ends by itself, and a message is named by its last position before it is sent, so that a sender that is killed in
// between leaves a message that the next one sends again under the same id. Times are those of the database's clock.
import type { Pool } from "pg";
import type { TitledList } from "../domain/row-titles.ts";
import type { EventMessage } from "./event-body.ts";
import type { Posted } from "./post.ts";

export interface Claim {
  /** of the subscription */
  id: string;
  list: TitledList;
  url: string;
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
  /** claims at most */
  count: number;
  /** deliveries to one host at most */
  perHost: number;
  /** host -> deliveries that are under way */
  busyHosts: ReadonlyMap<string, number>;
  leaseSeconds: number;
}

const isReady = `s.channel = 'webhook' AND s.state = 'active' AND s.matched_position > s.reached_position
  AND s.attempt_at <= clock_timestamp() AND (s.leased_until IS NULL OR s.leased_until < clock_timestamp())
  AND EXISTS (SELECT FROM accounts a WHERE a.id = s.account_id AND a.status = 'active')`;

const hostOf = "substring(s.url FROM '^[a-z]+://(\\[[^\\]]*\\]|[^/:?#]*)')";

/** The valid secrets of a subscription, the newest first. */
export const secretsOf = `array_remove(ARRAY[s.secret,
  CASE WHEN s.previous_until > clock_timestamp() THEN s.previous_secret END], NULL)`;

/** subscriptions that a claim chooses from: with one host's limit it finds others behind many of the same host */
const candidates = 500;

// the conditions are repeated where the row is locked: only there they are judged again after another sender's commit
const claimStatement = `
  WITH ready AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.host ORDER BY c.attempt_at, c.id) AS nth
    FROM (
      SELECT s.id, s.attempt_at, ${hostOf} AS host FROM subscriptions s
      WHERE ${isReady} AND coalesce(($3::jsonb ->> ${hostOf})::int, 0) < $2::int
      ORDER BY s.attempt_at, s.id LIMIT ${candidates}) c
  ), picked AS (
    SELECT s.id FROM subscriptions s
    WHERE s.id = ANY(ARRAY(
      SELECT r.id FROM ready r WHERE r.nth <= $2::int - coalesce(($3::jsonb ->> r.host)::int, 0)
      ORDER BY r.attempt_at, r.id LIMIT $1)) AND ${isReady}
    FOR UPDATE SKIP LOCKED
  )
  UPDATE subscriptions s
  SET leased_until = clock_timestamp() + make_interval(secs => $4::float8),
    sending_position = coalesce(s.sending_position, (
      SELECT max(b.position) FROM (
        SELECT m.position FROM matched_changes m
        WHERE m.subscription_id = s.id AND m.position > s.reached_position ORDER BY m.position LIMIT s.batch_size) b))
  FROM picked p WHERE p.id = s.id
  RETURNING s.id, s.list, s.url, ${hostOf} AS host, ${secretsOf} AS secrets, s.reached_position AS "reachedPosition",
    s.sending_position AS "sendingPosition", s.matched_position AS "matchedPosition", s.attempts,
    s.leased_until::text AS lease`;

/** Claims subscriptions with waiting events, the longest waiting first. */
export async function claim(pool: Pool, { count, perHost, busyHosts, leaseSeconds }: ClaimLimits): Promise<Claim[]> {
  const busy = JSON.stringify(Object.fromEntries(busyHosts));
  const { rows } = await pool.query<Claim>(claimStatement, [count, perHost, busy, leaseSeconds]);
  return rows;
}

type Lease = Pick<Claim, "id" | "lease">;

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

/** One attempt to deliver one message. */
export interface Attempt {
  messageId: string;
  events: number;
  firstPosition: string;
  lastPosition: string;
  /** data version of the last event */
  lastVersion: string;
  /** 1 is the first one */
  attempt: number;
  /** HTTP status; null where no response came */
  status: number | null;
  /** null where it was delivered */
  error: string | null;
  durationMs: number;
  /** beginning of the receiver's body */
  response: string | null;
}

/** The attempt at a message, without its number. */
export const attemptOf = (message: EventMessage, posted: Posted): Omit<Attempt, "attempt"> => ({
  messageId: message.id,
  events: message.events,
  firstPosition: message.firstPosition,
  lastPosition: message.lastPosition,
  lastVersion: message.lastVersion,
  ...posted,
});

/** The attempt as the row of `deliveries`, from parameter `$1` (subscription) on; nothing where the subscription is gone. */
const noteAttempt = `
  INSERT INTO deliveries (subscription_id, message_id, events, first_position, last_position, attempt, attempted_at,
    status, error, duration_ms, response)
  SELECT s.id, $2, $3::int, $4::bigint, $5::bigint, $6::int, clock_timestamp(), $7::int, $8, $9::int, $10
  FROM subscriptions s WHERE s.id = $1`;

const valuesOf = (id: string, attempt: Attempt) => [
  ...[id, attempt.messageId, attempt.events, attempt.firstPosition, attempt.lastPosition, attempt.attempt],
  ...[attempt.status, attempt.error, attempt.durationMs, attempt.response],
];

/** Records an attempt that changes nothing about the subscription: a test, or one event again. */
export async function noteSingle(pool: Pool, id: string, attempt: Attempt): Promise<void> {
  await pool.query(noteAttempt, valuesOf(id, attempt));
}

/**
 * Records a delivery and moves the subscription on, unless its owner has moved it meanwhile. The events stay stored for
 * a replay until `prune` removes them.
 */
export async function noteDelivered(pool: Pool, { id, lease }: Lease, attempt: Attempt): Promise<void> {
  await pool.query(
    `WITH moved AS (
       UPDATE subscriptions s SET leased_until = NULL, sending_position = NULL, attempts = 0, failing_since = NULL,
         attempt_at = clock_timestamp(),
         reached_position = CASE WHEN s.sending_position = $5::bigint THEN $5::bigint ELSE s.reached_position END,
         reached_version = CASE WHEN s.sending_position = $5::bigint THEN $12::bigint ELSE s.reached_version END
       WHERE s.id = $1 AND s.leased_until = $11::timestamptz
     ) ${noteAttempt}`,
    [...valuesOf(id, attempt), lease, attempt.lastVersion],
  );
}

/** hours of failure after which a subscription is paused */
const hoursOfFailure = 72;

/** Records a failure; the next attempt is after `delaySeconds`. Returns whether the subscription is paused now. */
export async function noteFailed(
  pool: Pool,
  { id, lease }: Lease,
  attempt: Attempt,
  delaySeconds: number,
): Promise<{ isPaused: boolean }> {
  const { rowCount } = await pool.query(
    `WITH failed AS (
       UPDATE subscriptions s SET leased_until = NULL, attempts = s.attempts + 1,
         failing_since = coalesce(s.failing_since, clock_timestamp()),
         attempt_at = clock_timestamp() + make_interval(secs => $12::float8),
         state = CASE WHEN s.state = 'active' AND s.failing_since <= clock_timestamp() - make_interval(hours => $13::int)
           THEN 'paused_after_failure' ELSE s.state END
       WHERE s.id = $1 AND s.leased_until = $11::timestamptz
       RETURNING s.state
     ), noted AS (${noteAttempt})
     SELECT FROM failed WHERE state = 'paused_after_failure'`,
    [...valuesOf(id, attempt), lease, delaySeconds, hoursOfFailure],
  );
  return { isPaused: rowCount === 1 };
}
