// Every error that a caller or an operator may see: one table of codes, one class. Any other error is either an outage
// of the database (`unavailable`, 503) or a bug and becomes `internal`, whose message reveals nothing.

const table = {
  bad_request: { status: 400, message: "Malformed request" },
  unauthorized: { status: 401, message: "Missing, malformed or unknown API key" },
  /** the same text for an unknown e-mail and a wrong password */
  wrong_credentials: { status: 401, message: "Wrong e-mail or password" },
  waiting: { status: 403, message: "This account is waiting for the operator's approval" },
  suspended: { status: 403, message: "This account is suspended; contact the operator" },
  sign_up_closed: { status: 403, message: "Sign-up is closed; ask the operator for an account" },
  cross_site: { status: 403, message: "This request did not come from a page of this service" },
  forbidden_address: { status: 403, message: "This key may not be used from this address" },
  not_found: { status: 404, message: "Resource not found" },
  version_gone: { status: 410, message: "This dataVersion is no longer available; start again without it" },
  not_acceptable: { status: 406, message: "None of the types in the Accept header is available" },
  method_not_allowed: { status: 405, message: "Method not allowed" },
  precondition_failed: { status: 412, message: "The content of the file differs from the one named by If-Match" },
  range_not_satisfiable: { status: 416, message: "The file ends before the requested range" },
  limit_exceeded: { status: 429, message: "Limit exceeded" },
  internal: { status: 500, message: "Internal server error" },
  unavailable: { status: 503, message: "Service temporarily unavailable" },
  /**
   * the key was changed between its look-up and its use. It is then looked up again; callers see this only after many
   * changes in a row
   */
  key_changed: { status: 503, message: "Service temporarily unavailable" },
} as const;

/**
 * nginx's status for a caller that closed the connection before the response; appears only in usage, metrics and log
 */
export const clientClosedRequest = 499;

export type ErrorCode = keyof typeof table;

/** The message of an error, if no other is given. */
export const messageOf = (code: ErrorCode): string => table[code].message;

export interface ParameterProblem {
  parameter: string;
  message: string;
}

/** An error whose message is sent to the caller. `cause` is logged and never sent. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ParameterProblem[] | undefined;
  /** seconds after which it is worth trying again */
  readonly retryAfter: number | undefined;
  /** a 5xx caused by the caller's own requests, which an operator cannot fix */
  readonly isCallers: boolean;

  constructor(
    code: ErrorCode,
    message?: string,
    options: { details?: ParameterProblem[]; retryAfter?: number; isCallers?: boolean; cause?: unknown } = {},
  ) {
    super(message ?? messageOf(code), { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = table[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.isCallers = options.isCallers ?? false;
  }
}

/** Refuses parameters; the message names them all. */
export function badParameters(...details: ParameterProblem[]): AppError {
  const message = details.map((one) => `${one.parameter} ${one.message}`).join("; ");
  return new AppError("bad_request", message, { details });
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

/**
 * The error to send to the caller: `unavailable` where an outage is its cause, else the AppError itself, else
 * `internal`.
 */
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
