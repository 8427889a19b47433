// The Senate's search is guarded by Akamai, which answers 403 to servers whatever they declare. We declare ourselves and accept
// the refusal; a person's own browser is not refused, and what it saves goes in as a file.
import { OutboundError } from "../outbound/door.ts";
import { senate } from "./index.ts";

/** The same error; one that represents the refusal says what to do about it. */
export function explained(error: unknown): unknown {
  if (!(error instanceof OutboundError) || error.reason !== "publisher_stopped") return error;
  const { status, advice } = senate.refusal;
  if (error.status !== status) return error;
  return new OutboundError("publisher_stopped", `${advice} (${error.message})`, error.retryAt, status);
}
