// How long a message waits after a failed attempt.

const firstSeconds = 5;
const maxSeconds = 3600;
/** of the delay, up or down, so that the messages of one receiver do not come back together */
const jitter = 0.1;

/** `failures`: failed attempts before this one; `random` from 0 to 1. 5 s, doubling to 1 h. */
export function retryDelaySeconds(failures: number, random: number): number {
  const delay = Math.min(maxSeconds, firstSeconds * 2 ** Math.min(failures, 20));
  return delay * (1 - jitter + 2 * jitter * random);
}
