// Webhooks and feeds of accounts, as their users and the operator manage them by /graphql over a running service, with a
// receiver that verifies: the rules are those of the commands, and no account reaches another's.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setPlan } from "../../src/accounts/accounts.ts";
import {
  AccountHome,
  CreateFeed,
  CreateWebhook,
  DeleteSubscription,
  DisableSubscription,
  DismissMissedEvents,
  EnableSubscription,
  EventChannels,
  EventSubscription,
  EventSubscriptions,
  OwnSubscription,
  PauseSubscription,
  RenameSubscription,
  RenewFeedAddress,
  ReplayEvents,
  ResumeSubscription,
  RotateWebhookSecret,
  SendMessageAgain,
  SendTestEvent,
  Subscriptions,
} from "../../src/web/generated/operations.ts";
import { type Receiver, startReceiver, status } from "../events/receiver.ts";
import { startSending, storeEvents } from "../events/sending.ts";
import { until } from "../support/until.ts";
import { type Browser, execute, signedInAdmin, signedUp, startPeople, type TestService } from "./harness.ts";

let service: TestService;
let ada: Browser;
let ben: Browser;
let admin: Browser;
let receiver: Receiver;
let sender: { close(): Promise<void> };

beforeAll(async () => {
  service = await startPeople({ WEBHOOKS_ALLOW_LOOPBACK: "true", WEBHOOKS_SENDER: "watch" });
  admin = await signedInAdmin(service, "operator@example.org");
  [ada, ben] = [await person("ada", "plus"), await person("ben", "free")];
  receiver = await startReceiver();
  sender = startSending(service.store, { limits: { pollMs: 20 } });
});
afterAll(async () => {
  await sender.close();
  await receiver.close();
  await service.close();
});

async function person(name: string, plan: string): Promise<Browser> {
  const email = `${name}@example.org`;
  const browser = await signedUp(service, email);
  await setPlan(service.store, { account: email, plan, actor: "tests" });
  return browser;
}

/** The operation's data, or the code and the message of its error. */
async function resultOf(browser: Browser, operation: { hash: string }, variables: object = {}) {
  const { data, errors: [error] = [] } = await execute(browser, operation, variables);
  return { data, code: error?.extensions?.code, message: error?.message };
}

const webhookInput = (changes: object = {}) => ({
  ...{ list: "TRADES", filters: "tradeTypes=P", name: "Purchases", url: receiver.url, batchSize: 1 },
  ...changes,
});
const page = { page: 1, pageSize: 25 };
const row = (id: string) => service.store.prisma.subscription.findUniqueOrThrow({ where: { id } });

async function newWebhook(browser: Browser, changes: object = {}): Promise<{ id: string; secret: string }> {
  const { data } = await resultOf(browser, CreateWebhook, webhookInput(changes));
  const { secret, subscription } = data.createWebhook;
  receiver.verifyWith(secret);
  return { id: subscription.id, secret };
}

const ownSubscription = async (browser: Browser, id: string) =>
  (await resultOf(browser, OwnSubscription, { id, ...page })).data.viewer.subscription;

