// The protocol between the index process and its clients, over a Unix socket: one line of JSON for each request and
// response.
import type { Socket } from "node:net";
import type { Page } from "../../store/lists/page.ts";
import type { Question } from "./trade-index.ts";

export interface Request {
  /** identifies the response */
  n: number;
  question: Question;
  page: Page;
  version: number;
}

export type Response = { n: number; ids: number[]; total: number } | { n: number; none: true };

const maxLineLength = 1024 * 1024;

/** Calls `received` with each line's value. A line that is too long or not JSON closes the connection. */
export function onLines<Value>(socket: Socket, received: (value: Value) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    try {
      if (rest.length > maxLineLength) throw new Error("a line is too long");
      for (const line of lines) received(JSON.parse(line) as Value);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}

/** Sends all lines of one turn of the event loop in one system call: under load each would cost more than its question. */
export function send(socket: Socket, value: Request | Response): void {
  if (socket.writableCorked === 0) {
    socket.cork();
    setImmediate(() => socket.uncork());
  }
  socket.write(`${JSON.stringify(value)}\n`);
}
