// Every error that a caller or an operator may see: one table of codes, one class. What is not an AppError is a fault of
// ours and becomes `internal`, which tells nothing.

const table = {
  bad_request: { status: 400, message: "Malformed request" },
  unauthorized: { status: 401, message: "Missing, malformed or unknown API key" },
  forbidden_address: { status: 403, message: "This key may not be used from this address" },
  not_found: { status: 404, message: "Resource not found" },
  method_not_allowed: { status: 405, message: "Method not allowed" },
  limit_exceeded: { status: 429, message: "Limit exceeded" },
  internal: { status: 500, message: "Internal server error" },
  unavailable: { status: 503, message: "Service temporarily unavailable" },
} as const;

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

  constructor(code: ErrorCode, message?: string, options: { details?: ParameterProblem[]; cause?: unknown } = {}) {
    super(message ?? table[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = table[code].status;
    this.details = options.details;
  }
}

/** Wrong usage of a command or a bad setting: one clear line, exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
