// Notices by mail, and the links in mail, with the whole service and a mail server.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import {
  createMailSubscription,
  findMailSubscription,
  resumeMailSubscription,
} from "../../src/accounts/mail-subscriptions.ts";
import { disableSubscription } from "../../src/accounts/subscription-changes.ts";
import { createWebhook } from "../../src/accounts/webhooks.ts";
import { startNotices } from "../../src/mail/notice-sender.ts";
import { openSmtp } from "../../src/mail/smtp.ts";
import { openListener } from "../../src/store/connections/listen.ts";
import { CreateMail, ResumeSubscription } from "../../src/web/generated/operations.ts";
import { Browser, execute, signedUp, startPeople, type TestService } from "../people/harness.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";
import { type Inbox, linksIn, startInbox } from "./inbox.ts";

const password = "correct horse battery";
let inbox: Inbox;
let service: TestService;
let notices: ReturnType<typeof startNotices>;
let listener: ReturnType<typeof openListener>;

beforeAll(async () => {
  inbox = await startInbox();
  const port = await freePort();
  const from = "Disclosed <alerts@example.org>";
  const publicUrl = `http://127.0.0.1:${port}`;
  service = await startPeople({
    ...{ PORT: String(port), PUBLIC_URL: publicUrl, SMTP_URL: inbox.url, MAIL_FROM: from },
    ...{ TRUST_PROXY: "loopback", FREE_ACCOUNTS_PER_ADDRESS: "1000" },
  });
  listener = openListener(service.store.databaseUrl);
  notices = startNotices({
    store: service.store,
    listener,
    smtp: await openSmtp({ smtpUrl: inbox.url, from }),
    publicUrl,
    sent: () => {},
    failed: (error) => console.error(error),
    limits: { pollMs: 50, usageMs: 0 },
  });
});
beforeEach(() => void inbox.received.splice(0));
afterAll(async () => {
  await notices.close();
  await listener.close();
  await service.close();
  await inbox.close();
});

let people = 0;
const newEmail = () => `person-${++people}@example.com`;
const browser = () => new Browser(service.base);
const mailTo = (email: string) => inbox.received.filter(({ recipients }) => recipients.includes(email));
/** Waits until no notice is left to be sent. */
const settled = () => until(async () => (await service.store.prisma.notice.count({ where: { endedAt: null } })) === 0);

async function linkTo(email: string): Promise<string> {
  await until(() => mailTo(email).length > 0);
  return linksIn(mailTo(email).at(-1)?.text)[0] ?? "";
}

/** Sends what a mail program or the button of a page sends. */
const post = (url: string) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });

/** A new user with a verified address. */
async function verifiedUser() {
  const email = newEmail();
  await browser().signUp(email, password);
  expect((await post(await linkTo(email))).status).toBe(200);
  const { accountId } = await service.store.prisma.user.findUniqueOrThrow({ where: { email } });
  inbox.received.splice(0);
  return { email, accountId: String(accountId) };
}

it("a sign-up sends a link that verifies the address, by its button alone, for 24 hours", async () => {
  const email = newEmail();
  await browser().signUp(email, password);
  const link = await linkTo(email);
  const isVerified = async () => (await service.store.prisma.user.findUnique({ where: { email } }))?.emailVerified;
  const page = await fetch(link);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain(`Is ${email} your address?`);
  expect(await isVerified()).toBe(false);
  expect((await post(link)).status).toBe(200);
  expect(await isVerified()).toBe(true);
  await service.store.pool.query("UPDATE verifications SET expires_at = now() - interval '1 second'");
  expect([(await fetch(link)).status, (await post(link)).status]).toEqual([404, 404]);
});

/** Sends the form for a forgotten password, as a browser without scripts does. */
async function requestLink(email: string) {
  const init = { method: "POST", headers: { origin: service.base }, body: new URLSearchParams({ email }) };
  const response = await fetch(`${service.base}/forgot-password`, init);
  return { status: response.status, text: await response.text() };
}

it("a password is reset by mail, and no response reveals whether an e-mail is known", async () => {
  const { email } = await verifiedUser();
  const [known, unknown] = await Promise.all([email, newEmail()].map(requestLink));
  expect(known?.text).toContain("If an account exists for this address, a link was sent to it.");
  expect(unknown).toEqual({ ...known, status: 200 });
  const link = await linkTo(email);
  const token = new URL(link).hash.replace("#token=", "");
  const newPassword = "another good battery";
  expect((await browser().post("/auth/reset-password", { token, newPassword })).status).toBe(200);
  expect((await browser().signIn(email, newPassword)).status).toBe(200);
  await requestLink(email);
  await settled();
  // the second request within ten minutes sends nothing
  expect(inbox.received.length).toBe(1);
});

