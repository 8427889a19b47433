// Events by mail, read from a mailbox: what a mail contains, when it is sent, and what follows if the server refuses it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createMailSubscription, type NewMail } from "../../src/accounts/mail-subscriptions.ts";
import { titleOf } from "../../src/domain/row-titles.ts";
import { startSender } from "../../src/events/sender.ts";
import { openRowsById } from "../../src/export/rows.ts";
import { rendered } from "../../src/mail/letter.ts";
import { openSmtp } from "../../src/mail/smtp.ts";
import { letterOfEvents, mailCourier } from "../../src/mail/subscription-mail.ts";
import { openListener } from "../../src/store/connections/listen.ts";
import { newAccount, storeEvents } from "../events/sending.ts";
import { vocabulary } from "../rest/vocabulary.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type Inbox, linksIn, startInbox } from "./inbox.ts";

const publicUrl = "https://disclosed.example.org";
const from = "Disclosed <alerts@example.org>";
const never = new AbortController().signal;

let service: Service;
let inbox: Inbox;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  service = await startSeededService();
  await service.clock.run();
});
beforeEach(async () => {
  inbox = await startInbox();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await inbox.close();
});
afterAll(() => service.stop());

/** A new subscription whose address is confirmed. */
async function newSubscription(input: Partial<NewMail> = {}) {
  const account = input.account ?? (await newAccount(service.store));
  const defaults = { list: "trades", filters: "", name: "", cadence: "at_once", actor: "test" } as const;
  const { id, list } = await createMailSubscription(service.store, { ...defaults, ...input, account });
  return await service.store.prisma.subscription.update({
    where: { id },
    data: { confirmedAt: new Date(), attemptAt: new Date(0), list },
  });
}

/** Starts a sender, which is closed after the test. */
async function startSending() {
  const listener = openListener(service.store.databaseUrl);
  const smtp = await openSmtp({ smtpUrl: inbox.url, from });
  const sender = startSender({
    channel: "mail",
    store: service.store,
    listener,
    rowsById: openRowsById(service.store, vocabulary),
    courier: mailCourier(smtp, publicUrl),
    report: () => {},
  });
  open.push({
    async close() {
      await sender.close();
      await listener.close();
    },
  });
}

const rowsOf = async (list: string, count: number) =>
  (await service.get(`/api/v1/${list}?pageSize=${count}`, (await service.newKey("pro")).key)).body.data;
const stored = (id: string) => service.store.prisma.subscription.findUniqueOrThrow({ where: { id } });

