// Writes a response to a socket as it goes over the wire, in one piece: like Node's ServerResponse, but without
// checking each header, because they are known to be well-formed.
import type { Socket } from "node:net";

/** A response: headers, a line each, and the body. */
interface Response {
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
   * Writes a 200. `idle`: milliseconds for which the connection stays open, undefined = it will be closed. `written` is
   * called, synchronously or later, when the system has accepted all bytes, or with the error.
   */
  write(
    socket: Socket,
    { headers, body }: Response,
    idle: number | undefined,
    written: (error?: Error | null) => void,
  ): void {
    const head = this.#headOf(headers, idle);
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

  #headOf(headers: string, idle: number | undefined): string {
    const connection =
      idle === undefined
        ? "Connection: close"
        : `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idle / 1000)}`;
    return `HTTP/1.1 200 OK\r\n${headers}Date: ${this.#httpDate()}\r\n${connection}\r\n\r\n`;
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
