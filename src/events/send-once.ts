// One message at once, outside of the order of a subscription: a test, or one stored event again.
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { TitledList } from "../domain/row-titles.ts";
import type { RowsById } from "../export/rows.ts";
import { now, todayUtc } from "../lib/calendar-date.ts";
import { attemptOf, noteSingle } from "./attempts.ts";
import { secretsOf } from "./claims.ts";
import type { EventMessage, Posted } from "./event-message.ts";
import { messageBetween } from "./messages.ts";
import { bodyOf, type Post, type Receiver } from "./post.ts";

interface Sending {
  pool: Pool;
  post: Post;
  signal: AbortSignal;
}

/** Its result, with the `webhook-id`. */
export type SentOnce = Posted & { messageId: string };

interface Target extends Receiver {
  id: string;
  list: TitledList;
  name: string;
  batchSize: number;
  dataVersion: string;
}

/** Undefined where the webhook does not exist. Rejects where the signal is aborted. */
export async function sendTest(sending: Sending, id: string): Promise<SentOnce | undefined> {
  const target = await targetOf(sending.pool, id);
  if (!target) return undefined;
  const random = randomBytes(8).toString("hex");
  const event = {
    id: `evt_test_${random}`,
    type: "test",
    data_version: target.dataVersion,
    occurred_at: now().toISOString(),
    data: { list: target.list, name: target.name },
  };
  return await sendOnce(sending, target, {
    id: `msg_${target.id.replaceAll("-", "")}_test_${random}`,
    events: [event],
    isArray: target.batchSize > 1,
    firstPosition: "0",
    lastPosition: "0",
    lastVersion: target.dataVersion,
  });
}

/** Sends the stored event of a position. Undefined where the webhook or the event does not exist. */
export async function sendEventAgain(
  sending: Sending & { rowsById: RowsById },
  id: string,
  position: string,
): Promise<SentOnce | undefined> {
  return await sendBetween(sending, id, { first: position, last: position });
}

/**
 * Sends the stored events of a recorded message, under its id while all of them are stored. Undefined where the webhook,
 * the message or its events do not exist; a test has none.
 */
export async function sendMessageAgain(
  sending: Sending & { rowsById: RowsById },
  id: string,
  messageId: string,
): Promise<SentOnce | undefined> {
  const { rows } = await sending.pool.query<{ first: string; last: string }>(
    `SELECT first_position AS first, last_position AS last FROM deliveries
     WHERE subscription_id = $1 AND message_id = $2 LIMIT 1`,
    [id, messageId],
  );
  return rows[0] && (await sendBetween(sending, id, rows[0]));
}

async function sendBetween(
  sending: Sending & { rowsById: RowsById },
  id: string,
  positions: { first: string; last: string },
): Promise<SentOnce | undefined> {
  const target = await targetOf(sending.pool, id);
  const message = target && (await messageBetween({ ...sending, today: todayUtc() }, target, positions));
  return message && (await sendOnce(sending, target, message));
}

async function targetOf(pool: Pool, id: string): Promise<Target | undefined> {
  const { rows } = await pool.query<Target>(
    `SELECT s.id, s.list, s.name, s.url, s.batch_size AS "batchSize", ${secretsOf} AS secrets,
       (SELECT version::text FROM data_version WHERE id = 1) AS "dataVersion"
     FROM subscriptions s WHERE s.id = $1 AND s.channel = 'webhook'`,
    [id],
  );
  return rows[0];
}

async function sendOnce({ pool, post, signal }: Sending, target: Target, message: EventMessage): Promise<SentOnce> {
  const posted = await post.send(target, bodyOf(message), signal);
  await noteSingle(pool, target.id, attemptOf(message, posted, 1));
  return { ...posted, messageId: message.id };
}
