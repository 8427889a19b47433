// Streams of events over HTTP: what arrives, where a cut stream continues, and how streams end.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { revokeKey } from "../../src/accounts/keys.ts";
import { createMatcher } from "../../src/events/matching.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { ifSameDay } from "../support/day.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";
import { startSending, subscribe } from "./sending.ts";

const limits = { heartbeatMs: 50, maxWaitingBytes: 500_000 };

let service: Service;
beforeAll(async () => {
  service = await startSeededService({ streams: limits, cacheBytes: 1_000_000 });
});
afterAll(() => service.stop());

interface StreamEvent {
  id: string;
  event: string;
  data: string;
}

/** An open stream that is read block by block. */
class Client {
  readonly events: StreamEvent[] = [];
  /** the last id, of an event or not */
  lastId = "";
  comments = "";
  readonly ended: Promise<void>;
  readonly #abort: AbortController;

  private constructor(
    readonly response: globalThis.Response,
    abort: AbortController,
  ) {
    this.#abort = abort;
    this.ended = this.#read().catch(() => {});
  }

  static async open(
    key: string,
    query: string,
    headers: Record<string, string> = {},
    base = service.base,
  ): Promise<Client> {
    const abort = new AbortController();
    const response = await fetch(`${base}/api/v1/stream?${query}`, {
      headers: { ...headers, authorization: `Bearer ${key}` },
      signal: abort.signal,
    });
    const client = new Client(response, abort);
    if (response.status !== 200 && response.status !== 429) throw new Error(`the status is ${response.status}`);
    // the first block has the position at which the stream begins
    if (response.status === 200) await until(() => client.lastId !== "");
    return client;
  }

  /** The events, once there are `count`. */
  async first(count: number): Promise<StreamEvent[]> {
    await until(() => this.events.length >= count);
    return this.events;
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of this.response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        this.#block(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  }

  #block(block: string): void {
    const lines = block.split("\n");
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    this.lastId = field("id") ?? this.lastId;
    this.comments += lines.filter((line) => line.startsWith(":")).join("\n");
    const data = field("data");
    if (data !== undefined) this.events.push({ id: this.lastId, event: field("event") ?? "", data });
  }
}

/** Runs the statements as one data version. */
async function change(...statements: string[]): Promise<void> {
  await inTransaction(service.store, async (client) => {
    for (const statement of statements) await client.query(statement);
    await client.query("SELECT disclosed_bump_data_version()");
  });
}

/** Changes purchases; returns their ids. */
async function changePurchases(count = 1): Promise<string[]> {
  const { rows } = await service.store.pool.query<{ id: string }>(
    "SELECT id FROM insider_trades WHERE transaction_code = 'P' AND superseded_by_id IS NULL AND NOT is_derivative ORDER BY id LIMIT $1",
    [count],
  );
  const ids = rows.map(({ id }) => id);
  await change(`UPDATE insider_trades SET value = value + 1, last_modified = now() WHERE id = ANY('{${ids}}')`);
  return ids;
}

it("a change arrives as the event that a webhook of the same filter gets", async () => {
  const receiver = await startReceiver();
  await subscribe(service.store, { url: receiver.url, filters: "tradeTypes=P" });
  const { key } = await service.newKey("max");
  const client = await Client.open(key, "list=trades&tradeTypes=P");
  const [id] = await changePurchases();
  const [event] = await client.first(1);
  await createMatcher(service.store).run();
  const sending = startSending(service.store);
  await until(() => receiver.received.length > 0);
  await sending.close();
  await receiver.close();
  client.close();
  expect(event?.event).toBe("trade.changed");
  expect(event?.id).toMatch(/^evt_\d+_\d+_changed$/);
  expect(JSON.parse(event?.data ?? "").data.id).toBe(Number(id));
  expect(receiver.received.map(({ body }) => body)).toEqual([JSON.parse(event?.data ?? "")]);
});

it("the response is a stream of events that caches must not store, and opening it is charged one request", async () => {
  const { key } = await service.newKey("max");
  const client = await Client.open(key, "list=clusters");
  client.close();
  const { headers } = client.response;
  expect(headers.get("content-type")).toBe("text/event-stream");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-request-cost")).toBe("1");
  const left = Number(headers.get("x-dailylimit-remaining"));
  expect(left).toBe(Number(headers.get("x-dailylimit-limit")) - 1);
});

