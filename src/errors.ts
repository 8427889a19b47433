// Every error that a caller or an operator may see: one table of codes, one class. What is not an AppError is an outage of the
// database (503, try again) or a fault of ours and becomes `internal`, which tells nothing.

const table = {
  bad_request: { status: 400, message: "Malformed request" },
  unauthorized: { status: 401, message: "Missing, malformed or unknown API key" },
  /** one text for an unknown e-mail and a wrong password */
  wrong_credentials: { status: 401, message: "E-mail or password is wrong" },
  waiting: { status: 403, message: "This account waits for the operator's approval" },
  suspended: { status: 403, message: "This account is suspended; ask the operator" },
  sign_up_closed: { status: 403, message: "Sign-up is closed; ask the operator for an account" },
  cross_site: { status: 403, message: "This request did not come from a page of this service" },
  forbidden_address: { status: 403, message: "This key may not be used from this address" },
  not_found: { status: 404, message: "Resource not found" },
  version_gone: {
    status: 410,
    message: "The list as it stood at that dataVersion is not kept any more; begin again without it",
  },
  not_acceptable: { status: 406, message: "Nothing that the header Accept names is offered here" },
  method_not_allowed: { status: 405, message: "Method not allowed" },
  range_not_satisfiable: { status: 416, message: "The file ends before the range that is asked for" },
  limit_exceeded: { status: 429, message: "Limit exceeded" },
  internal: { status: 500, message: "Internal server error" },
  unavailable: { status: 503, message: "Service temporarily unavailable" },
  /** between the look-up of a key and its use something changed: it is looked up again, and callers see this only in a storm of changes */
  key_changed: { status: 503, message: "Service temporarily unavailable" },
} as const;

/** nginx's status for a caller who closed the connection before the answer; only usage, metrics and log see it */
export const clientClosedRequest = 499;

export type ErrorCode = keyof typeof table;

export interface ParameterProblem {
  parameter: string;
  message: string;
}

/** An error whose message is meant for the caller. `cause` is logged and never sent. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ParameterProblem[] | undefined;
  /** seconds after which it is worth trying again */
  readonly retryAfter: number | undefined;
  /** 5xx that the caller's own requests bring about: nothing for an operator to mend */
  readonly isCallers: boolean;

  constructor(
    code: ErrorCode,
    message?: string,
    options: { details?: ParameterProblem[]; retryAfter?: number; isCallers?: boolean; cause?: unknown } = {},
  ) {
    super(message ?? table[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = table[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.isCallers = options.isCallers ?? false;
  }
}

/** Wrong usage of a command or a bad setting: one clear line, exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

// connection refused, reset, lost; PostgreSQL shutting down, starting, out of connections, disk or memory, without its files, statement
// ended by its timeout; Prisma: unreachable, timed out, closed, no connection or transaction in time
const outageCode =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|ENOENT|EAI_AGAIN|57P0[123]|57014|53\d{3}|58\w{3}|08\w{3}|P1001|P1002|P1008|P1017|P2024|P2028)$/;
// Prisma quotes PostgreSQL's code of a plain statement in its message
const outageMessage =
  /timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end|Code: `(57P0[123]|57014|53\d{3}|58\w{3}|08\w{3})`/i;

/** The error as the caller shall see it: `unavailable` where an outage is at the bottom of it, itself, or `internal`. */
export function asAppError(error: unknown): AppError {
  if (isOutage(error)) return new AppError("unavailable", undefined, { cause: error });
  return error instanceof AppError ? error : new AppError("internal", undefined, { cause: error });
}

function isOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 6) return false;
  const { code, message, cause, errors, originalError, meta } = error as Record<string, unknown>;
  if (typeof code === "string" && outageCode.test(code)) return true;
  if (typeof message === "string" && !(error instanceof AppError) && outageMessage.test(message)) return true;
  const inner = [cause, originalError, (meta as Record<string, unknown> | undefined)?.driverAdapterError];
  return [...inner, ...(Array.isArray(errors) ? errors : [])].some((one) => isOutage(one, depth + 1));
}
