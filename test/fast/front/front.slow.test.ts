// Connections on which the fast path answers some requests and Node's server the others: in order, and each once.
// test/rest/fast-path.test.ts tests the fast path within the service; here the paths of the requests decide who answers them.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Router } from "express";
import { afterEach, expect, it, test } from "vitest";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "../../../src/http/server.ts";
import type { FastRequest, HandledRequest } from "../../../src/ports/requests.ts";
import { replyTimeoutMs, until } from "../../support/until.ts";

let http: HttpServer | undefined;
const open: Connection[] = [];
afterEach(async () => {
  for (const connection of open.splice(0)) connection.end();
  await http?.close();
  http = undefined;
});

/** Requests by the server that answered them, and what was recorded at their ends. */
interface Seen {
  port: number;
  fast: string[];
  node: string[];
  ended: { route: string; status: number }[];
  /** requests that wait for `release` */
  held: string[];
  release(): void;
}

const within = (ms: number, condition: () => boolean): Promise<boolean> =>
  until(condition, ms).then(
    () => true,
    () => false,
  );

const large = "x".repeat(300_000);

/**
 * The fast path responds to `/api/v1/kept...`, to `kept/refused` with 429; with `?wait=` after some ms, with `?hold` when
 * the test releases it.
 */
async function start(options: Pick<HttpServerOptions, "timeouts"> & { graceMs?: number } = {}): Promise<Seen> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen: Seen = { port: 0, fast: [], node: [], ended: [], held: [], release };
  const waitAsRequested = async (url: string) => {
    if (!url.includes("hold")) return await sleep(Number(/wait=(\d+)/.exec(url)?.[1] ?? 0));
    seen.held.push(url);
    await released;
  };
  const facade = Router();
  facade.use(async ({ originalUrl, method }, response) => {
    seen.node.push(`${method} ${originalUrl}`);
    await waitAsRequested(originalUrl);
    response.json({ by: "node", url: originalUrl });
  });
  const respond = async ({ url }: FastRequest): Promise<HandledRequest> => {
    await waitAsRequested(url);
    seen.fast.push(url);
    const kept = Buffer.from(`{"by":"fast","url":"${url}","more":"`);
    const own = Buffer.from(`${url.includes("large") ? large : ""}"}`);
    const headers = `Content-Type: application/json\r\nContent-Length: ${kept.length + own.length}\r\n`;
    const status = url.includes("/refused") ? 429 : 200;
    return { status, response: { status, headers, body: [kept, own] }, logged: { route: "/kept", accountId: "one" } };
  };
  http = createHttpServer({
    facade,
    fastPath: {
      callerIn: (authorization) => authorization,
      respond: (request) =>
        request.url.includes("/kept") && request.caller !== undefined ? respond(request) : undefined,
    },
    graphql: (request, response) => {
      request.resume().on("end", () => response.json({ by: "node", url: "/graphql" }));
    },
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: {},
    log: { info: () => {}, error: () => {} },
    onRequestEnd: ({ route, status }) => seen.ended.push({ route, status }),
    limitsWithoutKey: () => ({ "X-RateLimit-Limit": "0" }),
    trustProxy: [],
    shutdownGraceMs: options.graceMs ?? 2000,
    timeouts: options.timeouts,
  });
  seen.port = await http.listen(0, "127.0.0.1");
  return seen;
}

const get = (path: string, more = "", method = "GET") =>
  `${method} /api/v1/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n${more}\r\n`;

interface Received {
  status: number;
  head: string;
  body: string;
}

/** One connection of a caller, and the responses that arrive on it. */
class Connection {
  readonly socket: Socket;
  isClosed = false;
  #text = "";
  readonly #received: Received[] = [];

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    this.socket.on("data", (bytes) => {
      this.#text += bytes.toString("latin1");
    });
    this.socket.on("error", () => {});
    this.socket.on("end", () => {
      this.isClosed = true;
    });
    this.socket.on("close", () => {
      this.isClosed = true;
    });
    open.push(this);
  }

  send(text: string): this {
    this.socket.write(text, "latin1");
    return this;
  }

  /** The next response. `bare`: the request was a HEAD. */
  async next({ bare = false } = {}): Promise<Received> {
    for (const deadline = performance.now() + replyTimeoutMs; performance.now() < deadline; ) {
      const end = this.#text.indexOf("\r\n\r\n");
      const head = this.#text.slice(0, end);
      const length = bare || head.includes(" 304 ") ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (end >= 0 && this.#text.length >= end + 4 + length) {
        const body = this.#text.slice(end + 4, end + 4 + length);
        this.#text = this.#text.slice(end + 4 + length);
        const received = { status: Number(head.slice(9, 12)), head, body };
        this.#received.push(received);
        return received;
      }
      if (this.isClosed) break;
      await sleep(5);
    }
    throw new Error(`no response after ${this.#received.length}: ${JSON.stringify(this.#text.slice(0, 200))}`);
  }

  async closed(): Promise<void> {
    await until(() => this.isClosed);
  }

  /** Bytes that belong to no response that was read. */
  get unread(): string {
    return this.#text;
  }

  end(): void {
    this.socket.destroy();
  }
}

