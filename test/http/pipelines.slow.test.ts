// Pipelined requests: each that was charged gets its response, in order, whatever follows it and wherever the bytes are cut. With the
// fast path on and off.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Response, Router } from "express";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";
import type { FastPath, FastRequest, HandledRequest } from "../../src/ports/requests.ts";
import { until } from "../support/until.ts";

const large = "x".repeat(2_000_000);
const waitOf = (url: string) => Number(/wait=(\d+)/.exec(url)?.[1] ?? 0);

let http: HttpServer | undefined;
afterEach(async () => {
  await http?.close();
  http = undefined;
});

interface Started {
  port: number;
  /** paths of requests that were charged, in order */
  charged: string[];
  /** statuses of requests that are over */
  over: number[];
}

/** The fast path, if there is one, responds to `/api/v1/cached...`; `?wait=` is in milliseconds. */
async function start(hasFront: boolean, graceMs = 1000): Promise<Started> {
  const charged: string[] = [];
  const over: number[] = [];
  const facade = Router();
  facade.use(async ({ originalUrl }, response) => {
    charged.push(originalUrl);
    await sleep(waitOf(originalUrl));
    if (originalUrl.includes("streamed")) streamTo(response, JSON.stringify({ url: originalUrl, large }));
    else response.json({ url: originalUrl });
  });
  const respond = async ({ url }: FastRequest): Promise<HandledRequest> => {
    charged.push(url);
    await sleep(waitOf(url));
    const body = Buffer.from(JSON.stringify({ url }));
    const response = { status: 200, headers: `Content-Length: ${body.length}\r\n`, body: [body] };
    return { status: 200, response, logged: { route: "/cached", accountId: "one" } };
  };
  const fastPath: FastPath = {
    callerIn: () => "one",
    respond: (request) => (request.url.includes("cached") ? respond(request) : undefined),
  };
  http = createHttpServer({
    facade,
    ...(hasFront && { fastPath }),
    graphql: (request, response) => {
      if (request.originalUrl.includes("unread")) response.json({ url: request.originalUrl });
      else request.resume().on("end", () => response.json({ url: "/graphql" }));
    },
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: {},
    log: { info: () => {}, error: () => {} },
    onRequestEnd: ({ status }) => over.push(status),
    limitsWithoutKey: () => ({ "X-RateLimit-Limit": "0" }),
    trustProxy: [],
    shutdownGraceMs: graceMs,
  });
  return { port: await http.listen(0, "127.0.0.1"), charged, over };
}

/** In pieces, as a file is sent: the next one only when the socket has accepted the last. */
function streamTo(response: Response, text: string): void {
  response.set("Content-Length", String(text.length));
  let at = 0;
  const more = () => {
    while (at < text.length) {
      const piece = text.slice(at, at + 65_536);
      at += piece.length;
      if (!response.write(piece)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  more();
}

interface Received {
  status: number;
  head: string;
  url: string | undefined;
}

interface SendOptions {
  /** if and when the caller's side ends */
  fin?: boolean | "after the response";
  pauseMs?: number;
  /** the last piece is sent when this has been received */
  lastAfter?: string;
}

/** Sends the pieces, a turn of the event loop apart, and resolves to the responses when the server has ended the connection. */
async function sendPieces(
  port: number,
  pieces: string[],
  { fin = false, pauseMs = 0, lastAfter = "" }: SendOptions = {},
): Promise<Received[]> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  let text = "";
  let failure: Error | undefined;
  const over = new Promise<void>((resolve) => {
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
    });
    socket.on("end", resolve);
    socket.on("close", () => resolve());
    socket.on("error", (error) => {
      failure = error;
      resolve();
    });
  });
  await once(socket, "connect");
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && at === pieces.length - 1) await until(() => text.includes(lastAfter) || socket.readableEnded);
    if (socket.writable) socket.write(piece, "latin1");
    await sleep(pauseMs);
  }
  if (fin === "after the response" && text === "") await once(socket, "data");
  if (fin) socket.end();
  await over;
  socket.destroy();
  if (failure && text === "") throw failure;
  return responsesIn(text);
}

function responsesIn(text: string): Received[] {
  const responses: Received[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    expect(end, `no response: ${rest.slice(0, 200)}`).toBeGreaterThan(0);
    const head = rest.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    expect(body, "the body is whole").toHaveLength(length);
    rest = rest.slice(end + 4 + length);
    responses.push({ status: Number(head.slice(9, 12)), head, url: body === "" ? undefined : JSON.parse(body).url });
  }
  return responses;
}

