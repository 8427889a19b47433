// A caller who disconnects cancels their statement: the database stops working for them, their request stays counted, and
// other callers with the same request are served.
import { connect, type Socket } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";

let service: Service;
let blocker: pg.Client;
/** a transaction sees one state of pg_stat_activity, so the query that reads it runs outside of one */
let watcher: pg.Client;

beforeAll(async () => {
  service = await startSeededService({ executor: { timeoutMs: 3_600_000 }, cacheBytes: 1_000_000 });
  blocker = new pg.Client({ connectionString: service.store.databaseUrl });
  watcher = new pg.Client({ connectionString: service.store.databaseUrl });
  for (const client of [blocker, watcher]) await client.connect();
});
afterEach(() => blocker.query("ROLLBACK"));
afterAll(async () => {
  await blocker.end();
  await watcher.end();
  await service.stop();
});

/** Every statement that reads trades waits until the test is over. */
const block = () => blocker.query("BEGIN; LOCK TABLE insider_trades IN ACCESS EXCLUSIVE MODE");

/** The response, or the name of the error where the caller has cancelled the request. */
const request = (path: string, key: string, signal?: AbortSignal) =>
  service.get(path, key, { ...(signal && { signal }) }).catch((error) => error.name);

/** The statements that wait, by when they began. */
async function waitingSince(): Promise<string[]> {
  const { rows } = await watcher.query(
    `SELECT pid || ' ' || query_start AS since FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY query_start`,
  );
  return rows.map(({ since }) => since);
}
const waiting = async () => (await waitingSince()).length;

it("a caller who disconnects ends the statement, and the request stays counted", async () => {
  const { key } = await service.newKey("pro");
  await block();
  const cancellation = new AbortController();
  const requested = request("/api/v1/trades", key, cancellation.signal);
  await until(async () => (await waiting()) === 1);
  cancellation.abort();
  expect(await requested).toBe("AbortError");
  // while the table is still locked
  await until(async () => (await waiting()) === 0);
  const usage = await service.get("/api/v1/usage", key);
  expect(usage.headers.get("x-dailylimit-limit")).toBe("50000");
  expect(usage.headers.get("x-dailylimit-remaining")).toBe("49999");
});

/** A connection that has sent a request with a key that the service knows, so that it takes the fast path. */
async function requestOnSocket(path: string): Promise<{ socket: Socket; received: () => string }> {
  const { key } = await service.newKey("pro");
  await service.get("/api/v1/usage", key);
  await block();
  const socket = connect(Number(new URL(service.base).port), "127.0.0.1");
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes;
  });
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await until(async () => (await waiting()) === 1);
  return { socket, received: () => received };
}

it("a caller who has ended its side of the connection gets an interim response, and then the response", async () => {
  const { socket, received } = await requestOnSocket("/api/v1/trades?pageSize=11");
  socket.end();
  await until(async () => received() !== "");
  expect(received()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  await blocker.query("ROLLBACK");
  await until(async () => socket.closed);
  expect(received()).toContain("HTTP/1.1 200 OK");
  expect(received().match(/HTTP\/1.1/g)).toHaveLength(2);
});

it("a caller who has closed its side of the connection ends the statement", async () => {
  const { socket } = await requestOnSocket("/api/v1/trades?pageSize=12");
  // the system resets a closed connection when data arrive
  socket.end(() => socket.destroy());
  await until(async () => (await waiting()) === 0);
  await until(async () => service.lines.at(-1)?.status === 499);
  expect(service.lines.at(-1)).toMatchObject({ route: "/trades", accountId: expect.any(String) });
});

it("the statement continues for another caller who waits for the same response", async () => {
  const { key } = await service.newKey("pro");
  await block();
  const cancellation = new AbortController();
  const path = "/api/v1/trades?pageSize=3";
  const cancelled = request(path, key, cancellation.signal);
  await until(async () => (await waiting()) === 1);
  const [statement] = await waitingSince();
  const staying = service.get(path, key);
  // both are counted, and wait for the one statement
  await until(async () => (await service.get("/api/v1/usage", key)).headers.get("x-dailylimit-remaining") === "49998");
  cancellation.abort();
  await cancelled;
  // a later statement was cancelled and has ended, so the first one would have ended too
  const second = new AbortController();
  const other = request("/api/v1/trades?pageSize=4", key, second.signal);
  await until(async () => (await waiting()) === 2);
  second.abort();
  await other;
  await until(async () => (await waiting()) < 2);
  expect(await waitingSince()).toEqual([statement]);
  await blocker.query("ROLLBACK");
  expect((await staying).status).toBe(200);
});

/** Requests `each` different lists with each key; each list is a statement of its own, which waits for the lock. */
function requestLists(keys: string[], each: number, firstPage: number, signal?: AbortSignal): Promise<unknown>[] {
  return keys.flatMap((key, n) =>
    Array.from({ length: each }, (_, index) =>
      request(`/api/v1/trades?page=${firstPage + n * each + index}`, key, signal),
    ),
  );
}

it("one account's statements are limited to its share, and another account is served meanwhile", async () => {
  const [{ key }, other] = [await service.newKey("max"), await service.newKey("max")];
  await block();
  const requested = requestLists([key], 30, 100);
  await until(async () => (await waiting()) > 0);
  for (let n = 0; n < 3; n++) expect((await service.get("/api/v1/committees", other.key)).status).toBe(200);
  // half of the slots at most; fewer while the callers of the tests above count as present
  expect(await waiting()).toBeLessThanOrEqual(3);
  await blocker.query("ROLLBACK");
  expect(await Promise.all(requested)).toEqual(
    Array.from({ length: 30 }, () => expect.objectContaining({ status: 200 })),
  );
});

it("slots are freed when their requests are cancelled", async () => {
  const keys: string[] = [];
  for (let n = 0; n < 6; n++) keys.push((await service.newKey("max")).key);
  await block();
  const cancellation = new AbortController();
  const requested = requestLists(keys, 5, 200, cancellation.signal);
  await until(async () => (await waiting()) === 5);
  cancellation.abort();
  await Promise.all(requested);
  // another table, which is not locked; it waits for a slot until the statements above are ended
  expect((await service.get("/api/v1/committees?chamber=house", keys[0])).status).toBe(200);
});