it("an event is a mail of text and HTML with the feed's title, the filing's address and one click to unsubscribe", async () => {
  const [row] = await rowsOf("trades", 1);
  const subscription = await newSubscription({ address: "Reader@Example.com" });
  await startSending();
  await storeEvents(service.store, subscription, [{ position: 7, rowId: row.id }]);
  await until(async () => (await stored(subscription.id)).reachedPosition === 7n);
  expect(inbox.received.length).toBe(1);
  const [mail] = inbox.received;
  expect(mail?.recipients).toEqual(["reader@example.com"]);
  expect(mail?.from?.text).toBe('"Disclosed" <alerts@example.org>');
  expect(mail?.subject).toBe(titleOf("trades", row));
  const unsubscribe = `${publicUrl}/mail/unsubscribe/${subscription.token}`;
  expect(linksIn(mail?.text)).toEqual([row.source_url, unsubscribe]);
  expect(mail?.html).toContain(`href="${unsubscribe}"`);
  expect(mail?.raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(mail?.headers.get("list")).toMatchObject({ unsubscribe: { url: unsubscribe } });
  expect(await service.store.prisma.delivery.findMany({ where: { subscriptionId: subscription.id } })).toMatchObject([
    { events: 1, attempt: 1, status: 250, error: null },
  ]);
});

it("events that were matched together are one mail with a line for each, also for a row that no longer exists", async () => {
  const rows = await rowsOf("trades", 2);
  const subscription = await newSubscription({ name: "My trades" });
  await startSending();
  await storeEvents(service.store, subscription, [
    { position: 1, rowId: rows[0].id },
    { position: 2, rowId: rows[1].id, change: "changed" },
    { position: 3, rowId: 999, change: "withdrawn" },
  ]);
  await until(() => inbox.received.length > 0);
  const [mail] = inbox.received;
  expect(mail?.subject).toBe("3 changes: My trades");
  const lines = mail?.text?.split("\n").filter((line) => line.startsWith("- "));
  expect(lines).toEqual([
    `- ${titleOf("trades", rows[0])}`,
    `- Changed: ${titleOf("trades", rows[1])}`,
    "- No longer matches: row 999, which no longer exists",
  ]);
});

it.each([
  ["politician-trades", true],
  ["late-filings", true],
  ["trades", false],
] as const)("mail of %s cites the statute: %s", async (list, expected) => {
  const [row] = await rowsOf(list, 1);
  const subscription = await newSubscription({ list });
  await startSending();
  await storeEvents(service.store, subscription, [{ position: 1, rowId: row.id }]);
  await until(() => inbox.received.length > 0);
  const [mail] = inbox.received;
  expect(mail?.text?.includes("5 U.S.C. 13107(c)")).toBe(expected);
  expect(String(mail?.html).includes("5 U.S.C. 13107(c)")).toBe(expected);
});

it("a daily digest has the events before its hour, and leaves later ones to the next day", async () => {
  const rows = await rowsOf("trades", 2);
  const subscription = await newSubscription({ cadence: "daily" });
  await storeEvents(service.store, subscription, [{ position: 1, rowId: rows[0].id }]);
  await startSending();
  const other = await newSubscription({ name: "at once" });
  await storeEvents(service.store, other, [{ position: 1, rowId: rows[0].id }]);
  // the mail of the other subscription shows that the sender has run
  await until(() => inbox.received.length > 0);
  expect((await stored(subscription.id)).reachedPosition).toBe(0n);
  await service.store.pool.query(
    "UPDATE matched_changes SET changed_at = changed_at - interval '1 day' WHERE subscription_id = $1",
    [subscription.id],
  );
  await until(async () => (await stored(subscription.id)).reachedPosition === 1n);
  await storeEvents(service.store, subscription, [{ position: 2, rowId: rows[1].id }]);
  await storeEvents(service.store, other, [{ position: 2, rowId: rows[1].id }]);
  await until(async () => (await stored(other.id)).reachedPosition === 2n);
  expect((await stored(subscription.id)).reachedPosition).toBe(1n);
});

it("a mail that the server refuses is sent again under the same id, and the next one only after it", async () => {
  const rows = await rowsOf("trades", 2);
  const subscription = await newSubscription();
  inbox.refuseNext(451);
  await startSending();
  await storeEvents(service.store, subscription, [{ position: 1, rowId: rows[0].id }]);
  await until(async () => (await stored(subscription.id)).attempts === 1);
  await storeEvents(service.store, subscription, [{ position: 2, rowId: rows[1].id }]);
  await service.store.prisma.subscription.update({ where: { id: subscription.id }, data: { attemptAt: new Date(0) } });
  await until(async () => (await stored(subscription.id)).reachedPosition === 2n);
  expect(inbox.received.map(({ subject }) => subject)).toEqual(rows.map((row: never) => titleOf("trades", row)));
  const attempts = await service.store.prisma.delivery.findMany({
    where: { subscriptionId: subscription.id },
    orderBy: { id: "asc" },
  });
  expect(attempts.map(({ status, attempt }) => [status, attempt])).toEqual([
    [451, 1],
    [250, 2],
    [250, 1],
  ]);
  expect(attempts[0]?.messageId).toBe(attempts[1]?.messageId);
  expect(inbox.received[0]?.messageId).toBe(`<${attempts[1]?.messageId}@example.org>`);
});

it("an address that is not confirmed gets no events", async () => {
  const [row] = await rowsOf("trades", 1);
  const unconfirmed = await newSubscription();
  await service.store.prisma.subscription.update({ where: { id: unconfirmed.id }, data: { confirmedAt: null } });
  await storeEvents(service.store, unconfirmed, [{ position: 1, rowId: row.id }]);
  await startSending();
  const other = await newSubscription();
  await storeEvents(service.store, other, [{ position: 1, rowId: row.id }]);
  await until(() => inbox.received.length > 0);
  expect((await stored(unconfirmed.id)).reachedPosition).toBe(0n);
  expect(inbox.received.length).toBe(1);
});

it("names of filers and subscriptions add no header, no recipient and no HTML", async () => {
  const [row] = await rowsOf("trades", 1);
  const hostile = 'Eve"><script>alert(1)</script>\r\nBcc: victim@example.net\r\n\r\nbody';
  const data = { ...row, insider_name: hostile, company_name: hostile, title: hostile };
  const event = { id: "evt_1_1_created", type: "trade.created", data_version: "1", occurred_at: "", data };
  const smtp = await openSmtp({ smtpUrl: inbox.url, from });
  for (const events of [[event], [event, event]]) {
    const letter = letterOfEvents({ list: "trades", name: hostile, token: "t", events }, publicUrl);
    await smtp.send({ ...rendered(letter), to: "reader@example.com", id: "one" }, never);
  }
  expect(inbox.received.length).toBe(2);
  for (const mail of inbox.received) {
    expect(mail.recipients).toEqual(["reader@example.com"]);
    expect([...mail.headers.keys()]).not.toContain("bcc");
    expect(mail.html).not.toContain("<script");
    expect(String(mail.html)).toContain("&lt;script&gt;");
  }
});
