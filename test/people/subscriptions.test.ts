// Webhooks and feeds of signed-in people and of the operator, by /graphql over a running service, with a receiver that
// verifies: the same rules as the commands have, and no account reaches another's.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setPlan } from "../../src/accounts/accounts.ts";
import { createAdmin } from "../../src/accounts/people/links.ts";
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
import { happen, startSending } from "../events/sending.ts";
import { until } from "../support/until.ts";
import { Browser, startPeople, type TestService } from "./harness.ts";

const password = "a password of the tests";

let service: TestService;
let ada: Browser;
let ben: Browser;
let admin: Browser;
let receiver: Receiver;
let sender: { close(): Promise<void> };

beforeAll(async () => {
  service = await startPeople({ WEBHOOKS_ALLOW_LOOPBACK: "true", WEBHOOKS_SENDER: "watch" });
  const made = { email: "operator@example.org", actor: "tests", publicUrl: service.base };
  const { link } = await createAdmin(service.store, made);
  admin = new Browser(service.base);
  await admin.post("/auth/reset-password", { token: link.split("token=")[1], newPassword: password });
  await admin.signIn(made.email, password);
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
  const browser = new Browser(service.base);
  const email = `${name}@example.org`;
  await browser.signUp(email, password);
  await setPlan(service.store, { account: email, plan, actor: "tests" });
  await browser.signIn(email, password);
  return browser;
}

/** The operation's data, or the code and the message of its error. */
async function ask(browser: Browser, { hash }: { hash: string }, variables: object = {}) {
  const body = { extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables };
  const response = await browser.post("/graphql", body, { "x-disclosed-csrf": "1" });
  const [error] = response.body.errors ?? [];
  return { data: response.body.data, code: error?.extensions?.code, message: error?.message };
}

const wanted = (more: object = {}) => ({
  ...{ list: "TRADES", filters: "tradeTypes=P", name: "Purchases", url: receiver.url, batchSize: 1 },
  ...more,
});
const page = { page: 1, pageSize: 25 };
const row = (id: string) => service.store.prisma.subscription.findUniqueOrThrow({ where: { id } });

async function newWebhook(browser: Browser, more: object = {}): Promise<{ id: string; secret: string }> {
  const { data } = await ask(browser, CreateWebhook, wanted(more));
  const { secret, subscription } = data.createWebhook;
  receiver.verifyWith(secret);
  return { id: subscription.id, secret };
}

const shown = async (browser: Browser, id: string) =>
  (await ask(browser, OwnSubscription, { id, ...page })).data.viewer.subscription;

test("a webhook from its creation to its end: secret shown once, tested, renamed, paused, resumed, rotated, deleted", async () => {
  receiver.respondWith((response) => response.end("thanks"));
  const { id, secret } = await newWebhook(ada);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = await ask(ada, Subscriptions);
  expect(listed.data.viewer).toMatchObject({
    plan: { subscriptions: 5 },
    channels: [{ channel: "webhook", active: 1, pausedByOwner: 0, waiting: 0, attempts: 0, p95: null }],
    subscriptions: [
      { id, list: "TRADES", filters: "tradeTypes=P", state: "active", waitingEvents: 0, lastDelivery: null },
    ],
  });
  expect(JSON.stringify(listed)).not.toContain(secret);
  const before = receiver.received.length;
  const sent = await ask(ada, SendTestEvent, { id });
  expect(sent.data.sendTestEvent).toMatchObject({ status: 200, error: null, response: "thanks" });
  expect(receiver.received[before]?.body).toMatchObject({ type: "test", data: { list: "trades", name: "Purchases" } });
  receiver.respondWith(status(503));
  expect((await ask(ada, SendTestEvent, { id })).data.sendTestEvent).toMatchObject({
    status: 503,
    error: "The receiver responded with 503",
    response: "no",
  });
  receiver.respondWith((response) => response.end("thanks"));
  expect((await shown(ada, id)).deliveries).toMatchObject({
    total: 2,
    nodes: [
      { status: 503, attempt: 1, isTest: true, response: "no" },
      { status: 200, error: null, response: "thanks" },
    ],
  });
  expect((await ask(ada, RenameSubscription, { id, name: " Bought " })).data.renameSubscription.name).toBe("Bought");
  expect((await ask(ada, RenameSubscription, { id, name: "a\u202eb" })).code).toBe("bad_request");
  expect((await ask(ada, PauseSubscription, { id })).data.pauseSubscription.state).toBe("paused_by_owner");
  const trade = { position: 9001, rowId: 1 };
  await happen(service.store, { id, list: "trades" }, [trade]);
  expect(await shown(ada, id)).toMatchObject({ waitingEvents: 1, waitingSince: expect.any(String) });
  expect((await ask(ada, ResumeSubscription, { id })).data.resumeSubscription.state).toBe("active");
  await until(async () => (await row(id)).reachedPosition === 9001n);
  expect(await shown(ada, id)).toMatchObject({ waitingEvents: 0, reachedVersion: 9001 });
  const rotated = await ask(ada, RotateWebhookSecret, { id });
  expect(rotated.data.rotateWebhookSecret.secret).not.toBe(secret);
  receiver.verifyWith(rotated.data.rotateWebhookSecret.secret);
  const [delivery] = (await shown(ada, id)).deliveries.nodes;
  const again = await ask(ada, SendMessageAgain, { id, messageId: delivery.messageId });
  expect(again.data.sendMessageAgain).toMatchObject({ status: 200, error: null });
  expect(receiver.received.at(-1)).toMatchObject({ id: delivery.messageId, body: { id: "evt_9001_9001_created" } });
  expect((await ask(ada, ReplayEvents, { id, sinceVersion: 9000 })).data.replayEvents).toBe(1);
  const none = await ask(ada, ReplayEvents, { id, sinceVersion: 9002 });
  expect([none.code, none.message]).toEqual([
    "bad_request",
    "The webhook has no stored events since data version 9002",
  ]);
  expect((await ask(ada, DeleteSubscription, { id })).data.deleteSubscription).toBe(true);
  expect(await shown(ada, id)).toBeNull();
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
])("a webhook with %j is refused, and nothing is stored", async (more, message) => {
  const before = await service.store.prisma.subscription.count();
  const refused = await ask(ada, CreateWebhook, wanted(more));
  expect([refused.code, refused.message]).toEqual(["bad_request", expect.stringMatching(message)]);
  expect(await service.store.prisma.subscription.count()).toBe(before);
});

test("a feed opens by its address until the address is renewed, and a plan's number holds for feeds and webhooks together", async () => {
  const { data } = await ask(ben, CreateFeed, { list: "CLUSTERS", filters: "", name: "Clusters" });
  const { id, feedAddress } = data.createFeed;
  const statusOf = async (path: string) => (await fetch(new URL(path, service.base))).status;
  expect(await statusOf(feedAddress)).toBe(200);
  for (const [operation, variables] of [
    [CreateFeed, { list: "TRADES", filters: "", name: "More" }],
    [CreateWebhook, wanted()],
  ] as const) {
    const full = await ask(ben, operation, variables);
    expect([full.code, full.message]).toEqual(["bad_request", "The plan free allows 1 subscription; delete one first"]);
  }
  const renewed = (await ask(ben, RenewFeedAddress, { id })).data.renewFeedAddress.feedAddress;
  expect([await statusOf(feedAddress), await statusOf(renewed)]).toEqual([404, 200]);
  expect((await ask(ben, SendTestEvent, { id })).code).toBe("bad_request");
  expect((await ask(ben, ReplayEvents, { id, sinceVersion: 1 })).code).toBe("bad_request");
  await ask(ben, DeleteSubscription, { id });
  expect(await statusOf(renewed)).toBe(404);
});

test("a webhook that missed events says so until its owner has read it", async () => {
  const { id } = await newWebhook(ada);
  const missed = { missedSince: new Date("2026-01-02T03:04:05Z"), missedFirstVersion: 41, missedLastVersion: 43 };
  await service.store.prisma.subscription.update({ where: { id }, data: missed });
  expect(await shown(ada, id)).toMatchObject({ missedFirstVersion: 41, missedLastVersion: 43 });
  const home = await ask(ada, AccountHome);
  expect(home.data.viewer.subscriptions).toMatchObject([{ id, missedSince: "2026-01-02T03:04:05.000Z" }]);
  await ask(ada, DismissMissedEvents, { id });
  expect(await shown(ada, id)).toMatchObject({ missedSince: null, missedFirstVersion: null });
  await ask(ada, DeleteSubscription, { id });
});

describe("what belongs to others", () => {
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

  test("an account reaches no other's subscription: it is not found, as one that does not exist", async () => {
    const { id } = await newWebhook(ada);
    const before = await row(id);
    const sent = receiver.received.length;
    for (const [operation, more] of operations) {
      const theirs = await ask(ben, operation, { id, ...more });
      const unknown = await ask(ben, operation, { id: "00000000-0000-4000-8000-000000000001", ...more });
      const malformed = await ask(ben, operation, { id: "x", ...more });
      expect([theirs.code, theirs], operation.name).toEqual(["not_found", unknown]);
      expect(malformed).toEqual(unknown);
    }
    expect(await shown(ben, id)).toBeNull();
    expect(await row(id)).toEqual(before);
    expect(receiver.received.length).toBe(sent);
    await ask(ada, DeleteSubscription, { id });
  });

  test("an account neither lists those of all accounts nor disables any, its own included", async () => {
    const { id } = await newWebhook(ada);
    for (const [operation, variables] of [
      [EventChannels, {}],
      [EventSubscriptions, page],
      [EventSubscription, { id, ...page }],
      [DisableSubscription, { id }],
      [EnableSubscription, { id }],
    ] as const)
      expect((await ask(ada, operation, variables)).code, operation.name).toBe("unauthorized");
    expect((await row(id)).state).toBe("active");
    await ask(ada, DeleteSubscription, { id });
  });
});

test("the operator sees all, the worst receivers first, disables one that its owner cannot resume, and enables it", async () => {
  const bad = await newWebhook(ada, { name: "Bad" });
  const good = await newWebhook(ada, { name: "Good" });
  receiver.respondWith(status(500));
  for (let n = 0; n < 3; n++) await ask(ada, SendTestEvent, { id: bad.id });
  receiver.respondWith((response) => response.end());
  await ask(ada, SendTestEvent, { id: good.id });
  const totals = (await ask(admin, EventChannels)).data;
  expect(totals.eventChannels).toMatchObject([{ channel: "webhook", active: 2, attempts: 4, failures: 3 }]);
  expect(totals.worstReceivers).toMatchObject([
    { attempts: 3, failures: 3, subscription: { id: bad.id, account: { email: "ada@example.org" } } },
  ]);
  const found = async (variables: object) =>
    (await ask(admin, EventSubscriptions, { ...page, ...variables })).data.eventSubscriptions;
  expect((await found({})).nodes.map(({ name }: { name: string }) => name)).toEqual(["Good", "Bad"]);
  expect((await found({ search: "ADA@" })).total).toBe(2);
  expect((await found({ search: "bad" })).total).toBe(1);
  expect((await found({ search: "%" })).total).toBe(0);
  expect((await ask(admin, DisableSubscription, { id: bad.id })).data.disableSubscription.state).toBe(
    "disabled_by_operator",
  );
  expect((await found({ state: "disabled_by_operator", channel: "webhook" })).total).toBe(1);
  for (const operation of [ResumeSubscription, PauseSubscription]) {
    const refused = await ask(ada, operation, { id: bad.id });
    expect([refused.code, refused.message]).toEqual(["bad_request", "The operator has disabled this webhook"]);
  }
  expect((await ask(admin, EventSubscription, { id: bad.id, ...page })).data.eventSubscription).toMatchObject({
    state: "disabled_by_operator",
    deliveries: { total: 3 },
  });
  expect((await ask(admin, EnableSubscription, { id: bad.id })).data.enableSubscription.state).toBe("active");
  expect((await ask(admin, DisableSubscription, { id: "x" })).code).toBe("not_found");
  const actions = await service.store.prisma.auditLog.findMany({ where: { objectId: bad.id }, orderBy: { id: "asc" } });
  expect(actions.map(({ action }) => action)).toEqual(["webhook.create", "webhook.disable", "webhook.enable"]);
});

test("subscriptions that are created at the same time do not exceed the number of the plan", async () => {
  await service.store.prisma.subscription.deleteMany();
  const made = await Promise.all(Array.from({ length: 8 }, () => ask(ada, CreateWebhook, wanted())));
  expect(made.filter(({ data }) => data).length).toBe(5);
  expect(await service.store.prisma.subscription.count()).toBe(5);
});
