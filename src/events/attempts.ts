// The results of attempts: rows of `deliveries`, how their subscriptions continue, and how long a message waits after a
// failure. Attempts of many subscriptions are recorded by one statement: while one runs, what ends meanwhile waits for
// the next one. Times are those of the database's clock.
import { setTimeout as sleep } from "node:timers/promises";
import pg, { type Pool } from "pg";
import { whenDue } from "../lib/async-work.ts";
import type { Lease } from "./claims.ts";
import type { EventMessage, Posted } from "./event-message.ts";

/** One attempt to deliver one message. */
interface Attempt {
  messageId: string;
  events: number;
  firstPosition: string;
  lastPosition: string;
  /** data version of the last event */
  lastVersion: string;
  /** 1 is the first one */
  attempt: number;
  /** HTTP status, or the mail server's code; null where no response came */
  status: number | null;
  /** null where it was delivered */
  error: string | null;
  durationMs: number;
  /** beginning of the receiver's body */
  response: string | null;
}

/** The attempt at a message by its number. */
export const attemptOf = (
  message: EventMessage,
  { status, error, durationMs, response }: Posted,
  attempt: number,
): Attempt => ({
  messageId: message.id,
  events: message.events.length,
  firstPosition: message.firstPosition,
  lastPosition: message.lastPosition,
  lastVersion: message.lastVersion,
  attempt,
  ...{ status, error, durationMs, response },
});

/** An attempt at the message of a claim. */
interface Outcome {
  lease: Lease;
  attempt: Attempt;
  /** seconds until the next attempt, if this one has failed */
  delaySeconds: number;
}

/** The columns of an attempt in `deliveries`, besides the subscription and the time, with their types. */
const columns = {
  message_id: "text",
  events: "int",
  first_position: "bigint",
  last_position: "bigint",
  attempt: "int",
  status: "int",
  error: "text",
  duration_ms: "int",
  response: "text",
};
const columnNames = Object.keys(columns).join(", ");

const valuesOf = (attempt: Attempt) => [
  ...[attempt.messageId, attempt.events, attempt.firstPosition, attempt.lastPosition, attempt.attempt],
  ...[attempt.status, attempt.error, attempt.durationMs, attempt.response],
];

/** Attempts as rows, from arrays: `$1` the subscriptions, then one for each column, and for each of `more`. */
const attemptsGiven = (more: Readonly<Record<string, string>> = {}) => {
  const all = { id: "uuid", ...columns, ...more };
  const arrays = Object.values(all).map((type, at) => `$${at + 1}::${type}[]`);
  return `SELECT * FROM unnest(${arrays.join(", ")}) AS a (${Object.keys(all).join(", ")})`;
};

/** Each of the rows `given` becomes a row of `deliveries`; none of a subscription that is gone. */
const insertGiven = `INSERT INTO deliveries (subscription_id, attempted_at, ${columnNames})
  SELECT s.id, clock_timestamp(), ${columnNames.replace(/\w+/g, "a.$&")} FROM given a JOIN subscriptions s ON s.id = a.id`;

/** Records an attempt that changes nothing about the subscription: a test, or one event again. */
export async function noteSingle(pool: Pool, id: string, attempt: Attempt): Promise<void> {
  await pool.query(
    `WITH given AS (${attemptsGiven()}) ${insertGiven}`,
    [id, ...valuesOf(attempt)].map((value) => [value]),
  );
}

/** hours of failure after which a subscription is paused */
const hoursOfFailure = 72;

const failed = "a.error IS NOT NULL";
const moves = "a.error IS NULL AND s.sending_position = a.last_position";
const given = { lease: "timestamptz", version: "bigint", delay: "float8" };
const parameters = 1 + Object.keys({ ...columns, ...given }).length;

// locked in the order in which matching and other senders lock, which prevents deadlocks
const noteStatement = `
  WITH given AS MATERIALIZED (${attemptsGiven(given)}
  ), locked AS MATERIALIZED (
    SELECT id FROM subscriptions WHERE id IN (SELECT id FROM given) ORDER BY id FOR NO KEY UPDATE
  ), ended AS (
    UPDATE subscriptions s SET leased_until = NULL,
      sending_position = CASE WHEN ${failed} THEN s.sending_position END,
      reached_position = CASE WHEN ${moves} THEN a.last_position ELSE s.reached_position END,
      reached_version = CASE WHEN ${moves} THEN a.version ELSE s.reached_version END,
      attempts = CASE WHEN ${failed} THEN s.attempts + 1 ELSE 0 END,
      failing_since = CASE WHEN ${failed} THEN coalesce(s.failing_since, clock_timestamp()) END,
      attempt_at = clock_timestamp() + CASE WHEN ${failed} THEN make_interval(secs => a.delay) ELSE interval '0' END,
      state = CASE WHEN ${failed} AND s.state = 'active'
        AND s.failing_since <= clock_timestamp() - make_interval(hours => $${parameters + 1}::int)
        THEN 'paused_after_failure' ELSE s.state END
    FROM given a JOIN locked l ON l.id = a.id
    WHERE s.id = a.id AND s.leased_until = a.lease
    RETURNING s.id, s.channel, s.failing_since, ${failed} AND s.state = 'paused_after_failure' AS "isPaused"
  ), noted AS (${insertGiven}
  ), notice AS (
    INSERT INTO notices (id, kind, subject_id, key, expires_at)
    SELECT gen_random_uuid(), 'webhook_paused', id, failing_since::text, clock_timestamp() + interval '3 days'
    FROM ended WHERE "isPaused" AND channel = 'webhook'
    ON CONFLICT DO NOTHING
  )
  SELECT id FROM ended WHERE "isPaused"`;

