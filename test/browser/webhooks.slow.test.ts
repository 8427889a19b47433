// Webhooks and feeds in a real browser: an account creates, tests and replays them, and sees the receiver's responses; the
// operator finds the receiver that fails and disables it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPlan } from "../../src/accounts/accounts.ts";
import { type Receiver, startReceiver, status } from "../events/receiver.ts";
import { startSending, storeEvents } from "../events/sending.ts";
import { seedStore } from "../support/seed.ts";
import { until } from "../support/until.ts";
import { describeInBrowser, signUp, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

const email = "newcomer@example.com";

describeInBrowser("webhooks in a browser", () => {
  const site = siteOfTests({ WEBHOOKS_ALLOW_LOOPBACK: "true" });
  let user: Visitor;
  let receiver: Receiver;
  let secret: string;

  beforeAll(async () => {
    await seedStore(site.store);
    receiver = await startReceiver((response) => response.end("<b>thanks</b>\u202e"));
    user = await site.visitor();
    await signUp(user.page, site, email, "correct horse battery");
    await setPlan(site.store, { account: email, plan: "plus", actor: "tests" });
  });
  afterAll(() => receiver.close());

  const dialog = () => user.page.getByRole("dialog");
  const webhook = () => site.store.prisma.subscription.findFirstOrThrow({ where: { channel: "webhook" } });

  test("a webhook with a wrong filter is refused with the reason, and one that is created shows its secret once", async () => {
    const { page } = user;
    await user.go("/account/webhooks", "Subscriptions");
    await page.getByText("You have no subscriptions yet").waitFor();
    await page.getByRole("button", { name: "Create subscription" }).click();
    await dialog().getByLabel("Name").fill("Purchases");
    await dialog()
      .getByLabel(/chief executive or chief financial officer/)
      .check();
    await dialog().getByLabel("Filters", { exact: true }).fill("minimumValue=100k");
    await dialog().getByLabel("Address of the receiver").fill(receiver.url);
    await dialog().getByRole("button", { name: "Create webhook" }).click();
    await dialog()
      .getByRole("alert")
      .filter({ hasText: /minimumValue is not a known parameter/ })
      .waitFor();
    expect(user.browserErrors.splice(0)).toEqual([expect.stringMatching(/status of 400/)]);
    await checkPage(user, "account-webhook-create");
    await dialog().getByLabel("Filters", { exact: true }).fill("?minValue=100k");
    await dialog().getByRole("button", { name: "Create webhook" }).click();
    secret = (await dialog().getByTestId("copied").textContent()) ?? "";
    expect(secret).toMatch(/^whsec_/);
    receiver.verifyWith(secret);
    await dialog().getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("link", { name: "Purchases" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await webhook()).toMatchObject({ list: "trades", filters: "preset=ceo_cfo_buy&minValue=100k" });
    await page.getByText("1 of 5 subscriptions of the plan Plus").waitFor();
    await checkPage(user, "account-webhooks");
  });

  test("a test event shows the receiver's response, as text", async () => {
    const { page } = user;
    await page.getByRole("link", { name: "Purchases" }).click();
    await page.getByRole("heading", { level: 1, name: "Purchases" }).waitFor();
    await page.getByRole("button", { name: "Send test event" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /Delivered: the receiver responded with 200 \(\d+ ms\)/ })
      .waitFor();
    expect(receiver.received[0]?.body).toMatchObject({ type: "test", data: { list: "trades", name: "Purchases" } });
    await page.getByRole("table", { name: "Deliveries" }).getByRole("row", { name: /✓ 200/ }).focus();
    await page.keyboard.press("Enter");
    await dialog().getByText("<b>thanks</b>⟨U+202E⟩").waitFor();
    await checkPage(user, "account-webhook-delivery");
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });

  test("a webhook is paused and resumed, its events wait meanwhile, and are replayed", async () => {
    const { page } = user;
    const { id } = await webhook();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("× paused", { exact: true }).waitFor();
    const trade = await site.store.prisma.insiderTrade.findFirstOrThrow();
    await storeEvents(site.store, { id, list: "trades" }, [{ position: 9001, rowId: trade.id }]);
    await page.reload();
    await page.getByText(/^1 event, the oldest from/).waitFor();
    const sender = startSending(site.store, { limits: { pollMs: 20 } });
    try {
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByText("✓ active", { exact: true }).waitFor();
      await until(() => receiver.received.length === 2);
      await page.reload();
      await page.getByRole("button", { name: "Replay events" }).click();
      await dialog().getByLabel("Since data version").fill("9001");
      await dialog().getByRole("button", { name: "Replay", exact: true }).click();
      await dialog().getByText("1 event will be delivered again.").waitFor();
      await checkPage(user, "account-webhook-replay");
      await dialog().getByRole("button", { name: "Done" }).click();
      await until(() => receiver.received.length === 3);
      expect(receiver.received[2]?.id).toBe(receiver.received[1]?.id);
    } finally {
      await sender.close();
    }
    await page.reload();
    await page.getByRole("table", { name: "Deliveries" }).getByRole("row", { name: /✓ 200/ }).first().focus();
    await page.keyboard.press("Enter");
    await dialog().getByRole("button", { name: "Send this message again" }).click();
    await dialog()
      .getByRole("status")
      .filter({ hasText: /responded with 200/ })
      .waitFor();
    expect(receiver.received[3]?.id).toBe(receiver.received[1]?.id);
    await page.keyboard.press("Escape");
  });

  test("a webhook that is paused after failure, or has missed events, says so on the home page and on its own", async () => {
    const { page } = user;
    const { id } = await webhook();
    const missed = { missedSince: new Date("2026-01-02T03:04:05Z"), missedFirstVersion: 41, missedLastVersion: 43 };
    await site.store.prisma.subscription.update({
      where: { id },
      data: {
        state: "paused_after_failure",
        attempts: 80,
        failingSince: new Date(Date.now() - 73 * 3_600_000),
        ...missed,
      },
    });
    await user.go("/account", "Account");
    await page.getByText("is paused because its receiver failed for 72 hours").waitFor();
    await checkPage(user, "account-home-webhook-paused");
    await page.getByRole("link", { name: "Purchases" }).first().click();
    await page.getByText(/Events of data versions 41 to 43 cannot be delivered/).waitFor();
    await page.getByText("updatedSince=2026-01-02T03:04:05.000Z").waitFor();
    await checkPage(user, "account-webhook-missed");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText(/Events of data versions/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("✓ active", { exact: true }).waitFor();
    await user.go("/account", "Account");
    await page.getByText(/left today/).waitFor();
    expect(await page.getByText("Webhooks need your attention").count()).toBe(0);
  });

  test("a feed shows its address, which is replaced and revoked", async () => {
    const { page } = user;
    await user.go("/account/webhooks?create=true", "Subscriptions");
    await dialog().getByLabel(/^Feed/).check();
    await dialog().getByLabel("Name").fill("Late ones");
    await dialog().getByLabel("List", { exact: true }).selectOption("Late filings");
    await dialog().getByRole("button", { name: "Create feed" }).click();
    const address = (await dialog().getByTestId("copied").textContent()) ?? "";
    expect((await fetch(address)).status).toBe(200);
    await dialog().getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Late ones" }).click();
    await page.getByText(address).waitFor();
    await checkPage(user, "account-feed");
    await page.getByRole("button", { name: "Replace address" }).click();
    await dialog().getByRole("button", { name: "Replace address" }).click();
    await page.getByText(address).waitFor({ state: "detached" });
    const renewed = (await page.getByTestId("copied").textContent()) ?? "";
    expect([(await fetch(address)).status, (await fetch(renewed)).status]).toEqual([404, 200]);
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete feed" }).click();
    await page.getByRole("heading", { level: 1, name: "Subscriptions" }).waitFor();
    expect((await fetch(renewed)).status).toBe(404);
  });

  test("the operator finds the receiver that fails, and disables it; its owner cannot resume it", async () => {
    const { page } = user;
    const { id } = await webhook();
    receiver.respondWith(status(500));
    await user.go(`/account/webhooks/${id}`, "Purchases");
    await page.getByRole("button", { name: "Send test event" }).click();
    await page
      .getByText(/The receiver responded with 500/)
      .first()
      .waitFor();
    const admin = await site.administrator();
    await admin.go("/admin/webhooks", "Webhooks");
    await admin.page
      .getByRole("table", { name: "Channels" })
      .getByRole("row", { name: /^Webhook/ })
      .waitFor();
    await checkPage(admin, "admin-webhooks");
    await admin.page.getByRole("table", { name: "Worst receivers" }).getByRole("link", { name: receiver.url }).click();
    await admin.page.getByRole("heading", { level: 1, name: "Purchases" }).waitFor();
    await admin.page.getByRole("button", { name: "Disable" }).click();
    await checkPage(admin, "admin-webhook-disable");
    await admin.page.getByRole("dialog").getByRole("button", { name: "Disable webhook" }).click();
    await admin.page.getByText("× disabled by the operator").waitFor();
    await checkPage(admin, "admin-webhook");
    await page.reload();
    await page.getByText("× disabled by the operator").waitFor();
    expect(await page.getByRole("button", { name: "Resume" }).count()).toBe(0);
    await admin.page.getByRole("button", { name: "Enable" }).click();
    await admin.page.getByRole("dialog").getByRole("button", { name: "Enable webhook" }).click();
    await admin.page.getByText("✓ active", { exact: true }).waitFor();
  });
});
