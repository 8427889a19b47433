// The messages of claimed subscriptions: their events, with the rows as the list's route gives them at the newest data
// version. Rows of one list are read together, whichever subscriptions they are for.
import type { Pool } from "pg";
import type { Row } from "../../rest/fields.ts";
import type { RowsById } from "../export/rows.ts";
import { groupBy } from "../lib/group-by.ts";
import type { Claim } from "./claims.ts";
import { type EventMessage, eventBody, type MatchedEvent } from "./event-message.ts";

interface StoredEvent extends MatchedEvent {
  subscriptionId: string;
  isArray: boolean;
}

const columns = `m.subscription_id AS "subscriptionId", m.position, m.version, m.kind, m.row_id AS "rowId", m.change,
  m.changed_at AS "changedAt", s.batch_size > 1 AS "isArray"`;

/** rows that are read by one query */
const rowsAtOnce = 500;

/** The message of each claim, by subscription; a claim without stored events has none. */
export async function messagesOf(
  { pool, rowsById, today }: { pool: Pool; rowsById: RowsById; today: string },
  claims: readonly Claim[],
): Promise<Map<string, EventMessage>> {
  const { rows: events } = await pool.query<StoredEvent>(
    `SELECT ${columns}
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS c (id, reached, sending)
     JOIN subscriptions s ON s.id = c.id
     JOIN matched_changes m ON m.subscription_id = c.id AND m.position > c.reached AND m.position <= c.sending
     ORDER BY m.subscription_id, m.position`,
    [
      claims.map(({ id }) => id),
      claims.map(({ reachedPosition }) => reachedPosition),
      claims.map(({ sendingPosition }) => sendingPosition),
    ],
  );
  const lists = new Map(claims.map(({ id, list }) => [id, list]));
  const rows = await rowsOf(events, { rowsById, today, listOf: (event) => lists.get(event.subscriptionId) ?? "" });
  const bySubscription = groupBy(events, ({ subscriptionId }) => subscriptionId);
  return new Map([...bySubscription].map(([id, own]) => [id, messageOf(own, rows)]));
}

/** The stored events from a position to another one as one message; undefined where the subscription has none there. */
export async function messageBetween(
  { pool, rowsById, today }: { pool: Pool; rowsById: RowsById; today: string },
  { id, list }: { id: string; list: string },
  { first, last }: { first: string; last: string },
): Promise<EventMessage | undefined> {
  const { rows: events } = await pool.query<StoredEvent>(
    `SELECT ${columns} FROM matched_changes m JOIN subscriptions s ON s.id = m.subscription_id
     WHERE m.subscription_id = $1 AND m.position BETWEEN $2 AND $3 ORDER BY m.position`,
    [id, first, last],
  );
  return events.length === 0
    ? undefined
    : messageOf(events, await rowsOf(events, { rowsById, today, listOf: () => list }));
}

type RowOf<Event> = (event: Event) => Row | undefined;

interface Reading<Event> {
  rowsById: RowsById;
  today: string;
  listOf(event: Event): string;
}

/** The rows of the events, each read once for all events of its list; undefined for a row that no longer exists. */
export async function rowsOf<Event extends Pick<MatchedEvent, "rowId">>(
  events: readonly Event[],
  { rowsById, today, listOf }: Reading<Event>,
): Promise<RowOf<Event>> {
  const found = new Map<string, Row>();
  for (const [list, own] of groupBy(events, listOf)) {
    const ids = [...new Set(own.map(({ rowId }) => rowId))].map(BigInt);
    for (let from = 0; from < ids.length; from += rowsAtOnce)
      for (const row of await rowsById(list, ids.slice(from, from + rowsAtOnce), today))
        found.set(`${list} ${row.id}`, row);
  }
  return (event) => found.get(`${listOf(event)} ${event.rowId}`);
}

function messageOf(events: readonly StoredEvent[], rowOf: RowOf<StoredEvent>): EventMessage {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error("a message has an event");
  return {
    id: `msg_${first.subscriptionId.replaceAll("-", "")}_${first.position}_${last.position}`,
    events: events.map((event) => eventBody(event, rowOf(event))),
    isArray: first.isArray,
    firstPosition: first.position,
    lastPosition: last.position,
    lastVersion: last.version,
  };
}
