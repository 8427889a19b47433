// A connection within a connection: the stream that Node's HTTP server gets instead of the caller's socket, which the
// front (src/fast/front/front.ts) keeps. It delivers the bytes that the front passes to it; writes, the end and
// timeouts go to the caller's socket.
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

type Written = (error?: Error | null) => void;

export class InnerSocket extends Duplex {
  /** Node's HTTP server sets it where it is null */
  readonly server: unknown = null;
  readonly #outer: Socket;
  readonly #requestEnded: () => void;
  readonly #gone: () => void;

  /** `requestEnded` is called when a passed request is over, `gone` when the HTTP server has closed the connection. */
  constructor(outer: Socket, { requestEnded, gone }: { requestEnded: () => void; gone: () => void }) {
    super({ allowHalfOpen: true, decodeStrings: false });
    this.#outer = outer;
    this.#requestEnded = requestEnded;
    this.#gone = gone;
  }

  get remoteAddress(): string | undefined {
    return this.#outer.remoteAddress;
  }

  /** Delivers bytes that were read from the caller. */
  pass(bytes: Buffer): void {
    if (!this.push(bytes)) this.#outer.pause();
  }

  /** The request is over: its response is written, or the client has closed the request. */
  endRequest(): void {
    this.#requestEnded();
  }

  setTimeout(ms: number, listener?: () => void): this {
    this.#outer.setTimeout(ms);
    if (listener) this.once("timeout", listener);
    return this;
  }

  /** As on net.Socket: destroys it after all written data are sent. */
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
