// Asynchronous work: repeated whenever something has happened, one run at a time, and waited for no longer than a
// limit.

interface WhenDue {
  /** Runs now, or once more after the current run. Resolves when nothing is due any more. */
  wake(): Promise<void>;
  /** Resolves at the end of the current run. */
  settled(): Promise<void>;
  /** Runs nothing more; resolves at the end of the current run. */
  close(): Promise<void>;
}

/** `work` handles its own failures. */
export function whenDue(work: () => Promise<void>): WhenDue {
  let isDue = false;
  let isClosed = false;
  let running: Promise<void> | undefined;
  async function run(): Promise<void> {
    try {
      while (isDue && !isClosed) {
        isDue = false;
        await work();
      }
    } finally {
      // in the same step as the last look: a call that came in between would wait for the next one
      running = undefined;
    }
  }
  return {
    async wake() {
      if (isClosed) return;
      isDue = true;
      running ??= run();
      await running;
    },
    async settled() {
      await running;
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}

// A limit on how long something is waited for.

/** The result of the work; if it takes longer, what `late` returns or throws. The work itself continues. */
export function within<Result, Late = never>(
  ms: number,
  work: Promise<Result>,
  late: () => Late = () => {
    throw new Error(`no response within ${ms} ms`);
  },
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over.then(late)]).finally(() => clearTimeout(timer));
}
