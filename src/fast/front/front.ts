// The front of the server: accepts connections. A plain request (src/fast/front/messages.ts) that the fast path
// handles gets its response on the socket itself, now or when it is computed. Other plain requests go through Node's
// HTTP server and Express, one at a time, over a connection within the connection, so that the next one may be handled
// here again. Any other input hands the connection to Node's HTTP server permanently.
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { clientClosedRequest } from "../../errors.ts";
import type { Ended, FastPath, RestResponse } from "../../ports/requests.ts";
import { InnerSocket } from "./inner-socket.ts";
import { type PlainHead, ResponseWriter, readPlainHead } from "./messages.ts";

export interface FrontOptions {
  fastPath: FastPath;
  /** true where the fast path may handle a URL */
  mayHandle(url: string): boolean;
  /** the id of a request, given the X-Request-Id that came with it */
  requestIdFrom(own: string | undefined): string;
  /** the headers of every response, as they go over the wire */
  headerLines(requestId: string): string;
  addressOf: (socketAddress: string | undefined, forwarded?: string) => string;
  isStopping(): boolean;
  /** called when a request has ended */
  requestEnded(ended: Ended): void;
  /** passes a connection to Node's HTTP server */
  serve(socket: Duplex): void;
  /** sends the response for a request that took too long to arrive */
  tooSlow(socket: Socket): void;
  /**
   * Finds out whether a caller that has ended its side waits for a response. `pending` returns, while one is pending, a
   * function that writes an interim response.
   */
  probe(socket: Socket, pending: () => (() => boolean) | undefined): void;
  /** milliseconds: `headers` until the first request, `idle` between two requests */
  timeouts: { headers: number; idle: number };
}

export interface Front {
  accept(socket: Socket): void;
  /** Called repeatedly, closes idle connections, except for those that Node's HTTP server handles. */
  closeIdle(): void;
  /** Closes all connections, also those with requests in progress. */
  cut(): void;
}

type Begun = Ended & { requestId: string };

export function createFront(options: FrontOptions): Front {
  const open = new Set<Connection>();
  const writer = new ResponseWriter();
  return {
    accept(socket) {
      const connection = new Connection(socket, options, writer);
      open.add(connection);
      socket.once("close", () => open.delete(connection));
    },
    closeIdle() {
      for (const connection of open) connection.closeIfIdle();
    },
    cut() {
      for (const connection of open) connection.cut();
    },
  };
}

class Connection {
  readonly #socket: Socket;
  readonly #options: FrontOptions;
  readonly #writer: ResponseWriter;
  /**
   * fresh: no request yet; ours, writing: a response is computed or written here; inner: a request is in progress in Node's
   * server; given: permanently Node's
   */
  #state: "fresh" | "idle" | "ours" | "writing" | "inner" | "given" = "fresh";
  #head: PlainHead | undefined;
  #address = "";
  #caller: string | undefined;
  #inner: InnerSocket | undefined;
  /** bytes that arrived while a request was in progress here */
  #waiting: Buffer[] = [];
  /** the last response is being written, or Node's server has closed the connection */
  #ending = false;
  /** the caller has ended its side (FIN) and may still wait for responses */
  #hasEnded = false;
  /** no bytes have arrived since the last call of closeIfIdle */
  #wasIdle = false;
  /** called when the connection is closed while a response is computed here */
  #onClose: (() => void) | undefined;