it("a row that begins to match the stream's filter is created, and one that ceases to is withdrawn", async () => {
  const { key } = await service.newKey("max");
  const wide = await Client.open(key, "list=trades");
  const narrow = await Client.open(key, "list=trades&tradeTypes=P&minValue=900000000");
  const [id] = await changePurchases();
  await change(`UPDATE insider_trades SET value = value + 1000000000, last_modified = now() WHERE id = ${id}`);
  await change(`UPDATE insider_trades SET value = value - 1000000000, last_modified = now() WHERE id = ${id}`);
  const events = await narrow.first(2);
  await wide.first(3);
  wide.close();
  narrow.close();
  expect(events.map(({ event }) => event)).toEqual(["trade.created", "trade.withdrawn"]);
  expect(wide.events.map(({ event }) => event)).toEqual(Array(3).fill("trade.changed"));
});

it("a stream that was cut continues after the last event, without a gap or a repetition", async () => {
  const { key } = await service.newKey("max");
  const first = await Client.open(key, "list=trades&tradeTypes=P");
  await changePurchases();
  const [seen] = await first.first(1);
  first.close();
  await changePurchases();
  await changePurchases();
  const second = await Client.open(key, "list=trades&tradeTypes=P", { "last-event-id": seen?.id ?? "" });
  await changePurchases();
  const rest = await second.first(3);
  second.close();
  const positions = [seen, ...rest].map((event) => Number(event?.id.split("_")[2]));
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  const { rows } = await service.store.pool.query("SELECT position FROM row_changes WHERE position >= $1 ORDER BY 1", [
    positions[0],
  ]);
  expect(positions).toEqual(rows.map(({ position }) => Number(position)));
});

it("a stream that was cut before its first event continues from where it was opened", async () => {
  const { key } = await service.newKey("max");
  const first = await Client.open(key, "list=trades&tradeTypes=P");
  first.close();
  const [id] = await changePurchases();
  const second = await Client.open(key, "list=trades&tradeTypes=P", { "last-event-id": first.lastId });
  const [event] = await second.first(1);
  second.close();
  expect(JSON.parse(event?.data ?? "").data.id).toBe(Number(id));
});

it("a heartbeat has the position that a stream has reached while no change matches its filter", async () => {
  const { key } = await service.newKey("max");
  const client = await Client.open(key, "list=politician-trades");
  const begun = client.lastId;
  await changePurchases();
  await until(() => client.lastId !== begun);
  client.close();
  expect(client.comments).toContain(": heartbeat");
  expect(client.lastId).toMatch(/^evt_\d+_\d+_reached$/);
  expect(client.events).toEqual([]);
});

it("more changes than the log has row by row are a gap event", async () => {
  const { key } = await service.newKey("max");
  const client = await Client.open(key, "list=trades&tradeTypes=P");
  await change("INSERT INTO list_changes (kind) VALUES ('insider_trade')");
  await changePurchases();
  const events = await client.first(2);
  client.close();
  expect(events.map(({ event }) => event)).toEqual(["gap", "trade.changed"]);
});

it("an id that is not in the log is refused with 410 and what to do", async () => {
  const { key } = await service.newKey("max");
  const client = await Client.open(key, "list=trades&tradeTypes=P");
  await changePurchases();
  await changePurchases();
  const [old, kept] = await client.first(2);
  client.close();
  const position = Number(kept?.id.split("_")[2]);
  await service.store.pool.query("DELETE FROM row_changes WHERE position < $1", [position]);
  const open = (id?: string) =>
    service.get("/api/v1/stream?list=trades", key, { headers: { "last-event-id": String(id) } });
  for (const id of [old?.id, `evt_1_${position + 1_000}_created`]) {
    const { status, body } = await open(id);
    expect(status).toBe(410);
    expect(body.error).toContain("Read the list with updatedSince, then open the stream without Last-Event-ID");
  }
  const held = await Client.open(key, "list=trades&tradeTypes=P", { "last-event-id": String(kept?.id) });
  held.close();
  expect(held.response.status).toBe(200);
});

it.each([
  ["a list that has no streams", "list=insiders", {}, "list must be one of"],
  ["no list", "tradeTypes=P", {}, "list is required"],
  ["two lists", "list=trades&list=clusters", {}, "list "],
  ["a filter of another list", "list=clusters&chamber=house", {}, "chamber is not a known parameter"],
  ["a parameter of pages", "list=trades&pageSize=5", {}, "pageSize is not a known parameter"],
  ["a bad value", "list=trades&minValue=x", {}, "minValue "],
  ["an invalid id", "list=trades", { "last-event-id": "12" }, "Last-Event-ID is not the id of an event"],
])("%s is refused with 400 before the stream opens, and is not charged", async (_what, query, headers, message) => {
  const { key } = await service.newKey("max");
  const refused = await service.get(`/api/v1/stream?${query}`, key, { headers });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toContain(message);
  expect(refused.headers.get("x-dailylimit-remaining")).toBe(refused.headers.get("x-dailylimit-limit"));
});

