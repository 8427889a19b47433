// From changed rows to the events of subscriptions: what the change log has, what matching stores, and with which
// change a subscription begins.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { prune } from "../../src/accounts/retention.ts";
import type { TitledList } from "../../src/domain/row-titles.ts";
import { createMatcher, startMatching } from "../../src/events/matching.ts";
import { openListener } from "../../src/store/connections/listen.ts";
import { syncReference } from "../../src/store/reference.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { companyCik, fillAwkward } from "../fast/index/awkward-store.ts";
import { chanceOf } from "../fast/index/chance.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
let accountId: string;
beforeAll(async () => {
  store = await createTestStore();
  await syncReference(store);
  await fillAwkward(store, chanceOf(7), 60);
  accountId = (await createAccount(store, { email: "events@example.com", plan: "pro", actor: "test" })).id;
});
afterAll(() => store.close());

/** The rows that the tests change: listed, of one company, purchases of common stock. */
const ids = ["1", "2", "3"];

beforeEach(async () => {
  await store.pool.query("DELETE FROM subscriptions");
  await change(
    `DELETE FROM insider_trades WHERE id = ANY('{${ids}}')`,
    "CREATE TEMPORARY TABLE copied ON COMMIT DROP AS SELECT * FROM insider_trades LIMIT 1",
    `UPDATE copied SET superseded_by_id = NULL, is_derivative = false, company_cik = '${companyCik(0)}', transaction_code = 'P', value = 1000`,
    ...ids.flatMap((id) => [
      `UPDATE copied SET id = ${id}, row_index = 100 + ${id}`,
      "INSERT INTO insider_trades SELECT * FROM copied",
    ]),
  );
  await createMatcher(store).run();
});

/** Runs the statements as one data version. */
async function change(...statements: string[]): Promise<void> {
  await inTransaction(store, async (client) => {
    for (const statement of statements) await client.query(statement);
    await client.query("SELECT disclosed_bump_data_version()");
  });
}

interface SubscriptionOptions {
  list?: TitledList;
  channel?: string;
  /** read by the creator; without them the subscription begins where the database says */
  positions?: { matchedPosition: bigint; reachedPosition: bigint };
}

async function subscribe(
  filters: string,
  { list = "trades", channel = "webhook", positions }: SubscriptionOptions = {},
) {
  const opened =
    channel === "webhook"
      ? { url: "https://example.invalid/", secret: "whsec_aW52ZW50ZWQ=" }
      : { token: filters + channel };
  const data = { accountId, list, channel, filters, ...opened, ...positions };
  return (await store.prisma.subscription.create({ data })).id;
}

async function logged(): Promise<unknown[]> {
  const { rows } = await store.pool.query(
    `SELECT kind, row_id AS id, before->>'value' AS before, after->>'value' AS after FROM row_changes
     WHERE version = (SELECT version FROM data_version) ORDER BY position`,
  );
  return rows;
}

async function eventsOf(subscription: string): Promise<string[]> {
  const { rows } = await store.pool.query(
    "SELECT kind, row_id, change FROM matched_changes WHERE subscription_id = $1 ORDER BY position",
    [subscription],
  );
  return rows.map(({ kind, row_id, change }) => `${kind} ${row_id} ${change}`);
}

it("the log has a row that changed twice once, with its first and its last state", async () => {
  await change(
    "UPDATE insider_trades SET value = 2000, last_modified = now() WHERE id = 1",
    "UPDATE insider_trades SET value = 3000, last_modified = now() WHERE id = 1",
  );
  expect(await logged()).toEqual([{ kind: "insider_trade", id: "1", before: "1000", after: "3000" }]);
});

it("a row that is changed and changed back is not logged", async () => {
  await change(
    "UPDATE insider_trades SET value = 2000 WHERE id = 1",
    "UPDATE insider_trades SET value = 1000 WHERE id = 1",
  );
  expect(await logged()).toEqual([]);
});

