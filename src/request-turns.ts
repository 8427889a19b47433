// Limits how many requests of a caller begin in one turn of the event loop. Without it requests that arrive together
// would all be handled before anything that arrives just after them. Here one request of each caller begins in a turn,
// or a few if only one caller is active. Further requests of the caller wait for the next turns, in order, and between
// two turns the loop reads the requests of others.

export interface RequestTurns {
  /** Runs the work now if the caller may begin more in this turn of the loop, else in a later one. */
  begin(caller: string, work: () => void): void;
}

/** requests that begin in one turn of the loop while only one caller is present: they are counted in one batch */
const mostAlone = 24;

export function createRequestTurns(isAlone: (caller: string) => boolean = () => false): RequestTurns {
  /** by caller, the requests begun in this turn */
  const served = new Map<string, number>();
  /** by caller, the oldest first */
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;

  function serve(caller: string, work: () => void): void {
    served.set(caller, (served.get(caller) ?? 0) + 1);
    if (!isScheduled) setImmediate(nextTurn);
    isScheduled = true;
    work();
  }

  function nextTurn(): void {
    isScheduled = false;
    served.clear();
    for (const [caller, works] of [...waiting]) {
      for (let left = isAlone(caller) ? mostAlone : 1; left > 0; left--) {
        const work = works.shift();
        if (works.length === 0) waiting.delete(caller);
        if (work) serve(caller, work);
      }
    }
  }

  function mayBegin(caller: string): boolean {
    const begun = served.get(caller) ?? 0;
    return begun === 0 || (begun < mostAlone && isAlone(caller));
  }

  return {
    begin(caller, work) {
      const works = waiting.get(caller);
      if (works) works.push(work);
      else if (mayBegin(caller)) serve(caller, work);
      else waiting.set(caller, [work]);
    },
  };
}
