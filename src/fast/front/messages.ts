// HTTP messages on the socket. Reads the head of a request without a body: a GET or HEAD, whole and alone in the bytes
// read, without a field that changes where messages end or whether the connection stays open; the rules are narrower
// than Node's, and a head that does not fit them may still be valid and is left to Node. Writes a response in one
// piece.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { isProperHost, withinBound } from "../../lib/http-headers.ts";

/** The fields that the service reads, as they came; preferences beyond their bound are absent. */
export interface PlainHead {
  /** all fields as text, to recognise a repeated head */
  block: string;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  accept: string | undefined;
  requestId: string | undefined;
  forwardedFor: string | undefined;
  ifNoneMatch: string | undefined;
}

interface PlainRequest {
  method: "GET" | "HEAD";
  url: string;
  head: PlainHead;
}

/** bytes; longer heads are rare and left to Node */
const maxHeadBytes = 4096;
const version = " HTTP/1.1\r\n";
/** only characters that a path and a query may have, escapes included (RFC 3986, sections 3.3 and 3.4) */
const target = /^\/[\w.~!$&'()*+,;=:@%/?-]*$/;
/** fields without folded lines or anything outside ASCII, and the line that ends them (RFC 9110, section 5) */
const fields = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;
const special = new Set(
  "content-length transfer-encoding connection proxy-connection keep-alive upgrade expect te trailer".split(" "),
);

/**
 * Reads a head; `last` is the previous one of the connection, which usually has the same fields. undefined = not plain.
 */
export function readPlainHead(bytes: Buffer, last: PlainHead | undefined): PlainRequest | undefined {
  if (bytes.length > maxHeadBytes) return undefined;
  const text = bytes.toString("latin1");
  const method = text.startsWith("GET ") ? "GET" : text.startsWith("HEAD ") ? "HEAD" : undefined;
  const line = text.indexOf("\r\n");
  const end = line - version.length + 2;
  if (!method || end <= method.length || !text.startsWith(version, end)) return undefined;
  const url = text.slice(method.length + 1, end);
  const block = text.slice(line + 2);
  const head = last?.block === block ? last : readFields(block);
  return head && target.test(url) ? { method, url, head } : undefined;
}

function readFields(block: string): PlainHead | undefined {
  if (!fields.test(block)) return undefined;
  const found = new Map<string, string>();
  for (const field of block.slice(0, -4).split("\r\n")) {
    const colon = field.indexOf(":");
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    if (special.has(name) && !(name === "connection" && value.toLowerCase() === "keep-alive")) return undefined;
    // Node has a rule for each name which of two fields counts
    if (found.has(name)) return undefined;
    found.set(name, value);
  }
  if (!isProperHost(found.get("host") ?? " ")) return undefined;
  return {
    block,
    authorization: found.get("authorization"),
    acceptEncoding: withinBound(found.get("accept-encoding")),
    accept: withinBound(found.get("accept")),
    requestId: found.get("x-request-id"),
    forwardedFor: found.get("x-forwarded-for"),
    ifNoneMatch: found.get("if-none-match"),
  };
}

// Writes a response to a socket as it goes over the wire, in one piece: like Node's ServerResponse, but without
// checking each header, because they are known to be well-formed.

/** A response: headers, a line each, and the body. */
interface Response {
  status: number;
  headers: string;
  body: readonly Buffer[];
}

/** longer responses go to the system in pieces; below that copying the pieces together is cheaper */
const scratchBytes = 64 * 1024;

/** Writes the responses of one front. */
export class ResponseWriter {
  #scratch = Buffer.allocUnsafeSlow(scratchBytes);
  #lastSecond = { number: Number.NaN, date: "" };

  /**
   * Writes a response. `idle`: milliseconds for which the connection stays open, undefined = it will be closed. `written` is
   * called, synchronously or later, when the system has accepted all bytes, or with the error.
   */
  write(
    socket: Socket,
    { status, headers, body }: Response,
    idle: number | undefined,
    written: (error?: Error | null) => void,
  ): void {
    const head = this.#headOf(status, headers, idle);
    let length = head.length;
    for (const piece of body) length += piece.length;
    if (length <= scratchBytes) this.#writeTogether(socket, head, body);
    else writeApart(socket, head, body);
    // nearly always the system accepts all bytes immediately, and no callback is needed
    if (socket.writableLength === 0 && socket.errored === null) written();
    else socket.write("", written);
  }

  #writeTogether(socket: Socket, head: string, body: readonly Buffer[]): void {
    const bytes = this.#scratch;
    let end = bytes.write(head, 0, "latin1");
    for (const piece of body) end += piece.copy(bytes, end);
    socket.write(bytes.subarray(0, end));
    // the system still reads from this buffer
    if (socket.writableLength > 0) this.#scratch = Buffer.allocUnsafeSlow(scratchBytes);
  }

  #headOf(status: number, headers: string, idle: number | undefined): string {
    const connection =
      idle === undefined
        ? "Connection: close"
        : `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idle / 1000)}`;
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Date: ${this.#httpDate()}\r\n${connection}\r\n\r\n`;
  }

  /** The current time in HTTP's form (RFC 9110, section 5.6.7); formatted once a second. */
  #httpDate(): string {
    const milliseconds = Date.now();
    const number = Math.floor(milliseconds / 1000);
    if (number !== this.#lastSecond.number) this.#lastSecond = { number, date: new Date(milliseconds).toUTCString() };
    return this.#lastSecond.date;
  }
}

function writeApart(socket: Socket, head: string, body: readonly Buffer[]): void {
  socket.cork();
  socket.write(head, "latin1");
  for (const piece of body) socket.write(piece);
  socket.uncork();
}
