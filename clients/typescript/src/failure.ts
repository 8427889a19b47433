// A refused request as an error that says what to do.
import { retryAfter } from "./retry.ts";

/** The error of a response with an error status. */
export async function errorOf(response: Response): Promise<DisclosedError> {
  return new DisclosedError(response, await response.json().catch(() => undefined));
}

/** A request that the API refused; the message is the API's own. */
export class DisclosedError extends Error {
  override name = "DisclosedError";
  readonly status: number;
  /** the id to quote when you ask the operator about the request */
  readonly requestId: string | undefined;
  /** seconds after which a retry is worthwhile */
  readonly retryAfter: number | undefined;
  /** the whole body: `details` of a 400, `limitType`, `resetAt` and `upgrade` of a 429 */
  readonly body: Record<string, unknown>;

  constructor(response: Response, error: unknown) {
    const body = typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {};
    super(typeof body.error === "string" ? body.error : `the service responded with status ${response.status}`);
    this.status = response.status;
    this.requestId = typeof body.requestId === "string" ? body.requestId : undefined;
    this.retryAfter = retryAfter(response);
    this.body = body;
  }
}
