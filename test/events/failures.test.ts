// Deliveries that fail, and senders that are killed: no event is lost or reordered, and a retry is the same message.
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { retryDelaySeconds } from "../../src/events/attempts.ts";
import { runText } from "../start/processes.ts";
import type { TestStore } from "../support/database.ts";
import { type DatabaseClock, replaceClock } from "../support/database-clock.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { until } from "../support/until.ts";
import { hang, type Receiver, startReceiver, status } from "./receiver.ts";
import { newAccount, startSending, storeEvents, subscribe } from "./sending.ts";

let store: TestStore;
let clock: DatabaseClock;
let rowId: bigint;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  store = await createSeededStore();
  clock = await replaceClock(store.databaseUrl);
  rowId = (await store.prisma.insiderTrade.findFirstOrThrow()).id;
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await clock.run();
  await store.prisma.subscription.deleteMany();
});
afterAll(() => store.close());

async function openReceiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const one = await startReceiver(...given);
  open.push(one);
  return one;
}

function sending(options: Parameters<typeof startSending>[1] = {}) {
  const one = startSending(store, { ...options, limits: { pollMs: 20, ...options.limits } });
  open.push(one);
  return one;
}

const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ position: from + at, rowId }));
const subscription = (id: string) => store.prisma.subscription.findUniqueOrThrow({ where: { id } });
const deliveries = (subscriptionId: string) =>
  store.prisma.delivery.findMany({ where: { subscriptionId }, orderBy: { id: "asc" } });
/** Makes the waiting attempt due now. */
const makeDue = (id: string) => store.prisma.subscription.update({ where: { id }, data: { attemptAt: new Date(0) } });
const idsOf = (receiver: Receiver) => receiver.received.flatMap(({ events }) => events.map(({ id }) => id));

it("events arrive in their order, one request at a time for a subscription", async () => {
  const receiver = await openReceiver((response) => void setTimeout(() => response.end(), 3));
  const one = await subscribe(store, { url: receiver.url });
  sending();
  await storeEvents(store, one, events(1, 10));
  await storeEvents(store, one, events(11, 25));
  await until(() => receiver.received.length >= 25);
  expect(idsOf(receiver)).toEqual(events(1, 25).map(({ position }) => `evt_${position}_${position}_created`));
  expect(receiver.maxConcurrent()).toBe(1);
});

it("a message has at most as many events as the batch size, in an array", async () => {
  const receiver = await openReceiver();
  const one = await subscribe(store, { url: receiver.url, batchSize: 10 });
  await storeEvents(store, one, events(1, 25));
  sending();
  await until(() => idsOf(receiver).length >= 25);
  expect(receiver.received.map(({ events }) => events.length)).toEqual([10, 10, 5]);
  expect(idsOf(receiver)).toEqual(events(1, 25).map(({ position }) => `evt_${position}_${position}_created`));
  await until(async () => (await deliveries(one.id)).length === 3);
  expect((await deliveries(one.id)).map(({ firstPosition, lastPosition }) => [firstPosition, lastPosition])).toEqual([
    [1n, 10n],
    [11n, 20n],
    [21n, 25n],
  ]);
});

it("the event of a withdrawn row that no longer exists has only its id", async () => {
  const receiver = await openReceiver();
  const one = await subscribe(store, { url: receiver.url });
  await storeEvents(store, one, [{ position: 4, rowId: 123456789, change: "withdrawn" }]);
  sending();
  await until(() => receiver.received.length === 1);
  expect(receiver.received[0]?.body).toMatchObject({ type: "trade.withdrawn", data: { id: 123456789 } });
});

it("after a failure the same message is sent again under the same id, before the events that came meanwhile", async () => {
  const receiver = await openReceiver(status(500));
  const one = await subscribe(store, { url: receiver.url, batchSize: 100 });
  await storeEvents(store, one, events(1, 2));
  sending();
  await until(async () => (await subscription(one.id)).attempts === 1);
  const failed = await subscription(one.id);
  expect(failed).toMatchObject({ state: "active", reachedPosition: 0n, sendingPosition: 2n, leasedUntil: null });
  expect(failed.attemptAt.getTime() - Number(failed.failingSince)).toBeGreaterThanOrEqual(5000);
  await storeEvents(store, one, events(3, 5));
  receiver.respondWith((response) => response.end());
  await makeDue(one.id);
  await until(() => receiver.received.length === 3);
  const [first, second, third] = receiver.received;
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
  expect(third?.id).not.toBe(first?.id);
  expect(third?.events.map(({ id }) => id)).toEqual(["evt_3_3_created", "evt_4_4_created", "evt_5_5_created"]);
  await until(async () => (await deliveries(one.id)).length === 3);
  expect(await deliveries(one.id)).toMatchObject([
    { status: 500, attempt: 1, error: "The receiver responded with 500", response: "no" },
    { status: 200, attempt: 2, error: null },
    { status: 200, attempt: 1, error: null },
  ]);
  expect(await subscription(one.id)).toMatchObject({ attempts: 0, failingSince: null });
});

