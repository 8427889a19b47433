// Accounts in a real browser, by their owner and by an administrator: what is changed on a page applies to the next request of
// the API.
import { beforeAll, expect, test } from "vitest";
import { ifSameDay } from "../support/day.ts";
import { seedStore } from "../support/seed.ts";
import { describeInBrowser, resetPassword, signUp, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

const email = "leaky@example.com";
const partnerAddress = "203.0.113.9";

describeInBrowser("accounts, by their owner and by an administrator", () => {
  const site = siteOfTests({ TRUST_PROXY: "loopback" });
  let admin: Visitor;
  let owner: Visitor;
  let old: string;
  let fresh: string;
  let partner: string;

  beforeAll(async () => {
    await seedStore(site.store);
    admin = await site.administrator();
    owner = await site.visitor();
  });

  const call = (key: string, address = "198.51.100.1") =>
    fetch(`${site.base}/api/v1/trades?tradeTypes=P&pageSize=1`, {
      headers: { authorization: `Bearer ${key}`, "x-forwarded-for": address },
    });
  const secretOn = async ({ page }: Visitor) => (await page.getByTestId("secret").textContent()) ?? "";
  const closeSecret = async ({ page }: Visitor) => {
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "I have saved it" }).click();
  };
  const openAccount = async (tab: string) => {
    const { id } = await site.store.prisma.account.findUniqueOrThrow({ where: { email } });
    await admin.go(`/admin/accounts/${id}?tab=${tab}`, email);
  };
  /** Uses a button of the account's page, and the one of the same name that confirms it. */
  const useButton = async (name: string) => {
    const dialog = admin.page.getByRole("dialog");
    await admin.page.getByRole("button", { name, exact: true }).click();
    await dialog.getByText(email).waitFor();
    await dialog.getByRole("button", { name }).click();
    await dialog.waitFor({ state: "detached" });
  };

  test("journey 2: a leaked key is replaced immediately, and its later requests are shown", async () => {
    const { page } = owner;
    await signUp(page, site, email, "correct horse battery");
    await page.getByLabel("Name").fill("laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    old = await secretOn(owner);
    await closeSecret(owner);
    await page
      .getByRole("row", { name: /laptop/ })
      .getByText("never")
      .waitFor();
    expect((await call(old)).status).toBe(200);
    await page.getByRole("button", { name: "Rotate laptop" }).click();
    await page.getByLabel(/^immediately/).check();
    await page.getByRole("button", { name: "Create new key" }).click();
    fresh = await secretOn(owner);
    await closeSecret(owner);
    expect((await call(old)).status).toBe(401);
    expect((await call(fresh)).status).toBe(200);
    await page
      .getByRole("row", { name: new RegExp(old.slice(-4)) })
      .getByText(/^× expired/)
      .waitFor();
    await expect
      .poll(async () => {
        await page.goto(`${site.base}/account/errors`);
        await page.getByRole("heading", { level: 2, name: /^Requests: \d/ }).waitFor();
        return page.getByRole("row", { name: /401.*\/trades/ }).count();
      })
      .toBeGreaterThan(0);
    await openAccount("audit");
    const events = admin.page.getByRole("table", { name: "Audit events" });
    await events.getByText("rotated key").waitFor();
    await events.getByText("created key").first().waitFor();
    await checkPage(admin, "admin-account-audit");
  });

  test("accounts are found by search, plan and status; an empty result suggests which filters to remove", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/accounts`);
    await page.getByRole("table", { name: "Accounts" }).waitFor();
    await checkPage(admin, "admin-accounts");
    await page.keyboard.press("/");
    await page.keyboard.type("LEAKY");
    await page.keyboard.press("Enter");
    await page.getByText("1 match").waitFor();
    expect(await page.getByRole("row", { name: new RegExp(email) }).textContent()).toMatch(/Free.*✓ active.*2 \/ 5/);
    await page.getByLabel("Status").selectOption("suspended");
    await page.getByText("No account matches").waitFor();
    expect(page.url()).toMatch(/search=LEAKY&status=suspended$/);
    await checkPage(admin, "admin-accounts-none");
    await page.getByRole("button", { name: "status suspended" }).click();
    await page.getByRole("row", { name: new RegExp(email) }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: email }).waitFor();
    await checkPage(admin, "admin-account-keys");
  });

  test("a changed plan shows in the API's headers immediately", async () => {
    const { page } = admin;
    expect((await call(fresh)).headers.get("x-dailylimit-limit")).toBe("5");
    await openAccount("keys");
    await page.getByRole("button", { name: "Change plan" }).click();
    await page.getByRole("dialog").getByLabel("Plan").selectOption("pro");
    await checkPage(admin, "admin-account-plan");
    await page.getByRole("button", { name: "Change to Pro" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const { headers } = await call(fresh);
    expect(headers.get("x-dailylimit-limit")).toBe("50000");
    expect(headers.get("x-dailylimit-remaining")).toEqual(ifSameDay("49996"));
    await page.getByText("/ 50,000 today").waitFor();
  });

  test("a partner key works from its addresses only, and is shown once", async () => {
    const { page } = admin;
    await page.getByRole("button", { name: "Create partner key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("partner");
    await dialog.getByLabel("Allowed addresses").fill("somewhere");
    await dialog.getByRole("button", { name: "Create partner key" }).click();
    await dialog.getByRole("alert").getByText("somewhere").waitFor();
    // the browser logs the refusal as an error
    expect(admin.browserErrors.splice(0).length).toBe(1);
    await checkPage(admin, "admin-account-partner");
    await dialog.getByLabel("Allowed addresses").fill("203.0.113.0/24\n2001:db8::/32");
    await dialog.getByRole("button", { name: "Create partner key" }).click();
    partner = await secretOn(admin);
    expect((await call(partner)).status).toBe(403);
    expect((await call(partner, partnerAddress)).status).toBe(200);
    await dialog.getByRole("status").getByText("200", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page
      .getByRole("row", { name: /partner/ })
      .getByText("203.0.113.0/24, 2001:db8::/32")
      .waitFor();
    expect(await page.content()).not.toContain(partner);
  });

  test("a revoked key is refused immediately", async () => {
    const { page } = admin;
    await openAccount("keys");
    await page.getByRole("button", { name: "Revoke laptop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(fresh.slice(-4)).waitFor();
    await checkPage(admin, "admin-account-revoke");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await call(fresh)).status).toBe(401);
    expect((await call(partner, partnerAddress)).status).toBe(200);
  });

  test("an account is suspended and reactivated", async () => {
    await openAccount("keys");
    await useButton("Suspend");
    expect((await call(partner, partnerAddress)).status).toBe(401);
    await admin.page.getByText("× suspended").waitFor();
    await useButton("Reactivate");
    expect((await call(partner, partnerAddress)).status).toBe(200);
  });

  test("usage and errors of an account have their tabs, and errors are filtered by cause", async () => {
    const { page } = admin;
    await openAccount("usage");
    await page.getByRole("table", { name: "Requests by day, endpoint and status" }).waitFor();
    await checkPage(admin, "admin-account-usage");
    await page.getByRole("tab", { name: "Errors" }).click();
    await page.getByRole("table", { name: "Failed requests" }).waitFor();
    await page.getByRole("table", { name: "Errors by cause" }).getByRole("link", { name: "403 /trades" }).click();
    await page.getByRole("heading", { level: 2, name: /^Requests: 1 \(403 \/trades/ }).waitFor();
    await checkPage(admin, "admin-account-errors");
    await page.goBack();
    await page.getByRole("heading", { level: 2, name: /^Requests: \d+$/ }).waitFor();
  });

  test("a reset link lets the owner choose a password, and the audit page does not show it", async () => {
    const { page } = admin;
    await openAccount("keys");
    await page.getByRole("button", { name: "Reset link" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = (await page.getByTestId("link").textContent()) ?? "";
    await checkPage(admin, "admin-account-link");
    await page.getByRole("button", { name: "Done" }).click();
    await resetPassword(owner.page, link, "another good password");
    await owner.page.getByText("Password changed").waitFor();
    await openAccount("audit");
    await page.getByText("issued a password link for").first().waitFor();
    expect(await page.content()).not.toContain(link.split("token=")[1]);
  });

  test("an account is closed after its e-mail was typed, and is not found any more", async () => {
    const { page } = admin;
    await openAccount("keys");
    await page.getByRole("button", { name: "Close account" }).click();
    const dialog = page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: "Close account" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel("Type the e-mail").fill(email);
    await checkPage(admin, "admin-account-close");
    await button.click();
    await page.getByRole("heading", { level: 1, name: "Accounts" }).waitFor();
    expect((await call(partner, partnerAddress)).status).toBe(401);
    await page.getByRole("row", { name: /team@example.org/ }).waitFor();
    expect(await page.getByText(email).count()).toBe(0);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Account not found" }).waitFor();
    await checkPage(admin, "admin-account-gone");
  });
});
