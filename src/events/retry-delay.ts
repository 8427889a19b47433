// How long a message waits after a failed attempt.

const firstSeconds = 5;
const maxSeconds = 3600;
/** added to the delay at most, so that messages that failed together do not come back together */
const jitter = 0.1;

/**
 * `failures`: failed attempts before this one; `random` from 0 to 1. 5 s, doubling to 1 h; longer where the receiver asks
 * for it, up to 1 h too.
 */
export function retryDelaySeconds(failures: number, random: number, retryAfterMs: number | null = null): number {
  const delay = Math.max(firstSeconds * 2 ** Math.min(failures, 20), (retryAfterMs ?? 0) / 1000);
  return Math.min(maxSeconds, delay) * (1 + jitter * random);
}
