// What the connections of `disclosed mcp --http` may cost: a caller that does not read its responses, or sends requests
// without end, is closed before it fills the memory. Bytes that wait are those that a caller has not yet read and those
// of a request's body that are still to arrive. ADR 0061 has the reasons of the limits.
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** connections at a time; further ones are closed when they arrive */
  connections: number;
  /** milliseconds until the head of a first request is there */
  headMs: number;
  /** milliseconds until a whole request is there */
  requestMs: number;
  /** milliseconds between two requests; callers learn it from the header Keep-Alive and end before it */
  idleMs: number;
  /** milliseconds for which bytes may wait without a pause */
  waitingMs: number;
  /** milliseconds for which calls in flight may go on when the server is stopped */
  stopMs: number;
  /** milliseconds between two checks */
  checkMs: number;
  /** bytes that may wait on one connection */
  waitingBytes: number;
  /** bytes that may wait on all connections */
  waitingBytesInAll: number;
  /** requests of one connection that have no whole response yet; HTTP clients send one at a time */
  withoutResponse: number;
}

export const connectionLimits: ConnectionLimits = {
  connections: 150,
  headMs: 10_000,
  requestMs: 20_000,
  // longer than the few seconds for which clients use a connection again, so that a client closes first
  idleMs: 65_000,
  waitingMs: 20_000,
  stopMs: 5_000,
  checkMs: 1_000,
  waitingBytes: 8 * 1024 * 1024,
  waitingBytesInAll: 32 * 1024 * 1024,
  withoutResponse: 4,
};

/** The limits that Node's HTTP server keeps itself. */
export const serverOptions = ({ headMs, requestMs, idleMs, checkMs }: ConnectionLimits): ServerOptions => ({
  headersTimeout: headMs,
  requestTimeout: requestMs,
  keepAliveTimeout: idleMs,
  connectionsCheckingInterval: checkMs,
});

/** a body that does not state its length has at most these bytes: the limit of the body parser */
const maxBodyBytes = 100 * 1024;

interface Held {
  exchanges: Set<{ request: IncomingMessage; response: ServerResponse }>;
  /** when bytes began to wait, in milliseconds of the monotonic clock; undefined while none wait */
  since: number | undefined;
}

export class Connections {
  readonly #held = new Map<Socket, Held>();
  readonly #limits: ConnectionLimits;
  readonly #timer: NodeJS.Timeout;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.check(), limits.checkMs).unref();
  }

  get count(): number {
    return this.#held.size;
  }

  accept(socket: Socket): void {
    this.#held.set(socket, { exchanges: new Set(), since: undefined });
    socket.once("close", () => this.#held.delete(socket));
  }

  /** False where the connection has too many requests without a response: it is closed. */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const held = this.#held.get(request.socket);
    if (!held || held.exchanges.size >= this.#limits.withoutResponse) {
      request.socket.destroy();
      return false;
    }
    const exchange = { request, response };
    held.exchanges.add(exchange);
    response.once("close", () => held.exchanges.delete(exchange));
    return true;
  }

  /** Closes what is over a limit; where all together are, those first on which bytes have waited longest. */
  check(): void {
    const { waitingBytes, waitingBytesInAll, waitingMs } = this.#limits;
    const now = performance.now();
    const waiting: { socket: Socket; bytes: number; since: number }[] = [];
    for (const [socket, held] of this.#held) {
      const bytes = bytesOf(socket, held);
      held.since = bytes > 0 ? (held.since ?? now) : undefined;
      if (held.since === undefined) continue;
      if (bytes > waitingBytes || now - held.since > waitingMs) socket.destroy();
      else waiting.push({ socket, bytes, since: held.since });
    }
    let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= waitingBytesInAll) return;
    for (const { socket, bytes } of waiting.sort((a, b) => a.since - b.since)) {
      if (total <= waitingBytesInAll) return;
      socket.destroy();
      total -= bytes;
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

function bytesOf(socket: Socket, { exchanges }: Held): number {
  let bytes = socket.writableLength;
  for (const { request, response } of exchanges) {
    // a response whose turn has not come holds its bytes itself
    if (response.socket === null) bytes += response.writableLength;
    if (!request.complete) bytes += Number(request.headers["content-length"] ?? maxBodyBytes);
  }
  return bytes;
}
