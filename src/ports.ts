// Types that several floors share. Nothing here has code.

/** Whether the caller no longer waits for an answer. */
export interface Cancellation {
  readonly isOver: boolean;
  /** Aborts when it is over; to make one costs more than to check this. */
  signal(): AbortSignal;
}

/** A GET of the facade with nothing in it that needs Node's HTTP server and Express. */
export interface FastRequest {
  url: string;
  /** what `callerIn` has made of the header below */
  caller: string | undefined;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  /** the caller's, normalised */
  address: string;
  requestId: string;
  /** whether the caller is gone */
  isClosed(): boolean;
}

/** A 200, as it has to be written, and what the log says of it. */
export interface FastAnswer {
  /** a line each, without those that every answer of the server has */
  headers: string;
  body: readonly Buffer[];
  route: string;
  accountId: string;
}

/** What answers on the socket, before Node's HTTP server and Express. */
export interface FastPath {
  /** Whom an Authorization header names; to be kept for as long as a connection brings the same header. */
  callerIn(authorization: string | undefined): string | undefined;
  /** undefined = it was left as it was; `counted` is what Express goes on with (`response.locals.counted`). Never rejects. */
  ask(request: FastRequest): Promise<FastAnswer | { counted: unknown }> | undefined;
}

/** A request whose answer the connection has taken, or whose caller is gone. */
export interface Ended {
  method: string;
  url: string;
  status: number;
  /** false where the caller closed the connection before the end of his answer */
  taken: boolean;
  /** performance.now() when the request began */
  started: number;
  requestId: string | undefined;
  address: string | undefined;
  route: string | undefined;
  accountId: string | undefined;
}
