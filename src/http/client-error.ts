// What never becomes a request is answered on the bare socket: what is not HTTP, too large, too slow, or asks for a tunnel. The
// caller is unknown and nothing is counted, so the limit headers, which every answer carries, are those of nobody.
import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";

/** Names and values of the limit headers for a caller without an account, at this moment. */
export type LimitsOfNobody = () => Record<string, string>;

type Refusal = [status: string, message: string];

const answers: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "Request header fields too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Request timeout"],
};

/** For the server's `clientError` event. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, limits: LimitsOfNobody): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  write(socket, answers[error.code ?? ""] ?? ["400 Bad Request", "Malformed request"], limits());
}

/** For a connection that was opened and asked for nothing. */
export function answerTooSlow(socket: Duplex, limits: LimitsOfNobody): void {
  answerClientError(Object.assign(new Error("no request"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket, limits);
}

/** For the server's `connect` event: this is no proxy. */
export function refuseTunnel(socket: Duplex, limits: LimitsOfNobody): void {
  socket.on("error", () => socket.destroy());
  write(socket, ["405 Method Not Allowed", "Method not allowed"], { Allow: "GET, HEAD", ...limits() });
}

function write(socket: Duplex, [status, message]: Refusal, headers: Record<string, string>): void {
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
}