it("the retry delay begins with 5 s, doubles up to 1 h, and is longer by up to a random tenth", () => {
  const delays = Array.from({ length: 13 }, (_, failures) => retryDelaySeconds(failures, 0));
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  expect([retryDelaySeconds(0, 1), retryDelaySeconds(5000, 0)]).toEqual([5.5, 3600]);
});

it("a longer wait in Retry-After is obeyed, up to an hour", async () => {
  const retryAfter = (value: string) => (response: ServerResponse) =>
    response.writeHead(429, { "retry-after": value }).end();
  const cases = [
    ["600", 600],
    ["864000", 3600],
    [new Date(Date.now() + 120_000).toUTCString(), 115],
    ["1", 5],
    ["soon", 5],
  ] as const;
  const waiting = [];
  for (const [value, seconds] of cases) {
    const one = await subscribe(store, { url: (await openReceiver(retryAfter(value))).url });
    await storeEvents(store, one, events(1, 1));
    waiting.push({ id: one.id, seconds });
  }
  sending();
  for (const { id, seconds } of waiting) {
    await until(async () => (await subscription(id)).attempts === 1);
    const { attemptAt, failingSince } = await subscription(id);
    const waits = (attemptAt.getTime() - Number(failingSince)) / 1000;
    expect(waits, `${seconds} s`).toBeGreaterThanOrEqual(seconds);
    expect(waits, `${seconds} s`).toBeLessThanOrEqual(seconds === 115 ? 120 * 1.1 : seconds * 1.1);
  }
});

it("a redirect is a failure and is not followed", async () => {
  const elsewhere = await openReceiver();
  const receiver = await openReceiver((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const one = await subscribe(store, { url: receiver.url });
  await storeEvents(store, one, events(1, 1));
  sending();
  await until(async () => (await deliveries(one.id)).length === 1);
  expect(await deliveries(one.id)).toMatchObject([{ status: 307, error: "The receiver responded with 307" }]);
  expect(elsewhere.connections()).toBe(0);
});

it("receivers that hang, close the connection or are gone are failures, and do not delay others", async () => {
  const [hanging, closing, gone, good] = [
    await openReceiver(hang),
    await openReceiver((response) => response.destroy()),
    await startReceiver(),
    await openReceiver(),
  ];
  await gone.close();
  const bad = [];
  for (const { url } of [hanging, closing, gone]) bad.push(await subscribe(store, { url }));
  const fine = await subscribe(store, { url: good.url });
  for (const one of [...bad, fine]) await storeEvents(store, one, events(1, 3));
  sending({ post: { headMs: 300, bodyMs: 100 } });
  await until(() => good.received.length === 3);
  for (const one of bad) {
    await until(async () => (await subscription(one.id)).attempts === 1);
    const [delivery] = await deliveries(one.id);
    expect(delivery).toMatchObject({ status: null, attempt: 1, response: null, error: expect.stringMatching(/./) });
  }
  expect((await deliveries(String(bad[0]?.id)))[0]?.error).toBe("The receiver did not respond within 0.3 s");
});

it("the first 4 kB of a large or slow response are stored, and the delivery is done", async () => {
  const large = await openReceiver((response) => response.end(`\0${"x".repeat(1_000_000)}`));
  const slow = await openReceiver((response) => {
    response.write("begun");
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  });
  const subscriptions = [await subscribe(store, { url: large.url }), await subscribe(store, { url: slow.url })];
  for (const one of subscriptions) await storeEvents(store, one, events(1, 1));
  sending({ post: { headMs: 2_000, bodyMs: 100 } });
  for (const one of subscriptions) await until(async () => (await subscription(one.id)).reachedPosition === 1n);
  const [first, second] = await Promise.all(subscriptions.map(async ({ id }) => (await deliveries(id))[0]));
  expect(first).toMatchObject({ status: 200, error: null, response: `\ufffd${"x".repeat(4095)}` });
  expect(second).toMatchObject({ status: 200, error: null, response: expect.stringMatching(/^begun\.*$/) });
});

it("a host gets at most the allowed number of requests at a time, over all subscriptions", async () => {
  const receiver = await openReceiver((response) => void setTimeout(() => response.end(), 30));
  const accountId = await newAccount(store);
  for (let made = 0; made < 12; made++)
    await storeEvents(store, await subscribe(store, { url: receiver.url, accountId }), events(1, 2));
  sending({ limits: { perHost: 3 } });
  await until(() => receiver.received.length === 24);
  expect(receiver.maxConcurrent()).toBe(3);
});

it("two senders never send one message twice, nor to one subscription at the same time", async () => {
  const receiver = await openReceiver((response) => void setTimeout(() => response.end(), 5));
  const one = await subscribe(store, { url: receiver.url });
  sending();
  sending();
  for (let position = 1; position <= 30; position++) await storeEvents(store, one, events(position, position));
  await until(async () => (await subscription(one.id)).reachedPosition === 30n);
  expect(idsOf(receiver)).toEqual(events(1, 30).map(({ position }) => `evt_${position}_${position}_created`));
  expect(receiver.maxConcurrent()).toBe(1);
});

it("a sender that is killed between sending and recording leaves the message to the next one, under the same id", async () => {
  const receiver = await openReceiver(hang);
  const one = await subscribe(store, { url: receiver.url, batchSize: 3 });
  await storeEvents(store, one, events(1, 5));
  const child = runText(`
    const { openStore } = await import(root + "/src/store/store.ts");
    const { startSending } = await import(root + "/test/events/sending.ts");
    const databaseUrl = ${JSON.stringify(store.databaseUrl)};
    startSending({ ...openStore({ databaseUrl }), databaseUrl }, { limits: { leaseSeconds: 2 } });`);
  await until(() => receiver.received.length === 1);
  child.child.kill("SIGKILL");
  expect(await child.ended()).toBe("SIGKILL");
  await storeEvents(store, one, events(6, 6));
  receiver.respondWith((response) => response.end());
  sending();
  await until(() => idsOf(receiver).length === 3 + 6);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
  expect(idsOf(receiver).slice(3)).toEqual(events(1, 6).map(({ position }) => `evt_${position}_${position}_created`));
});

it("a sender that stops releases its messages at once, and they are sent again under the same ids", async () => {
  const receiver = await openReceiver(hang);
  const one = await subscribe(store, { url: receiver.url });
  await storeEvents(store, one, events(1, 1));
  const first = startSending(store, { limits: { graceMs: 50 } });
  await until(() => receiver.received.length === 1);
  await first.close();
  expect(await subscription(one.id)).toMatchObject({ leasedUntil: null, attempts: 0, sendingPosition: 1n });
  receiver.respondWith((response) => response.end());
  sending();
  await until(async () => (await subscription(one.id)).reachedPosition === 1n);
  expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id]);
});

