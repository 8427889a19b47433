// Work that is repeated whenever something has happened, one run at a time.

export interface WhenDue {
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
