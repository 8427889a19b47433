// What a receiver gets of one change of one row: the body of an event, and the signature of the message by Standard
// Webhooks 1.0. The library `standardwebhooks` signs with hash functions written in JavaScript and with one secret;
// node:crypto needs ten lines, and the library verifies them in the tests.
import { createHmac, randomBytes } from "node:crypto";
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

// Signatures of messages by Standard Webhooks 1.0. The library `standardwebhooks` signs with hash functions written in
// JavaScript and with one secret; node:crypto needs ten lines, and the library verifies them in the tests.

const prefix = "whsec_";

/** A secret of 256 bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString("base64");

export interface Message {
  /** `webhook-id`: the same in every attempt, so that a receiver recognises a message that it has handled */
  id: string;
  body: string;
}

/** The three headers of a message that is sent at `at`: one signature for each secret. */
export function signedHeaders({ id, body }: Message, at: Date, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(signature).join(" "),
  };
}