it("after 72 hours of failure a subscription is paused, and continues with the same message when it is resumed", async () => {
  const receiver = await openReceiver(status(503));
  const one = await subscribe(store, { url: receiver.url });
  await storeEvents(store, one, events(1, 2));
  const began = new Date();
  const later = (hours: number) => new Date(began.getTime() + hours * 3_600_000);
  await clock.stopAt(began);
  const { reports } = sending();
  await until(async () => (await subscription(one.id)).attempts === 1);
  for (const [at, hours] of [1, 40, 71.9].entries()) {
    await clock.stopAt(later(hours));
    await until(async () => (await subscription(one.id)).attempts === at + 2);
  }
  expect((await subscription(one.id)).state).toBe("active");
  await clock.stopAt(later(73));
  await until(async () => (await subscription(one.id)).state !== "active");
  expect(await subscription(one.id)).toMatchObject({ state: "paused_after_failure", attempts: 5, reachedPosition: 0n });
  await until(() => reports.some(({ kind }) => kind === "paused"));
  receiver.respondWith((response) => response.end());
  await store.prisma.subscription.update({ where: { id: one.id }, data: { state: "active", attemptAt: began } });
  await until(() => receiver.received.length === 7);
  expect(receiver.received.slice(0, 6).every(({ id }) => id === receiver.received[0]?.id)).toBe(true);
  expect(idsOf(receiver).at(-1)).toBe("evt_2_2_created");
});

it("nothing is sent for a paused subscription or a suspended account", async () => {
  const receiver = await openReceiver();
  const [paused, suspended, fine] = [
    await subscribe(store, { url: receiver.url }),
    await subscribe(store, { url: receiver.url }),
    await subscribe(store, { url: receiver.url }),
  ];
  await store.prisma.subscription.update({ where: { id: paused.id }, data: { state: "paused_by_owner" } });
  await store.prisma.account.update({ where: { id: suspended.accountId }, data: { status: "suspended" } });
  for (const one of [paused, suspended, fine]) await storeEvents(store, one, events(1, 1));
  sending();
  await until(async () => (await subscription(fine.id)).reachedPosition === 1n);
  expect(receiver.received.length).toBe(1);
  await store.prisma.subscription.update({ where: { id: paused.id }, data: { state: "active" } });
  await until(() => receiver.received.length === 2);
});
