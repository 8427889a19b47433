// Two services over equal stores, one without the fast path: both give the same response to any request, however often it is sent. The
// first request of a key takes the slow path, which looks the key up; later ones take the fast path if the service has one.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";
import { listKeys, revokeKey } from "../../src/accounts/keys.ts";
import { AppError } from "../../src/errors.ts";
import { ifSameDay } from "../support/day.ts";
import { insiders, tradeId } from "../support/seed.ts";
import { type Response, type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";

let fast: Service;
let slow: Service;
/** how often `fast` has looked up a key */
let authentications = 0;
let failing = 0;
let charges = 0;

const start = (fastPath?: false) =>
  startSeededService({
    cacheBytes: 1_000_000,
    trustProxy: ["loopback"],
    ...(fastPath === undefined && {
      wrap: (access) => ({
        ...access,
        authenticate(...caller) {
          authentications++;
          return access.authenticate(...caller);
        },
        async take(principal, windows) {
          charges++;
          if (failing > 0 && failing-- > 0) throw new AppError("unavailable");
          return await access.take(principal, windows);
        },
      }),
    }),
    ...(fastPath === false && { fastPath }),
  });

beforeAll(async () => {
  [fast, slow] = await Promise.all([start(), start(false)]);
  for (const service of [fast, slow]) {
    await service.store.pool.query("SELECT disclosed_bump_data_version()");
    await service.store.pool.query("UPDATE data_version SET as_of = $1", ["2024-07-01T00:00:00Z"]);
  }
  for (const service of [fast, slow]) await service.waitForNewestData();
});
afterAll(async () => {
  await fast.stop();
  await slow.stop();
});
beforeEach(() => {
  failing = 0;
});

/** Sends a request to both services, each with the key of a new account, `times` in a row. */
async function requestBoth(path: string, options: { plan?: string; init?: RequestInit; times?: number } = {}) {
  const responsesOf = async (service: Service): Promise<Response[]> => {
    const { key } = await service.newKey(options.plan ?? "max");
    const responses: Response[] = [];
    for (let n = 0; n < (options.times ?? 3); n++)
      responses.push(await service.get(`/api/v1${path}`, key, options.init));
    return responses;
  };
  const [first, second] = await Promise.all([responsesOf(fast), responsesOf(slow)]);
  return first.map((response, n): [Response, Response] => [response, second[n] as Response]);
}

/** The response without what differs between requests: ids, times, ages, and how long a window still lasts. */
function comparable({ status, headers, body, text }: Response) {
  const own = new Set(["x-request-id", "date", "ratelimit", "age"]);
  // a copy contains the time of its creation, which is compressed into more or fewer bytes
  if (headers.has("age")) own.add("content-length");
  const changing = new Set([...own, ...[...headers.keys()].filter((name) => name.endsWith("-reset"))]);
  return {
    status,
    names: [...headers.keys()],
    headers: [...headers].filter(([name]) => !changing.has(name)),
    body: body ? { ...body, requestId: undefined, ...(headers.has("age") && { meta: undefined }) } : text,
  };
}

const paths: [kind: string, path: string][] = [
  ["list", "/trades?pageSize=5"],
  ["filtered list", "/trades?tradeTypes=P&valueRanges=1000-&sort=value"],
  ["deep page", "/trades?page=2&pageSize=10"],
  ["no rows", "/trades?ticker=NOSUCH"],
  ["detail", `/trades/${tradeId("lot1")}`],
  ["insider", `/insider/${insiders.hargrove}`],
  ["politician trades", "/politician-trades"],
  ["clusters", "/clusters"],
  ["usage", "/usage"],
  ["coverage", "/coverage"],
  ["bad parameter", "/trades?pageSize=1000"],
  ["a version that is not reached", "/trades?dataVersion=999999999"],
  ["a format", "/trades?pageSize=5&format=csv"],
  ["a format whose name is encoded", "/trades?pageSize=5&f%6Frmat=csv"],
  ["no such row", "/trades/1"],
  ["no such path", "/nothing"],
];

test.each(paths)(
  "both paths send the same bodies and headers in order, and count the same: %s",
  async (_kind, path) => {
    const pairs = await requestBoth(path);
    for (const [one, other] of pairs) {
      expect(comparable(one)).toEqual(comparable(other));
      if (one.body) expect(one.body.requestId).toBe(one.headers.get("x-request-id"));
    }
    const ids = pairs.flat().map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(ids.length);
  },
);

const requests: [what: string, init: RequestInit][] = [
  ["gzip", { headers: { "accept-encoding": "gzip" } }],
  ["gzip alone", { headers: { "accept-encoding": "identity;q=0, gzip;q=0.5" } }],
  ["HEAD", { method: "HEAD" }],
  ["POST", { method: "POST" }],
  ["an id of its own", { headers: { "x-request-id": "mine-1" } }],
  ["an invalid id", { headers: { "x-request-id": "no/id" } }],
  ["a matching If-None-Match", { headers: { "if-none-match": "*" } }],
  ["an outdated If-None-Match", { headers: { "if-none-match": '"old"' } }],
  ["an X-Forwarded-For", { headers: { "x-forwarded-for": "203.0.113.9" } }],
];

test.each(requests)("both paths send the same responses: %s", async (what, init) => {
  await requestBoth(paths[0]?.[1] ?? "");
  for (const [one, other] of await requestBoth(paths[0]?.[1] ?? "", { init })) {
    expect(comparable(one)).toEqual(comparable(other));
    if (what === "an id of its own") expect(one.headers.get("x-request-id")).toBe("mine-1");
  }
});

it("the fast path computes responses for any caller whose key is cached", async () => {
  const { key } = await fast.newKey("max");
  const all = [5, 6, 8, 9].flatMap((page) => [`/trades?page=${page}&pageSize=3`, `/clusters?page=${page}`]);
  const before = authentications;
  expect(
    statusesIn(
      await sendInOrder(
        fast,
        all.map((path) => headOf(key, { path })),
      ),
    ),
  ).toEqual(Array(9).fill(200));
  expect(authentications).toBe(before + 1);
});

it("the fast path sends whatever the status is: errors, 304, and the account's own use", async () => {
  const { key } = await fast.newKey("max");
  const { headers } = await fast.get("/api/v1/trades?pageSize=5", key);
  const unchanged = `If-None-Match: ${headers.get("etag")}\r\n`;
  const before = authentications;
  const received = await sendInOrder(fast, [
    headOf(key, { path: "/trades?pageSize=1000" }),
    headOf(key, { path: "/trades/1" }),
    headOf(key, { more: unchanged }),
    headOf(key, { path: "/usage" }),
    headOf(key, { path: "/trades?dataVersion=999999999" }),
  ]);
  expect(statusesIn(received)).toEqual([400, 404, 304, 200, 400, 200]);
  expect(authentications).toBe(before);
});

it("the fast path responds from the second request on, to any caller whose key is cached", async () => {
  const { key } = await fast.newKey("max");
  const before = authentications;
  const heads = Array.from({ length: 5 }, () => headOf(key, { path: "/trades?pageSize=7" }));
  // the sixth is the last request of the connection, which needs no key
  expect(statusesIn(await sendInOrder(fast, heads))).toEqual(Array(6).fill(200));
  expect(authentications).toBe(before + 1);
});

/** A request as it is sent, which leaves the connection open. */
const headOf = (key: string, { path = "/trades?pageSize=5", line = "", more = "", host = "Host: x\r\n" } = {}) =>
  `${line || `GET /api/v1${path} HTTP/1.1`}\r\n${host}Authorization: Bearer ${key}\r\n${more}\r\n`;

/** Ends a connection: the requests before it get their responses before the connection is closed. */
const lastRequest = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/** Sends texts on one connection, each when the response to the previous one has begun; returns all that was received. */
async function sendInOrder(service: Service, texts: string[]): Promise<string> {
  const socket = connect(Number(new URL(service.base).port), "127.0.0.1");
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
  });
  socket.on("error", () => {});
  for (const text of texts) {
    const before = received.length;
    socket.write(text, "latin1");
    while (received.length === before && !socket.closed) await sleep(5);
  }
  socket.write(lastRequest);
  while (!socket.closed) await sleep(5);
  return received;
}