it("a row that is removed and stored again in one data version is logged as changed, not as new", async () => {
  await change(
    "CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT * FROM insider_trades WHERE id = 1",
    "DELETE FROM insider_trades WHERE id = 1",
    "UPDATE kept SET value = 5",
    "INSERT INTO insider_trades SELECT * FROM kept",
  );
  expect(await logged()).toEqual([{ kind: "insider_trade", id: "1", before: "1000", after: "5" }]);
});

it("a row that is loaded again is logged as changed, not as new", async () => {
  await change(
    "CREATE TEMPORARY TABLE loaded ON COMMIT DROP AS SELECT * FROM insider_trades WHERE id = 1",
    "UPDATE loaded SET value = 7",
    `INSERT INTO insider_trades SELECT * FROM loaded
     ON CONFLICT (id) DO UPDATE SET value = excluded.value, last_modified = excluded.last_modified`,
  );
  expect(await logged()).toEqual([{ kind: "insider_trade", id: "1", before: "1000", after: "7" }]);
});

it("a row that a later filing supersedes is logged without a state after it", async () => {
  await change("UPDATE insider_trades SET superseded_by_id = 2 WHERE id = 1");
  expect(await logged()).toEqual([{ kind: "insider_trade", id: "1", before: "1000", after: null }]);
});

it("two data versions of one transaction log their own changes each", async () => {
  await change(
    "UPDATE insider_trades SET value = 2 WHERE id = 1",
    "SELECT disclosed_bump_data_version()",
    "UPDATE insider_trades SET value = 3 WHERE id = 1",
  );
  expect(await logged()).toEqual([{ kind: "insider_trade", id: "1", before: "2", after: "3" }]);
});

it("a change that is rolled back is not logged", async () => {
  const { rows } = await store.pool.query("SELECT max(position) AS newest FROM row_changes");
  await inTransaction(store, async (client) => {
    await client.query("UPDATE insider_trades SET value = 2 WHERE id = 1");
    await client.query("SELECT disclosed_bump_data_version()");
    throw new Error("rolls back");
  }).catch(() => {});
  expect((await store.pool.query("SELECT max(position) AS newest FROM row_changes")).rows).toEqual(rows);
});

it("a subscription gets an event when a row begins to match, changes and ceases to match, in order", async () => {
  const large = await subscribe("minValue=1500&tradeTypes=P");
  const other = await subscribe("tradeTypes=S");
  const steps = ["value = 2000", "value = 2500", "value = 10", "transaction_code = 'S'"];
  for (const step of steps)
    await change(`UPDATE insider_trades SET ${step}, last_modified = clock_timestamp() WHERE id = 1`);
  expect(await createMatcher(store).run()).toEqual({ changes: 4, matches: 4, refused: [] });
  expect(await eventsOf(large)).toEqual(["created", "changed", "withdrawn"].map((type) => `insider_trade 1 ${type}`));
  expect(await eventsOf(other)).toEqual(["insider_trade 1 created"]);
  expect(await createMatcher(store).run()).toEqual({ changes: 0, matches: 0, refused: [] });
});

it("the position of a subscription advances to its newest event, and stays without an event", async () => {
  const matching = await subscribe("companyCik=1000");
  const silent = await subscribe("companyCik=1");
  const positions = () =>
    store.prisma.subscription.findMany({ select: { id: true, matchedPosition: true, reachedPosition: true } });
  const before = await positions();
  await change("UPDATE insider_trades SET value = 2 WHERE id = ANY('{1,2}')");
  await createMatcher(store).run();
  const { rows } = await store.pool.query("SELECT max(position) AS newest FROM row_changes");
  const after = await positions();
  expect(after.find(({ id }) => id === matching)?.matchedPosition).toBe(BigInt(rows[0].newest));
  expect(after.find(({ id }) => id === silent)).toEqual(before.find(({ id }) => id === silent));
});

it("a subscription begins with the changes after it, even if earlier ones are not matched yet", async () => {
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  const late = await subscribe("");
  await change("UPDATE insider_trades SET value = 2 WHERE id = 2");
  await createMatcher(store).run();
  expect(await eventsOf(late)).toEqual(["insider_trade 2 changed"]);
});

