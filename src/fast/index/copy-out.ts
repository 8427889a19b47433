// COPY ... TO STDOUT with its rows handed on where they lie in what the socket gave, one call a row. A stream of Node's, as pg-copy-streams
// makes of it, costs as much a row as everything that is done with the row afterwards.
import type { Socket } from "node:net";
import type pg from "pg";

/** Called with each message of the copy, which is one row (in the first, the head comes before it): bytes [from, to) of the view. */
export type TakeRow = (view: DataView, from: number, to: number) => void;

type Heard = (bytes: Buffer) => void;

const copyData = 0x64;
/** one byte that says what a message is, four for its length, which counts these four */
const headBytes = 5;

const nothing = Buffer.alloc(0);

/** Bytes that the message at the front wants before it is whole, or before its length is known. */
function missingOf(message: Buffer): number {
  const wanted = message.length < headBytes ? headBytes : 1 + message.readInt32BE(1);
  return wanted - message.length;
}

/** Runs a COPY statement. Rejects with what PostgreSQL says, what the connection breaks with, or what `take` throws. */
export function copyOut(client: pg.ClientBase, statement: string, take: TakeRow): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(statement, take, (error) => (error === undefined ? resolve() : reject(error))));
  });
}

/** A query as pg's client runs it. While it runs, rows are taken out of what comes; all else reaches the client as ever. */
class CopyOut implements pg.Submittable {
  #rest: Buffer = nothing;
  #socket: Socket | undefined;
  #client: Heard | undefined;
  #failure: unknown;
  readonly #hear: Heard = (bytes) => this.#split(bytes);

  constructor(
    readonly text: string,
    readonly take: TakeRow,
    readonly over: (error?: unknown) => void,
  ) {}

  /** As pg's client wants it, an error is returned and not thrown. */
  submit(connection: pg.Connection): Error | undefined {
    const socket = connection.stream as Socket;
    const [client, ...others] = socket.listeners("data") as Heard[];
    if (!client || others.length > 0) return new Error("another listener than pg's client is on the connection");
    this.#socket = socket.off("data", client).on("data", this.#hear);
    this.#client = client;
    connection.query(this.text);
    return undefined;
  }

  handleError(error: unknown): void {
    this.#end();
    this.over(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end();
    this.over(this.#failure);
  }

  /** Of what comes, only a message that came in parts is copied together. */
  #split(bytes: Buffer): void {
    let from = 0;
    while (this.#rest.length > 0 && from < bytes.length) {
      const missing = missingOf(this.#rest);
      this.#rest = Buffer.concat([this.#rest, bytes.subarray(from, from + missing)]);
      from = Math.min(bytes.length, from + missing);
      if (missingOf(this.#rest) === 0) this.#rest = this.#messages(this.#rest);
    }
    const rest = from < bytes.length ? this.#messages(bytes.subarray(from)) : undefined;
    if (rest && rest.length > 0) this.#rest = Buffer.from(rest);
  }

  /** Takes whole messages from the front, and returns what is behind them. */
  #messages(all: Buffer): Buffer {
    const view = new DataView(all.buffer, all.byteOffset, all.length);
    let at = 0;
    while (this.#socket && at + headBytes <= all.length) {
      const end = at + 1 + view.getInt32(at + 1);
      if (end > all.length) break;
      if (view.getUint8(at) === copyData) this.#row(view, at + headBytes, end);
      else this.#client?.(all.subarray(at, end));
      at = end;
    }
    const rest = all.subarray(at);
    if (this.#socket) return rest;
    // what came behind the end is the next query's
    if (rest.length > 0) this.#client?.(rest);
    return nothing;
  }

  /** The rest is read to its end also where a row could not be taken, for the connection goes on. */
  #row(view: DataView, from: number, to: number): void {
    if (this.#failure !== undefined) return;
    try {
      this.take(view, from, to);
    } catch (error) {
      this.#failure = error;
    }
  }

  #end(): void {
    if (this.#client) this.#socket?.off("data", this.#hear).on("data", this.#client);
    this.#socket = undefined;
  }
}
