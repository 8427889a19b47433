// Tells an outage of the database (503, try again) from a fault of ours (500).
import { AppError } from "../src/errors.ts";

// connection refused, reset, lost; PostgreSQL shutting down, starting, out of connections, statement ended by its timeout;
// Prisma: unreachable, timed out, closed, pool exhausted
const outageCode =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|ENOENT|EAI_AGAIN|57P0[123]|57014|53300|08\w{3}|P1001|P1002|P1008|P1017|P2024)$/;
const outageMessage =
  /timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after calling end/i;

/** The error as the caller shall see it. */
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
