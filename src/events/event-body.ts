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
  /** `webhook-id`, and the beginning of the `Message-ID` of mail */
  id: string;
  events: readonly EventBody[];
  /** an array is sent, because the subscription takes several */
  isArray: boolean;
  firstPosition: string;
  lastPosition: string;
  lastVersion: string;
}

/** The result of a request, or of a mail. */
export interface Posted {
  /** HTTP status, or the mail server's code; null where no response came */
  status: number | null;
  /** a sentence for the owner; null: it was accepted in time */
  error: string | null;
  durationMs: number;
  /** the first 4 kB of the response */
  response: string | null;
  /** for how long the receiver asks not to be sent anything, by Retry-After; null: it does not say */
  retryAfterMs: number | null;
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
