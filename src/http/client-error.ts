// What never becomes a request is answered on the bare socket: what is not HTTP, too large, too slow, or requests a tunnel. The
// caller is unknown and nothing is counted, so the limit headers, which every response carries, are all zero. Requests that came
// before it on the same connection are answered first, in order (RFC 9112, section 9.3.2); then the connection is closed.
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isEnding } from "./last-answer.ts";

/** Names and values of the limit headers for a caller without an account, at this time. */
export type LimitsOfNobody = () => Record<string, string>;

type Refusal = [status: string, message: string];

const answers: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "Request header fields too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Request timeout"],
};

/** milliseconds for which input is still read and thrown away after the last answer: a close would reset it on its way */
const lingerMs = 2_000;

export interface ClientErrors {
  /** For the server's `clientError` event. */
  malformed(error: NodeJS.ErrnoException, socket: Duplex): void;
  /** For a connection that was opened and asked for nothing. */
  tooSlow(socket: Duplex): void;
  /** For the server's `connect` event: this is no proxy. */
  tunnel(socket: Duplex): void;
}

/** `running`: the responses that are not finished, in the order of their requests. */
export function clientErrors(limits: LimitsOfNobody, running: Iterable<ServerResponse>): ClientErrors {
  // the parser reports again with whatever comes after its error
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, refusal: Refusal, more: Record<string, string> = {}) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const last = pendingOn(socket, running).at(-1);
    // at the end of the input Node would make the answer that is last then the last of the connection
    socket.removeAllListeners("end");
    const close = () => write(socket, refusal, { ...more, ...limits() });
    if (last) last.once("close", close);
    else close();
  };
  const malformed = (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else refuse(socket, answers[error.code ?? ""] ?? ["400 Bad Request", "Malformed request"]);
  };
  return {
    malformed,
    tooSlow: (socket) =>
      malformed(Object.assign(new Error("no request"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket),
    tunnel(socket) {
      socket.on("error", () => socket.destroy());
      // Node has taken its listeners away, and with them what goes on with an answer that the socket could not take at once
      socket.on("drain", () => {
        for (const response of pendingOn(socket, running)) response.emit("drain");
      });
      refuse(socket, ["405 Method Not Allowed", "Method not allowed"], { Allow: "GET, HEAD" });
    },
  };
}

/** The responses of a socket that will still be written, without one that waits for a body whose rest cannot be read. */
function pendingOn(socket: Duplex, running: Iterable<ServerResponse>): ServerResponse[] {
  const pending = [...running].filter(({ req }) => req.socket === socket);
  const last = pending.at(-1);
  if (last && !last.req.complete && !last.headersSent && !isEnding(last.req)) pending.pop();
  return pending;
}

function write(socket: Duplex, [status, message]: Refusal, headers: Record<string, string>): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
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
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.resume();
  const lingering = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(lingering));
}
