// The home folder: created if it is missing. If it or the embedded PostgreSQL in it cannot be used, the error says why
// in one line.
import { access, chmod, constants, mkdir, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { diskProblem } from "../../lib/reason.ts";

/** The message is the one line to print before exit 1. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/**
 * Creates the home, with permissions that let PostgreSQL's own user enter it if we run as root. Returns its real path.
 * Throws EmbeddedPostgresError if that fails.
 */
export async function openHome(home: string): Promise<string> {
  try {
    const made = await mkdir(home, { recursive: true });
    if (made && process.getuid?.() === 0) await chmod(home, 0o755);
    return await realpath(home);
  } catch (error) {
    throw homeError(await realReason(error, home), home);
  }
}

/** Node reports a missing folder (ENOENT) when the folder above it is not writable. */
async function realReason(error: unknown, home: string): Promise<unknown> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return error;
  for (let at = resolve(home); ; at = dirname(at)) {
    const failure = await access(at, constants.W_OK).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (failure?.code !== "ENOENT" || dirname(at) === at) return failure ?? error;
  }
}

/**
 * Turns a file system error below the home into an EmbeddedPostgresError that says what to do; returns any other error
 * as is.
 */
export function homeError(error: unknown, home: string): unknown {
  const problem = diskProblem(error);
  if (!problem) return error;
  const { path } = error as NodeJS.ErrnoException;
  const where = path && path !== home ? ` (at ${path})` : "";
  return new EmbeddedPostgresError(
    `DISCLOSED_HOME=${home} cannot be used: ${problem.what}${where}; ${problem.advice}`,
    {
      cause: error,
    },
  );
}
