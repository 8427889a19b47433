// The client of the index process and the protocol between them, over a Unix socket: one line of JSON for each request
// and response. After any failure there the result is undefined, and the caller queries PostgreSQL.
import { connect, type Socket } from "node:net";
import type { Page } from "../../store/lists/page.ts";
import type { Question } from "./trade-index.ts";
import type { Found } from "./versioned-list.ts";

// The protocol between the index process and its clients, over a Unix socket: one line of JSON for each request and
// response.

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

export interface TradeIndexPort {
  /**
   * One page of ids and the exact total as of a data version; undefined where the index has no result. Never rejects.
   */
  find(question: Question, page: Page, version: string): Promise<Found | undefined>;
}

export interface TradeIndexClient extends TradeIndexPort {
  close(): void;
  /** since the start: queries that the index served, and those left to PostgreSQL */
  readonly statistics: { found: number; withoutResponse: number };
}

const responseMs = 1_000;
const reconnectMs = 250;

/** Connects as soon as the index process listens, and reconnects after every lost connection. */
export function connectTradeIndex(socketPath: string): TradeIndexClient {
  const waiting = new Map<number, (found: Found | undefined) => void>();
  const statistics = { found: 0, withoutResponse: 0 };
  let socket: Socket | undefined;
  let lastNumber = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function open(): void {
    const fresh = connect(socketPath);
    fresh.unref();
    fresh.on("connect", () => {
      socket = fresh;
    });
    fresh.on("error", () => {});
    fresh.on("close", () => {
      socket = undefined;
      for (const settle of waiting.values()) settle(undefined);
      if (isClosed) return;
      timer = setTimeout(open, reconnectMs);
      timer.unref();
    });
    onLines<Response>(fresh, (response) => waiting.get(response.n)?.("none" in response ? undefined : response));
  }

  function request(question: Question, page: Page, version: number): Promise<Found | undefined> {
    return new Promise((resolve) => {
      if (!socket) return resolve(undefined);
      const n = ++lastNumber;
      const late = setTimeout(() => settle(undefined), responseMs);
      const settle = (found: Found | undefined) => {
        clearTimeout(late);
        waiting.delete(n);
        resolve(found);
      };
      waiting.set(n, settle);
      send(socket, { n, question, page, version });
    });
  }

  open();
  return {
    statistics,
    async find(question, page, version) {
      const found = await request(question, page, Number(version));
      if (found) statistics.found++;
      else statistics.withoutResponse++;
      return found && { ids: found.ids, total: found.total };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
}