/**
 * Records attempts of different subscriptions. A delivered message moves its subscription on, unless its owner has moved
 * it meanwhile; its events stay stored for a replay until `prune` removes them. After a failure the message waits.
 * Returns the subscriptions that are paused now; of a webhook its account gets a notice.
 */
export async function noteAttempts(pool: Pool, outcomes: readonly Outcome[]): Promise<Set<string>> {
  const rows = outcomes.map(({ lease: { id, lease }, attempt, delaySeconds }) => [
    ...[id, ...valuesOf(attempt)],
    ...[lease, attempt.lastVersion, delaySeconds],
  ]);
  const arrays = Array.from({ length: parameters }, (_, column) => rows.map((row) => row[column]));
  const { rows: paused } = await pool.query<{ id: string }>(noteStatement, [...arrays, hoursOfFailure]);
  return new Set(paused.map(({ id }) => id));
}

// Records the attempts of a sender together: while one statement runs, what ends meanwhile waits for the next one. While
// the database is not reachable, attempts wait as long as their leases last, so that a message that was delivered before
// an outage is not sent again after it.

export interface Recorder {
  /**
   * Resolves when the attempt is recorded, to whether its subscription is paused now. Rejects where that fails until
   * `leasedUntil`, in milliseconds of performance.now().
   */
  note(outcome: Outcome, leasedUntil: number): Promise<boolean>;
  /** Tries nothing again from now on; what cannot be recorded is rejected. */
  close(): void;
}

interface Waiting {
  outcome: Outcome;
  leasedUntil: number;
  resolve(isPaused: boolean): void;
  reject(error: unknown): void;
}

/** attempts of one statement at most */
const maxBatch = 500;
const retryMs = 200;

export function openRecorder(pool: Pool): Recorder {
  const waiting: Waiting[] = [];
  const closing = new AbortController();

  async function record(batch: readonly Waiting[]): Promise<void> {
    const paused = await noteAttempts(
      pool,
      batch.map(({ outcome }) => outcome),
    );
    for (const { outcome, resolve } of batch) resolve(paused.has(outcome.lease.id));
  }

  /** Each alone, so that one that cannot be recorded does not keep the others. */
  async function recordEach(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) await record([one]).catch(one.reject);
  }

  async function retryLater(batch: readonly Waiting[], error: unknown): Promise<void> {
    await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    for (const one of batch)
      if (closing.signal.aborted || one.leasedUntil <= performance.now()) one.reject(error);
      else waiting.push(one);
  }

  const recording = whenDue(async () => {
    const batch = waiting.splice(0, maxBatch);
    if (batch.length === 0) return;
    try {
      await record(batch);
    } catch (error) {
      // the server has refused something; otherwise it was not reachable, or is stopping
      const isRefused = error instanceof pg.DatabaseError && /^2/.test(error.code ?? "");
      await (isRefused ? recordEach(batch) : retryLater(batch, error));
    }
    if (waiting.length > 0) void recording.wake();
  });

  return {
    note(outcome, leasedUntil) {
      return new Promise((resolve, reject) => {
        waiting.push({ outcome, leasedUntil, resolve, reject });
        void recording.wake();
      });
    },
    close: () => closing.abort(),
  };
}

// How long a message waits after a failed attempt.

const firstSeconds = 5;
const maxSeconds = 3600;
/** added to the delay at most, so that messages that failed together do not come back together */
const jitter = 0.1;

/**
 * `failures`: failed attempts before this one; `random` from 0 to 1. 5 s, doubling to 1 h; longer where the receiver asks
 * for it, up to 1 h too.
 */
export function retryDelaySeconds(failures: number, random: number, retryAfterMs: number | null = null): number {
  const delay = Math.max(firstSeconds * 2 ** Math.min(failures, 20), (retryAfterMs ?? 0) / 1000);
  return Math.min(maxSeconds, delay) * (1 + jitter * random);
}
