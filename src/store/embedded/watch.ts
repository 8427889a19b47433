// Watches the embedded PostgreSQL for the service: a server that died is restarted in the same folder and on the same
// port, so that new connections find it.
import { withStartLock } from "./leases.ts";
import type { Place } from "./place.ts";
import { processToken } from "./process-identity.ts";
import { findRunning, type Running, startServer } from "./server.ts";

/** An event for the log. */
export type WatchEvent =
  | { kind: "lost"; pid: number }
  | { kind: "restarted"; pid: number }
  | { kind: "failed"; error: unknown; nextTryMs: number };

const checkEveryMs = 250;
const firstPauseMs = 500;
/** the reason why a server cannot start (e.g. a full disk) may pass: retries go on, with at most this pause */
const longestPauseMs = 30_000;

export interface Watched {
  folder: string;
  place: Place;
  password: string;
  running: Running;
}

export interface Watch {
  /** process id of the current server */
  pid(): number;
  /** Resolves when no start is in progress any more. */
  stop(): Promise<void>;
}

/** Watches until stopped. */
export function watchServer(
  { folder, place, password, running }: Watched,
  onEvent: (event: WatchEvent) => void,
): Watch {
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
        return (await findRunning(place, password)) ?? (await startServer(place, password, { anyPort: false }));
      });
      if (found.databaseUrl !== running.databaseUrl)
        throw new Error("PostgreSQL runs on another port now, its own was taken: the service has to be started again");
      pid = found.pid;
      token = processToken(pid);
      if (!stopped) onEvent({ kind: "restarted", pid });
      schedule(checkEveryMs, check);
    } catch (error) {
      onEvent({ kind: "failed", error, nextTryMs: pauseMs });
      schedule(pauseMs, () => start(Math.min(pauseMs * 2, longestPauseMs)));
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