const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

/** What was received, without what differs between responses; of compressed ones the heads alone, the test above has bodies. */
const shapeOf = (received: string) =>
  received
    .replace(/(Content-Encoding: gzip.*?\r\n\r\n).*/s, "$1")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/^(Date|X-\w+-Reset|RateLimit): .*$/gm, "$1: -");

const key = "KEY";
const heads: [what: string, texts: string[]][] = [
  ["plain", [headOf(key)]],
  ["twice", [headOf(key), headOf(key)]],
  ["small letters", [headOf(key, { host: "host: x\r\n" })]],
  ["no blank after the colon", [headOf(key, { host: "Host:x\r\n" })]],
  ["blanks and tabs around a value", [headOf(key, { host: "Host: \t x \t\r\n" })]],
  ["a blank before the colon", [headOf(key, { more: "X-Blank : a\r\n" })]],
  ["a folded line", [headOf(key, { more: "X-Folded: a\r\n b\r\n" })]],
  ["a field without a name", [headOf(key, { more: ": a\r\n" })]],
  ["a line without a colon", [headOf(key, { more: "nothing\r\n" })]],
  ["a letter beyond ASCII", [headOf(key, { more: "X-Name: \xe9\r\n" })]],
  ["a NUL", [headOf(key, { more: "X-Name: a\0b\r\n" })]],
  ["a control character", [headOf(key, { more: "X-Name: a\x01b\r\n" })]],
  ["a bare line feed in a value", [headOf(key, { more: "X-Name: a\nX-Other: b\r\n" })]],
  ["a bare carriage return in a value", [headOf(key, { more: "X-Name: a\rb\r\n" })]],
  ["line feeds only", [headOf(key).replaceAll("\r", "")]],
  ["an empty line first", [`\r\n${headOf(key)}`]],
  ["two hosts", [headOf(key, { more: "Host: x\r\n" })]],
  ["no host", [headOf(key, { host: "" })]],
  ["an empty host", [headOf(key, { host: "Host:\r\n" })]],
  ["an invalid host", [headOf(key, { host: "Host: a b\r\n" })]],
  ["two keys", [headOf(key, { more: "Authorization: Bearer none\r\n" })]],
  ["two ids", [headOf(key, { more: "X-Request-Id: a\r\nX-Request-Id: b\r\n" })]],
  ["an id of its own", [headOf(key, { more: "X-Request-Id: mine-7\r\n" })]],
  ["an id that would be a header", [headOf(key, { more: "X-Request-Id: a\\r\\nSet-Cookie: b\r\n" })]],
  ["a connection to be closed", [headOf(key, { more: "Connection: close\r\n" })]],
  ["a connection to be kept", [headOf(key, { more: "Connection: Keep-Alive\r\n" }), headOf(key)]],
  ["an upgrade", [headOf(key, { more: "Connection: Upgrade\r\nUpgrade: websocket\r\n" })]],
  ["an expectation", [headOf(key, { more: "Expect: 100-continue\r\n" })]],
  ["an empty body", [headOf(key, { more: "Content-Length: 0\r\n" }), headOf(key)]],
  ["a body", [`${headOf(key, { more: "Content-Length: 5\r\n" })}hello`, headOf(key)]],
  ["two lengths", [`${headOf(key, { more: "Content-Length: 5\r\nContent-Length: 6\r\n" })}hello`]],
  ["a body in chunks", [`${headOf(key, { more: "Transfer-Encoding: chunked\r\n" })}0\r\n\r\n`, headOf(key)]],
  ["a head within a body", [`${headOf(key, { more: "Content-Length: 4\r\n" })}GET ${headOf(key)}`]],
  ["HTTP/1.0", [headOf(key, { line: "GET /api/v1/trades?pageSize=5 HTTP/1.0" })]],
  ["HTTP/1.2", [headOf(key, { line: "GET /api/v1/trades?pageSize=5 HTTP/1.2" })]],
  ["HTTP/2.0", [headOf(key, { line: "PRI * HTTP/2.0" })]],
  ["small letters in the method", [headOf(key, { line: "get /api/v1/trades?pageSize=5 HTTP/1.1" })]],
  ["two blanks", [headOf(key, { line: "GET  /api/v1/trades?pageSize=5 HTTP/1.1" })]],
  ["a whole URL", [headOf(key, { line: "GET http://x/api/v1/trades?pageSize=5 HTTP/1.1" })]],
  ["a fragment", [headOf(key, { path: "/trades?pageSize=5#top" })]],
  ["a path beyond ASCII", [headOf(key, { path: "/trades?pageSize=5&watchlist=\xe9" })]],
  ["an extra slash", [headOf(key, { path: "//trades?pageSize=5" })]],
  ["an encoded path", [headOf(key, { path: "/%74rades?pageSize=5" })]],
  ["dots in a path", [headOf(key, { path: "/../v1/trades?pageSize=5" })]],
  ["another path", [headOf(key, { line: "GET /healthz HTTP/1.1" }), headOf(key)]],
  ["an asterisk for the path", [headOf(key, { line: "OPTIONS * HTTP/1.1" }), headOf(key)]],
  ["a head of five kilobytes", [headOf(key, { more: `X-Long: ${"a".repeat(5000)}\r\n` }), headOf(key)]],
  ["a head that is too long", [headOf(key, { more: `X-Long: ${"a".repeat(17_000)}\r\n` })]],
  ["gzip and others", [headOf(key, { more: "Accept-Encoding: br, gzip, deflate\r\n" })]],
  ["no gzip", [headOf(key, { more: "Accept-Encoding: gzip;q=0, identity\r\n" })]],
  ["anything", [headOf(key, { more: "Accept-Encoding: *\r\n" })]],
  ["an X-Forwarded-For", [headOf(key, { more: "X-Forwarded-For: 203.0.113.9, 127.0.0.1\r\n" })]],
  ["two proxies", [headOf(key, { more: "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 127.0.0.1\r\n" })]],
  ["three pipelined requests", [headOf(key) + headOf(key) + headOf(key)]],
  ["one request and a half", [headOf(key) + headOf(key).slice(0, 30), headOf(key).slice(30)]],
  ["invalid bytes after the request", [`${headOf(key)}HELLO\r\n\r\n`]],
];

