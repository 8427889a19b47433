// Deliveries that fail, and senders that are killed: nothing is lost, nothing overtakes, and a retry is the same message.
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { retryDelaySeconds } from "../../src/events/attempts.ts";
import { runText } from "../start/processes.ts";
import type { TestStore } from "../support/database.ts";
import { type DatabaseClock, replaceClock } from "../support/database-clock.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { until } from "../support/until.ts";
import { hang, type Receiver, startReceiver, status } from "./receiver.ts";
import { happen, newAccount, startSending, subscribe } from "./sending.ts";

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

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
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
/** The waiting attempt is due. */
const makeDue = (id: string) => store.prisma.subscription.update({ where: { id }, data: { attemptAt: new Date(0) } });
const idsOf = (to: Receiver) => to.received.flatMap(({ events }) => events.map(({ id }) => id));

it("events arrive in their order, one request at a time for a subscription", async () => {
  const to = await receiver((response) => void setTimeout(() => response.end(), 3));
  const one = await subscribe(store, { url: to.url });
  sending();
  await happen(store, one, events(1, 10));
  await happen(store, one, events(11, 25));
  await until(() => to.received.length >= 25);
  expect(idsOf(to)).toEqual(events(1, 25).map(({ position }) => `evt_${position}_${position}_created`));
  expect(to.maxConcurrent()).toBe(1);
});

it("a message has as many events as the subscription takes, and is an array then", async () => {
  const to = await receiver();
  const one = await subscribe(store, { url: to.url, batchSize: 10 });
  await happen(store, one, events(1, 25));
  sending();
  await until(() => idsOf(to).length >= 25);
  expect(to.received.map(({ events }) => events.length)).toEqual([10, 10, 5]);
  expect(idsOf(to)).toEqual(events(1, 25).map(({ position }) => `evt_${position}_${position}_created`));
  await until(async () => (await deliveries(one.id)).length === 3);
  expect((await deliveries(one.id)).map(({ firstPosition, lastPosition }) => [firstPosition, lastPosition])).toEqual([
    [1n, 10n],
    [11n, 20n],
    [21n, 25n],
  ]);
});

it("the event of a withdrawn row that no longer exists has its id alone", async () => {
  const to = await receiver();
  const one = await subscribe(store, { url: to.url });
  await happen(store, one, [{ position: 4, rowId: 123456789, change: "withdrawn" }]);
  sending();
  await until(() => to.received.length === 1);
  expect(to.received[0]?.body).toMatchObject({ type: "trade.withdrawn", data: { id: 123456789 } });
});

