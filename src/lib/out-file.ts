// The output file of a command: checked before a database is opened, with one line for the operator where it cannot be
// written. `-` is standard output.
import { constants, type Stats } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Writable } from "node:stream";
import { diskProblem, reasonOf } from "./reason.ts";

/** A file that cannot be written, with one line for the operator; exit code 1. An existing file is unchanged. */
class OutFileError extends Error {
  override name = "OutFileError";
}

export const isStandardOutput = (path: string): boolean => path === "-";

/**
 * Throws OutFileError where no file of this name can be created: no folder, no write permission, or not a regular file.
 */
export async function checkOutFile(path: string): Promise<void> {
  if (isStandardOutput(path)) return;
  const target = resolve(path);
  const [found, folder] = await Promise.all([statOf(target), statOf(dirname(target))]);
  if (found?.isDirectory()) throw new OutFileError(`${target} is a folder; name a file in it`);
  if (found && !found.isFile())
    throw new OutFileError(`${target} is not a regular file and would be replaced; \`-\` writes to standard output`);
  if (!folder) throw new OutFileError(`there is no folder ${dirname(target)}; make it first, or name another file`);
  if (!folder.isDirectory()) throw new OutFileError(`${dirname(target)} is a file, not a folder; name another file`);
  await access(dirname(target), constants.W_OK | constants.X_OK).catch((error) => {
    throw asOutFileError(error, target);
  });
}

/** A failure of the file system as an OutFileError that names the file; any other error as it is. */
export function asOutFileError(error: unknown, path: string): unknown {
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException;
  // the command line handles a closed pipe (EPIPE); an error without `syscall`, e.g. PostgreSQL's full disk, is not
  // about this file
  if (syscall === undefined || code === "EPIPE") return error;
  const target = isStandardOutput(path) ? "standard output" : resolve(path);
  const why = diskProblem(error)?.what ?? reasonOf(error);
  return new OutFileError(`${target} could not be written: ${why}; an earlier file there is unchanged`, {
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

/** Resolves when standard output has accepted the bytes. Rejects where its reader has closed it or its disk is full. */
export function writeToStandardOutput(bytes: Uint8Array): Promise<void> {
  return new Promise((done, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : done()));
  });
}

/** Standard output as the end of a pipeline, which leaves it open; calls `onWritten` with the size of each chunk. */
export const standardOutput = (onWritten: (bytes: number) => void): Writable =>
  new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      onWritten(chunk.length);
      void writeToStandardOutput(chunk).then(() => done(), done);
    },
  });
