// The embedded PostgreSQL of a home: started by the first process that needs it, shared by server and commands, stopped
// by the last process. A killed process leaves a running server, which the next start joins and later stops.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { clusterPassword, ensureCluster } from "./cluster.ts";
import { EmbeddedPostgresError, homeError, openHome } from "./home.ts";
import { acquireLease, anyLease, dropLease, processToken, withStartLock } from "./leases.ts";
import { type Location, prepareFolder } from "./location.ts";
import { findRunning, type Running, type StartOptions, startServer, stopServer } from "./server.ts";

// Watches the embedded PostgreSQL for the service: a server that died is restarted in the same folder and on the same
// port, so that new connections find it.

/** An event for the log. */
type WatchEvent =
  | { kind: "lost"; pid: number }
  | { kind: "restarted"; pid: number }
  | { kind: "failed"; error: unknown; nextTryMs: number };

const checkEveryMs = 250;
const firstPauseMs = 500;
/** the reason why a server cannot start (e.g. a full disk) may pass: retries continue, with at most this pause */
const maxPauseMs = 30_000;

interface Watched {
  folder: string;
  location: Location;
  password: string;
  running: Running;
}

interface Watch {
  /** process id of the current server */
  pid(): number;
  /** Resolves when no start is in progress any more. */
  stop(): Promise<void>;
}

/** Watches until stopped. */
function watchServer({ folder, location, password, running }: Watched, onEvent: (event: WatchEvent) => void): Watch {
  let token = processToken(running.pid);
  let pid = running.pid;
  let stopped = false;
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const schedule = (ms: number, act: () => Promise<void>) => {
    if (stopped) return;
    timer = setTimeout(() => {
      work = act();
    }, ms);
    timer.unref();
  };

  async function check(): Promise<void> {
    if (token !== null && processToken(pid) === token) return schedule(checkEveryMs, check);
    onEvent({ kind: "lost", pid });
    await start(firstPauseMs);
  }

  async function start(pauseMs: number): Promise<void> {
    try {
      // a command that needed the database may have started it already
      const found = await withStartLock(folder, async () => {
        if (stopped) return running;
        return (
          (await findRunning(location, password)) ??
          (await startServer(location, password, { anyPort: false, fitsStore: true }))
        );
      });
      if (found.databaseUrl !== running.databaseUrl)
        throw new Error("PostgreSQL runs on another port, because its own was in use: restart the service");
      pid = found.pid;
      token = processToken(pid);
      if (!stopped) onEvent({ kind: "restarted", pid });
      schedule(checkEveryMs, check);
    } catch (error) {
      onEvent({ kind: "failed", error, nextTryMs: pauseMs });
      schedule(pauseMs, () => start(Math.min(pauseMs * 2, maxPauseMs)));
    }
  }

  schedule(checkEveryMs, check);
  return {
    pid: () => pid,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await work;
    },
  };
}

export { EmbeddedPostgresError, type WatchEvent };

export interface EmbeddedPostgres {
  databaseUrl: string;
  /**
   * Ends this process's use of the server; the last user stops it and waits until it has stopped. May be called again.
   */
  release(): Promise<void>;
}

/** `onWait` may be called twice: for the creation of the cluster too. */
export interface EmbeddedPostgresOptions extends StartOptions {
  /**
   * what SIGINT, SIGTERM and SIGHUP do while the server is in use: `release` releases it and exits with 128 + signal,
   * `ignore` leaves the signals to the caller, which has its own handlers (the service)
   */
  signals?: "release" | "ignore";
  /** called when the server has died and is restarted (by the service); without it the server is not watched */
  onWatch?: (event: WatchEvent) => void;
}

/**
 * Starts or joins the PostgreSQL of `home`; `onProgress` receives a short message for each step that takes a while.
 * Throws EmbeddedPostgresError with one line for the operator.
 */
export async function startEmbeddedPostgres(
  home: string,
  onProgress: (message: string) => void = () => {},
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const { folder, lease } = await enter(home);
  let running: Running | undefined;
  let location: Location | undefined;
  let released: Promise<void> | undefined;
  let watch: Watch | undefined;

  const leave = async () => {
    try {
      await watch?.stop();
      await withStartLock(folder, async () => {
        dropLease(lease);
        if (running && !anyLease(folder)) await stopServer(await currentPid(location, running));
      });
    } finally {
      unhook();
    }
  };
  const release = () => (released ??= leave());
  // process.exit() and uncaught errors leave no time to wait: request the stop and exit
  const atExit = () => {
    dropLease(lease);
    if (running && !anyLease(folder)) requestStop(watch?.pid() ?? running.pid);
  };
  const unhook = hook(atExit, options.signals === "ignore" ? undefined : () => started.then(release, release));

  const started = withStartLock(folder, async () => {
    location = await prepareFolder(folder);
    running = await startOrJoin(location, onProgress, options);
    if (options.onWatch && !released)
      watch = watchServer({ folder, location, password: await clusterPassword(location), running }, options.onWatch);
  });
  try {
    await started;
  } catch (error) {
    unhook();
    dropLease(lease);
    throw homeError(error, folder);
  }
  return { databaseUrl: (running as unknown as Running).databaseUrl, release };
}

async function startOrJoin(
  location: Location,
  onProgress: (message: string) => void,
  { onWait, fitsStore }: StartOptions,
): Promise<Running> {
  const password = await clusterPassword(location);
  const running = await findRunning(location, password);
  if (running) return running;
  onProgress("starting PostgreSQL");
  await ensureCluster(location, password, onWait);
  return await startServer(location, password, { onWait, fitsStore });
}

/** The server may have been restarted by another user of the home since we joined it. */
async function currentPid(location: Location | undefined, running: Running): Promise<number> {
  const text = location ? await readFile(join(location.data, "postmaster.pid"), "utf8").catch(() => "") : "";
  return Number.parseInt(text, 10) || running.pid;
}

function requestStop(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // it has already stopped
  }
}

/** Creates the home and takes a lease. */
async function enter(home: string): Promise<{ folder: string; lease: string }> {
  const folder = await openHome(home);
  try {
    return { folder, lease: acquireLease(folder) };
  } catch (error) {
    throw homeError(error, home);
  }
}

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

function hook(atExit: () => void, release: (() => Promise<void>) | undefined): () => void {
  const onSignal = (signal: keyof typeof signals) => {
    const exit = () => process.exit(128 + signals[signal]);
    release?.().then(exit, exit);
  };
  process.on("exit", atExit);
  if (release) for (const name of Object.keys(signals)) process.on(name, onSignal);
  return () => {
    process.off("exit", atExit);
    for (const name of Object.keys(signals)) process.off(name, onSignal);
  };
}
