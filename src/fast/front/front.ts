// The front of the server: where a connection is accepted. A plain request (src/fast/front/plain-head.ts) that the fast path takes is
// answered on the socket itself; other plain ones go through Node's HTTP server and Express, one at a time, over a connection
// within the connection, so that the next one may be answered here again. Whatever else comes gives the connection to Node's HTTP
// server for good.
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { clientClosedRequest } from "../../errors.ts";
import type { Ended, FastAnswer, FastPath } from "../../ports.ts";
import { InnerSocket } from "./inner-socket.ts";
import { type PlainHead, readPlainHead } from "./plain-head.ts";
import { AnswerWriter } from "./write-answer.ts";

export interface FrontOptions {
  fastPath: FastPath;
  /** whether the fast path may have the answer to a URL */
  takes(url: string): boolean;
  /** the id of a request, given the X-Request-Id that came with it */
  requestIdFrom(own: string | undefined): string;
  /** the headers that every answer has, as they go over the wire */
  headerLines(requestId: string): string;
  addressOf: (socketAddress: string | undefined, forwarded?: string) => string;
  isStopping(): boolean;
  over(ended: Ended): void;
  /** what Node's HTTP server does with a connection */
  serve(socket: Duplex): void;
  /** tells a caller that he was too slow */
  tooSlow(socket: Socket): void;
  /** milliseconds: for the first request, and between two */
  timeouts: { headers: number; idle: number };
}

export interface Front {
  accept(socket: Socket): void;
  /** Called repeatedly, ends connections on which nothing is under way; of those that Node's HTTP server has it knows itself. */
  closeIdle(): void;
  /** Ends all of them, whatever is under way. */
  cut(): void;
}

type Begun = Ended & { requestId: string };

export function createFront(options: FrontOptions): Front {
  const open = new Set<Connection>();
  const writer = new AnswerWriter();
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
  readonly #writer: AnswerWriter;
  /** fresh: no request yet; ours, inner: a request is under way, here or in Node's server; given: it is Node's for good */
  #state: "fresh" | "idle" | "ours" | "inner" | "given" = "fresh";
  #head: PlainHead | undefined;
  #address = "";
  #caller: string | undefined;
  #inner: InnerSocket | undefined;
  /** what came while a request was under way here */
  #waiting: Buffer[] = [];
  /** the last answer is under way, or Node's server has done with the connection */
  #ending = false;
  /** nothing more comes from the caller (FIN), who may still wait for answers */
  #hasEnded = false;
  /** nothing has come since it was last checked for closing */
  #isLeft = false;

  readonly #listeners = {
    data: (bytes: Buffer) => this.#read(bytes),
    end: () => this.#end(),
    timeout: () => this.#timeOut(),
    close: () => this.#inner?.destroy(),
    error: () => {},
  };

  constructor(socket: Socket, options: FrontOptions, writer: AnswerWriter) {
    this.#socket = socket;
    this.#options = options;
    this.#writer = writer;
    socket.setTimeout(options.timeouts.headers);
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener);
  }

  /** At the second call since anything came: a request may be on its way when the first one is made. */
  closeIfIdle(): void {
    if (this.#state !== "fresh" && this.#state !== "idle") return;
    if (this.#isLeft) this.#socket.destroy();
    this.#isLeft = true;
  }

  cut(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    this.#isLeft = false;
    if (this.#state === "ours") {
      this.#waiting.push(bytes);
      this.#socket.pause();
    } else if (this.#state === "inner" || this.#state === "given") {
      // a caller who does not wait for an answer is left to Node's server
      this.#state = "given";
      this.#inner?.pass(bytes);
    } else this.#take(bytes);
  }

  #take(bytes: Buffer): void {
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
    if (method === "GET" && !head.conditional && this.#options.takes(url)) this.#tryFastPath(url, head, bytes);
    else this.#passOn(bytes);
  }

  #tryFastPath(url: string, head: PlainHead, bytes: Buffer): void {
    const started = performance.now();
    const requestId = this.#options.requestIdFrom(head.requestId);
    const coming = this.#options.fastPath.answer({
      url,
      caller: this.#caller,
      authorization: head.authorization,
      acceptEncoding: head.acceptEncoding,
      accept: head.accept,
      address: this.#address,
      requestId,
      isClosed: () => this.#socket.destroyed,
    });
    if (!coming) {
      this.#passOn(bytes);
      return;
    }
    this.#state = "ours";
    void coming.then((result) => {
      const [route, accountId] = "counted" in result ? [] : [result.route, result.accountId];
      const address = this.#address;
      const ended: Begun = {
        method: "GET",
        url,
        status: 200,
        taken: true,
        started,
        requestId,
        address,
        route,
        accountId,
      };
      if (this.#socket.destroyed) this.#options.over({ ...ended, status: clientClosedRequest, taken: false });
      else if ("counted" in result) this.#passOn(bytes, result.counted);
      else this.#answer(result, ended);
    });
  }

  #answer(answer: FastAnswer, ended: Begun): void {
    if (this.#waiting.length === 0 && (this.#hasEnded || this.#options.isStopping())) this.#ending = true;
    const idle = this.#ending ? undefined : this.#options.timeouts.idle;
    const headers = this.#options.headerLines(ended.requestId) + answer.headers;
    this.#writer.write(this.#socket, { headers, body: answer.body }, idle, (error) => {
      ended.taken = !error;
      this.#options.over(ended);
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
    this.#take(Buffer.concat(this.#waiting.splice(0)));
    this.#socket.resume();
  }

  /** To Node's server, and the next request is ours again. */
  #passOn(bytes: Buffer, counted?: unknown): void {
    if (this.#socket.destroyed) return;
    this.#state = this.#waiting.length === 0 ? "inner" : "given";
    const inner = this.#openInner();
    inner.pass(bytes, counted);
    for (const waiting of this.#waiting.splice(0)) inner.pass(waiting);
    if (this.#hasEnded) inner.push(null);
  }

  #openInner(): InnerSocket {
    if (this.#inner?.destroyed === false) return this.#inner;
    const inner = new InnerSocket(this.#socket, {
      answered: () => {
        if (this.#state === "inner") this.#goOn();
      },
      gone: () => {
        this.#ending = true;
        if (this.#state !== "ours") this.#socket.destroy();
      },
    });
    this.#inner = inner;
    this.#options.serve(inner);
    return inner;
  }

  /** To Node's server, for good. */
  #give(bytes: Buffer): void {
    this.#state = "given";
    // a socket whose input has ended takes nothing back
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
    else if (this.#state !== "ours") this.#socket.end();
  }

  #timeOut(): void {
    if (this.#state === "inner" || this.#state === "given") this.#inner?.emit("timeout");
    else if (this.#state === "fresh") this.#options.tooSlow(this.#socket);
    else this.#socket.destroy();
  }
}
