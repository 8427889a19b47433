// `disclosed webhooks`: an operator creates webhooks, tests them, delivers events again and changes what is sent.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { type Receiver, startReceiver, status } from "../events/receiver.ts";
import { startSending, storeEvents } from "../events/sending.ts";
import type { TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { until } from "../support/until.ts";

let store: TestStore;
let receiver: Receiver;
let accounts = 0;
beforeAll(async () => {
  store = await createSeededStore();
});
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(() => store.close());

const run = (args: string[], more: Record<string, string> = {}) =>
  runCommand(["webhooks", ...args], {
    ...{ DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: "/nonexistent", WEBHOOKS_ALLOW_LOOPBACK: "true" },
    ...more,
  });
async function json(...args: string[]) {
  const { code, stdout, stderr } = await run([...args, "--json"]);
  return { code, stderr, value: stdout === "" ? undefined : JSON.parse(stdout) };
}

/** A webhook of a new account, with a receiver that verifies. */
async function create(...more: string[]) {
  const email = `hook${++accounts}@example.org`;
  await createAccount(store, { email, plan: "pro", actor: "test" });
  receiver = await startReceiver();
  open.push(receiver);
  const made = await json("create", "--account", email, "--list", "trades", "--url", receiver.url, ...more);
  expect(made.stderr).toBe("");
  receiver.verifyWith(made.value.secret);
  return { email, webhook: made.value, id: String(made.value.webhook_id) };
}

const audited = async (id: string) =>
  (await store.prisma.auditLog.findMany({ where: { objectId: id }, orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );

it("a webhook is created with a secret, listed without it, and deleted with what is stored of it", async () => {
  const { email, webhook, id } = await create("--filters", "tradeTypes=P", "--name", "Mine", "--batch-size", "10");
  expect(webhook).toMatchObject({
    list: "trades",
    filters: "tradeTypes=P",
    name: "Mine",
    batch_size: 10,
    state: "active",
  });
  expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret: _, previous_secret_until: __, ...shown } = webhook;
  expect((await json("list", "--account", email)).value).toEqual([shown]);
  expect((await json("delete", id)).code).toBe(0);
  expect((await json("list", "--account", email)).value).toEqual([]);
  const again = await json("delete", id);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`There is no webhook with the id "${id}"`)]);
  expect(await audited(id)).toEqual(["webhook.create", "webhook.delete"]);
  const log = JSON.stringify(await store.prisma.auditLog.findMany({ where: { objectId: id } }));
  expect(log).not.toContain(webhook.secret);
});