it("a notice that waits in the database contains no secret of its mail", async () => {
  const email = newEmail();
  inbox.refuseNext(451);
  await browser().signUp(email, password);
  await until(async () => (await service.store.prisma.notice.count({ where: { attempts: 1, endedAt: null } })) === 1);
  const user = await service.store.prisma.user.findUniqueOrThrow({ where: { email } });
  const waiting = await service.store.prisma.notice.findFirstOrThrow({ where: { subjectId: user.id } });
  expect(waiting.details).toEqual({});
  await service.store.pool.query("UPDATE notices SET attempt_at = now()");
  expect(await linkTo(email)).toMatch(/\/mail\/verify\/[\w-]{43}$/);
});

it("80 and 100 % of a limit send one notice each to a verified address, with the reset time and a link to the plans", async () => {
  const { email, accountId } = await verifiedUser();
  const unverified = (await createAccount(service.store, { email: newEmail(), plan: "free", actor: "test" })).id;
  const { perDay, perMonth } = await service.store.prisma.plan.findUniqueOrThrow({ where: { id: "free" } });
  const setUsed = (id: string, day: number, month: number) =>
    service.store.pool.query(
      `INSERT INTO quota_windows (account_id, minute_start, minute_used, day_start, day_used, month_start, month_used)
       VALUES ($1, date_trunc('minute', now()), 0, date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', $2,
         date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', $3)
       ON CONFLICT (account_id) DO UPDATE SET day_used = $2, month_used = $3`,
      [id, day, month],
    );
  await setUsed(unverified, perDay, perMonth);
  await setUsed(accountId, Math.ceil(perDay * 0.8) - 1, 0);
  // a mail to the account without a verified address would be sent before this one
  await setUsed(accountId, Math.ceil(perDay * 0.8), 0);
  await until(() => mailTo(email).length === 1);
  await setUsed(accountId, perDay, Math.ceil(perMonth * 0.8));
  await until(() => mailTo(email).length === 3);
  await setUsed(accountId, perDay, perMonth);
  await until(() => mailTo(email).length === 4);
  expect(
    mailTo(email)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual([
    "80 % of your daily limit is used",
    "80 % of your monthly limit is used",
    "Your daily limit is reached",
    "Your monthly limit is reached",
  ]);
  const { dayStart } = await service.store.prisma.quotaWindow.findUniqueOrThrow({ where: { accountId } });
  const tomorrow = new Date(dayStart.getTime() + 86_400_000).toISOString().slice(0, 10);
  const daily = mailTo(email).find(({ subject }) => subject === "Your daily limit is reached");
  expect(daily?.text).toContain(`The limit resets at ${tomorrow} 00:00 UTC.`);
  expect(linksIn(daily?.text)).toEqual([`${service.base}/account/plan`]);
  await settled();
  expect(inbox.received.length).toBe(4);
});

it("a webhook that is paused after failure sends a notice to its account", async () => {
  const { email, accountId } = await verifiedUser();
  const { id } = await createWebhook(service.store, {
    ...{ account: accountId, list: "trades", filters: "", name: "hook <b>", actor: "test" },
    ...{ url: "https://example.com/hook", batchSize: 1, secret: "whsec_AAAA" },
  });
  const { noteAttempts } = await import("../../src/events/attempts.ts");
  const { rows } = await service.store.pool.query(
    `UPDATE subscriptions SET leased_until = now() + interval '1 minute', attempts = 40,
       failing_since = now() - interval '73 hours' WHERE id = $1 RETURNING leased_until::text AS lease`,
    [id],
  );
  const attempt = {
    messageId: "msg_1",
    events: 1,
    firstPosition: "1",
    lastPosition: "1",
    lastVersion: "1",
    attempt: 41,
  };
  const result = { status: 500, error: "no", durationMs: 1, response: null };
  const outcome = { lease: { id, lease: rows[0].lease }, attempt: { ...attempt, ...result }, delaySeconds: 1 };
  expect(await noteAttempts(service.store.pool, [outcome])).toEqual(new Set([id]));
  await until(() => mailTo(email).length === 1);
  expect(mailTo(email)[0]?.subject).toBe("Webhook paused: hook <b>");
  expect(String(mailTo(email)[0]?.html)).toContain("hook &lt;b&gt;");
});

const subscribe = (input: { account: string; address?: string; cadence?: "at_once" }) =>
  createMailSubscription(service.store, {
    ...{ list: "trades", filters: "", name: "", cadence: "daily", actor: "test" },
    ...input,
  });

it("an address is confirmed by a link and unsubscribed by one POST, and a resumed subscription is not confirmed", async () => {
  const { accountId } = await verifiedUser();
  const address = newEmail();
  const { id, confirmedAt } = await subscribe({ account: accountId, address, cadence: "at_once" });
  expect(confirmedAt).toBe(null);
  const link = await linkTo(address);
  expect((await fetch(link)).status).toBe(200);
  expect((await findMailSubscription(service.store, id)).confirmedAt).toBe(null);
  expect((await post(link)).status).toBe(200);
  expect((await findMailSubscription(service.store, id)).confirmedAt).toEqual(expect.any(Date));
  const unsubscribe = link.replace("/confirm/", "/unsubscribe/");
  expect((await fetch(unsubscribe)).status).toBe(200);
  expect(await findMailSubscription(service.store, id)).toMatchObject({ state: "active" });
  expect((await post(unsubscribe)).status).toBe(200);
  expect(await findMailSubscription(service.store, id)).toMatchObject({ state: "paused_by_owner", confirmedAt: null });
  expect(await resumeMailSubscription(service.store, id, "test")).toMatchObject({ state: "active", confirmedAt: null });
  // what the operator has disabled stays disabled, also when its reader unsubscribes
  await disableSubscription(service.store, { channel: "mail", id, actor: "test" });
  expect((await post(unsubscribe)).status).toBe(200);
  expect(await findMailSubscription(service.store, id)).toMatchObject({ state: "disabled_by_operator" });
});

it("the account's own verified address needs no other link", async () => {
  const { email, accountId } = await verifiedUser();
  expect(await subscribe({ account: accountId })).toMatchObject({ address: email, confirmedAt: expect.any(Date) });
});

it("an address receives three requests to confirm a day at most, from all accounts together", async () => {
  const address = newEmail();
  const subscribeAddress = async () => {
    const { id } = await createAccount(service.store, { email: newEmail(), plan: "free", actor: "test" });
    return await subscribe({ account: id, address });
  };
  for (let times = 0; times < 3; times++) await subscribeAddress();
  await expect(subscribeAddress()).rejects.toThrow(`${address} has already received 3 requests to confirm today`);
});

it.each(["unsubscribe", "confirm", "verify"])(
  "a link to %s with a wrong token is 404 for both methods",
  async (action) => {
    for (const token of ["x", "a".repeat(43), "..%2f..%2faccount"]) {
      const url = `${service.base}/mail/${action}/${token}`;
      expect([(await fetch(url)).status, (await post(url)).status]).toEqual([404, 404]);
    }
    expect((await fetch(`${service.base}/mail/${action}/${"a".repeat(43)}`, { method: "PUT" })).status).toBe(405);
  },
);

it("the account page creates mail to another address, whose owner confirms it, and shows no token", async () => {
  const owner = await signedUp(service, newEmail(), { password });
  const address = newEmail();
  const input = { list: "CLUSTERS", filters: "minSize=3", name: "Large clusters", address, isDaily: true };
  const created = await execute(owner, CreateMail, input);
  const { id, ...subscription } = created.data.createMail;
  const expected = { channel: "mail", address, cadence: "daily", confirmedAt: null, feedAddress: null };
  expect(subscription).toMatchObject({ ...expected, filters: "minSize=3", state: "active" });
  const { token } = await service.store.prisma.subscription.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(created)).not.toContain(token);
  const link = await linkTo(address);
  expect(link).toContain(token);
  expect((await post(link)).status).toBe(200);
  expect((await post(link.replace("/confirm/", "/unsubscribe/"))).status).toBe(200);
  const resumed = await execute(owner, ResumeSubscription, { id });
  expect(resumed.data.resumeSubscription).toMatchObject({ state: "active" });
  expect((await findMailSubscription(service.store, id)).confirmedAt).toBe(null);
  const malformed = await execute(owner, CreateMail, { ...input, address: "nobody" });
  expect(malformed.errors[0].message).toBe('"nobody" is not an e-mail address');
});
