// How long a message waits after a failed attempt.

const firstSeconds = 5;
const maxSeconds = 3600;
/** added to the delay at most, so that messages that failed together do not come back together */
const jitter = 0.1;

/** `failures`: failed attempts before this one; `random` from 0 to 1. 5 s, doubling to 1 h. */
export function retryDelaySeconds(failures: number, random: number): number {
  const delay = Math.min(maxSeconds, firstSeconds * 2 ** Math.min(failures, 20));
  return delay * (1 + jitter * random);
}
