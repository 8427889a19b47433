// Responses on the bare socket to input that never becomes a request: not HTTP, too large, too slow, or a CONNECT. The
// caller is unknown and nothing is counted, so the limit headers, which every response has, are all zero. Earlier
// requests of the connection are answered first, in order (RFC 9112, section 9.3.2); then the connection is closed.
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { hasEarlyResponse, isEnding, responsesOn } from "./requests.ts";

/** Names and values of the limit headers for a caller without an account, at this time. */
export type LimitsWithoutCaller = () => Record<string, string>;

type Refusal = [status: string, message: string];

const responses: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "Request header fields too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Request timeout"],
};

/**
 * milliseconds for which input is read and discarded after the last response: an immediate close would reset the
 * connection before the response arrives
 */
const lingerMs = 2_000;

export interface ClientErrors {
  /** For the server's `clientError` event. */
  malformed(error: NodeJS.ErrnoException, socket: Duplex): void;
  /** For a connection that was opened and sent no request in time. */
  tooSlow(socket: Duplex): void;
  /** For the server's `connect` event: this is not a proxy. */
  tunnel(socket: Duplex): void;
}

/** `running`: the responses that are not finished, in the order of their requests. */
export function clientErrors(limits: LimitsWithoutCaller, running: Iterable<ServerResponse>): ClientErrors {
  // the parser reports an error again for every further input
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, refusal: Refusal, more: Record<string, string> = {}) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const { last, unread } = pendingOn(socket, running);
    // at the end of the input Node would close the connection after the last pending response
    socket.removeAllListeners("end");
    const close = () => {
      // it may have been answered without its body while the earlier responses were pending
      if (!unread?.headersSent) end(socket, hasEarlyResponse(socket) ? "" : written(refusal, { ...more, ...limits() }));
      else if (unread.writableFinished) end(socket, "");
      else unread.once("close", () => end(socket, ""));
    };
    if (last) last.once("close", close);
    else close();
  };
  const malformed = (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else refuse(socket, responses[error.code ?? ""] ?? ["400 Bad Request", "Malformed request"]);
  };
  return {
    malformed,
    tooSlow: (socket) =>
      malformed(Object.assign(new Error("no request"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket),
    tunnel(socket) {
      socket.on("error", () => socket.destroy());
      // Node has removed its listeners, also the one that continues a response after the socket's buffer was full
      socket.on("drain", () => {
        for (const response of responsesOn(socket, running)) response.emit("drain");
      });
      refuse(socket, ["405 Method Not Allowed", "Method not allowed"], { Allow: "GET, HEAD" });
    },
  };
}

/** The last pending response of a socket, and the one behind it that waits for a body that cannot be read. */
function pendingOn(
  socket: Duplex,
  running: Iterable<ServerResponse>,
): { last?: ServerResponse; unread?: ServerResponse } {
  const pending = responsesOn(socket, running);
  const last = pending.at(-1);
  const isUnread = last && !last.req.complete && !last.headersSent && !isEnding(last.req);
  return isUnread ? { last: pending.at(-2), unread: last } : { last };
}

function written([status, message]: Refusal, headers: Record<string, string>): string {
  const requestId = randomUUID();
  const body = JSON.stringify({ error: message, requestId });
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "Cache-Control: no-store",
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

function end(socket: Duplex, last: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(last);
  socket.resume();
  const lingering = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(lingering));
}