test("a webhook shows its secret once, and is tested, renamed, paused, resumed, rotated, replayed and deleted", async () => {
  receiver.respondWith((response) => response.end("thanks"));
  const { id, secret } = await newWebhook(ada);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = await resultOf(ada, Subscriptions);
  expect(listed.data.viewer).toMatchObject({
    plan: { subscriptions: 5 },
    channels: [{ channel: "webhook", active: 1, pausedByOwner: 0, waiting: 0, attempts: 0, p95: null }],
    subscriptions: [
      { id, list: "TRADES", filters: "tradeTypes=P", state: "active", waitingEvents: 0, lastDelivery: null },
    ],
  });
  expect(JSON.stringify(listed)).not.toContain(secret);
  const before = receiver.received.length;
  const sent = await resultOf(ada, SendTestEvent, { id });
  expect(sent.data.sendTestEvent).toMatchObject({ status: 200, error: null, response: "thanks" });
  expect(receiver.received[before]?.body).toMatchObject({ type: "test", data: { list: "trades", name: "Purchases" } });
  receiver.respondWith(status(503));
  expect((await resultOf(ada, SendTestEvent, { id })).data.sendTestEvent).toMatchObject({
    status: 503,
    error: "The receiver responded with 503",
    response: "no",
  });
  receiver.respondWith((response) => response.end("thanks"));
  expect((await ownSubscription(ada, id)).deliveries).toMatchObject({
    total: 2,
    nodes: [
      { status: 503, attempt: 1, isTest: true, response: "no" },
      { status: 200, error: null, response: "thanks" },
    ],
  });
  expect((await resultOf(ada, RenameSubscription, { id, name: " Bought " })).data.renameSubscription.name).toBe(
    "Bought",
  );
  expect((await resultOf(ada, RenameSubscription, { id, name: "a\u202eb" })).code).toBe("bad_request");
  expect((await resultOf(ada, PauseSubscription, { id })).data.pauseSubscription.state).toBe("paused_by_owner");
  const trade = { position: 9001, rowId: 1 };
  await storeEvents(service.store, { id, list: "trades" }, [trade]);
  expect(await ownSubscription(ada, id)).toMatchObject({ waitingEvents: 1, waitingSince: expect.any(String) });
  expect((await resultOf(ada, ResumeSubscription, { id })).data.resumeSubscription.state).toBe("active");
  await until(async () => (await row(id)).reachedPosition === 9001n);
  expect(await ownSubscription(ada, id)).toMatchObject({ waitingEvents: 0, reachedVersion: 9001 });
  const rotated = await resultOf(ada, RotateWebhookSecret, { id });
  expect(rotated.data.rotateWebhookSecret.secret).not.toBe(secret);
  receiver.verifyWith(rotated.data.rotateWebhookSecret.secret);
  const [delivery] = (await ownSubscription(ada, id)).deliveries.nodes;
  const again = await resultOf(ada, SendMessageAgain, { id, messageId: delivery.messageId });
  expect(again.data.sendMessageAgain).toMatchObject({ status: 200, error: null });
  expect(receiver.received.at(-1)).toMatchObject({ id: delivery.messageId, body: { id: "evt_9001_9001_created" } });
  expect((await resultOf(ada, ReplayEvents, { id, sinceVersion: 9000 })).data.replayEvents).toBe(1);
  const none = await resultOf(ada, ReplayEvents, { id, sinceVersion: 9002 });
  expect([none.code, none.message]).toEqual([
    "bad_request",
    "The webhook has no stored events since data version 9002",
  ]);
  expect((await resultOf(ada, DeleteSubscription, { id })).data.deleteSubscription).toBe(true);
  expect(await ownSubscription(ada, id)).toBeNull();
  const audited = await service.store.prisma.auditLog.findMany({ where: { objectId: id }, orderBy: { id: "asc" } });
  expect(audited.map(({ action }) => action)).toEqual(
    ["create", "rename", "pause", "resume", "rotate", "replay", "delete"].map((verb) => `webhook.${verb}`),
  );
  expect(JSON.stringify(await service.store.prisma.auditLog.findMany())).not.toContain("whsec_");
});

test.each([
  [{ filters: "tradeType=P" }, /tradeType is not a known parameter/],
  [{ filters: "pageSize=5" }, /pageSize is not a known parameter/],
  [{ filters: "minValue=many" }, /minValue/],
  [{ url: "https://169.254.169.254/" }, /169\.254\.169\.254 is not an address of the public internet/],
  [{ url: "ftp://example.org/" }, /must begin with https/],
  [{ url: "https://a:b@93.184.215.14/" }, /must not contain a user or a password/],
  [{ batchSize: 101 }, /batchSize must be 1 to 100/],
  [{ name: "x".repeat(61) }, /at most 60 visible characters/],
])("a webhook with %j is refused, and nothing is stored", async (changes, message) => {
  const before = await service.store.prisma.subscription.count();
  const refused = await resultOf(ada, CreateWebhook, webhookInput(changes));
  expect([refused.code, refused.message]).toEqual(["bad_request", expect.stringMatching(message)]);
  expect(await service.store.prisma.subscription.count()).toBe(before);
});

test("a feed opens by its address until that is renewed, and feeds and webhooks share the limit of the plan", async () => {
  const { data } = await resultOf(ben, CreateFeed, { list: "CLUSTERS", filters: "", name: "Clusters" });
  const { id, feedAddress } = data.createFeed;
  const statusOf = async (path: string) => (await fetch(new URL(path, service.base))).status;
  expect(await statusOf(feedAddress)).toBe(200);
  for (const [operation, variables] of [
    [CreateFeed, { list: "TRADES", filters: "", name: "More" }],
    [CreateWebhook, webhookInput()],
  ] as const) {
    const full = await resultOf(ben, operation, variables);
    expect([full.code, full.message]).toEqual(["bad_request", "The plan free allows 1 subscription; delete one first"]);
  }
  const renewed = (await resultOf(ben, RenewFeedAddress, { id })).data.renewFeedAddress.feedAddress;
  expect([await statusOf(feedAddress), await statusOf(renewed)]).toEqual([404, 200]);
  expect((await resultOf(ben, SendTestEvent, { id })).code).toBe("bad_request");
  expect((await resultOf(ben, ReplayEvents, { id, sinceVersion: 1 })).code).toBe("bad_request");
  await resultOf(ben, DeleteSubscription, { id });
  expect(await statusOf(renewed)).toBe(404);
});

test("a webhook that missed events says so until its owner dismisses that", async () => {
  const { id } = await newWebhook(ada);
  const missed = { missedSince: new Date("2026-01-02T03:04:05Z"), missedFirstVersion: 41, missedLastVersion: 43 };
  await service.store.prisma.subscription.update({ where: { id }, data: missed });
  expect(await ownSubscription(ada, id)).toMatchObject({ missedFirstVersion: 41, missedLastVersion: 43 });
  const home = await resultOf(ada, AccountHome);
  expect(home.data.viewer.subscriptions).toMatchObject([{ id, missedSince: "2026-01-02T03:04:05.000Z" }]);
  await resultOf(ada, DismissMissedEvents, { id });
  expect(await ownSubscription(ada, id)).toMatchObject({ missedSince: null, missedFirstVersion: null });
  await resultOf(ada, DeleteSubscription, { id });
});

