// Starts the process that holds the trade index, one per machine, and restarts it when it exits.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, readdir, rm, rmdir, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Logger } from "pino";
import type { Assignment, FromOwner } from "../fast/index/index.ts";
import { diskProblem, reasonOf } from "../lib/reason.ts";
import { type Closers, StartError } from "./lifecycle.ts";

/** pause before the index is rebuilt after its process exits, so that a fault while building does not loop */
const pauseMs = 2_000;

/** most bytes of a socket's path: 108 with the terminator on Linux, 104 on macOS */
const maxSocketPathLength = 103;

const folderPrefix = "disclosed-index-";

/** age, in milliseconds, from which a folder without an index that responds is left over: building takes less */
const leftAfterMs = 10 * 60_000;

/** Removes the folders of services that were killed before they could. Only empty folders and sockets are removed. */
async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name);
    try {
      const { uid, mtimeMs } = await stat(folder);
      const isOwn = uid === process.getuid?.() && Date.now() - mtimeMs > leftAfterMs;
      if (!isOwn || (await accepts(join(folder, "index")))) continue;
      await rm(join(folder, "index"), { force: true });
      await rmdir(folder);
    } catch {
      // removed by another process meanwhile, or not empty: it stays
    }
  }
}

const accepts = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection(socketPath)
      .once("connect", () => {
        resolve(true);
        connection.destroy();
      })
      // a refusal and a time-out both close it; after a connect the promise is settled
      .on("error", () => {})
      .once("close", () => resolve(false))
      .setTimeout(1000, () => connection.destroy());
  });

/**
 * Returns the path of its socket. `storedIn`: the folder where the built index is stored for the next start.
 * The caller has to check whether the process responds there yet. */
export async function startIndexOwner(
  databaseUrl: string,
  {
    log,
    closers,
    onRestart,
    storedIn,
  }: { log: Logger; closers: Closers; onRestart: () => void; storedIn?: string | undefined },
): Promise<string> {
  // a short path, since a socket's path is limited to about a hundred characters; no other user may enter it
  await removeLeftFolders();
  const folder = await mkdtemp(join(tmpdir(), folderPrefix)).catch((error) => {
    throw new StartError(
      `the folder for temporary files (${tmpdir()}) cannot be used: ${diskProblem(error)?.what ?? reasonOf(error)}; set TMPDIR to one that can be written to`,
      { cause: error },
    );
  });
  const socketPath = join(folder, "index");
  if (Buffer.byteLength(socketPath) > maxSocketPathLength) {
    await rm(folder, { recursive: true, force: true });
    throw new StartError(
      `the folder for temporary files (${tmpdir()}) has too long a path for a socket; set TMPDIR to a shorter one, or TRADE_INDEX=false`,
    );
  }
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  const restart = (reason: object) => {
    if (isStopping) return;
    onRestart();
    log.error(reason, "the trade index ended; PostgreSQL is used until it is ready again");
    const again = () =>
      rm(socketPath, { force: true })
        .then(begin)
        .catch((err) => restart({ err }));
    timer = setTimeout(() => void again(), pauseMs);
  };
  const begin = () => {
    if (isStopping) return;
    const started = forkOwner({ databaseUrl, socketPath, folder: storedIn }, log);
    child = started;
    started.once("exit", (code, signal) => restart({ code, signal }));
    // a process that could not be started emits no "exit"
    started.once("error", (err) => started.pid === undefined && restart({ err }));
  };
  begin();
  closers.add(async () => {
    isStopping = true;
    clearTimeout(timer);
    child?.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  return socketPath;
}

function forkOwner(assignment: Assignment, log: Logger): ChildProcess {
  const extension = extname(import.meta.url);
  const child = fork(new URL(`../fast/index/owner${extension}`, import.meta.url), {
    // when the sources run uncompiled, the child needs their loader too
    execArgv: extension === ".ts" ? ["--import", "tsx"] : [],
  });
  child.on("message", (message: FromOwner) => {
    if ("built" in message) log.info(message.built, "the trade index is ready");
    else if ("warmed" in message) log.info(message.warmed, "the trade index has computed in advance what it can");
    else if ("doubted" in message)
      log.info({ reason: message.doubted }, "the stored trade index is not used, and a new one is built");
    else if ("written" in message) log.info(message.written, "the trade index is stored for the next start");
    else if ("unwritten" in message)
      log.warn({ reason: message.unwritten }, "the trade index could not be stored for the next start");
    else if ("failed" in message)
      log.warn({ reason: message.failed }, "the trade index could not be updated; retrying");
  });
  child.on("error", (error) => log.error({ err: error }, "the trade index could not be started"));
  child.send(assignment, () => {});
  return child;
}