it("after a failure the same message is sent again under the same id, though more events wait, and nothing overtakes it", async () => {
  const to = await receiver(status(500));
  const one = await subscribe(store, { url: to.url, batchSize: 100 });
  await happen(store, one, events(1, 2));
  sending();
  await until(async () => (await subscription(one.id)).attempts === 1);
  const failed = await subscription(one.id);
  expect(failed).toMatchObject({ state: "active", reachedPosition: 0n, sendingPosition: 2n, leasedUntil: null });
  expect(failed.attemptAt.getTime() - Number(failed.failingSince)).toBeGreaterThanOrEqual(5000);
  await happen(store, one, events(3, 5));
  to.respondWith((response) => response.end());
  await makeDue(one.id);
  await until(() => to.received.length === 3);
  const [first, second, third] = to.received;
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

it("the delay begins with 5 s, doubles to 1 h, and is longer by up to a tenth", () => {
  const delays = Array.from({ length: 13 }, (_, failures) => retryDelaySeconds(failures, 0));
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  expect([retryDelaySeconds(0, 1), retryDelaySeconds(5000, 0)]).toEqual([5.5, 3600]);
});

it("a receiver that asks for a longer wait by Retry-After gets it, up to an hour", async () => {
  const asking = (value: string) => (response: ServerResponse) =>
    response.writeHead(429, { "retry-after": value }).end();
  const cases = [
    ["600", 600],
    ["864000", 3600],
    [new Date(Date.now() + 120_000).toUTCString(), 115],
    ["1", 5],
    ["soon", 5],
  ] as const;
  const made = [];
  for (const [value, seconds] of cases) {
    const one = await subscribe(store, { url: (await receiver(asking(value))).url });
    await happen(store, one, events(1, 1));
    made.push({ id: one.id, seconds });
  }
  sending();
  for (const { id, seconds } of made) {
    await until(async () => (await subscription(id)).attempts === 1);
    const { attemptAt, failingSince } = await subscription(id);
    const waits = (attemptAt.getTime() - Number(failingSince)) / 1000;
    expect(waits, `${seconds} s`).toBeGreaterThanOrEqual(seconds);
    expect(waits, `${seconds} s`).toBeLessThanOrEqual(seconds === 115 ? 120 * 1.1 : seconds * 1.1);
  }
});

it("a redirect is a failure and is not followed", async () => {
  const elsewhere = await receiver();
  const to = await receiver((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const one = await subscribe(store, { url: to.url });
  await happen(store, one, events(1, 1));
  sending();
  await until(async () => (await deliveries(one.id)).length === 1);
  expect(await deliveries(one.id)).toMatchObject([{ status: 307, error: "The receiver responded with 307" }]);
  expect(elsewhere.connections()).toBe(0);
});

it("a receiver that hangs, one that closes and one that is not there are failures, and do not keep others", async () => {
  const [hanging, closing, gone, good] = [
    await receiver(hang),
    await receiver((response) => response.destroy()),
    await startReceiver(),
    await receiver(),
  ];
  await gone.close();
  const bad = [];
  for (const { url } of [hanging, closing, gone]) bad.push(await subscribe(store, { url }));
  const fine = await subscribe(store, { url: good.url });
  for (const one of [...bad, fine]) await happen(store, one, events(1, 3));
  sending({ post: { headMs: 300, bodyMs: 100 } });
  await until(() => good.received.length === 3);
  for (const one of bad) {
    await until(async () => (await subscription(one.id)).attempts === 1);
    const [delivery] = await deliveries(one.id);
    expect(delivery).toMatchObject({ status: null, attempt: 1, response: null, error: expect.stringMatching(/./) });
  }
  expect((await deliveries(String(bad[0]?.id)))[0]?.error).toBe("The receiver did not respond within 0.3 s");
});

it("of a large and slow response the first 4 kB are kept, and the delivery is done", async () => {
  const large = await receiver((response) => response.end(`\0${"x".repeat(1_000_000)}`));
  const slow = await receiver((response) => {
    response.write("begun");
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  });
  const subscriptions = [await subscribe(store, { url: large.url }), await subscribe(store, { url: slow.url })];
  for (const one of subscriptions) await happen(store, one, events(1, 1));
  sending({ post: { headMs: 2_000, bodyMs: 100 } });
  for (const one of subscriptions) await until(async () => (await subscription(one.id)).reachedPosition === 1n);
  const [first, second] = await Promise.all(subscriptions.map(async ({ id }) => (await deliveries(id))[0]));
  expect(first).toMatchObject({ status: 200, error: null, response: `\ufffd${"x".repeat(4095)}` });
  expect(second).toMatchObject({ status: 200, error: null, response: expect.stringMatching(/^begun\.*$/) });
});

it("a host gets a limited number of requests at a time, over all subscriptions", async () => {
  const to = await receiver((response) => void setTimeout(() => response.end(), 30));
  const accountId = await newAccount(store);
  for (let made = 0; made < 12; made++)
    await happen(store, await subscribe(store, { url: to.url, accountId }), events(1, 2));
  sending({ limits: { perHost: 3 } });
  await until(() => to.received.length === 24);
  expect(to.maxConcurrent()).toBe(3);
});

it("two senders never send one message twice, nor to one subscription at the same time", async () => {
  const to = await receiver((response) => void setTimeout(() => response.end(), 5));
  const one = await subscribe(store, { url: to.url });
  sending();
  sending();
  for (let position = 1; position <= 30; position++) await happen(store, one, events(position, position));
  await until(async () => (await subscription(one.id)).reachedPosition === 30n);
  expect(idsOf(to)).toEqual(events(1, 30).map(({ position }) => `evt_${position}_${position}_created`));
  expect(to.maxConcurrent()).toBe(1);
});

it("a sender that is killed between sending and recording leaves the message to the next one, under the same id", async () => {
  const to = await receiver(hang);
  const one = await subscribe(store, { url: to.url, batchSize: 3 });
  await happen(store, one, events(1, 5));
  const child = runText(`
    const { openStore } = await import(root + "/src/store/store.ts");
    const { startSending } = await import(root + "/test/events/sending.ts");
    const databaseUrl = ${JSON.stringify(store.databaseUrl)};
    startSending({ ...openStore({ databaseUrl }), databaseUrl }, { limits: { leaseSeconds: 2 } });`);
  await until(() => to.received.length === 1);
  child.child.kill("SIGKILL");
  expect(await child.ended()).toBe("SIGKILL");
  await happen(store, one, events(6, 6));
  to.respondWith((response) => response.end());
  sending();
  await until(() => idsOf(to).length === 3 + 6);
  expect(to.received[1]?.id).toBe(to.received[0]?.id);
  expect(to.received[1]?.text).toBe(to.received[0]?.text);
  expect(idsOf(to).slice(3)).toEqual(events(1, 6).map(({ position }) => `evt_${position}_${position}_created`));
});

it("a sender that stops gives its messages back at once, and they are sent again under the same ids", async () => {
  const to = await receiver(hang);
  const one = await subscribe(store, { url: to.url });
  await happen(store, one, events(1, 1));
  const first = startSending(store, { limits: { graceMs: 50 } });
  await until(() => to.received.length === 1);
  await first.close();
  expect(await subscription(one.id)).toMatchObject({ leasedUntil: null, attempts: 0, sendingPosition: 1n });
  to.respondWith((response) => response.end());
  sending();
  await until(async () => (await subscription(one.id)).reachedPosition === 1n);
  expect(to.received.map(({ id }) => id)).toEqual([to.received[0]?.id, to.received[0]?.id]);
});

it("after 72 hours of failure a subscription is paused, and goes on where it stopped when it is resumed", async () => {
  const to = await receiver(status(503));
  const one = await subscribe(store, { url: to.url });
  await happen(store, one, events(1, 2));
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
  to.respondWith((response) => response.end());
  await store.prisma.subscription.update({ where: { id: one.id }, data: { state: "active", attemptAt: began } });
  await until(() => to.received.length === 7);
  expect(to.received.slice(0, 6).every(({ id }) => id === to.received[0]?.id)).toBe(true);
  expect(idsOf(to).at(-1)).toBe("evt_2_2_created");
});

it("nothing is sent for a paused subscription, and nothing for a suspended account", async () => {
  const to = await receiver();
  const [paused, suspended, fine] = [
    await subscribe(store, { url: to.url }),
    await subscribe(store, { url: to.url }),
    await subscribe(store, { url: to.url }),
  ];
  await store.prisma.subscription.update({ where: { id: paused.id }, data: { state: "paused_by_owner" } });
  await store.prisma.account.update({ where: { id: suspended.accountId }, data: { status: "suspended" } });
  for (const one of [paused, suspended, fine]) await happen(store, one, events(1, 1));
  sending();
  await until(async () => (await subscription(fine.id)).reachedPosition === 1n);
  expect(to.received.length).toBe(1);
  await store.prisma.subscription.update({ where: { id: paused.id }, data: { state: "active" } });
  await until(() => to.received.length === 2);
});