it("a subscription whose creator read the newest position before another change begins after that change", async () => {
  const { rows } = await store.pool.query("SELECT max(position) AS newest FROM row_changes");
  const position = BigInt(rows[0].newest);
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  const id = await subscribe("", { positions: { matchedPosition: position, reachedPosition: position } });
  const { matchedPosition, reachedPosition } = await store.prisma.subscription.findUniqueOrThrow({ where: { id } });
  expect([matchedPosition, reachedPosition]).toEqual([position + 1n, position + 1n]);
});

it("a subscription is not created while changes are matched, and begins after them", async () => {
  const matching = await store.pool.connect();
  await matching.query("BEGIN; SELECT pg_advisory_xact_lock(disclosed_matching_lock())");
  const created = subscribe("");
  const waiting =
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
  await expect.poll(async () => (await store.pool.query(waiting)).rowCount).toBe(1);
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  await matching.query("COMMIT");
  matching.release();
  const id = await created;
  await createMatcher(store).run();
  expect(await eventsOf(id)).toEqual([]);
});

it("several processes match each change once", async () => {
  const subscriptions = [];
  for (let at = 0; at < 5; at++) subscriptions.push(await subscribe("companyCik=1000"));
  for (let value = 2; value < 12; value++) await change(`UPDATE insider_trades SET value = ${value} WHERE id = 1`);
  const runs = await Promise.all(Array.from({ length: 4 }, () => createMatcher(store, { batch: 3 }).run()));
  expect(runs.reduce((sum, { changes }) => sum + changes, 0)).toBe(10);
  for (const id of subscriptions) expect(await eventsOf(id)).toHaveLength(10);
});

it("no events are stored for a feed, but they are for a paused subscription", async () => {
  const feed = await subscribe("", { channel: "feed" });
  const paused = await subscribe("");
  await store.pool.query("UPDATE subscriptions SET state = 'paused_by_owner' WHERE id = $1", [paused]);
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  await createMatcher(store).run();
  expect(await eventsOf(feed)).toEqual([]);
  expect(await eventsOf(paused)).toHaveLength(1);
});

it("if too many rows changed, subscriptions of the list are marked as having missed that version", async () => {
  const trades = await subscribe("");
  const clusters = await subscribe("", { list: "clusters" });
  await change("INSERT INTO list_changes (kind) VALUES ('insider_trade')");
  expect(await logged()).toEqual([{ kind: "insider_trade", id: null, before: null, after: null }]);
  await createMatcher(store).run();
  const { rows } = await store.pool.query(
    `SELECT s.id, missed_first_version = version AND missed_last_version = version AS of_this_version
     FROM subscriptions s, data_version WHERE missed_since IS NOT NULL`,
  );
  expect(rows).toEqual([{ id: trades, of_this_version: true }]);
  expect([...(await eventsOf(trades)), ...(await eventsOf(clusters))]).toEqual([]);
});

it("a gap is missed too by a subscription that a later change of the same run matches", async () => {
  const trades = await subscribe("");
  await change("INSERT INTO list_changes (kind) VALUES ('insider_trade')");
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  await createMatcher(store).run();
  expect(await eventsOf(trades)).toHaveLength(1);
  const { missedSince } = await store.prisma.subscription.findUniqueOrThrow({ where: { id: trades } });
  expect(missedSince).not.toBeNull();
});

it("a saved filter that the list no longer accepts matches nothing, and the others still match", async () => {
  const broken = await subscribe("noSuchParameter=1");
  const byTime = await subscribe("updatedSince=2024-01-01T00:00:00Z");
  const working = await subscribe("");
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  const { refused } = await createMatcher(store).run();
  expect(refused.sort()).toEqual([broken, byTime].sort());
  expect(await eventsOf(working)).toHaveLength(1);
  const ofBroken = () => store.prisma.subscription.findUniqueOrThrow({ where: { id: broken } });
  const { missedSince, missedFirstVersion } = await ofBroken();
  expect(missedSince).not.toBeNull();
  await change("UPDATE insider_trades SET value = 3 WHERE id = 1");
  await createMatcher(store).run();
  expect(await ofBroken()).toMatchObject({
    missedSince,
    missedFirstVersion,
    missedLastVersion: (missedFirstVersion ?? 0n) + 1n,
  });
});

