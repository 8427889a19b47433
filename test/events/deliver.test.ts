// Delivery of events to receivers: what they receive, and what is recorded.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";
import { startSending, storeEvents, subscribe } from "./sending.ts";

let service: Service;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  service = await startSeededService();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(() => service.stop());

it.each(["trades", "politician-trades", "clusters", "late-filings"])(
  "an event of %s is delivered once, signed, with the row as the list's route returns it",
  async (list) => {
    const { key } = await service.newKey("pro");
    const [row] = (await service.get(`/api/v1/${list}?pageSize=1`, key)).body.data;
    const receiver = await startReceiver();
    open.push(receiver);
    const subscription = await subscribe(service.store, { url: receiver.url, list });
    receiver.verifyWith(String(subscription.secret));
    open.push(startSending(service.store));
    await storeEvents(service.store, subscription, [{ position: 7, version: 3, rowId: row.id }]);
    await until(() => receiver.received.length > 0);
    const noun = { trades: "trade", clusters: "cluster" }[list] ?? "politician_trade";
    expect(receiver.received[0]?.body).toEqual({
      id: "evt_3_7_created",
      type: `${noun}.created`,
      data_version: "3",
      occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: row,
    });
    const after = () => service.store.prisma.subscription.findUniqueOrThrow({ where: { id: subscription.id } });
    await until(async () => (await after()).reachedPosition === 7n);
    expect(await after()).toMatchObject({ reachedVersion: 3n, sendingPosition: null, leasedUntil: null, attempts: 0 });
    expect(await service.store.prisma.delivery.findMany({ where: { subscriptionId: subscription.id } })).toMatchObject([
      { messageId: receiver.received[0]?.id, events: 1, attempt: 1, status: 200, error: null, response: "thanks" },
    ]);
    expect(receiver.received.length).toBe(1);
  },
);
