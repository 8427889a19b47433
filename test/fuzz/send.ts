// Sends a generated request and returns the response, valid or not.
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { Pool } from "undici";
import type { FuzzRequest } from "./requests.ts";

export interface FuzzResponse {
  /** 0: the connection ended without a response */
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface Sender {
  send(request: FuzzRequest): Promise<FuzzResponse>;
  close(): Promise<void>;
}

/** Keeps `connections` open to a base URL. */
export function openSender(base: string, connections: number): Sender {
  const pool = new Pool(base, { connections, pipelining: 1, headersTimeout: 30_000, bodyTimeout: 30_000 });
  const { hostname, port } = new URL(base);
  return {
    send: (request) =>
      request.bytes === undefined ? sendRequest(pool, request) : sendBytes(hostname, Number(port), request.bytes),
    close: () => pool.destroy(),
  };
}

async function sendRequest(pool: Pool, { method, target, headers, body }: FuzzRequest): Promise<FuzzResponse> {
  const response = await pool.request({
    method: method as "GET",
    path: target,
    headers: Object.fromEntries(headers),
    // a body is sent with GET too
    ...(body !== undefined && method !== "HEAD" && method !== "TRACE" && { body }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return {
    status: response.statusCode,
    headers: flat(response.headers),
    text: decoded(bytes, response.headers["content-encoding"]),
  };
}

const flat = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function decoded(bytes: Buffer, encoding: string | string[] | undefined): string {
  const decode = decoders[String(encoding)];
  return (decode && bytes.length > 0 ? decode(bytes) : bytes).toString();
}

/** how long an incomplete request waits for a response before our side of the connection is ended */
const replyTimeoutMs = 3000;

/** Writes bytes and reads the first response. */
function sendBytes(host: string, port: number, bytes: string): Promise<FuzzResponse> {
  return new Promise((resolve, reject) => {
    let text = "";
    let timeout: NodeJS.Timeout | undefined;
    const socket = connect(port, host, () => {
      socket.write(Buffer.from(bytes, "latin1"));
      timeout = setTimeout(() => socket.end(), replyTimeoutMs);
    });
    socket.setTimeout(30_000, () => socket.destroy(new Error("no response within 30 seconds")));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (isWhole(text)) socket.destroy();
    });
    // the server may respond before it has read everything, and then reset the connection
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => {
      clearTimeout(timeout);
      resolve(parse(text));
    });
  });
}

function isWhole(text: string): boolean {
  const { headers, text: body } = parse(text);
  return headers["content-length"] !== undefined && body.length === Number(headers["content-length"]);
}

/** The first response that is no interim one (RFC 9110, section 15.2). */
function parse(text: string): FuzzResponse {
  const [head = "", ...rest] = text.replace(/^(HTTP\/1\.1 1\d\d [\s\S]*?\r\n\r\n)+/, "").split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 1).trim()]),
  );
  const length = Number(headers["content-length"] ?? Number.MAX_SAFE_INTEGER);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0),
    headers,
    text: rest.join("\r\n\r\n").slice(0, length),
  };
}
