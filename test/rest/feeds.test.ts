// Feeds: what a token gives access to, what readers get, and what the account is charged.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFeed, revokeFeed } from "../../src/accounts/feeds.ts";
import { type TitledList, titledLists } from "../../src/domain/row-titles.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { entriesOf, problemsOf } from "./atom-rules.ts";

let service: Service;
beforeAll(async () => {
  service = await startSeededService();
});
afterAll(() => service.stop());

interface FeedOptions {
  list?: TitledList;
  filters?: string;
  plan?: string;
  accountId?: string;
}

/** A feed of a new account, or of a given one: its address without the suffix. */
async function feedOf({ list = "trades", filters = "", plan = "pro", accountId }: FeedOptions = {}) {
  const account = accountId ?? (await service.newKey(plan)).accountId;
  const input = { account, list, filters, name: "Mine", actor: "test" };
  const { id, token } = await createFeed(service.store, input);
  return { id, path: `/feeds/${token}`, token, accountId: account };
}

it.each(titledLists)("the feed of %s is a valid Atom document with an entry for each row of the list", async (list) => {
  const { key, accountId } = await service.newKey("pro");
  const { path } = await feedOf({ list, accountId });
  const feed = await service.get(`${path}.atom`);
  expect(feed.status).toBe(200);
  expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  expect(problemsOf(feed.text)).toEqual([]);
  const rows = (await service.get(`/api/v1/${list}?pageSize=100`, key)).body.data;
  const entries = entriesOf(feed.text);
  expect(entries.map(({ content }) => JSON.parse(content))).toEqual(rows);
  expect(entries.length).toBeGreaterThan(0);
  for (const [at, { links, title }] of entries.entries()) {
    expect(title).not.toMatch(/undefined|null|NaN|\[object/);
    expect(links.alternate).toBe(rows[at].source_url ?? links.related);
    const record = await service.get(String(links.related).replace("https://api.example.org", ""), key);
    expect(record.status).toBe(200);
  }
});

it("a feed that is read again is one hit of the response cache", async () => {
  let statistics = { hits: Number.NaN, misses: Number.NaN };
  const caching = await startSeededService({
    cacheBytes: 1_000_000,
    onCache: (given) => {
      statistics = given;
    },
  });
  try {
    const { accountId } = await caching.newKey("pro");
    const input = { account: accountId, list: "trades" as const, filters: "", name: "Mine", actor: "test" };
    const { token } = await createFeed(caching.store, input);
    for (let n = 0; n < 3; n++) expect((await caching.get(`/feeds/${token}.atom`)).status).toBe(200);
    expect(statistics).toMatchObject({ hits: 2, misses: 1 });
  } finally {
    await caching.stop();
  }
});

it("a title describes the trade in a sentence", async () => {
  const { path } = await feedOf({ filters: "tradeTypes=P" });
  const titles = entriesOf((await service.get(`${path}.atom`)).text).map(({ title }) => title);
  expect(titles[0]).toBe(
    "Linda Hargrove, Director, Chief Executive Officer, bought 100 shares of Aldermoor Software Inc. (ALDM) for $3,000",
  );
});

it("ids stay the same when a row changes and when the feed is created again, and updated follows the row", async () => {
  const before = await feedOf({ filters: "tradeTypes=P" });
  const first = entriesOf((await service.get(`${before.path}.atom`)).text);
  const id = JSON.parse(first[0]?.content ?? "").id;
  await service.store.pool.query(
    "UPDATE insider_trades SET signal_score = 11, last_modified = '2024-07-01T00:00:00Z' WHERE id = $1",
    [id],
  );
  const after = await feedOf({ filters: "tradeTypes=P" });
  const second = entriesOf((await service.get(`${after.path}.atom`)).text);
  expect(second.map((entry) => entry.id)).toEqual(first.map((entry) => entry.id));
  expect(second[0]?.updated).toBe("2024-07-01T00:00:00.000Z");
});

it("hostile names are escaped, and characters that XML does not allow are replaced", async () => {
  const { rows } = await service.store.pool.query("SELECT cik, name FROM companies ORDER BY cik LIMIT 1");
  const hostile = '</title><script>alert("1")</script>&amp; ]]> \u0001\u202eevil\ufffe';
  await service.store.pool.query("UPDATE companies SET name = $2 WHERE cik = $1", [rows[0].cik, hostile]);
  const { path } = await feedOf({ filters: `companyCik=${rows[0].cik}` });
  const feed = await service.get(`${path}.atom`);
  await service.store.pool.query("UPDATE companies SET name = $2 WHERE cik = $1", [rows[0].cik, rows[0].name]);
  expect(problemsOf(feed.text)).toEqual([]);
  const [entry] = entriesOf(feed.text);
  expect(entry?.title).toContain('</title><script>alert("1")</script>&amp; ]]> ⟨U+0001⟩⟨U+202E⟩evil');
  expect(JSON.parse(entry?.content ?? "").company_name).toBe(hostile.replace("\ufffe", "\ufffd"));
});

it("a feed as CSV is the list as CSV", async () => {
  const { key, accountId } = await service.newKey("pro");
  const { path } = await feedOf({ filters: "tradeTypes=P", accountId });
  const feed = await service.get(`${path}.csv`);
  expect(feed.headers.get("content-type")).toMatch(/^text\/csv;/);
  expect(feed.text).toBe((await service.get("/api/v1/trades?tradeTypes=P&pageSize=100&format=csv", key)).text);
});

it.each(["atom", "csv"])("an unchanged feed as %s gets 304, which is not charged to the day", async (form) => {
  const { path } = await feedOf({ plan: "pro" });
  const first = await service.get(`${path}.${form}`);
  const tag = String(first.headers.get("etag"));
  const again = await service.get(`${path}.${form}`, undefined, { headers: { "if-none-match": tag } });
  expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
  expect(again.headers.get("x-dailylimit-remaining")).toBe(first.headers.get("x-dailylimit-remaining"));
  expect(Number(again.headers.get("x-ratelimit-remaining"))).toBe(
    Number(first.headers.get("x-ratelimit-remaining")) - 1,
  );
});

it("a request is charged to the account like one of the list, and the last one of a day is followed by 429", async () => {
  const { key, accountId } = await service.newKey("free");
  const { path } = await feedOf({ accountId });
  for (let left = 4; left >= 0; left--)
    expect((await service.get(`${path}.atom`)).headers.get("x-dailylimit-remaining")).toBe(String(left));
  const refused = await service.get(`${path}.atom`);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ limitType: "daily", limit: 5, plan: "free" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await service.get("/api/v1/trades", key)).status).toBe(429);
});

