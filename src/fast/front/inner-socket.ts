// A connection within a connection: what Node's HTTP server is given of a caller's socket while the front (src/fast/front/front.ts) keeps the
// socket itself. It passes on what the front hands to it, and writes, ends and waits on the caller's socket.
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

type Written = (error?: Error | null) => void;

export class InnerSocket extends Duplex {
  /** Node's HTTP server sets it where it finds null */
  readonly server: unknown = null;
  readonly #outer: Socket;
  readonly #answered: () => void;
  readonly #gone: () => void;
  #handedOn: unknown;

  /** `answered` is called when a request that was passed on is over, `gone` when the HTTP server has done with the connection. */
  constructor(outer: Socket, { answered, gone }: { answered: () => void; gone: () => void }) {
    super({ allowHalfOpen: true, decodeStrings: false });
    this.#outer = outer;
    this.#answered = answered;
    this.#gone = gone;
  }

  get remoteAddress(): string | undefined {
    return this.#outer.remoteAddress;
  }

  /** What was read from the caller; `handedOn` is what is known of the request already. */
  pass(bytes: Buffer, handedOn?: unknown): void {
    // what comes behind such a request may come before it is taken
    if (handedOn !== undefined) this.#handedOn = handedOn;
    if (!this.push(bytes)) this.#outer.pause();
  }

  /** What was handed on with the request, once. */
  takeHandedOn(): unknown {
    const handedOn = this.#handedOn;
    this.#handedOn = undefined;
    return handedOn;
  }

  /** The request is over: its response is written, or the client has closed the request. */
  over(): void {
    this.#answered();
  }

  setTimeout(ms: number, listener?: () => void): this {
    this.#outer.setTimeout(ms);
    if (listener) this.once("timeout", listener);
    return this;
  }

  /** As a socket has it: no more is read, and what was written is sent. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  override _read(): void {
    this.#outer.resume();
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, written: Written): void {
    this.#outer.write(chunk as string, encoding, written);
  }

  override _writev(chunks: { chunk: Buffer | string; encoding: BufferEncoding }[], written: Written): void {
    this.#outer.cork();
    const last = chunks.length - 1;
    for (const [at, { chunk, encoding }] of chunks.entries())
      this.#outer.write(chunk as string, encoding, at === last ? written : undefined);
    this.#outer.uncork();
  }

  override _final(written: Written): void {
    this.#outer.end(() => written());
  }

  override _destroy(error: Error | null, done: Written): void {
    this.#gone();
    done(error);
  }
}
