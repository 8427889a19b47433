// How long an answer of Redis is waited for. Redis answers the commands of a connection in their order, so a Redis that answers any
// request is slow but alive, while one that answers none is given up quickly.

/** milliseconds of silence after which the wait ends */
const silenceMs = 100;
/** no single answer is waited for longer, even while other requests are answered */
const longestMs = 1000;
const sliceMs = 20;

export interface Patience {
  /** The answer, or null when time is up. Rejects as the answer does. */
  inTime<T>(answer: Promise<T>): Promise<T | null>;
}

/**
 * `signsOfLife`: an answer to one request is a sign of life for all that wait, which holds for a connection to one server and not for a
 * cluster.
 * Time is counted in short slices, so that a process that could not run itself does not take its own lateness for that of
 * Redis, and checks what has arrived before it gives up.
 */
export function createPatience({ signsOfLife }: { signsOfLife: boolean }): Patience {
  let answered = 0;

  /** Resolves when time is up; `wait` always holds the timer that has to be cleared when the answer comes before. */
  function waitOut(wait: { timer?: NodeJS.Timeout }): Promise<null> {
    return new Promise((resolve) => {
      let silent = 0;
      let waited = 0;
      let seen = answered;
      const slice = () => {
        waited += sliceMs;
        silent = signsOfLife && answered !== seen ? 0 : silent + sliceMs;
        seen = answered;
        if (silent >= silenceMs || waited >= longestMs) setImmediate(resolve, null);
        else wait.timer = setTimeout(slice, sliceMs);
      };
      wait.timer = setTimeout(slice, sliceMs);
    });
  }

  return {
    async inTime(answer) {
      const wait: { timer?: NodeJS.Timeout } = {};
      try {
        return await Promise.race([answer.finally(() => answered++), waitOut(wait)]);
      } finally {
        clearTimeout(wait.timer);
      }
    },
  };
}
