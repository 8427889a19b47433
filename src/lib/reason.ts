// The reason of an error, in one line that is never empty: errors of drivers and of the system often have no message.

/**
 * The first non-empty line: of the error's message, of the first of several errors, of its cause; else its code or
 * name.
 */
export function reasonOf(error: unknown): string {
  return ownReason(error, 0) ?? "failed, and no reason was given";
}

function ownReason(error: unknown, depth: number): string | undefined {
  if (depth > 6) return undefined;
  if (!(error instanceof Error)) return firstLine(describe(error));
  const { code, cause } = error as NodeJS.ErrnoException;
  // a refused connection to several addresses is an AggregateError; the first inner error has the reason
  const inner = error instanceof AggregateError ? [...error.errors, cause] : [cause];
  return (
    firstLine(databaseMessage(error) ?? error.message) ??
    inner.reduce<string | undefined>(
      (found, one) => found ?? (one ? ownReason(one, depth + 1) : undefined),
      undefined,
    ) ??
    firstLine(code ?? "") ??
    error.name
  );
}

/** PostgreSQL's message in the error of Prisma's driver; Prisma's own message begins with a place in the code. */
function databaseMessage(error: Error): string | undefined {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { originalMessage?: unknown } } } };
  const message = meta?.driverAdapterError?.cause?.originalMessage;
  return typeof message === "string" ? message : undefined;
}

function describe(value: unknown): string {
  if (typeof value === "string") return value;
  const { message, code } = (value ?? {}) as { message?: unknown; code?: unknown };
  return typeof message === "string" && message.trim() ? message : String(code ?? value);
}

const firstLine = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .find(Boolean);

export interface DiskProblem {
  what: string;
  advice: string;
}

/** What to do where the disk of the home is full: no command that needs the embedded database can start then. */
export const fullHomeAdvice =
  "make room outside of the home, or move the home to another disk and set DISCLOSED_HOME to its new path";

const elsewhere = "name another folder, or give this user the right to write there";
const room = "make room, or name a folder on another disk";

const diskProblems: Record<string, DiskProblem> = {
  ENOSPC: { what: "the disk is full", advice: room },
  EDQUOT: { what: "this user's share of the disk is used up", advice: room },
  EROFS: { what: "the file system is read-only", advice: "name a folder that can be written to" },
  EACCES: { what: "this user may not write there", advice: elsewhere },
  EPERM: { what: "this user may not do that there", advice: elsewhere },
  ENOENT: { what: "there is no such folder", advice: "make it first, or name another one" },
  EEXIST: { what: "it is a file, not a folder", advice: "name a folder" },
  ENOTDIR: { what: "a part of the path is a file, not a folder", advice: "name a folder" },
  ENAMETOOLONG: { what: "the path is too long", advice: "name a folder with a shorter path" },
  ELOOP: { what: "the path goes round in a circle of links", advice: "name a folder that can be entered" },
  EIO: { what: "the disk reports an error", advice: "check the disk, or name a folder on another one" },
  ESTALE: {
    what: "the network file system has lost the folder",
    advice: "mount it again, or name a folder on a local disk",
  },
  ENOTSUP: { what: "the file system cannot do what is needed", advice: "name a folder on a local disk" },
};

/** The problem of a disk or a path that a system error reports; undefined for any other error. */
export function diskProblem(error: unknown): DiskProblem | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== "string") return undefined;
  // PostgreSQL: disk_full
  if (code === "53100") return diskProblems.ENOSPC;
  return Object.hasOwn(diskProblems, code) ? diskProblems[code] : undefined;
}
