// When a run has to stop: at a signal, or when the shell that npm started between itself and this process has exited.
// npm sends its own SIGTERM to that shell, and many shells exit without passing it on.

const checkMs = 500;

export interface StopSignal {
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
