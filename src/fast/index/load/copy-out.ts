// COPY ... TO STDOUT that passes each row on without copying it out of the socket's buffer, one call a row. A Node
// stream, as pg-copy-streams makes it, would cost as much a row as all later processing of the row.
import type { Socket } from "node:net";
import type pg from "pg";

/**
 * Called with each message of the copy, bytes [from, to) of the view: one row; the first message begins with the file
 * header.
 */
export type TakeRow = (view: DataView, from: number, to: number) => void;

type DataListener = (bytes: Buffer) => void;

const copyData = 0x64;
/** one byte for the message's type, four for its length, which includes these four */
const headBytes = 5;

const nothing = Buffer.alloc(0);

/** Bytes missing until the message is complete, or until its length is known. */
function missingOf(message: Buffer): number {
  const wanted = message.length < headBytes ? headBytes : 1 + message.readInt32BE(1);
  return wanted - message.length;
}

/** Runs a COPY statement. Rejects with the error of PostgreSQL, of the connection, or of `take`. */
export function copyOut(client: pg.ClientBase, statement: string, take: TakeRow): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(statement, take, (error) => (error === undefined ? resolve() : reject(error))));
  });
}

/**
 * A query that pg's client runs. While it runs, it takes the row messages out of the input; pg's client gets all
 * others.
 */
class CopyOut implements pg.Submittable {
  #rest: Buffer = nothing;
  #socket: Socket | undefined;
  #client: DataListener | undefined;
  #failure: unknown;
  readonly #onData: DataListener = (bytes) => this.#split(bytes);

  constructor(
    readonly text: string,
    readonly take: TakeRow,
    readonly over: (error?: unknown) => void,
  ) {}

  /** pg's client expects errors to be returned, not thrown. */
  submit(connection: pg.Connection): Error | undefined {
    const socket = connection.stream as Socket;
    const [client, ...others] = socket.listeners("data") as DataListener[];
    if (!client || others.length > 0) return new Error("another listener than pg's client is on the connection");
    this.#socket = socket.off("data", client).on("data", this.#onData);
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

  /** Splits input into messages; only a message that arrives in parts is copied. */
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

  /** Handles the complete messages at the front, and returns the rest. */
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
    // input after the end of the copy belongs to the next query
    if (rest.length > 0) this.#client?.(rest);
    return nothing;
  }

  /** After a row that fails, the remaining rows are still read, so that the connection stays usable. */
  #row(view: DataView, from: number, to: number): void {
    if (this.#failure !== undefined) return;
    try {
      this.take(view, from, to);
    } catch (error) {
      this.#failure = error;
    }
  }

  #end(): void {
    if (this.#client) this.#socket?.off("data", this.#onData).on("data", this.#client);
    this.#socket = undefined;
  }
}
