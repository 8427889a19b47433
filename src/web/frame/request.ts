// Requests to the service, and a failed one as the pages show it: message, code, and the request id that the operator
// finds in the log.

interface Failure {
  message: string;
  /** the service's error code, e.g. `unauthorized`; `network` if there was no response */
  code: string;
  status: number;
  requestId: string | null;
  /** seconds to wait (Retry-After), if the service sends it */
  retryAfter: number | null;
}

export class RequestError extends Error implements Failure {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfter: number | null;

  constructor({ message, code, status, requestId, retryAfter }: Failure) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Sends a request and reads the JSON response. @throws RequestError if there is no response or it is not JSON */
export async function exchange(path: string, init: RequestInit): Promise<{ response: Response; body: unknown }> {
  try {
    const response = await fetch(path, { ...init, cache: "no-store" });
    return { response, body: await response.json() };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new RequestError({
      message: "The service could not be reached. Check your connection.",
      code: "network",
      status: 0,
      requestId: null,
      retryAfter: null,
    });
  }
}

/** The RequestError for a failed response. */
export function failureOf(response: Response, message: string | undefined, code: string | undefined): RequestError {
  const wait = Number(response.headers.get("retry-after"));
  return new RequestError({
    message: message ?? `The service returned ${response.status}`,
    code: code ?? "internal",
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    retryAfter: wait > 0 ? wait : null,
  });
}
