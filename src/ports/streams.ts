// Types of the event streams that the facade opens. Types only, no code.
import type { Writable } from "node:stream";
import type { Principal } from "./access.ts";
import type { Feed } from "./requests.ts";

export interface StreamRequest {
  list: Feed["list"];
  /** the list's filters as a query string, which its route accepts */
  filters: string;
  principal: Principal;
  /** continues after this position of the change log; undefined: begins with the next change */
  after: { version: string; position: string } | undefined;
  /** whether the key may still be used from the caller's address. Rejects where that cannot be found out. */
  isAllowed(): Promise<boolean>;
}

/**
 * `limit`: the account has as many open streams as its plan allows. `gone`: the change log does not hold the position any
 * more. An opened stream occupies its place until the connection is closed or `cancel` is called.
 */
export type OpenedStream =
  | { outcome: "opened"; start(connection: Writable): void; cancel(): void }
  | { outcome: "limit"; limit: number }
  | { outcome: "gone" };

export interface EventStreams {
  /** Rejects with AppError `unavailable` while the service stops. */
  open(request: StreamRequest): Promise<OpenedStream>;
}
