// A fetch that tries again, obeying Retry-After: a spent minute and an outage pass by themselves, a spent day does not.

/** What openapi-fetch takes for fetch. */
export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** how often a request is sent at most; default 4 */
  attempts?: number;
  /** the longest wait in seconds that is worth it; default 90, so that a minute's limit is waited for and a day's is not */
  longestWait?: number;
  /** called before each wait */
  onWait?: (wait: { seconds: number; attempt: number; reason: string }) => void;
}

const passing = new Set([429, 500, 502, 503, 504]);

/**
 * Sends the request again after 429, 5xx and failures of the network: after Retry-After where the service names it, else after 1, 2,
 * 4... seconds, less a random part. When that is over, or would take too long, the caller gets what came last.
 */
export function retrying(send: Fetch, { attempts = 4, longestWait = 90, onWait }: RetryOptions = {}): Fetch {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOf(send, request);
      const isLast = attempt >= attempts || request.signal.aborted;
      if ("response" in outcome && (isLast || !passing.has(outcome.response.status))) return outcome.response;
      if ("error" in outcome && isLast) throw outcome.error;
      const response = "response" in outcome ? outcome.response : undefined;
      const seconds = retryAfter(response) ?? 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      if (response && seconds > longestWait) return response;
      onWait?.({ seconds, attempt, reason: response ? `HTTP ${response.status}` : "the network failed" });
      await response?.body?.cancel();
      await wait(seconds, request.signal);
    }
  };
}

type Outcome = { response: Response } | { error: unknown };

async function attemptOf(send: Fetch, request: Request): Promise<Outcome> {
  try {
    return { response: await send(request.clone()) };
  } catch (error) {
    return { error };
  }
}

/** Seconds that the service asks for; undefined where it names none. */
export function retryAfter(response: Response | undefined): number | undefined {
  const text = response?.headers.get("Retry-After");
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