const plain = ({ status, body }: Received) => [
  status,
  body === "" ? "" : JSON.parse(body).by,
  body === "" ? "" : JSON.parse(body).url,
];

it("answers the requests of a connection in order, each on its own path", async () => {
  const seen = await start();
  const connection = new Connection(seen.port);
  expect(plain(await connection.send(get("kept/1")).next())).toEqual([200, "fast", "/api/v1/kept/1"]);
  expect(plain(await connection.send(get("new/1")).next())).toEqual([200, "node", "/api/v1/new/1"]);
  expect(plain(await connection.send(get("kept/2")).next())).toEqual([200, "fast", "/api/v1/kept/2"]);
  expect((await connection.send(get("kept/3", "", "HEAD")).next({ bare: true })).status).toBe(200);
  expect(plain(await connection.send(get("kept/4", 'If-None-Match: "a"\r\n')).next())).toEqual([
    200,
    "fast",
    "/api/v1/kept/4",
  ]);
  expect(plain(await connection.send(get("kept/5")).next())).toEqual([200, "fast", "/api/v1/kept/5"]);
  expect((await connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").next()).status).toBe(200);
  expect(plain(await connection.send(get("kept/6")).next())).toEqual([200, "fast", "/api/v1/kept/6"]);
  expect(seen.fast).toEqual([1, 2, 4, 5, 6].map((n) => `/api/v1/kept/${n}`));
  expect(seen.node).toEqual(["GET /api/v1/new/1", "HEAD /api/v1/kept/3"]);
  expect(seen.ended).toHaveLength(8);
  expect(connection.unread).toBe("");
});

it("passes a connection to Node's server for good when a request has a body", async () => {
  const seen = await start();
  const post = "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
  for (const before of ["", get("kept/1"), get("new/1")]) {
    const connection = new Connection(seen.port);
    if (before) await connection.send(before).next();
    expect(plain(await connection.send(post).next())).toEqual([200, "node", "/graphql"]);
    expect(plain(await connection.send(get("kept/2")).next())).toEqual([200, "node", "/api/v1/kept/2"]);
    expect(plain(await connection.send(post).next())).toEqual([200, "node", "/graphql"]);
  }
});

it("writes the status and its reason, of any response", async () => {
  const seen = await start();
  const connection = new Connection(seen.port);
  for (const [path, line] of [
    ["kept/refused", "HTTP/1.1 429 Too Many Requests"],
    ["kept/1", "HTTP/1.1 200 OK"],
  ] as const)
    expect((await connection.send(get(path)).next()).head.split("\r\n", 1)).toEqual([line]);
  expect(seen.ended.map(({ status }) => status)).toEqual([429, 200]);
});

test.each([
  ["at once", 0],
  ["one by one", 20],
])("answers pipelined requests, sent %s, in order", async (_how, pause) => {
  const seen = await start();
  const paths = ["kept/1?wait=60", "new/1?wait=60", "kept/2", "kept/refused", "kept/3?wait=60", "kept/4", "new/2"];
  for (let first = 0; first < paths.length; first++) {
    const requested = [...paths.slice(first), ...paths.slice(0, first)];
    const connection = new Connection(seen.port);
    if (pause === 0) connection.send(requested.map((path) => get(path)).join(""));
    else
      for (const path of requested) {
        connection.send(get(path));
        await sleep(pause);
      }
    for (const path of requested) expect(JSON.parse((await connection.next()).body).url).toBe(`/api/v1/${path}`);
    expect(connection.unread).toBe("");
  }
});

it("answers each request once, wherever the bytes are split", async () => {
  const seen = await start();
  const text = get("kept/1") + get("new/1");
  for (let at = 1; at < text.length; at += 3) {
    const connection = new Connection(seen.port);
    connection.send(text.slice(0, at));
    await sleep(2);
    connection.send(text.slice(at));
    expect(JSON.parse((await connection.next()).body).url).toBe("/api/v1/kept/1");
    expect(JSON.parse((await connection.next()).body).url).toBe("/api/v1/new/1");
    connection.end();
  }
  expect(seen.node.filter((line) => line.includes("new/1"))).toHaveLength(Math.ceil((text.length - 1) / 3));
});

it("sends large responses whole to a slow reader, and computes none that the reader does not accept", async () => {
  const seen = await start();
  const connection = new Connection(seen.port);
  connection.socket.pause();
  // one at a time, because two heads in one read are no plain request, until a second has passed without a response
  let sent = 0;
  const computed = () => seen.fast.length === sent;
  for (let accepts = true; accepts && sent < 60; accepts = await within(1000, computed))
    connection.send(get(`kept/large/${sent++}`));
  expect(seen.fast.length + seen.node.length).toBeLessThan(60);
  connection.socket.resume();
  for (let n = 0; n < 60; n++) {
    if (n >= sent) connection.send(get(`kept/large/${n}`));
    const { url, more } = JSON.parse((await connection.next()).body);
    expect(url).toBe(`/api/v1/kept/large/${n}`);
    expect(more === large).toBe(true);
  }
});

it("never mixes the bytes of concurrent responses", async () => {
  const seen = await start();
  const connections = Array.from({ length: 40 }, () => new Connection(seen.port));
  for (const connection of connections) connection.socket.pause();
  for (let round = 0; round < 5; round++)
    for (const [n, connection] of connections.entries())
      connection.send(get(`kept/${n % 2 ? "large" : "small"}/${n}/${round}`));
  await sleep(100);
  for (const connection of connections) connection.socket.resume();
  for (const [n, connection] of connections.entries())
    for (let round = 0; round < 5; round++)
      expect(JSON.parse((await connection.next()).body).url).toBe(
        `/api/v1/kept/${n % 2 ? "large" : "small"}/${n}/${round}`,
      );
});

it("answers a caller who has ended its side of the connection", async () => {
  const seen = await start();
  const connection = new Connection(seen.port);
  await connection.send(get("new/1")).next();
  connection.send(get("kept/1?wait=50"));
  await sleep(10);
  connection.socket.end();
  expect(plain(await connection.next())).toEqual([200, "fast", "/api/v1/kept/1?wait=50"]);
  await connection.closed();
});

/** Sends a request, resets the connection before the response, and waits until that request has ended. */
async function requestAndDisconnect(seen: Seen, path: string): Promise<void> {
  const connection = new Connection(seen.port).send(get(path));
  await until(() => seen.held.length === 1);
  connection.socket.resetAndDestroy();
  // by the time of these responses the service has detected the closed connection
  for (let n = 0; n < 2; n++) expect((await fetch(`http://127.0.0.1:${seen.port}/healthz`)).status).toBe(200);
  seen.release();
  await until(() => seen.ended.some(({ status }) => status === 499));
}

const withoutResponse = ({ ended }: Seen) => ended.filter(({ status }) => status !== 200);

it("records a caller who disconnects before the response as disconnected", async () => {
  const seen = await start();
  await requestAndDisconnect(seen, "kept/1?hold");
  expect(withoutResponse(seen)).toEqual([{ route: "/api/v1/kept", status: 499 }]);
  await new Connection(seen.port).send(get("kept/2")).next();
});

it("closes an idle connection, before the first request and after any other", async () => {
  const seen = await start({ timeouts: { headers: 8000, request: 9000, check: 100, idle: 8000, stalled: 10_000 } });
  const silent = new Connection(seen.port);
  const kept = new Connection(seen.port);
  const node = new Connection(seen.port);
  await kept.send(get("kept/1")).next();
  await node.send(get("new/1")).next();
  const both = new Connection(seen.port);
  await both.send(get("new/1")).next();
  await both.send(get("kept/1")).next();
  await sleep(1000);
  // a connection with a new request stays open
  await kept.send(get("kept/1")).next();
  expect((await silent.next()).status).toBe(408);
  for (const connection of [silent, kept, node, both]) await connection.closed();
});

it("stops without losing a response, announces the last one, and closes idle connections", async () => {
  const seen = await start({ graceMs: 60_000 });
  const [fresh, idle, mixed] = [1, 2, 3].map(() => new Connection(seen.port)) as [Connection, Connection, Connection];
  await idle.send(get("kept/1")).next();
  await mixed.send(get("new/1")).next();
  const running = ["kept/2?hold", "new/2?hold", "kept/4?hold"].map((path) => new Connection(seen.port).send(get(path)));
  mixed.send(get("kept/3?hold"));
  await until(() => seen.held.length === 4);
  const closing = http?.close();
  seen.release();
  for (const connection of [...running, mixed]) {
    const { status, head } = await connection.next();
    expect(status).toBe(200);
    expect(head).toMatch(/\r\nConnection: close/i);
  }
  // long before the grace period ends
  await closing;
  for (const connection of [fresh, idle, mixed, ...running]) await connection.closed();
});

it("closes connections whose responses do not end within the grace period", async () => {
  const seen = await start({ graceMs: 300 });
  const connections = ["kept/1?hold", "new/1?hold"].map((path) => new Connection(seen.port).send(get(path)));
  await until(() => seen.held.length === 2);
  await http?.close();
  for (const connection of connections) await connection.closed();
});
