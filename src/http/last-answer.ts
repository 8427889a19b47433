// The last answer of a connection. What its caller has sent behind that request is not read, and so costs nothing: no one could
// answer it any more (RFC 9112, section 9.6).
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const ending = new WeakSet<Socket>();

/** Makes this answer the last one of its connection, unless it has begun already. */
export function endsConnection(response: ServerResponse): void {
  if (response.headersSent) return;
  response.setHeader("Connection", "close");
  ending.add(response.req.socket);
}

/** Whether an answer to an earlier request is the last one of the connection. */
export const isEnding = ({ socket }: IncomingMessage): boolean => ending.has(socket);

/** Of answers in the order of their requests the one of each connection that comes last. */
export function lastAnswers(running: Iterable<ServerResponse>): Iterable<ServerResponse> {
  const last = new Map<Socket, ServerResponse>();
  for (const response of running) last.set(response.req.socket, response);
  return last.values();
}
