// The responses that are not finished, in the order of their requests, and the last response of a connection.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

// A linked list. A Set would rehash after every few additions and removals. Each time V8 lets the old table point to the
// new one, so that a table in the old generation keeps all later tables and their requests in memory until a full
// collection. That took a seventh of the time to answer one trade.

/** A node of the list; a removed one has no response. */
interface Entry {
  response: ServerResponse | undefined;
  before: Entry;
  after: Entry;
}

export class Running implements Iterable<ServerResponse> {
  /** the sentinel before the first and after the last node */
  readonly #end = createEnd();

  /** Returns a function that removes the response; call it once. */
  add(response: ServerResponse): () => void {
    const end = this.#end;
    const entry: Entry = { response, before: end.before, after: end };
    end.before.after = entry;
    end.before = entry;
    return () => remove(entry);
  }

  *[Symbol.iterator](): Iterator<ServerResponse> {
    for (let entry = this.#end.after; entry.response; entry = entry.after) yield entry.response;
  }
}

/** The pending responses of one connection, in the order of their requests. */
export const responsesOn = (socket: Duplex, running: Iterable<ServerResponse>): ServerResponse[] =>
  [...running].filter(({ req }) => req.socket === socket);

function createEnd(): Entry {
  const end = { response: undefined } as Entry;
  end.before = end;
  end.after = end;
  return end;
}

function remove(entry: Entry): void {
  entry.before.after = entry.after;
  entry.after.before = entry.before;
  entry.response = undefined;
  entry.before = entry;
  entry.after = entry;
}

// Requests that the caller has sent after the last response of a connection are not handled, because they can no longer
// be answered (RFC 9112, section 9.6).
const ending = new WeakSet<Socket>();

/** Makes this response the last one of its connection, unless its headers are sent already. */
export function endsConnection(response: ServerResponse): void {
  if (response.headersSent) return;
  response.setHeader("Connection", "close");
  ending.add(response.req.socket);
}

/** True where the response to an earlier request is the last one of the connection. */
export const isEnding = ({ socket }: IncomingMessage): boolean => ending.has(socket);

/** the last request of a socket that was answered before its whole body had arrived */
const answeredEarly = new WeakMap<Duplex, IncomingMessage>();

/** To be called with each finished response. */
export function noteEarly({ req }: ServerResponse): void {
  if (!req.complete) answeredEarly.set(req.socket, req);
}

/** True while the socket's input is the rest of the body of a request that is already answered. */
export const isAnswered = (socket: Duplex): boolean => answeredEarly.get(socket)?.complete === false;

/** The last response of each connection; `running`: responses in the order of their requests. */
export function lastResponses(running: Iterable<ServerResponse>): Iterable<ServerResponse> {
  const last = new Map<Socket, ServerResponse>();
  for (const response of running) last.set(response.req.socket, response);
  return last.values();
}

/** The state of the HTTP server. */
export interface State {
  stopping: boolean;
  /** responses that are not finished */
  running: Running;
}
