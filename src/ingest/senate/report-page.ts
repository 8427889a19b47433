// What the site responds instead of a report: its refusal of servers, and a page that was cut off.
import { OutboundError } from "../outbound/door.ts";
import { senate } from "./index.ts";

// The Senate's search is protected by Akamai, which returns 403 to servers even if they identify themselves. This
// client identifies itself and accepts the refusal; a person's browser is not refused, and the files that it saves can
// be ingested.

/** Returns the same error, or for that refusal an error with advice. */
export function explained(error: unknown): unknown {
  if (!(error instanceof OutboundError) || error.reason !== "publisher_stopped") return error;
  const { status, advice } = senate.refusal;
  if (error.status !== status) return error;
  return new OutboundError("publisher_stopped", `${advice} (${error.message})`, error.retryAt, status);
}

/** True if the page has its end: the rows of another one cannot be counted. */
export function isWholePage(body: Buffer): boolean {
  return /<\/html\s*>/i.test(body.subarray(-4096).toString("latin1"));
}