it.each([
  [["--url", "http://93.184.215.14/"], "--url: Only https:// is allowed for 93.184.215.14", "http"],
  [
    ["--url", "https://169.254.169.254/"],
    "--url: 169.254.169.254 is not an address of the public internet",
    "metadata",
  ],
  [["--url", "https://a:b@93.184.215.14/"], "--url: The address must not contain a user or a password", "a password"],
  [["--filters", "tradeType=P"], "tradeType is not a known parameter", "an unknown filter"],
  [["--filters", "pageSize=5"], "pageSize is not a known parameter", "a parameter of pages"],
  [["--batch-size", "101"], "--batch-size must be a whole number from 1 to 100", "too large a batch"],
])("%j is refused: %s", async (options, message) => {
  const given = ["--account", "hook@example.org", "--list", "trades", "--url", "https://93.184.215.14/", ...options];
  const { code, stderr } = await run(["create", ...given]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it("loopback is refused unless the setting for development allows it", async () => {
  const given = ["create", "--account", "hook@example.org", "--list", "trades", "--url", "https://127.0.0.1/"];
  const { code, stderr } = await run(given, { WEBHOOKS_ALLOW_LOOPBACK: "false" });
  expect([code, stderr]).toEqual([2, expect.stringContaining("127.0.0.1 is not an address of the public internet")]);
});

it("a test is sent at once and signed, and its response and duration are printed and recorded", async () => {
  const { id } = await create("--name", "Mine");
  const sent = await json("test", id);
  expect(sent.value).toMatchObject({ status: 200, error: null, response: "thanks", duration_ms: expect.any(Number) });
  expect(receiver.received[0]).toMatchObject({
    id: sent.value.message_id,
    body: { type: "test", id: expect.stringMatching(/^evt_test_/), data: { list: "trades", name: "Mine" } },
  });
  receiver.respondWith(status(500));
  const failed = await run(["test", id]);
  expect([failed.code, failed.stdout]).toEqual([
    1,
    expect.stringMatching(/^The receiver responded with 500 \(\d+ ms\)\n$/),
  ]);
  const { value } = await json("deliveries", id);
  expect(value).toMatchObject([
    { status: 500, error: "The receiver responded with 500", events: 1, attempt: 1 },
    { status: 200, message_id: sent.value.message_id },
  ]);
});

it("events are delivered again, one now or all since a version, with the same ids", async () => {
  const { id } = await create();
  const row = await store.prisma.insiderTrade.findFirstOrThrow();
  const sender = startSending(store, { limits: { pollMs: 20 } });
  open.push(sender);
  const events = [1, 2, 3].map((at) => ({ position: 1000 + at, version: 500 + at, rowId: row.id }));
  await storeEvents(store, { id, list: "trades" }, events);
  const reached = () => store.prisma.subscription.findUniqueOrThrow({ where: { id } });
  await until(async () => (await reached()).reachedPosition === 1003n);
  const ids = () => receiver.received.flatMap(({ events }) => events.map(({ id }) => id));
  const first = ids();
  expect((await json("replay", id, "--event", first[1] ?? "")).value).toMatchObject({
    status: 200,
    message_id: receiver.received[1]?.id,
  });
  expect(ids()).toEqual([...first, first[1]]);
  const replayed = await json("replay", id, "--since", "502");
  expect(replayed.value).toMatchObject({ events: 2, reached_version: "501" });
  await until(async () => (await reached()).reachedPosition === 1003n);
  expect(ids()).toEqual([...first, first[1], first[1], first[2]]);
  expect((await json("replay", id, "--since", "504")).code).toBe(1);
  expect((await json("replay", id, "--event", "evt_9_9_created")).code).toBe(1);
  expect((await json("replay", id, "--event", "9")).code).toBe(2);
  expect((await json("replay", id)).code).toBe(2);
  expect(await audited(id)).toEqual(["webhook.create", "webhook.replay"]);
});

it("while a secret is replaced, messages are signed with both, and later with the new one alone", async () => {
  const { id, webhook } = await create();
  const { value } = await json("rotate", id);
  expect(value.secret).not.toBe(webhook.secret);
  const hours = (Date.parse(value.previous_secret_until) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  for (const secret of [webhook.secret, value.secret]) {
    receiver.verifyWith(secret);
    await json("test", id);
    expect(receiver.received.at(-1)?.body).toMatchObject({ type: "test" });
    expect(receiver.received.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
  }
  await store.prisma.subscription.update({ where: { id }, data: { previousUntil: new Date(0) } });
  await json("test", id);
  expect(receiver.received.at(-1)?.body).toMatchObject({ type: "test" });
  expect(receiver.received.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);
});

it("a paused webhook sends nothing until it is resumed, and then the events that waited", async () => {
  const { id } = await create();
  const row = await store.prisma.insiderTrade.findFirstOrThrow();
  expect((await json("pause", id)).value).toMatchObject({ state: "paused_by_owner" });
  open.push(startSending(store, { limits: { pollMs: 20 } }));
  await storeEvents(store, { id, list: "trades" }, [{ position: 2001, rowId: row.id }]);
  expect(receiver.received).toEqual([]);
  expect((await json("resume", id)).value).toMatchObject({ state: "active", failed_attempts: 0 });
  await until(() => receiver.received.length === 1);
  expect((await json("disable", id)).value).toMatchObject({ state: "disabled_by_operator" });
  const refused = await json("resume", id);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining("The operator has disabled this webhook"),
  ]);
  expect((await json("enable", id)).value).toMatchObject({
    state: "active",
    missed_since: null,
    missed_versions: null,
  });
  const verbs = ["create", "pause", "resume", "disable", "enable"];
  expect(await audited(id)).toEqual(verbs.map((verb) => `webhook.${verb}`));
});

it("an account may have as many webhooks as its plan allows subscriptions", async () => {
  await createAccount(store, { email: "free@example.org", plan: "free", actor: "test" });
  const given = ["create", "--account", "free@example.org", "--list", "trades", "--url", "http://127.0.0.1:9/"];
  expect((await json(...given)).code).toBe(0);
  const second = await json(...given);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("allows 1 subscription;")]);
});
