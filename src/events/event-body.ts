// The body of an event: what a receiver gets of one change of one row.
import type { Row } from "../../rest/fields.ts";
import { eventIdOf } from "../domain/event-id.ts";

/** Kinds of rows -> the beginning of an event's type. */
const nouns: Readonly<Record<string, string>> = {
  insider_trade: "trade",
  politician_trade: "politician_trade",
  cluster: "cluster",
};

/** A row of `matched_changes`; numbers of 64 bits are text. */
export interface MatchedEvent {
  position: string;
  /** data version of the change */
  version: string;
  /** `insider_trade`, `politician_trade` or `cluster` */
  kind: string;
  rowId: string;
  /** `created`, `changed` or `withdrawn` */
  change: string;
  changedAt: Date;
}

export interface EventBody {
  id: string;
  /** `trade.created`, `politician_trade.changed`, `cluster.withdrawn` */
  type: string;
  data_version: string;
  /** RFC 3339 */
  occurred_at: string;
  /** the row as the list's route gives it; `{ id }` of a row that no longer exists */
  data: Row;
}

/** What is sent, with what is recorded of it. */
export interface EventMessage {
  /** `webhook-id` */
  id: string;
  /** JSON: one event, or an array where the subscription takes several */
  body: string;
  events: number;
  firstPosition: string;
  lastPosition: string;
  lastVersion: string;
}

/** `row`: undefined where it no longer exists. */
export function eventBody(event: MatchedEvent, row: Row | undefined): EventBody {
  return {
    id: eventIdOf(event),
    type: `${nouns[event.kind] ?? event.kind}.${event.change}`,
    data_version: event.version,
    occurred_at: event.changedAt.toISOString(),
    data: row ?? { id: Number(event.rowId) },
  };
}
