// The last response of a connection. Requests that the caller has sent after it are not handled, because they can no
// longer be answered (RFC 9112, section 9.6).
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

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
