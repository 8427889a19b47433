// When a run has to end: at a signal, or when the shell that npm put between itself and us is gone. npm sends its own SIGTERM
// to that shell, and many shells die of it without a word to what they run.

const checkMs = 500;

export interface StopSignal {
  /** resolves at the first signal */
  requested: Promise<void>;
  /** Says what to do at each further signal. */
  again(action: () => void): void;
}

/** Takes SIGINT, SIGTERM and SIGHUP from now on. `watchParent`: the end of the parent process counts as a signal. */
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

/** In a worker: the first process says when to end, and its own end says so too. A terminal's Ctrl-C is meant for that one. */
export function workerStop(): StopSignal {
  for (const name of ["SIGINT", "SIGHUP"]) process.on(name, () => {});
  const requested = new Promise<void>((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("disconnect", () => resolve());
  });
  return { requested, again: () => {} };
}
