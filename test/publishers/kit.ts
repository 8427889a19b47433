// What the publisher doubles are built from: an HTTP server on loopback that records every request and plays the configured
// faults. A double is `startDouble(handler)`; the handler responds as the publisher does, and null is 404.
//
//   const double = await startDouble(({ path }) => (path === "/roster.yaml" ? { body: "..." } : null));
//   double.fault("/roster.yaml", { kind: "status", status: 503 }, { times: 2 });   // then it works again
//   double.requests                                                                 // the received ones: time, path, headers, form
//   await double.close();
//
// A test then checks what was stored, and what was requested. Where a response, an address, a header or a form field is the
// publisher's own, a comment names the file of the data folder or the documentation that it was taken from.
import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";

export interface DoubleRequest {
  /** milliseconds since 1970, with fractions */
  at: number;
  method: string;
  /** without the query */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** the fields of a form that was posted */
  form: URLSearchParams;
}

export interface DoubleResponse {
  /** default 200 */
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

type Handler = (request: DoubleRequest) => DoubleResponse | null | Promise<DoubleResponse | null>;

export type Fault =
  /** another status, e.g. 429 with { "retry-after": "30" } */
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string | Buffer }
  /** the correct head and half of the body, then the connection ends */
  | { kind: "truncated" }
  /** 200 and no byte of body */
  | { kind: "empty" }
  /** Content-Length is larger than the body */
  | { kind: "wrong_length" }
  /** the head is sent after that time */
  | { kind: "slow_head"; ms: number }
  /** the head and half of the body, after that time the other half */
  | { kind: "slow_body"; ms: number }
  /** the connection ends without a response */
  | { kind: "reset" }
  /** another body than the handler's */
  | { kind: "changed"; body: string | Buffer }
  /** a gzipped body, sent as it is */
  | { kind: "packed"; body: Buffer };

/** A response of a few kilobytes for each 50 MB that it unpacks to; packed in advance, so that sending it takes no CPU time. */
export function gzipBomb(megabytes: number): Fault {
  const member = gzipSync(Buffer.alloc(50_000_000));
  return { kind: "packed", body: Buffer.concat(Array<Buffer>(Math.ceil(megabytes / 50)).fill(member)) };
}

export interface Double {
  /** http://127.0.0.1:PORT */
  url: string;
  requests: DoubleRequest[];
  /** Plays the fault for the next `times` requests (default 1) of that path, or of paths that match; the last one is played first. */
  fault(path: string | RegExp, fault: Fault, options?: { times?: number }): void;
  close(): Promise<void>;
}

/** Starts a double on a free port, or on `port`. Bodies have an ETag (RFC 9110, 8.8.3) and are gzipped if the caller accepts it; If-None-Match gives 304. */
export async function startDouble(handler: Handler, { port = 0 } = {}): Promise<Double> {
  const requests: DoubleRequest[] = [];
  const faults: { path: string | RegExp; fault: Fault; left: number }[] = [];
  const server = createServer(async (incoming, response) => {
    response.on("error", () => {});
    const request = await readRequest(incoming);
    requests.push(request);
    const planned = faults.find(({ path, left }) => left > 0 && matches(path, request.path));
    if (planned) planned.left--;
    await respond(response, request, planned?.fault, handler).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: (path, fault, { times = 1 } = {}) => faults.unshift({ path, fault, left: times }),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function matches(path: string | RegExp, requested: string): boolean {
  return typeof path === "string" ? path === requested : path.test(requested);
}

async function readRequest(incoming: IncomingMessage): Promise<DoubleRequest> {
  const at = performance.timeOrigin + performance.now();
  const url = new URL(incoming.url ?? "/", "http://double");
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return {
    at,
    method: incoming.method ?? "GET",
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: incoming.headers,
    form: new URLSearchParams(Buffer.concat(parts).toString("utf8")),
  };
}

async function respond(response: ServerResponse, request: DoubleRequest, fault: Fault | undefined, handler: Handler) {
  if (fault?.kind === "reset") {
    response.destroy();
    return;
  }
  if (fault?.kind === "slow_head") await sleep(fault.ms);
  if (fault?.kind === "status") {
    send(response, request, {
      status: fault.status,
      headers: fault.headers,
      body: fault.body ?? `HTTP ${fault.status}`,
    });
    return;
  }
  if (fault?.kind === "changed") {
    send(response, request, { body: fault.body });
    return;
  }
  if (fault?.kind === "packed") {
    response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" });
    response.end(fault.body);
    return;
  }
  const correct = (await handler(request)) ?? { status: 404, body: "404 Not Found" };
  if (fault && fault.kind !== "slow_head") await sendDamaged(response, Buffer.from(correct.body ?? ""), fault);
  else send(response, request, correct);
}

function send(
  response: ServerResponse,
  request: DoubleRequest,
  { status = 200, headers = {}, body = "" }: DoubleResponse,
) {
  const bytes = Buffer.from(body);
  const etag = `"${createHash("sha1").update(bytes).digest("hex").slice(0, 16)}"`;
  if (status === 200 && request.method === "GET" && request.headers["if-none-match"] === etag) {
    response.writeHead(304, { etag });
    response.end();
    return;
  }
  const zipped = bytes.length > 500 && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const sent = zipped ? gzipSync(bytes, { level: 1 }) : bytes;
  response.writeHead(status, {
    "content-length": sent.length,
    ...(status === 200 ? { etag } : {}),
    ...(zipped ? { "content-encoding": "gzip" } : {}),
    ...headers,
  });
  response.end(sent);
}

async function sendDamaged(response: ServerResponse, body: Buffer, fault: Fault): Promise<void> {
  const half = body.subarray(0, Math.ceil(body.length / 2));
  if (fault.kind === "empty") {
    response.writeHead(200, { "content-length": 0 });
    response.end();
  } else if (fault.kind === "wrong_length") {
    response.writeHead(200, { "content-length": body.length + 10 });
    response.write(body, () => response.destroy());
  } else if (fault.kind === "truncated") {
    // chunked: the last chunk is never sent
    response.writeHead(200, { "transfer-encoding": "chunked" });
    response.write(half, () => response.destroy());
  } else if (fault.kind === "slow_body") {
    response.writeHead(200, { "content-length": body.length });
    response.write(half);
    await sleep(fault.ms);
    if (!response.destroyed) response.end(body.subarray(half.length));
  }
}

export interface StartedDouble {
  double: Double;
  /** the settings under which commands fetch from it, by name */
  settings: Record<string, string>;
}
