// One keep-alive connection of the load: sends requests and reports when each response is complete.
import { connect } from "node:net";
import { performance } from "node:perf_hooks";

export interface Connection {
  send(request: Buffer): void;
  /** start of the request under way, in milliseconds of performance.now() */
  readonly requestedAt: number;
  close(): void;
}

export interface ConnectionListener {
  onResponse(connection: Connection, ok: boolean, requestedAt: number): void;
  onFailure(): void;
}

// shared by all connections: each callback has read its bytes when it returns
const buffer = Buffer.allocUnsafe(256 * 1024);
const endOfHead = Buffer.from("\r\n\r\n");
const endOfChunks = "0\r\n\r\n";

/** Connects to a port of 127.0.0.1. */
export function openConnection(port: number, listener: ConnectionListener): Promise<Connection> {
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
          if (response.add(buffer.subarray(0, length))) listener.onResponse(connection, response.isOk, requestedAt);
          return true;
        },
      },
    });
    const connection: Connection = {
      send(request) {
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
      if (!closed) listener.onFailure();
    });
    socket.on("end", () => !closed && listener.onFailure());
  });
}

/** Finds the end of each response in the bytes of a connection. */
class Response {
  isOk = false;
  /** bytes of the body that are missing; null = the head is not complete; NaN = chunks, until their end mark */
  #left: number | null = null;
  #head = "";

  /** True when the response is complete. */
  add(bytes: Buffer): boolean {
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
