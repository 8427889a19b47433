// Connections on which the fast path answers some requests and Node's server others: in order, each once, whatever comes in between.
// test/rest/fast-path.test.ts tests the fast path within the service; here each test says which requests it answers.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Router } from "express";
import { afterEach, expect, it, test } from "vitest";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "../../../src/http/server.ts";
import type { FastRequest, FastResponse } from "../../../src/ports/requests.ts";
import { replyTimeoutMs, until } from "../../support/until.ts";

let http: HttpServer | undefined;
const open: Conversation[] = [];
afterEach(async () => {
  for (const conversation of open.splice(0)) conversation.end();
  await http?.close();
  http = undefined;
});

/** What went which way, and what was noted when it was over. */
interface Seen {
  port: number;
  short: string[];
  usual: string[];
  over: { route: string; status: number }[];
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
 * `/api/v1/kept...` is answered by the fast path, `/api/v1/refused` is counted and passed on; with `?wait=` after some ms, with `?hold` when
 * the test releases it.
 */
async function start(options: Pick<HttpServerOptions, "timeouts"> & { graceMs?: number } = {}): Promise<Seen> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen: Seen = { port: 0, short: [], usual: [], over: [], held: [], release };
  const waitAsAsked = async (url: string) => {
    if (!url.includes("hold")) return await sleep(Number(/wait=(\d+)/.exec(url)?.[1] ?? 0));
    seen.held.push(url);
    await released;
  };
  const facade = Router();
  facade.use(async ({ originalUrl, method }, response) => {
    seen.usual.push(`${method} ${originalUrl}`);
    await waitAsAsked(originalUrl);
    response.json({ way: "usual", url: originalUrl, counted: response.locals.counted ?? null });
  });
  const respond = async ({ url }: FastRequest): Promise<FastResponse | { counted: unknown }> => {
    await waitAsAsked(url);
    if (url.includes("/refused")) return { counted: "once" };
    seen.short.push(url);
    const kept = Buffer.from(`{"way":"short","url":"${url}","more":"`);
    const own = Buffer.from(`${url.includes("large") ? large : ""}"}`);
    const headers = `Content-Type: application/json\r\nContent-Length: ${kept.length + own.length}\r\n`;
    return { headers, body: [kept, own], route: "/kept", accountId: "one" };
  };
  http = createHttpServer({
    facade,
    fastPath: {
      callerIn: (authorization) => authorization,
      respond: (request) =>
        /\/(kept|refused)/.test(request.url) && request.caller !== undefined ? respond(request) : undefined,
    },
    graphql: (request, response) => {
      request.resume().on("end", () => response.json({ way: "usual", url: "/graphql" }));
    },
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: {},
    log: { info: () => {}, error: () => {} },
    onAnswered: ({ route, status }) => seen.over.push({ route, status }),
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

/** One connection, and the responses that come on it. */
class Conversation {
  readonly socket: Socket;
  isOver = false;
  #text = "";
  readonly #heard: Received[] = [];

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    this.socket.on("data", (bytes) => {
      this.#text += bytes.toString("latin1");
    });
    this.socket.on("error", () => {});
    this.socket.on("end", () => {
      this.isOver = true;
    });
    this.socket.on("close", () => {
      this.isOver = true;
    });
    open.push(this);
  }

  send(text: string): this {
    this.socket.write(text, "latin1");
    return this;
  }

  /** The next response. `bare`: the request was a HEAD. */
  async next({ bare = false } = {}): Promise<Received> {
    for (const end = performance.now() + replyTimeoutMs; performance.now() < end; ) {
      const end = this.#text.indexOf("\r\n\r\n");
      const head = this.#text.slice(0, end);
      const length = bare || head.includes(" 304 ") ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (end >= 0 && this.#text.length >= end + 4 + length) {
        const body = this.#text.slice(end + 4, end + 4 + length);
        this.#text = this.#text.slice(end + 4 + length);
        const received = { status: Number(head.slice(9, 12)), head, body };
        this.#heard.push(received);
        return received;
      }
      if (this.isOver) break;
      await sleep(5);
    }
    throw new Error(`no answer after ${this.#heard.length}: ${JSON.stringify(this.#text.slice(0, 200))}`);
  }

  async over(): Promise<void> {
    await until(() => this.isOver);
  }

  /** Bytes that came and belong to no response. */
  get rest(): string {
    return this.#text;
  }

  end(): void {
    this.socket.destroy();
  }
}

const plain = ({ status, body }: Received) => [
  status,
  body === "" ? "" : JSON.parse(body).way,
  body === "" ? "" : JSON.parse(body).url,
];

it("answers the requests of a connection in order, each by its own path", async () => {
  const seen = await start();
  const talk = new Conversation(seen.port);
  expect(plain(await talk.send(get("kept/1")).next())).toEqual([200, "short", "/api/v1/kept/1"]);
  expect(plain(await talk.send(get("new/1")).next())).toEqual([200, "usual", "/api/v1/new/1"]);
  expect(plain(await talk.send(get("kept/2")).next())).toEqual([200, "short", "/api/v1/kept/2"]);
  expect((await talk.send(get("kept/3", "", "HEAD")).next({ bare: true })).status).toBe(200);
  expect(plain(await talk.send(get("kept/4", 'If-None-Match: "a"\r\n')).next())).toEqual([
    200,
    "usual",
    "/api/v1/kept/4",
  ]);
  expect(plain(await talk.send(get("kept/5")).next())).toEqual([200, "short", "/api/v1/kept/5"]);
  expect((await talk.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").next()).status).toBe(200);
  expect(plain(await talk.send(get("kept/6")).next())).toEqual([200, "short", "/api/v1/kept/6"]);
  expect(seen.short).toEqual(["/api/v1/kept/1", "/api/v1/kept/2", "/api/v1/kept/5", "/api/v1/kept/6"]);
  expect(seen.usual).toEqual(["GET /api/v1/new/1", "HEAD /api/v1/kept/3", "GET /api/v1/kept/4"]);
  expect(seen.over).toHaveLength(8);
  expect(talk.rest).toBe("");
});

it("passes a connection with a body to Node's server permanently, which answers on it", async () => {
  const seen = await start();
  const post = "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
  for (const before of ["", get("kept/1"), get("new/1")]) {
    const talk = new Conversation(seen.port);
    if (before) await talk.send(before).next();
    expect(plain(await talk.send(post).next())).toEqual([200, "usual", "/graphql"]);
    expect((await talk.send(get("kept/2")).next()).status).toBe(200);
    expect(plain(await talk.send(post).next())).toEqual([200, "usual", "/graphql"]);
  }
});

it("hands a count on that it made, to the request that it made it for and to no other", async () => {
  const seen = await start();
  const talk = new Conversation(seen.port);
  for (const [path, counted] of [
    ["new/1", null],
    ["refused?wait=5", "once"],
    ["new/2", null],
    ["refused", "once"],
  ] as const)
    expect(JSON.parse((await talk.send(get(path)).next()).body)).toMatchObject({ way: "usual", counted });
});

it("hands it on to that request when others have come behind it already", async () => {
  const seen = await start();
  const talk = new Conversation(seen.port);
  talk.send(get("refused?hold"));
  // with others in the same bytes, the front would not have begun it
  await until(() => seen.held.length === 1);
  talk.send(get("new/1") + get("new/2"));
  await sleep(20);
  seen.release();
  const counted = [];
  for (let n = 0; n < 3; n++) counted.push(JSON.parse((await talk.next()).body).counted);
  expect(counted).toEqual(["once", null, null]);
});

test.each([
  ["at once", 0],
  ["one by one", 20],
])("requests that do not wait for answers, sent %s, are answered in order", async (_how, pause) => {
  const seen = await start();
  const paths = ["kept/1?wait=60", "new/1?wait=60", "kept/2", "refused", "kept/3?wait=60", "kept/4", "new/2"];
  for (let first = 0; first < paths.length; first++) {
    const requested = [...paths.slice(first), ...paths.slice(0, first)];
    const talk = new Conversation(seen.port);
    if (pause === 0) talk.send(requested.map((path) => get(path)).join(""));
    else
      for (const path of requested) {
        talk.send(get(path));
        await sleep(pause);
      }
    for (const path of requested) expect(JSON.parse((await talk.next()).body).url).toBe(`/api/v1/${path}`);
    expect(talk.rest).toBe("");
  }
});

it("answers a request once, wherever its bytes are split", async () => {
  const seen = await start();
  const text = get("kept/1") + get("new/1");
  for (let at = 1; at < text.length; at += 3) {
    const talk = new Conversation(seen.port);
    talk.send(text.slice(0, at));
    await sleep(2);
    talk.send(text.slice(at));
    expect(JSON.parse((await talk.next()).body).url).toBe("/api/v1/kept/1");
    expect(JSON.parse((await talk.next()).body).url).toBe("/api/v1/new/1");
    talk.end();
  }
  expect(seen.usual.filter((line) => line.includes("new/1"))).toHaveLength(Math.ceil((text.length - 1) / 3));
});

it("sends large responses whole to a slow reader, and computes none that the reader does not accept", async () => {
  const seen = await start();
  const talk = new Conversation(seen.port);
  talk.socket.pause();
  // one at a time, because two heads in one read are no plain request, until a second has passed without a response
  let sent = 0;
  const computed = () => seen.short.length === sent;
  for (let accepts = true; accepts && sent < 60; accepts = await within(1000, computed))
    talk.send(get(`kept/large/${sent++}`));
  expect(seen.short.length + seen.usual.length).toBeLessThan(60);
  talk.socket.resume();
  for (let n = 0; n < 60; n++) {
    if (n >= sent) talk.send(get(`kept/large/${n}`));
    const { url, more } = JSON.parse((await talk.next()).body);
    expect(url).toBe(`/api/v1/kept/large/${n}`);
    expect(more === large).toBe(true);
  }
});

it("never mixes the bytes of concurrent responses", async () => {
  const seen = await start();
  const talks = Array.from({ length: 40 }, () => new Conversation(seen.port));
  for (const talk of talks) talk.socket.pause();
  for (let round = 0; round < 5; round++)
    for (const [n, talk] of talks.entries()) talk.send(get(`kept/${n % 2 ? "large" : "small"}/${n}/${round}`));
  await sleep(100);
  for (const talk of talks) talk.socket.resume();
  for (const [n, talk] of talks.entries())
    for (let round = 0; round < 5; round++)
      expect(JSON.parse((await talk.next()).body).url).toBe(`/api/v1/kept/${n % 2 ? "large" : "small"}/${n}/${round}`);
});

it("answers a caller who has ended its side of the connection", async () => {
  const seen = await start();
  const talk = new Conversation(seen.port);
  await talk.send(get("new/1")).next();
  talk.send(get("kept/1?wait=50"));
  await sleep(10);
  talk.socket.end();
  expect(plain(await talk.next())).toEqual([200, "short", "/api/v1/kept/1?wait=50"]);
  await talk.over();
});

/** Sends a request, resets the connection before the response, and waits until that request is over. */
async function requestAndLeave(seen: Seen, path: string): Promise<void> {
  const talk = new Conversation(seen.port).send(get(path));
  await until(() => seen.held.length === 1);
  talk.socket.resetAndDestroy();
  // by the time of these responses the service has detected the closed connection
  for (let n = 0; n < 2; n++) expect((await fetch(`http://127.0.0.1:${seen.port}/healthz`)).status).toBe(200);
  seen.release();
  await until(() => seen.over.some(({ status }) => status === 499));
}

const withoutResponse = ({ over }: Seen) => over.filter(({ status }) => status !== 200);

it("records a caller who disconnects before the response as disconnected", async () => {
  const seen = await start();
  await requestAndLeave(seen, "kept/1?hold");
  expect(withoutResponse(seen)).toEqual([{ route: "/api/v1/kept", status: 499 }]);
  await new Conversation(seen.port).send(get("kept/2")).next();
});

it("also where the request was counted and would have been passed to Node's server", async () => {
  const seen = await start();
  await requestAndLeave(seen, "refused?hold");
  expect(withoutResponse(seen).map(({ status }) => status)).toEqual([499]);
  expect(seen.usual).toEqual([]);
});

it("ends a connection on which nothing comes, before the first request and behind any other", async () => {
  const seen = await start({ timeouts: { headers: 8000, request: 9000, check: 100, idle: 8000, stalled: 10_000 } });
  const silent = new Conversation(seen.port);
  const kept = new Conversation(seen.port);
  const usual = new Conversation(seen.port);
  await kept.send(get("kept/1")).next();
  await usual.send(get("new/1")).next();
  const both = new Conversation(seen.port);
  await both.send(get("new/1")).next();
  await both.send(get("kept/1")).next();
  await sleep(1000);
  // a connection with a new request stays open
  await kept.send(get("kept/1")).next();
  expect((await silent.next()).status).toBe(408);
  for (const talk of [silent, kept, usual, both]) await talk.over();
});

it("stops without losing a response, announces the last one, and closes idle connections", async () => {
  const seen = await start({ graceMs: 60_000 });
  const [fresh, idle, mixed] = [1, 2, 3].map(() => new Conversation(seen.port)) as [
    Conversation,
    Conversation,
    Conversation,
  ];
  await idle.send(get("kept/1")).next();
  await mixed.send(get("new/1")).next();
  const running = ["kept/2?hold", "new/2?hold", "refused?hold"].map((path) =>
    new Conversation(seen.port).send(get(path)),
  );
  mixed.send(get("kept/3?hold"));
  await until(() => seen.held.length === 4);
  const closing = http?.close();
  seen.release();
  for (const talk of [...running, mixed]) {
    const { status, head } = await talk.next();
    expect(status).toBe(200);
    expect(head).toMatch(/\r\nConnection: close/i);
  }
  // long before the grace is over
  await closing;
  for (const talk of [fresh, idle, mixed, ...running]) await talk.over();
});

it("cuts what does not end within the grace", async () => {
  const seen = await start({ graceMs: 300 });
  const talks = ["kept/1?hold", "new/1?hold"].map((path) => new Conversation(seen.port).send(get(path)));
  await until(() => seen.held.length === 2);
  await http?.close();
  for (const talk of talks) await talk.over();
});