const get = (path: string, more = "") => `GET /api/v1/${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEC==\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";

/** what follows valid requests, and the status that it gets after their responses; null: the connection just ends */
const tails: [what: string, bytes: string, status: number | null, fin?: "fin"][] = [
  ["no HTTP at all", "HELLO\r\n\r\n", 400],
  ["no HTTP, and a valid request after it", `HELLO\r\n\r\n${get("never")}`, 400],
  ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  ["a tunnel, and bytes for it", `CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${get("never")}`, 405],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["headers that are too large", `GET /api/v1/never HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["two lengths", `${"GET /api/v1/never HTTP/1.1\r\nHost: x\r\n"}${"Content-Length: 1\r\n".repeat(2)}\r\n`, 400],
  ["a header without a name", get("never", ": x\r\n"), 400],
  ["a body with invalid chunks", `POST /graphql HTTP/1.1\r\nHost: x\r\n${chunked}\r\nzz\r\n`, 411],
  ["the end of the caller's side", "", null, "fin"],
  ["half a request and the end of the caller's side", "GET /api/v1/never HTTP/1.1\r\nHos", 400, "fin"],
  [
    "a request without a key whose body has invalid chunks",
    `POST /graphql?unread HTTP/1.1\r\nHost: x\r\n${chunked}\r\nzz\r\n`,
    411,
  ],
  [
    "half a body and the end of the caller's side",
    "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{}",
    400,
    "fin",
  ],
];

const heads: [what: string, paths: string[]][] = [
  ["one cached request", ["cached/1"]],
  ["one request that is not cached", ["new/1"]],
  ["a slow cached request", ["cached/1?wait=60"]],
  ["a slow request", ["new/1?wait=60"]],
  ["three requests, the first the slowest", ["new/1?wait=60", "cached/2?wait=5", "new/3"]],
];

