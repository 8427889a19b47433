// `disclosed mail`: an operator creates, tests and changes mail subscriptions; `disclosed doctor` checks the mail
// server.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createMailLinks } from "../../src/accounts/mail-links.ts";
import { syncReference } from "../../src/store/reference.ts";
import { type Inbox, startInbox } from "../mail/inbox.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";

let store: TestStore;
let inbox: Inbox;
beforeAll(async () => {
  inbox = await startInbox();
  store = await createTestStore();
  await syncReference(store);
  await createAccount(store, { email: "one@example.org", plan: "pro", actor: "test" });
});
afterAll(async () => {
  await store.close();
  await inbox.close();
});

const settings = () => ({
  ...{ DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: "/nonexistent", PUBLIC_URL: "https://disclosed.example.org" },
  ...{ SMTP_URL: inbox.url, MAIL_FROM: "alerts@example.org" },
});
const mail = (...args: string[]) => runCommand(["mail", ...args, "--json"], settings());
const create = (...more: string[]) => mail("create", "--account", "one@example.org", "--list", "trades", ...more);

it("a subscription is created, waits until its address is confirmed, sends a test, is paused, resumed and deleted", async () => {
  const made = await create("--filters", "tradeTypes=P", "--cadence", "daily", "--address", "Desk@Example.com");
  expect(made.stderr).toBe("");
  const created = JSON.parse(made.stdout);
  expect(created).toMatchObject({
    ...{ list: "trades", filters: "tradeTypes=P", cadence: "daily", address: "desk@example.com" },
    ...{ state: "active", confirmed_at: null },
  });
  expect(JSON.parse((await mail("list", "--account", "one@example.org")).stdout)).toEqual([created]);
  const refused = await mail("test", created.mail_id);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("desk@example.com is not confirmed yet")]);
  const { token } = await store.prisma.subscription.findUniqueOrThrow({ where: { id: created.mail_id } });
  expect(made.stdout).not.toContain(token);
  expect(await createMailLinks(store).carryOut("confirm", String(token))).toBe(true);
  const sent = await mail("test", created.mail_id);
  expect([sent.code, JSON.parse(sent.stdout)]).toEqual([0, expect.objectContaining({ status: 250, error: null })]);
  expect(inbox.received.map(({ recipients, subject }) => [recipients, subject])).toEqual([
    [["desk@example.com"], "Test: trades"],
  ]);
  for (const [change, state] of [
    ["pause", "paused_by_owner"],
    ["resume", "active"],
    ["delete", "active"],
  ])
    expect(JSON.parse((await mail(String(change), created.mail_id)).stdout).state).toBe(state);
  const gone = await mail("pause", created.mail_id);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining("There is no mail subscription with the id")]);
});

it.each([
  ["an invalid address", ["--address", "x\r\nBcc: y@example.com"], "is not an e-mail address"],
  ["an unknown filter", ["--filters", "tradeType=P"], "tradeType is not a known parameter"],
  ["an unknown cadence", ["--cadence", "weekly"], "weekly"],
])("%s is refused with exit code 2", async (_name, args, message) => {
  const { code, stderr } = await create(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it.each(["MAIL_FROM", "PUBLIC_URL", "SMTP_URL"])("no subscription is created without %s", async (name) => {
  const args = ["mail", "create", "--account", "one@example.org", "--list", "trades"];
  const { code, stderr } = await runCommand(args, { ...settings(), [name]: "" });
  expect([code, stderr]).toEqual([2, expect.stringContaining(name)]);
});

it("the doctor connects to the mail server, or reports why it cannot, without the password", async () => {
  const checkOf = async (env: Record<string, string>) => {
    const { stdout } = await runCommand(["doctor", "--json"], { ...settings(), PORT: "0", ...env });
    return JSON.parse(stdout).checks.find(({ check }: { check: string }) => check === "mail");
  };
  expect(await checkOf({})).toMatchObject({ status: "ok" });
  const failed = await checkOf({ SMTP_URL: "smtp://user:sesame@127.0.0.1:1" });
  expect(failed).toMatchObject({ status: "failed", message: expect.stringContaining("ECONNREFUSED") });
  expect(JSON.stringify(failed)).not.toContain("sesame");
});
