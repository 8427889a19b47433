// The timeout of a reply from Redis. Redis replies to the commands of a connection in order, so a Redis that replies to any
// command is slow but alive and gets more time, while one that replies to none times out quickly.

/** milliseconds of silence after which the wait ends */
const silenceMs = 100;
/** max wait for a single reply, even while other commands get replies */
const maxMs = 1000;
const sliceMs = 20;

export interface ReplyTimeout {
  /** The reply, or null after the timeout. Rejects as the reply does. */
  inTime<T>(response: Promise<T>): Promise<T | null>;
}

/**
 * `signsOfLife`: a reply to one command resets the timeout of all waiting ones, which is right for a connection to one
 * server and not for a cluster.
 * Time is counted in short slices, so that a process whose own event loop was blocked does not blame Redis for the
 * delay, and reads replies that have arrived before it gives up.
 */
export function createReplyTimeout({ signsOfLife }: { signsOfLife: boolean }): ReplyTimeout {
  let answered = 0;

  /** Resolves after the timeout; `wait` always has the current timer, to be cleared when the reply comes first. */
  function waitOut(wait: { timer?: NodeJS.Timeout }): Promise<null> {
    return new Promise((resolve) => {
      let silent = 0;
      let waited = 0;
      let seen = answered;
      const slice = () => {
        waited += sliceMs;
        silent = signsOfLife && answered !== seen ? 0 : silent + sliceMs;
        seen = answered;
        if (silent >= silenceMs || waited >= maxMs) setImmediate(resolve, null);
        else wait.timer = setTimeout(slice, sliceMs);
      };
      wait.timer = setTimeout(slice, sliceMs);
    });
  }

  return {
    async inTime(response) {
      const wait: { timer?: NodeJS.Timeout } = {};
      try {
        return await Promise.race([response.finally(() => answered++), waitOut(wait)]);
      } finally {
        clearTimeout(wait.timer);
      }
    },
  };
}
