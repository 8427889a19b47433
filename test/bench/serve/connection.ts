// One keep-alive connection of the load: sends a request, finds the end of its response, and says so.
import { connect } from "node:net";
import { performance } from "node:perf_hooks";

export interface Connection {
  ask(request: Buffer): void;
  /** of the request under way, in milliseconds of performance.now() */
  readonly requestedAt: number;
  close(): void;
}

export interface Received {
  answered(connection: Connection, ok: boolean, requestedAt: number): void;
  broke(): void;
}

// one reader at a time: every callback takes what it got before it returns
const buffer = Buffer.allocUnsafe(256 * 1024);
const endOfHead = Buffer.from("\r\n\r\n");
const endOfChunks = "0\r\n\r\n";

/** Connects to a port of 127.0.0.1. */
export function openConnection(port: number, received: Received): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let requestedAt = 0;
    let closed = false;
    const response = new Response();
    const socket = connect({
      host: "127.0.0.1",
      port,
      noDelay: true,
      onread: {
        buffer,
        callback(length) {
          if (response.take(buffer.subarray(0, length))) received.answered(connection, response.isOk, requestedAt);
          return true;
        },
      },
    });
    const connection: Connection = {
      ask(request) {
        requestedAt = performance.now();
        socket.write(request);
      },
      get requestedAt() {
        return requestedAt;
      },
      close() {
        closed = true;
        socket.destroy();
      },
    };
    socket.once("connect", () => resolve(connection));
    socket.on("error", (error) => {
      reject(error);
      if (!closed) received.broke();
    });
    socket.on("end", () => !closed && received.broke());
  });
}

/** What has come of a response. */
class Response {
  isOk = false;
  /** bytes that are still to come; null = a head is awaited; NaN = chunks, until their end mark */
  #left: number | null = null;
  #head = "";

  /** True when the response is complete. */
  take(bytes: Buffer): boolean {
    let body = bytes;
    if (this.#left === null) {
      const end = bytes.indexOf(endOfHead);
      if (end < 0) {
        this.#head += bytes.toString("latin1");
        return false;
      }
      const head = this.#head + bytes.toString("latin1", 0, end);
      this.#head = "";
      this.isOk = head.startsWith("HTTP/1.1 200");
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      body = bytes.subarray(end + endOfHead.length);
    }
    if (Number.isNaN(this.#left)) {
      if (body.toString("latin1", Math.max(0, body.length - endOfChunks.length)) !== endOfChunks) return false;
    } else {
      this.#left -= body.length;
      if (this.#left > 0) return false;
    }
    this.#left = null;
    return true;
  }
}
