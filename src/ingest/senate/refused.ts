// The Senate's search is protected by Akamai, which returns 403 to servers even if they identify themselves. This
// client identifies itself and accepts the refusal; a person's browser is not refused, and the files that it saves can
// be ingested.
import { OutboundError } from "../outbound/door.ts";
import { senate } from "./index.ts";

/** Returns the same error, or for that refusal an error with advice. */
export function explained(error: unknown): unknown {
  if (!(error instanceof OutboundError) || error.reason !== "publisher_stopped") return error;
  const { status, advice } = senate.refusal;
  if (error.status !== status) return error;
  return new OutboundError("publisher_stopped", `${advice} (${error.message})`, error.retryAt, status);
}
