// People's operations take turns: each holds a connection for its snapshot, and some of its fields ask for another one. Were all
// connections held that way, everybody would wait for everybody; and callers of the REST service need some too.

/** Runs at most `most` pieces of work at a time, the others in the order in which they came. */
export function takeTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // the turn goes over to the next one
      if (next) next();
      else running--;
    }
  };
}