describe.each([
  ["with the fast path", true],
  ["with Node's server alone", false],
])("%s", (_what, hasFront) => {
  test.each(heads)("%s: each is charged and gets its response, whatever follows", async (_head, paths) => {
    const { port, charged } = await start(hasFront);
    const valid = paths.map((path) => get(path));
    const urls = paths.map((path) => `/api/v1/${path}`);
    for (const [what, bytes, refusal, fin] of tails)
      for (const pieces of [[valid.join("") + bytes], [valid.join(""), bytes], [...valid, bytes]]) {
        charged.length = 0;
        const received = await sendPieces(port, pieces, { fin: fin !== undefined, pauseMs: 2 });
        const expected = [
          ...urls.map((url) => ({ url, status: 200 })),
          ...(refusal ? [{ url: undefined, status: refusal }] : []),
        ];
        expect(
          received.map(({ url, status }) => ({ url, status })),
          `${what}, in ${pieces.length}`,
        ).toEqual(expected);
        expect(charged, what).toEqual(urls);
        if (!refusal) continue;
        expect(received.at(-1)?.head).toMatch(/\r\nConnection: close/i);
        expect(received.at(-1)?.head).toMatch(/\r\nX-RateLimit-Limit: 0/);
      }
  });

  test("a request for an upgrade gets a normal response, and is the last of its connection", async () => {
    const { port, charged } = await start(hasFront);
    for (const more of [
      upgrade,
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
    ]) {
      charged.length = 0;
      const received = await sendPieces(port, [get("new/1?wait=20") + get("new/2", more) + get("never"), get("never")]);
      expect(received.map(({ url }) => url)).toEqual(["/api/v1/new/1?wait=20", "/api/v1/new/2"]);
      expect(received.at(-1)?.head).toMatch(/\r\nConnection: close/i);
      expect(charged).toEqual(received.map(({ url }) => url));
    }
  });

  test.each([
    ["Connection: close", "HTTP/1.1", "Connection: close\r\n"],
    ["HTTP/1.0", "HTTP/1.0", ""],
  ])("nothing after the last request of a connection (%s) is charged", async (_last, version, more) => {
    const { port, charged } = await start(hasFront);
    const last = `GET /api/v1/new/2?wait=20 ${version}\r\nHost: x\r\n${more}\r\n`;
    for (const behind of [get("never"), "HELLO\r\n\r\n", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"]) {
      charged.length = 0;
      const received = await sendPieces(port, [get("cached/1?wait=20") + last + behind]);
      expect(received.map(({ url }) => url)).toEqual(["/api/v1/cached/1?wait=20", "/api/v1/new/2?wait=20"]);
      expect(charged).toEqual(received.map(({ url }) => url));
    }
  });

  test.each(["100-continue", "100-Continue"])(
    "a request with Expect: %s gets its response after the previous ones",
    async (expectation) => {
      const { port } = await start(hasFront);
      for (const before of [get("cached/1"), get("new/1?wait=30"), get("cached/1") + get("new/2?wait=5")]) {
        const requested = get("new/last", `Expect: ${expectation}\r\nConnection: close\r\n`);
        const received = await sendPieces(port, [before + requested]);
        expect(received.map(({ status }) => status)).toEqual(received.map(() => 200));
        expect(received.at(-1)?.url).toBe("/api/v1/new/last");
        const post = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\nExpect: ${expectation}\r\n\r\n`;
        const withBody = await sendPieces(port, [before + post, "{}"], { lastAfter: "100 Continue" });
        expect(withBody.map(({ status }) => status).slice(-2)).toEqual([100, 200]);
        expect(withBody.at(-1)?.url).toBe("/graphql");
      }
    },
  );

  test("a body that turns invalid closes the connection, and no request gets two responses", async () => {
    const { port, charged } = await start(hasFront);
    const received = await sendPieces(port, [get("new/1?wait=20") + get("new/2?wait=20", chunked), "zz\r\n\r\n"]);
    expect(received.map(({ url }) => url)).toEqual(["/api/v1/new/1?wait=20", "/api/v1/new/2?wait=20"]);
    expect(charged).toEqual(received.map(({ url }) => url));
  });

  test("a request with an invalid body gets one response, whenever the body arrives", async () => {
    const { port } = await start(hasFront);
    for (const before of ["cached/1", "new/1", "new/1?wait=5", "uncached/1?wait=1"])
      for (const behind of [get("new/2", chunked), get("cached/2", chunked), get("new/2?wait=10", chunked)])
        for (const pieces of [
          [`${get(before)}${behind}zz\r\n\r\n`],
          [get(before), `${behind}zz\r\n`],
          [get(before) + behind, "zz\r\n"],
        ]) {
          const received = await sendPieces(port, pieces, { pauseMs: 3 });
          expect([before, behind, received.length]).toEqual([before, behind, 2]);
        }
  });

  test.each([true, "after the response"] as const)(
    "a request whose body never ends gets one response (end of the caller's side: %s)",
    async (fin) => {
      const { port } = await start(hasFront);
      const half = "POST /graphql?unread HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\nabc";
      const received = await sendPieces(port, [half], { fin });
      expect(received.map(({ status, url }) => [status, url])).toEqual([[200, "/graphql?unread"]]);
    },
  );

  test.each([
    ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", false],
    ["no HTTP", "HELLO\r\n\r\n", false],
    ["the end of the caller's side", "", true],
  ])("a response larger than the buffer of the socket is complete before %s", async (_tail, bytes, fin) => {
    const { port } = await start(hasFront);
    const received = await sendPieces(port, [get("streamed/1") + get("streamed/2") + bytes], { fin });
    expect(received.map(({ status }) => status)).toEqual([
      200,
      200,
      ...(fin ? [] : [bytes.startsWith("C") ? 405 : 400]),
    ]);
  });

  test("a caller who has ended its side and waits long gets a response, and a disconnected one is detected", async () => {
    const { port, over, charged } = await start(hasFront);
    const socket = connect({ port, host: "127.0.0.1" });
    socket.end(get("new/gone?wait=600000"));
    await until(() => charged.length === 1);
    socket.destroy();
    const received = await sendPieces(port, [get("new/1?wait=1600") + get("uncached/2")], { fin: true });
    expect(received.map(({ status, url }) => url ?? status)).toEqual([
      100,
      "/api/v1/new/1?wait=1600",
      "/api/v1/uncached/2",
    ]);
    await until(() => over.length === 3);
    expect(over.sort()).toEqual([200, 200, 499]);
  });

  test("much input after an invalid request does not prevent its response", async () => {
    const { port } = await start(hasFront);
    const received = await sendPieces(port, [
      `${get("new/1?wait=20")}HELLO\r\n\r\n${"x".repeat(500_000)}`,
      "y".repeat(500_000),
    ]);
    expect(received.map(({ status }) => status)).toEqual([200, 400]);
  });

  test("a stop closes connections that wait for a slow response before a tunnel", async () => {
    const { port, charged } = await start(hasFront, 300);
    const received = sendPieces(port, [`${get("new/1?wait=20000")}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`]).catch(
      () => [],
    );
    await until(() => charged.length > 0);
    await http?.close();
    expect(await received).toEqual([]);
  });

  test("in random pipelines, cut anywhere, every charged request gets its response, in order", async () => {
    const { port, charged } = await start(hasFront);
    const path = fc.tuple(fc.constantFrom("cached", "uncached", "new"), fc.constantFrom("", "?wait=1", "?wait=7"));
    const ending = fc.constantFrom(...tails.flatMap(([, bytes], at) => (bytes === "" ? [] : [at])));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { minLength: 1, maxLength: 6 }),
        fc.option(ending),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        async (requested, chosen, cuts) => {
          const tail = chosen === null ? undefined : tails[chosen];
          charged.length = 0;
          const id = ++run;
          const paths = requested.map(([kind, wait], n) => `${kind}/${id}.${n}${wait}`);
          const text = paths.map((one) => get(one)).join("") + (tail?.[1] ?? "");
          const at = cuts.map((cut) => Math.floor(cut * text.length)).sort((a, b) => a - b);
          const pieces = [0, ...at].map((from, n) => text.slice(from, at[n])).filter((piece) => piece !== "");
          const received = await sendPieces(port, pieces, { fin: true });
          expect(received.flatMap(({ url }) => url ?? [])).toEqual(paths.map((one) => `/api/v1/${one}`));
          expect(charged).toEqual(paths.map((one) => `/api/v1/${one}`));
          expect(received.slice(paths.length).map(({ status }) => status)).toEqual(tail ? [tail[2]] : []);
        },
      ),
      { numRuns: 300, seed: 18 },
    );
    console.info(`${run} random pipelines: every charged request got its response in order`);
  });
});
