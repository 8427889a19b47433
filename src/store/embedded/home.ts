// The home folder itself: made where it is missing, and what keeps it from being used, said in one line.
import { access, chmod, constants, mkdir, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { diskProblem } from "../../reason.ts";
import { EmbeddedPostgresError } from "./failure.ts";

/**
 * Creates the home, open enough that PostgreSQL's own user can pass through it when root runs us. Returns its real path.
 * Throws EmbeddedPostgresError where that cannot be done.
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

/** Node says that a folder is missing where the one above it may not be written to. */
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

/** A failure of the file system below the home as an EmbeddedPostgresError that says what to do; any other error as it is. */
export function homeError(error: unknown, home: string): unknown {
  const problem = diskProblem(error);
  if (!problem) return error;
  const { path } = error as NodeJS.ErrnoException;
  const place = path && path !== home ? ` (at ${path})` : "";
  return new EmbeddedPostgresError(`DISCLOSED_HOME=${home} cannot be used: ${problem.what}${place}; ${problem.mend}`, {
    cause: error,
  });
}