it("a token gives access to its filter alone: it is no key, ignores parameters, and is unknown after its revocation", async () => {
  const { id, path, token } = await feedOf({ filters: "tradeTypes=P" });
  expect((await service.get("/api/v1/trades", token)).status).toBe(401);
  const widened = await service.get(`${path}.atom?tradeTypes=S&pageSize=1`);
  expect(entriesOf(widened.text).every(({ content }) => JSON.parse(content).trade_type === "P - Purchase")).toBe(true);
  await revokeFeed(service.store, id, "test");
  expect((await service.get(`${path}.atom`)).status).toBe(404);
});

it("unknown, paused and malformed tokens get the same 404, and so does one of a suspended account", async () => {
  const { path, token, accountId } = await feedOf();
  const statuses = async (paths: string[]) => Promise.all(paths.map((one) => service.get(one)));
  const unknown = await statuses([
    `/feeds/${"x".repeat(43)}.atom`,
    "/feeds/%00.csv",
    "/feeds/.atom",
    `${path}.rss`,
    path,
  ]);
  await service.store.pool.query("UPDATE subscriptions SET state = 'paused_by_owner' WHERE token = $1", [token]);
  const paused = await service.get(`${path}.atom`);
  await service.store.pool.query("UPDATE subscriptions SET state = 'active' WHERE token = $1", [token]);
  await service.store.pool.query("UPDATE accounts SET status = 'suspended' WHERE id = $1", [accountId]);
  const suspended = await service.get(`${path}.atom`);
  for (const { status, body } of [...unknown, paused, suspended]) {
    expect(status).toBe(404);
    expect(body.error).toBe("There is no such feed");
  }
});

it("an address that guesses tokens is refused like one that guesses keys, while known feeds still work", async () => {
  const { path } = await feedOf();
  const guess = () => service.get(`/feeds/${randomBytes(32).toString("base64url")}.atom`);
  let refused = await guess();
  for (let tries = 0; tries < 70 && refused.status === 404; tries++) refused = await guess();
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ limitType: "address", plan: null });
  expect(refused.headers.get("retry-after")).not.toBeNull();
  expect((await service.get(`${path}.atom`)).status).toBe(200);
});

it("other methods get 405, HEAD is GET without a body, and no log line has the token", async () => {
  const { path, token } = await feedOf();
  const posted = await service.get(`${path}.atom`, undefined, { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const head = await service.get(`${path}.atom`, undefined, { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
  expect(JSON.stringify(service.lines)).toContain("/feeds/…");
  expect(JSON.stringify(service.lines)).not.toContain(token);
});