describe("subscriptions of others", () => {
  const operations = [
    [DeleteSubscription, {}],
    [DismissMissedEvents, {}],
    [PauseSubscription, {}],
    [RenameSubscription, { name: "mine" }],
    [RenewFeedAddress, {}],
    [ReplayEvents, { sinceVersion: 0 }],
    [ResumeSubscription, {}],
    [RotateWebhookSecret, {}],
    [SendMessageAgain, { messageId: "msg" }],
    [SendTestEvent, {}],
  ] as const;

  test("are not found by an account, as if they did not exist", async () => {
    const { id } = await newWebhook(ada);
    const before = await row(id);
    const sent = receiver.received.length;
    for (const [operation, variables] of operations) {
      const theirs = await resultOf(ben, operation, { id, ...variables });
      const unknown = await resultOf(ben, operation, { id: "00000000-0000-4000-8000-000000000001", ...variables });
      const malformed = await resultOf(ben, operation, { id: "x", ...variables });
      expect([theirs.code, theirs], operation.name).toEqual(["not_found", unknown]);
      expect(malformed).toEqual(unknown);
    }
    expect(await ownSubscription(ben, id)).toBeNull();
    expect(await row(id)).toEqual(before);
    expect(receiver.received.length).toBe(sent);
    await resultOf(ada, DeleteSubscription, { id });
  });

  test("are neither listed nor disabled by an account, which cannot disable its own either", async () => {
    const { id } = await newWebhook(ada);
    for (const [operation, variables] of [
      [EventChannels, {}],
      [EventSubscriptions, page],
      [EventSubscription, { id, ...page }],
      [DisableSubscription, { id }],
      [EnableSubscription, { id }],
    ] as const)
      expect((await resultOf(ada, operation, variables)).code, operation.name).toBe("unauthorized");
    expect((await row(id)).state).toBe("active");
    await resultOf(ada, DeleteSubscription, { id });
  });
});

test("the operator sees all subscriptions and the worst receivers, and disables a webhook that its owner cannot resume", async () => {
  const bad = await newWebhook(ada, { name: "Bad" });
  const good = await newWebhook(ada, { name: "Good" });
  receiver.respondWith(status(500));
  for (let n = 0; n < 3; n++) await resultOf(ada, SendTestEvent, { id: bad.id });
  receiver.respondWith((response) => response.end());
  await resultOf(ada, SendTestEvent, { id: good.id });
  const totals = (await resultOf(admin, EventChannels)).data;
  expect(totals.eventChannels).toMatchObject([{ channel: "webhook", active: 2, attempts: 4, failures: 3 }]);
  expect(totals.worstReceivers).toMatchObject([
    { attempts: 3, failures: 3, subscription: { id: bad.id, account: { email: "ada@example.org" } } },
  ]);
  const found = async (variables: object) =>
    (await resultOf(admin, EventSubscriptions, { ...page, ...variables })).data.eventSubscriptions;
  expect((await found({})).nodes.map(({ name }: { name: string }) => name)).toEqual(["Good", "Bad"]);
  expect((await found({ search: "ADA@" })).total).toBe(2);
  expect((await found({ search: "bad" })).total).toBe(1);
  expect((await found({ search: "%" })).total).toBe(0);
  expect((await resultOf(admin, DisableSubscription, { id: bad.id })).data.disableSubscription.state).toBe(
    "disabled_by_operator",
  );
  expect((await found({ state: "disabled_by_operator", channel: "webhook" })).total).toBe(1);
  for (const operation of [ResumeSubscription, PauseSubscription, SendTestEvent]) {
    const refused = await resultOf(ada, operation, { id: bad.id });
    expect([refused.code, refused.message]).toEqual(["bad_request", "The operator has disabled this webhook"]);
  }
  expect((await resultOf(admin, EventSubscription, { id: bad.id, ...page })).data.eventSubscription).toMatchObject({
    state: "disabled_by_operator",
    deliveries: { total: 3 },
  });
  expect((await resultOf(admin, EnableSubscription, { id: bad.id })).data.enableSubscription.state).toBe("active");
  expect((await resultOf(admin, DisableSubscription, { id: "x" })).code).toBe("not_found");
  const actions = await service.store.prisma.auditLog.findMany({ where: { objectId: bad.id }, orderBy: { id: "asc" } });
  expect(actions.map(({ action }) => action)).toEqual(["webhook.create", "webhook.disable", "webhook.enable"]);
});

test("subscriptions that are created at the same time do not exceed the limit of the plan", async () => {
  await service.store.prisma.subscription.deleteMany();
  const made = await Promise.all(Array.from({ length: 8 }, () => resultOf(ada, CreateWebhook, webhookInput())));
  expect(made.filter(({ data }) => data).length).toBe(5);
  expect(await service.store.prisma.subscription.count()).toBe(5);
});
