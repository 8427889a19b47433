// One open stream: its filter, the position that it has reached, and the connection that its events are written to.
import type { Writable } from "node:stream";
import { eventIdOf, type LogPosition } from "../../domain/event-id.ts";
import type { TitledList } from "../../domain/row-titles.ts";
import type { Subscription } from "../subscriptions.ts";

/** An event as it is written, the same bytes for all streams that get it. */
export interface WrittenEvent extends LogPosition {
  readonly text: Buffer;
}

interface Setup {
  list: TitledList;
  filters: string;
  from: LogPosition;
  connection: Writable;
  /** bytes that may wait for the client to read */
  maxWaitingBytes: number;
  /** the client has read what waited */
  drained(): void;
}

/** milliseconds after which a client opens a stream that was cut again */
const retryMs = 3_000;

export class OpenStream implements Subscription {
  readonly list: TitledList;
  readonly filters: string;
  readonly #setup: Setup;
  #reached: LogPosition;
  /** the id that the client resumes with */
  #sentPosition: string;
  #isFull = false;
  #lastWrite = performance.now();

  constructor(setup: Setup) {
    this.#setup = setup;
    this.list = setup.list;
    this.filters = setup.filters;
    this.#reached = setup.from;
    this.#sentPosition = setup.from.position;
    setup.connection.on("drain", () => {
      if (!this.#isFull) return;
      this.#isFull = false;
      setup.drained();
    });
    // an id without data is not an event; a client that is cut before the first event resumes from here
    this.#write(`retry: ${retryMs}\n${idLine({ ...setup.from, change: "reached" })}\n`);
  }

  /** Up to here every change was compared, and what concerns the stream is written. */
  get matched_position(): string {
    return this.#reached.position;
  }

  /** Takes more events: an ended one never does, one that is full does when the client has read. */
  get isReady(): boolean {
    return !this.#isFull && this.#setup.connection.writable;
  }

  /**
   * Writes the events, in the order of their positions, until too much waits for the client; the rest is read from
   * the log again. If all are written, the stream has reached `end`.
   */
  deliver(events: readonly WrittenEvent[], end: LogPosition): void {
    const { connection, maxWaitingBytes } = this.#setup;
    connection.cork();
    for (const event of events) {
      if (!this.isReady) break;
      this.#write(event.text);
      this.#reached = event;
      this.#sentPosition = event.position;
      this.#isFull = connection.writableLength >= maxWaitingBytes;
    }
    connection.uncork();
    if (this.isReady) this.#reached = end;
  }

  /**
   * Writes a comment if nothing was written for so long, with the position that was reached meanwhile. A client that
   * does not read gets none: the server closes a connection on which nothing moves.
   */
  keepAlive(afterMs: number): void {
    const { connection } = this.#setup;
    if (performance.now() - this.#lastWrite < afterMs || !this.isReady || connection.writableLength > 0) return;
    const { position } = this.#reached;
    const id = position === this.#sentPosition ? "" : idLine({ ...this.#reached, change: "reached" });
    this.#sentPosition = position;
    this.#write(`: heartbeat\n${id}\n`);
  }

  /** Ends the response with a comment; at once where the client has not read what was sent before. */
  end(reason: string): void {
    const { connection } = this.#setup;
    if (connection.writableLength > 0) connection.destroy();
    else if (connection.writable) connection.end(`: ${reason}\n\n`);
  }

  #write(text: string | Buffer): void {
    this.#setup.connection.write(text);
    this.#lastWrite = performance.now();
  }
}

const idLine = (event: LogPosition & { change: string }) => `id: ${eventIdOf(event)}\n`;
