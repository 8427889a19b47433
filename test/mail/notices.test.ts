// Notices by mail, and what the links in mail do, against the whole service and a mail server.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import {
  createMailSubscription,
  findMailSubscription,
  resumeMailSubscription,
} from "../../src/accounts/mail-subscriptions.ts";
import { createWebhook } from "../../src/accounts/webhooks.ts";
import { startNotices } from "../../src/mail/notice-sender.ts";
import { openSmtp } from "../../src/mail/smtp.ts";
import { openListener } from "../../src/store/connections/listen.ts";
import { CreateMail, ResumeSubscription } from "../../src/web/generated/operations.ts";
import { Browser, startPeople, type TestService } from "../people/harness.ts";
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
/** No notice waits: what was to be sent is sent. */
const settled = () => until(async () => (await service.store.prisma.notice.count({ where: { endedAt: null } })) === 0);

async function linkTo(email: string): Promise<string> {
  await until(() => mailTo(email).length > 0);
  return linksIn(mailTo(email).at(-1)?.text)[0] ?? "";
}

/** What a mail program or a page's button sends. */
const post = (url: string) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });

/** A person who has signed up, with a verified address. */
async function verified() {
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

/** What a browser without scripts sends from the page for a forgotten password. */
async function askForLink(email: string) {
  const init = { method: "POST", headers: { origin: service.base }, body: new URLSearchParams({ email }) };
  const response = await fetch(`${service.base}/forgot-password`, init);
  return { status: response.status, text: await response.text() };
}

it("a password is reset by mail, and whether an e-mail is known shows in no response", async () => {
  const { email } = await verified();
  const [known, unknown] = await Promise.all([email, newEmail()].map(askForLink));
  expect(known?.text).toContain("If an account exists for this address, a link was sent to it.");
  expect(unknown).toEqual({ ...known, status: 200 });
  const link = await linkTo(email);
  const token = new URL(link).hash.replace("#token=", "");
  const newPassword = "another good battery";
  expect((await browser().post("/auth/reset-password", { token, newPassword })).status).toBe(200);
  expect((await browser().signIn(email, newPassword)).status).toBe(200);
  await askForLink(email);
  await settled();
  // the second request within ten minutes sends nothing
  expect(inbox.received.length).toBe(1);
});

it("no secret waits in the database, whatever a mail contains", async () => {
  const email = newEmail();
  inbox.refuseNext(451);
  await browser().signUp(email, password);
  await until(async () => (await service.store.prisma.notice.count({ where: { attempts: 1, endedAt: null } })) === 1);
  const { user } = { user: await service.store.prisma.user.findUniqueOrThrow({ where: { email } }) };
  const waiting = await service.store.prisma.notice.findFirstOrThrow({ where: { subjectId: user.id } });
  expect(waiting.details).toEqual({});
  await service.store.pool.query("UPDATE notices SET attempt_at = now()");
  expect(await linkTo(email)).toMatch(/\/mail\/verify\/[\w-]{43}$/);
});

it("80 and 100 % of a limit are one notice each, to a verified address, with the reset time and the way to upgrade", async () => {
  const { email, accountId } = await verified();
  const stranger = (await createAccount(service.store, { email: newEmail(), plan: "free", actor: "test" })).id;
  const { perDay, perMonth } = await service.store.prisma.plan.findUniqueOrThrow({ where: { id: "free" } });
  const use = async (id: string, day: number, month: number) =>
    await service.store.pool.query(
      `INSERT INTO quota_windows (account_id, minute_start, minute_used, day_start, day_used, month_start, month_used)
       VALUES ($1, date_trunc('minute', now()), 0, date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', $2,
         date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', $3)
       ON CONFLICT (account_id) DO UPDATE SET day_used = $2, month_used = $3`,
      [id, day, month],
    );
  await use(stranger, perDay, perMonth);
  await use(accountId, Math.ceil(perDay * 0.8) - 1, 0);
  // the stranger's mail would have come before this one
  await use(accountId, Math.ceil(perDay * 0.8), 0);
  await until(() => mailTo(email).length === 1);
  await use(accountId, perDay, Math.ceil(perMonth * 0.8));
  await until(() => mailTo(email).length === 3);
  await use(accountId, perDay, perMonth);
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

it("a webhook that is paused after failure is a notice to its account", async () => {
  const { email, accountId } = await verified();
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

it("an address is confirmed by a link, unsubscribes by one POST, and gets no mail before it is confirmed again", async () => {
  const { accountId } = await verified();
  const address = newEmail();
  const input = {
    account: accountId,
    list: "trades",
    filters: "",
    name: "",
    cadence: "at_once",
    actor: "test",
  } as const;
  const { id, confirmedAt } = await createMailSubscription(service.store, { ...input, address });
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
});

it("the account's own verified address needs no other link", async () => {
  const { email, accountId } = await verified();
  const input = { account: accountId, list: "trades", filters: "", name: "", cadence: "daily", actor: "test" } as const;
  expect(await createMailSubscription(service.store, input)).toMatchObject({
    address: email,
    confirmedAt: expect.any(Date),
  });
});

it("an address is asked to confirm three times a day at most, whichever accounts ask", async () => {
  const address = newEmail();
  const ask = async () => {
    const { id } = await createAccount(service.store, { email: newEmail(), plan: "free", actor: "test" });
    const input = { account: id, list: "trades", filters: "", name: "", cadence: "daily", actor: "test" } as const;
    return await createMailSubscription(service.store, { ...input, address });
  };
  for (let times = 0; times < 3; times++) await ask();
  await expect(ask()).rejects.toThrow(`${address} has already received 3 requests to confirm today`);
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
  const owner = browser();
  const email = newEmail();
  await owner.signUp(email, password);
  await owner.signIn(email, password);
  const address = newEmail();
  const wanted = { list: "CLUSTERS", filters: "minSize=3", name: "Large clusters", address, isDaily: true };
  const made = await ask(owner, CreateMail, wanted);
  const { id, ...shown } = made.data.createMail;
  const expected = { channel: "mail", address, cadence: "daily", confirmedAt: null, feedAddress: null };
  expect(shown).toMatchObject({ ...expected, filters: "minSize=3", state: "active" });
  const { token } = await service.store.prisma.subscription.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(made)).not.toContain(token);
  const link = await linkTo(address);
  expect(link).toContain(token);
  expect((await post(link)).status).toBe(200);
  expect((await post(link.replace("/confirm/", "/unsubscribe/"))).status).toBe(200);
  const resumed = await ask(owner, ResumeSubscription, { id });
  expect(resumed.data.resumeSubscription).toMatchObject({ state: "active" });
  expect((await findMailSubscription(service.store, id)).confirmedAt).toBe(null);
  const malformed = await ask(owner, CreateMail, { ...wanted, address: "nobody" });
  expect(malformed.errors[0].message).toBe('"nobody" is not an e-mail address');
});

/** The response to an operation of the account pages. */
async function ask(owner: Browser, { hash }: { hash: string }, variables: object) {
  const body = { extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables };
  return (await owner.post("/graphql", body, { "x-disclosed-csrf": "1" })).body;
}
