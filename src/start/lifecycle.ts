// How a process begins and ends: the error that ends a start, the parts that have to be closed at the end, and the signals
// at which it stops.
import { isBegunByNpm } from "../config/config.ts";

/** Ends a start. The message is the one line that is printed before exit code 1, so that an operator can act on it. */
export class StartError extends Error {
  override name = "StartError";
}

/** The parts that a start has opened and that have to be closed at its end, the last one first. */
export class Closers {
  readonly #list: (() => Promise<void>)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<void>): void {
    this.#list.push(close);
  }

  /** Closes everything once; a failed close does not prevent the others. `onError` receives its error. */
  closeAll(onError: (error: unknown) => void): Promise<void> {
    this.#closing ??= this.#closeAll(onError);
    return this.#closing;
  }

  async #closeAll(onError: (error: unknown) => void): Promise<void> {
    for (let close = this.#list.pop(); close; close = this.#list.pop()) await close().catch(onError);
  }
}

// A run has to stop at a signal, or when the shell that npm started between itself and this process has exited. npm sends
// its own SIGTERM to that shell, and many shells exit without passing it on.
const checkMs = 500;

interface StopSignal {
  /** resolves at the first signal */
  requested: Promise<void>;
  /** Registers an action for each further signal. */
  again(action: () => void): void;
}

/** Handles SIGINT, SIGTERM and SIGHUP from now on. `watchParent`: the end of the parent process counts as a signal. */
export function stopSignal(watchParent: boolean): StopSignal {
  let request = () => {};
  let onNext = () => {};
  const requested = new Promise<void>((resolve) => {
    request = resolve;
  });
  let count = 0;
  const take = () => (++count === 1 ? request() : onNext());
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, take);
  if (watchParent) {
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      take();
    }, checkMs).unref();
  }
  return {
    requested,
    again(action) {
      onNext = action;
    },
  };
}

/**
 * In a worker: stops on the first process's message, or when that process exits. Ctrl-C of a terminal is left to the
 * first process.
 */
export function workerStop(): StopSignal {
  for (const name of ["SIGINT", "SIGHUP"]) process.on(name, () => {});
  const requested = new Promise<void>((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("disconnect", () => resolve());
  });
  return { requested, again: () => {} };
}

// An orderly end of a long command: the first signal requests it, the second one ends the process immediately.
export interface Stopping {
  signal: AbortSignal;
  /** 130 after Ctrl-C, 143 after SIGTERM (128 + the signal's number) */
  exitCode(): number;
}

/** Handles the signals from now on. `words` tell what happens to the work done so far. */
export function stoppable(words = "what was stored so far is kept"): Stopping {
  const controller = new AbortController();
  let code = 143;
  process.once("SIGINT", () => {
    code = 130;
  });
  const stop = stopSignal(isBegunByNpm());
  stop.requested.then(() => {
    process.stderr.write(`Stopping; ${words}. Press again to stop at once.\n`);
    controller.abort(new Error("stopped by a signal"));
  });
  stop.again(() => process.exit(code));
  return { signal: controller.signal, exitCode: () => code };
}
