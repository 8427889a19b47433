// Where a command writes its one file to: looked at before a database is opened for it, and said in one line what is wrong with
// it. `-` is standard output.
import { constants, type Stats } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Writable } from "node:stream";
import { diskProblem, reasonOf } from "./reason.ts";

/** A file that cannot be written, in one line for the operator; exit code 1. What stood there before is untouched. */
class OutFileError extends Error {
  override name = "OutFileError";
}

export const isStandardOutput = (path: string): boolean => path === "-";

/** Throws OutFileError where no file of this name can be made: no folder, no right to write, or something else is there. */
export async function checkOutFile(path: string): Promise<void> {
  if (isStandardOutput(path)) return;
  const target = resolve(path);
  const [found, folder] = await Promise.all([statOf(target), statOf(dirname(target))]);
  if (found?.isDirectory()) throw new OutFileError(`${target} is a folder; name a file in it`);
  if (found && !found.isFile())
    throw new OutFileError(`${target} is no regular file and would be replaced; \`-\` writes to standard output`);
  if (!folder) throw new OutFileError(`there is no folder ${dirname(target)}; make it first, or name another file`);
  if (!folder.isDirectory()) throw new OutFileError(`${dirname(target)} is a file and not a folder; name another file`);
  await access(dirname(target), constants.W_OK | constants.X_OK).catch((error) => {
    throw asOutFileError(error, target);
  });
}

/** A failure of the file system as an OutFileError that names the file; any other error as it is. */
export function asOutFileError(error: unknown, path: string): unknown {
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException;
  // a reader that has gone is the command line's to hear of, PostgreSQL's full disk is not ours
  if (syscall === undefined || code === "EPIPE") return error;
  const place = isStandardOutput(path) ? "standard output" : resolve(path);
  const why = diskProblem(error)?.what ?? reasonOf(error);
  return new OutFileError(`${place} could not be written: ${why}; a file that stood there before is untouched`, {
    cause: error,
  });
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw asOutFileError(error, path);
  }
}

/** Resolves when standard output has taken the bytes. Rejects where its reader has gone or its disk is full. */
export function writeToStandardOutput(bytes: Uint8Array): Promise<void> {
  return new Promise((done, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : done()));
  });
}

/** Standard output as the end of a pipeline, which leaves it open; `onWritten` is told of each number of bytes. */
export const standardOutput = (onWritten: (bytes: number) => void): Writable =>
  new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      onWritten(chunk.length);
      void writeToStandardOutput(chunk).then(() => done(), done);
    },
  });
