// People's operations take turns: each holds a connection for its snapshot, and some of its fields ask for another one. Were all
// connections held that way, everybody would wait for everybody; and callers of the REST service need some too.
import { AppError } from "../errors.ts";

export interface Patience {
  /** milliseconds to wait for a turn */
  maxWaitMs: number;
  /** given when nobody waits for the result any more */
  signal: AbortSignal;
}

/**
 * Runs at most `most` pieces of work at a time, the others in the order in which they came. Rejects with AppError `unavailable` when
 * it was not somebody's turn in time, and with the signal's reason when they left before.
 */
export function takeTurns(most: number): <Result>(work: () => Promise<Result>, patience: Patience) => Promise<Result> {
  const waiting = new Set<() => void>();
  let running = 0;

  function stand({ maxWaitMs, signal }: Patience): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = () => {
        waiting.delete(begin);
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
      };
      const begin = () => {
        over();
        resolve();
      };
      const leave = () => {
        over();
        reject(signal.aborted ? signal.reason : new AppError("unavailable"));
      };
      const timer = setTimeout(leave, maxWaitMs);
      signal.addEventListener("abort", leave);
      waiting.add(begin);
    });
  }

  return async (work, patience) => {
    if (running >= most) await stand(patience);
    else running++;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      // the turn goes over to the next one
      if (next) next();
      else running--;
    }
  };
}
