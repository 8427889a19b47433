// A fetch that retries and obeys Retry-After: it waits for the next minute or the end of an outage, not for the next day.

/** The type that openapi-fetch accepts as fetch. */
export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** max times that a request is sent; default 4 */
  attempts?: number;
  /** max wait in seconds; default 90, so that it waits for the limit of a minute and not for that of a day */
  maxWait?: number;
  /** called before each wait */
  onWait?: (wait: { seconds: number; attempt: number; reason: string }) => void;
}

/** attempts, and the max wait in seconds, if the caller names none */
export const usualRetry = { attempts: 4, maxWait: 90 };

/** Statuses after which a request is worth retrying. */
export const passing = new Set([429, 500, 502, 503, 504]);

/**
 * Retries after 429, 5xx and network errors: after Retry-After if the service sends it, else after 1, 2,
 * 4... seconds, minus a random part. After the last attempt, or if the wait is too long, the caller gets the last response or error.
 */
export function retrying(send: Fetch, options: RetryOptions = {}): Fetch {
  const { attempts = usualRetry.attempts, maxWait = usualRetry.maxWait, onWait } = options;
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOf(send, request);
      const isLast = attempt >= attempts || request.signal.aborted;
      if ("response" in outcome && (isLast || !passing.has(outcome.response.status))) return outcome.response;
      if ("error" in outcome && isLast) throw outcome.error;
      const response = "response" in outcome ? outcome.response : undefined;
      const seconds = retryAfter(response) ?? 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      if (response && seconds > maxWait) return response;
      onWait?.({ seconds, attempt, reason: response ? `HTTP ${response.status}` : "the network failed" });
      await response?.body?.cancel();
      await wait(seconds, request.signal);
    }
  };
}

type Outcome = { response: Response } | { error: unknown };

export async function attemptOf(send: Fetch, request: Request): Promise<Outcome> {
  try {
    return { response: await send(request.clone()) };
  } catch (error) {
    return { error };
  }
}

/** Seconds to wait according to the service; undefined if it names none. */
export function retryAfter(response: Response | undefined): number | undefined {
  const text = response?.headers.get("Retry-After");
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Rejects with the signal's reason if it is aborted, before or meanwhile. */
export function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    }, seconds * 1000);
    signal.addEventListener("abort", leave, { once: true });
  });
}
