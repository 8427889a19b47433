// What is said over the socket between the process that holds the index and those that ask it: a line of JSON each way.
import type { Socket } from "node:net";
import type { Page } from "../../store/lists/page.ts";
import type { Question } from "./trade-index.ts";

export interface Request {
  /** names the answer */
  n: number;
  question: Question;
  page: Page;
  version: number;
}

export type Response = { n: number; ids: number[]; total: number } | { n: number; none: true };

const longestLine = 1024 * 1024;

/** Calls with each line's value. A line that is no JSON or too long ends the connection. */
export function onLines<Value>(socket: Socket, heard: (value: Value) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    try {
      if (rest.length > longestLine) throw new Error("a line is too long");
      for (const line of lines) heard(JSON.parse(line) as Value);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}

export const send = (socket: Socket, value: Request | Response): void =>
  void socket.write(`${JSON.stringify(value)}\n`);