it("a subscription of late filings gets the congressional trades that are late", async () => {
  const late = await subscribe("", { list: "late-filings" });
  const all = await subscribe("", { list: "politician-trades" });
  const one = "(SELECT min(id) FROM politician_trades WHERE superseded_by_id IS NULL)";
  await change(`UPDATE politician_trades SET is_late = false, delay_days = 1 WHERE id = ${one}`);
  await createMatcher(store).run();
  await store.pool.query("DELETE FROM matched_changes");
  await change(`UPDATE politician_trades SET is_late = true, delay_days = 77 WHERE id = ${one}`);
  await createMatcher(store).run();
  const changes = async (id: string) => (await eventsOf(id)).map((event) => event.replace(/\d+ /, ""));
  expect(await changes(late)).toEqual(["politician_trade created"]);
  expect(await changes(all)).toEqual(["politician_trade changed"]);
});

it("a changed and a deleted cluster have events", async () => {
  const sales = await subscribe("tradeType=S", { list: "clusters" });
  await change("UPDATE clusters SET transaction_code = 'P'");
  await change("UPDATE clusters SET transaction_code = 'S', size = 3 WHERE id = (SELECT min(id) FROM clusters)");
  await change("DELETE FROM clusters WHERE id = (SELECT min(id) FROM clusters)");
  await createMatcher(store).run();
  expect((await eventsOf(sales)).slice(-2).map((event) => event.replace(/\d+ /, ""))).toEqual([
    "cluster created",
    "cluster withdrawn",
  ]);
});

it("changes are kept for 30 days, and subscriptions have missed those that are removed before they are matched", async () => {
  const waiting = await subscribe("");
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  await createMatcher(store).run();
  await change("UPDATE insider_trades SET value = 3 WHERE id = 1");
  const after = await subscribe("");
  await change("UPDATE insider_trades SET value = 4 WHERE id = 1");
  const age = (from: string) =>
    store.pool.query(
      `UPDATE row_changes SET changed_at = now() - interval '31 days' WHERE after->>'value' = '${from}'`,
    );
  const missed = () =>
    store.prisma.subscription.findMany({ where: { missedSince: { not: null } }, select: { id: true } });
  await age("2");
  expect((await prune(store)).change_rows).toBeGreaterThan(0);
  expect(await missed()).toEqual([]);
  await age("3");
  expect((await prune(store)).change_rows).toBeGreaterThan(0);
  expect(await missed()).toEqual([{ id: waiting }]);
  await createMatcher(store).run();
  expect(await eventsOf(after)).toEqual(["insider_trade 1 changed"]);
});

it("the newest change is kept however old it is, so that its position is not used again", async () => {
  await store.pool.query("UPDATE row_changes SET changed_at = now() - interval '31 days'");
  await prune(store);
  expect((await store.pool.query("SELECT count(*)::int AS rows FROM row_changes")).rows).toEqual([{ rows: 1 }]);
});

it("a process that matches stores the events of a data version when it is announced, until it is closed", async () => {
  const matchedChanges: number[] = [];
  const listener = openListener(store.databaseUrl);
  const matching = startMatching({
    store,
    listener,
    matched: ({ changes }) => void matchedChanges.push(changes),
    failed: (error) => expect.fail(String(error)),
  });
  const subscription = await subscribe("");
  await change("UPDATE insider_trades SET value = 2 WHERE id = 1");
  await expect.poll(() => eventsOf(subscription)).toHaveLength(1);
  await change("UPDATE insider_trades SET value = 3 WHERE id = 1");
  await expect.poll(() => eventsOf(subscription)).toHaveLength(2);
  await expect.poll(() => matchedChanges.length).toBeGreaterThan(0);
  await matching.close();
  await listener.close();
  await change("UPDATE insider_trades SET value = 4 WHERE id = 1");
  expect(await eventsOf(subscription)).toHaveLength(2);
});