test.each(heads)("the fast path sends the slow path's bytes, except for ids and times: %s", async (_what, texts) => {
  const received = async (service: Service) => {
    const own = (await service.newKey("max")).key;
    const sent = (text: string) => text.replaceAll(`Bearer ${key}`, `Bearer ${own}`);
    await sendInOrder(service, [headOf(own), headOf(own)]);
    return shapeOf(await sendInOrder(service, texts.map(sent)));
  };
  const [one, other] = await Promise.all([received(fast), received(slow)]);
  expect(one).toBe(other);
  expect(statusesIn(one).length).toBeGreaterThan(0);
});

it("the fast path refuses requests over a limit as the slow path does, and counts no more", async () => {
  for (const service of [fast, slow])
    await service.store.pool.query(
      `INSERT INTO plans (id, name, price_per_month, per_minute, per_day, per_month, commercial_use, listed)
       VALUES ('four', 'Four', 0, 4, 1000, 1000, false, false)`,
    );
  const pairs = await requestBoth("/trades?pageSize=5", { plan: "four", times: 7 });
  // the requests may fall into one minute or two; both paths refuse alike
  const statuses = pairs.map(([one]) => one.status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  const refused = pairs.find(([one, other]) => one.status === 429 && other.status === 429);
  const [one, other] = refused as [Response, Response];
  const plain = ({ body }: Response) => ({ ...body, requestId: "", message: "", error: "", reset_at: "" });
  expect(plain(one)).toEqual(plain(other));
  expect(one.headers.get("x-ratelimit-remaining")).toBe("0");
  for (const responses of [pairs.map(([one]) => one), pairs.map(([, other]) => other)]) {
    const served = responses.filter(({ status }) => status === 200).length;
    const remaining = Number(responses.at(-1)?.headers.get("x-dailylimit-remaining"));
    expect(remaining).toEqual(ifSameDay(1000 - served));
  }
});

it("each of many parallel requests has a count of its own", async () => {
  const { key } = await fast.newKey("max");
  await fast.get("/api/v1/trades?pageSize=5", key);
  const responses = await Promise.all(Array.from({ length: 40 }, () => fast.get("/api/v1/trades?pageSize=5", key)));
  const left = responses.map(({ headers }) => Number(headers.get("x-dailylimit-remaining")));
  expect(new Set(left).size).toBe(40);
  expect(Math.max(...left) - Math.min(...left)).toBe(39);
});

it("the fast path accepts no revoked key, and no key from a disallowed address", async () => {
  const path = "/api/v1/trades?pageSize=5";
  const revoked = await fast.newKey("max");
  const bound = await fast.newKey("max", { allowlist: ["203.0.113.7"] });
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  for (let n = 0; n < 2; n++) {
    expect((await fast.get(path, revoked.key)).status).toBe(200);
    expect((await fast.get(path, bound.key, from("203.0.113.7"))).status).toBe(200);
  }
  expect((await fast.get(path, bound.key, from("203.0.113.8"))).status).toBe(403);
  const [{ id } = { id: "" }] = await listKeys(fast.store, revoked.accountId);
  await revokeKey(fast.store, id, "test");
  expect((await fast.get(path, revoked.key)).status).toBe(401);
});

it("neither path serves anything from the millisecond on in which a key ends", async () => {
  for (const service of [fast, slow]) {
    await service.clock.run();
    let requests = await aroundTheEnd(service, 2_500);
    // a machine that is busy with others may need longer for a key and a few requests
    for (let aheadMs = 5_000; requests.served < 4 && aheadMs < 60_000; aheadMs *= 2)
      requests = await aroundTheEnd(service, aheadMs);
    await service.clock.stopAt();
    expect(requests.served).toBeGreaterThan(3);
    expect(requests.after.filter((status) => status !== 401)).toEqual([]);
  }
});

/** How often a key is served that ends so many milliseconds from now, and the statuses of its requests from its end on. */
async function aroundTheEnd(service: typeof fast, aheadMs: number): Promise<{ served: number; after: number[] }> {
  const path = "/api/v1/trades?pageSize=5";
  // early in a second: a process that compares whole seconds would serve the rest of it
  const end = Math.ceil((Date.now() + aheadMs) / 1000) * 1000 + 20;
  const { key } = await service.newKey("max", { expiresAt: new Date(end) });
  const after: number[] = [];
  let served = 0;
  while (Date.now() < end + 300 || after.length < 4) {
    const begun = Date.now();
    // from an address of its own, whose limit of failed attempts no other test uses up
    const { status } = await service.get(path, key, { headers: { "x-forwarded-for": "198.51.100.20" } });
    if (begun >= end) after.push(status);
    else if (status === 200) served++;
    await sleep(begun < end - 50 || begun > end ? 10 : 0);
  }
  return { served, after };
}

it("the fast path counts once, and responds 503 with the last known limits where no store can count", async () => {
  const { key } = await fast.newKey("max");
  await fast.get("/api/v1/trades?pageSize=5", key);
  const last = await fast.get("/api/v1/trades?pageSize=5", key);
  const before = charges;
  failing = 1;
  const failed = await fast.get("/api/v1/trades?pageSize=5", key);
  expect(failed.status).toBe(503);
  expect(charges).toBe(before + 1);
  for (const name of ["x-ratelimit-remaining", "x-dailylimit-remaining", "x-monthlyquota-remaining"])
    expect(failed.headers.get(name)).toBe(last.headers.get(name));
  expect((await fast.get("/api/v1/trades?pageSize=5", key)).status).toBe(200);
});

it("the fast path logs the same line as the slow path, with the account", async () => {
  const lineOf = async (service: Service) => {
    const { key, accountId } = await service.newKey("max");
    const before = service.lines.length;
    for (let n = 0; n < 3; n++) await service.get("/api/v1/trades?pageSize=5&watchlist=", key);
    while (service.lines.length < before + 3) await sleep(5);
    const { requestId, ms, accountId: account, ...line } = service.lines.at(-1) ?? {};
    expect([account, typeof requestId, typeof ms]).toEqual([accountId, "string", "number"]);
    return line;
  };
  expect(await lineOf(fast)).toEqual(await lineOf(slow));
});

it("callers who reset their connections are logged with 200 or 499, and the next caller gets a response", async () => {
  const { key } = await fast.newKey("max");
  for (let n = 0; n < 2; n++) await fast.get("/api/v1/trades?pageSize=5", key);
  const { port } = new URL(fast.base);
  const ids = Array.from({ length: 10 }, (_, n) => `reset-${n}`);
  for (const id of ids) {
    const socket = connect(Number(port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write(headOf(key, { more: `X-Request-Id: ${id}\r\n` }), () => socket.resetAndDestroy());
  }
  const logged = () => fast.lines.filter(({ requestId }) => ids.includes(String(requestId)));
  await until(() => logged().length > 0);
  const after = await fast.get("/api/v1/trades?pageSize=5", key);
  expect(after.status).toBe(200);
  const lines = logged();
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(lines.length);
  for (const line of lines) expect([200, 499]).toContain(line.status);
});