  readonly #listeners = {
    data: (bytes: Buffer) => this.#read(bytes),
    end: () => this.#end(),
    timeout: () => this.#timeOut(),
    close: () => this.#close(),
    error: () => {},
  };

  constructor(socket: Socket, options: FrontOptions, writer: ResponseWriter) {
    this.#socket = socket;
    this.#options = options;
    this.#writer = writer;
    socket.setTimeout(options.timeouts.headers);
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener);
  }

  /** Closes at the second call without input in between: at the first one a request may be on its way. */
  closeIfIdle(): void {
    if (this.#state !== "fresh" && this.#state !== "idle") return;
    if (this.#wasIdle) this.#socket.destroy();
    this.#wasIdle = true;
  }

  cut(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    this.#wasIdle = false;
    if (this.#isOurs()) {
      this.#waiting.push(bytes);
      this.#socket.pause();
    } else if (this.#state === "inner" || this.#state === "given") {
      // a caller that pipelines requests is left to Node's server
      this.#state = "given";
      this.#inner?.pass(bytes);
    } else this.#handle(bytes);
  }

  #handle(bytes: Buffer): void {
    const plain = readPlainHead(bytes, this.#head);
    if (!plain) {
      this.#give(bytes);
      return;
    }
    if (this.#state === "fresh") this.#socket.setTimeout(this.#options.timeouts.idle);
    const { method, url, head } = plain;
    if (head !== this.#head) {
      this.#head = head;
      this.#address = this.#options.addressOf(this.#socket.remoteAddress, head.forwardedFor);
      this.#caller = this.#options.fastPath.callerIn(head.authorization);
    }
    if (method === "GET" && this.#options.mayHandle(url)) this.#tryFastPath(url, head, bytes);
    else this.#passOn(bytes);
  }

  #tryFastPath(url: string, head: PlainHead, bytes: Buffer): void {
    const started = performance.now();
    const requestId = this.#options.requestIdFrom(head.requestId);
    const pending = this.#options.fastPath.respond({
      method: "GET",
      url,
      caller: this.#caller,
      authorization: head.authorization,
      acceptEncoding: head.acceptEncoding,
      accept: head.accept,
      ifNoneMatch: head.ifNoneMatch,
      address: this.#address,
      requestId,
      isClosed: () => this.#socket.destroyed,
      onClose: (listener) => {
        this.#onClose = listener;
      },
    });
    if (!pending) {
      this.#passOn(bytes);
      return;
    }
    this.#state = "ours";
    void pending.then(({ status, response, logged }) => {
      this.#onClose = undefined;
      const { route, accountId } = logged;
      const address = this.#address;
      const ended: Begun = {
        method: "GET",
        url,
        status,
        isWritten: true,
        started,
        requestId,
        address,
        route,
        accountId,
      };
      if (response && !this.#socket.destroyed) this.#respond(response, ended);
      else {
        this.#options.requestEnded({ ...ended, status: clientClosedRequest, isWritten: false });
        this.#socket.destroy();
      }
    });
  }

  #respond({ status, headers: own, body }: RestResponse, ended: Begun): void {
    this.#state = "writing";
    if (this.#waiting.length === 0 && (this.#hasEnded || this.#options.isStopping())) this.#ending = true;
    const idle = this.#ending ? undefined : this.#options.timeouts.idle;
    const headers = this.#options.headerLines(ended.requestId) + own;
    this.#writer.write(this.#socket, { status, headers, body }, idle, (error) => {
      ended.isWritten = !error;
      this.#options.requestEnded(ended);
      this.#goOn();
    });
  }

  /** A caller that has its response may send the next request. */
  #goOn(): void {
    if (this.#socket.destroyed) return;
    if (this.#ending || this.#inner?.writableEnded) {
      this.#socket.destroySoon();
      return;
    }
    this.#state = "idle";
    if (this.#waiting.length === 0) return;
    this.#handle(Buffer.concat(this.#waiting.splice(0)));
    this.#socket.resume();
  }

  /** Passes this request to Node's server; the next one is read here again. */
  #passOn(bytes: Buffer): void {
    if (this.#socket.destroyed) return;
    this.#state = "inner";
    const inner = this.#openInner();
    inner.pass(bytes);
    if (this.#hasEnded) inner.push(null);
  }

  #openInner(): InnerSocket {
    if (this.#inner?.destroyed === false) return this.#inner;
    const inner = new InnerSocket(this.#socket, {
      requestEnded: () => {
        if (this.#state === "inner") this.#goOn();
      },
      gone: () => {
        this.#ending = true;
        if (!this.#isOurs()) this.#socket.destroy();
      },
    });
    this.#inner = inner;
    this.#options.serve(inner);
    return inner;
  }

  /** Gives the connection to Node's server permanently. */
  #give(bytes: Buffer): void {
    this.#state = "given";
    // a socket whose input has ended does not allow unshift
    if (this.#inner || this.#hasEnded) {
      const inner = this.#openInner();
      inner.pass(bytes);
      if (this.#hasEnded) inner.push(null);
      return;
    }
    const socket = this.#socket;
    for (const [event, listener] of Object.entries(this.#listeners)) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(bytes);
    this.#options.serve(socket);
    process.nextTick(() => socket.resume());
  }

  #end(): void {
    this.#hasEnded = true;
    if (this.#state === "inner" || this.#state === "given") this.#inner?.push(null);
    else if (this.#isOurs()) this.#options.probe(this.#socket, () => this.#announcement());
    else this.#socket.end();
  }

  #isOurs(): boolean {
    return this.#state === "ours" || this.#state === "writing";
  }

  /** What announces the response that is computed here. */
  #announcement(): (() => boolean) | undefined {
    if (this.#state !== "ours") return undefined;
    return () => {
      this.#socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      return true;
    };
  }

  #close(): void {
    this.#onClose?.();
    this.#inner?.destroy();
  }

  #timeOut(): void {
    if (this.#state === "inner" || this.#state === "given") this.#inner?.emit("timeout");
    else if (this.#state === "fresh") this.#options.tooSlow(this.#socket);
    else this.#socket.destroy();
  }
}