it("requests are refused as on every route", async () => {
  const path = "/api/v1/stream?list=trades";
  expect((await service.get(path)).status).toBe(401);
  const { key } = await service.newKey("max", { allowlist: ["203.0.113.7"] });
  expect((await service.get(path, key)).status).toBe(403);
  const pro = (await service.newKey("max")).key;
  expect((await service.get(path, pro, { method: "POST" })).status).toBe(405);
  expect((await service.get(path, pro, { headers: { accept: "application/json" } })).status).toBe(406);
  const head = await service.get(path, pro, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), head.text]).toEqual([200, "text/event-stream", ""]);
});

it("more streams than the plan allows are refused with 429 until one is closed", async () => {
  const { key } = await service.newKey("plus");
  const minute = () => Math.floor(Date.now() / 60_000);
  const began = minute();
  const streams = [await Client.open(key, "list=trades"), await Client.open(key, "list=clusters")];
  const refused = await service.get("/api/v1/stream?list=trades", key);
  // the two open streams alone are counted
  if (minute() === began) expect(refused.headers.get("x-ratelimit-remaining")).toBe("58");
  expect(refused.headers.get("x-dailylimit-remaining")).toEqual(ifSameDay("498"));
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ limitType: "streams", limit: 2, plan: "plus" });
  expect(refused.body.error).toMatch(
    /^Limit of 2 open streams exceeded. Close one to open another. Upgrade to \w+ for \d+ open streams: https:/,
  );
  expect(refused.headers.get("retry-after")).toBe("15");
  streams[0]?.close();
  let again = await Client.open(key, "list=trades");
  while (again.response.status === 429) again = await Client.open(key, "list=trades");
  expect(again.response.status).toBe(200);
  again.close();
  streams[1]?.close();
});

it("a stream ends when its key is revoked or its account is suspended, and those of other keys continue", async () => {
  const { key, id, accountId } = await service.newKey("max");
  const other = await service.newKey("max");
  const client = await Client.open(key, "list=trades&tradeTypes=P");
  const continuing = await Client.open(other.key, "list=trades&tradeTypes=P");
  await revokeKey(service.store, id, "test");
  await client.ended;
  expect(client.comments).toContain(": the key of this stream has ended");
  expect((await service.get("/api/v1/stream?list=trades", key)).status).toBe(401);
  await changePurchases();
  await continuing.first(1);
  await service.store.pool.query("UPDATE accounts SET status = 'suspended' WHERE id = $1", [other.accountId]);
  await continuing.ended;
  expect(continuing.comments).toContain(": the key of this stream has ended");
  expect(accountId).not.toBe(other.accountId);
});

/** A connection that opens a stream and does not read what follows. */
async function openUnread(key: string, query: string): Promise<Socket> {
  const { port, hostname } = new URL(service.base);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/v1/stream?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  return socket;
}

it("a client that does not read does not delay others, and gets every event once when it reads", async () => {
  const { key } = await service.newKey("max");
  const unread = await openUnread(key, "list=trades&tradeTypes=P");
  const reading = await Client.open(key, "list=trades&tradeTypes=P");
  // each event has a long name, so that together they exceed the buffers of the sockets
  const [id] = await changePurchases();
  const { rows } = await service.store.pool.query(
    "SELECT c.cik, c.name FROM companies c JOIN insider_trades t ON t.company_cik = c.cik WHERE t.id = $1",
    [id],
  );
  const rename = (name: string) =>
    service.store.pool.query("UPDATE companies SET name = $2 WHERE cik = $1", [rows[0].cik, name]);
  await rename("long ".repeat(40_000));
  const changes = 100;
  for (let times = 0; times < changes; times++) await changePurchases();
  const events = await reading.first(changes + 1);
  // a growing string would be copied for each of hundreds of chunks
  const chunks: string[] = [];
  const last = events.at(-1)?.id ?? "";
  const isWhole = new Promise<void>((resolve) => {
    unread.setEncoding("utf8").on("data", (chunk: string) => {
      const before = chunks.at(-1) ?? "";
      chunks.push(chunk);
      if (`${before.slice(-last.length)}${chunk}`.includes(last)) resolve();
    });
  });
  unread.resume();
  await isWhole;
  unread.destroy();
  reading.close();
  await rename(rows[0].name);
  expect(chunks.join("").match(/^id: evt_\d+_\d+_changed$/gm)).toEqual(events.map((event) => `id: ${event.id}`));
});

it("streams end when the service stops", async () => {
  const stopping = await startSeededService({ streams: limits, cacheBytes: 1_000_000 });
  const { key } = await stopping.newKey("max");
  const client = await Client.open(key, "list=trades", {}, stopping.base);
  await stopping.stop();
  await client.ended;
  expect(client.comments).toContain(": the service is stopping");
});
