// An answer written to a socket as it goes over the wire, in one piece: what Node's ServerResponse does with headers that are known
// to be well-formed, without looking at each of them.
import type { Socket } from "node:net";

/** Headers, a line each, and the body. */
export interface Answer {
  headers: string;
  body: readonly Buffer[];
}

/** what is longer goes to the system in pieces; below that it costs less to copy them together */
const scratchBytes = 64 * 1024;
let scratch = Buffer.allocUnsafeSlow(scratchBytes);

/**
 * Writes a 200. `idle`: milliseconds for which the connection stays open, undefined = it is going to be closed. `written` is called,
 * at once or later, when the system has taken all of it, or with the error.
 */
export function writeAnswer(
  socket: Socket,
  { headers, body }: Answer,
  idle: number | undefined,
  written: (error?: Error | null) => void,
): void {
  const head = headOf(headers, idle);
  let length = head.length;
  for (const piece of body) length += piece.length;
  if (length <= scratchBytes) writeTogether(socket, head, body);
  else writeApart(socket, head, body);
  // nearly always the system takes it at once, and nobody has to be called
  if (socket.writableLength === 0 && socket.errored === null) written();
  else socket.write("", written);
}

function writeTogether(socket: Socket, head: string, body: readonly Buffer[]): void {
  const bytes = scratch;
  let end = bytes.write(head, 0, "latin1");
  for (const piece of body) end += piece.copy(bytes, end);
  socket.write(bytes.subarray(0, end));
  // what the system has not taken yet is read later
  if (socket.writableLength > 0) scratch = Buffer.allocUnsafeSlow(scratchBytes);
}

function writeApart(socket: Socket, head: string, body: readonly Buffer[]): void {
  socket.cork();
  socket.write(head, "latin1");
  for (const piece of body) socket.write(piece);
  socket.uncork();
}

function headOf(headers: string, idle: number | undefined): string {
  const connection =
    idle === undefined
      ? "Connection: close"
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idle / 1000)}`;
  return `HTTP/1.1 200 OK\r\n${headers}Date: ${httpDate()}\r\n${connection}\r\n\r\n`;
}

let lastSecond = { number: Number.NaN, date: "" };

/** This moment as HTTP writes it (RFC 9110, section 5.6.7); written once a second. */
function httpDate(): string {
  const moment = Date.now();
  const number = Math.floor(moment / 1000);
  if (number !== lastSecond.number) lastSecond = { number, date: new Date(moment).toUTCString() };
  return lastSecond.date;
}
