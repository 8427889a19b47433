// Turns of the event loop. Requests that arrive together would all be worked on before anything that arrives just after them. Here one
// request of each caller begins in one turn of the loop; further ones of the same caller wait for the next turns, in their order, and
// between two turns the loop takes what has arrived from others.

export interface RequestTurns {
  /** Runs the work now where the caller has begun nothing in this turn of the loop, else in one of the next. */
  begin(caller: string, work: () => void): void;
}

export function createRequestTurns(): RequestTurns {
  /** callers who have begun something in this turn */
  const served = new Set<string>();
  /** by caller, the oldest first */
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;

  function serve(caller: string, work: () => void): void {
    served.add(caller);
    if (!isScheduled) setImmediate(nextTurn);
    isScheduled = true;
    work();
  }

  function nextTurn(): void {
    isScheduled = false;
    served.clear();
    for (const [caller, works] of [...waiting]) {
      const work = works.shift();
      if (works.length === 0) waiting.delete(caller);
      if (work) serve(caller, work);
    }
  }

  return {
    begin(caller, work) {
      const works = waiting.get(caller);
      if (works) works.push(work);
      else if (served.has(caller)) waiting.set(caller, [work]);
      else serve(caller, work);
    },
  };
}
