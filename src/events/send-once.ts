// One message at once, outside of the order of a subscription: a test, or one stored event again.
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { TitledList } from "../domain/row-titles.ts";
import type { RowsById } from "../export/rows.ts";
import { now, todayUtc } from "../lib/clock.ts";
import { attemptOf, noteSingle, secretsOf } from "./claims.ts";
import type { EventMessage } from "./event-body.ts";
import { messageOfEvent } from "./messages.ts";
import type { Post, Posted, Receiver } from "./post.ts";

interface Sending {
  pool: Pool;
  post: Post;
  signal: AbortSignal;
}

/** What came of it, with the `webhook-id`. */
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
    body: JSON.stringify(target.batchSize > 1 ? [event] : event),
    events: 1,
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
  const target = await targetOf(sending.pool, id);
  const message = target && (await messageOfEvent({ ...sending, today: todayUtc() }, target, position));
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
  const posted = await post.send(target, message, signal);
  await noteSingle(pool, target.id, { ...attemptOf(message, posted), attempt: 1 });
  return { ...posted, messageId: message.id };
}
