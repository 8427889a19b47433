// `disclosed feeds`: an operator creates, lists and revokes the feeds of an account.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createFeeds } from "../../src/accounts/feeds.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await syncReference(store);
});
afterAll(() => store.close());

const feeds = (...args: string[]) =>
  runCommand(["feeds", ...args, "--json"], { DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: "/nonexistent" });
const create = (account: string, ...more: string[]) => feeds("create", "--account", account, ...more);

it("a feed is created, listed with its address, and not found once it is revoked", async () => {
  const account = await createAccount(store, { email: "one@example.org", plan: "pro", actor: "test" });
  const made = await create("one@example.org", "--list", "trades", "--filters", "tradeTypes=P&minValue=100k");
  expect(made.stderr).toBe("");
  const feed = JSON.parse(made.stdout);
  expect(feed).toMatchObject({ list: "trades", filters: "tradeTypes=P&minValue=100k", account_id: account.id });
  const token = /^\/feeds\/([\w-]{43})\.atom$/.exec(feed.atom)?.[1] ?? "";
  expect(feed.csv).toBe(`/feeds/${token}.csv`);
  expect(JSON.parse((await feeds("list", "--account", "one@example.org")).stdout)).toEqual([feed]);
  const found = await createFeeds(store.pool).find(token);
  expect(found).toMatchObject({ id: feed.feed_id, principal: { accountId: account.id, plan: "pro" } });
  expect((await feeds("revoke", feed.feed_id)).code).toBe(0);
  expect(await createFeeds(store.pool).find(token)).toBeUndefined();
  expect((await feeds("revoke", feed.feed_id)).code).toBe(1);
});

it.each([
  ["trades", "tradeType=P", "tradeType is not a known parameter"],
  ["trades", "tradeTypes=P&pageSize=5", "pageSize is not a known parameter"],
  ["clusters", "minSize=1", "minSize"],
])("filters of %s that its route does not accept are refused: %s", async (list, filters, message) => {
  const { code, stderr } = await create("one@example.org", "--list", list, "--filters", filters);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

it("an account may have as many feeds as its plan allows subscriptions", async () => {
  await createAccount(store, { email: "two@example.org", plan: "free", actor: "test" });
  const codes = [];
  for (const list of ["trades", "clusters"]) codes.push((await create("two@example.org", "--list", list)).code);
  expect(codes).toEqual([0, 1]);
});
