// Accounts in a real browser, an owner beside an administrator, and the API between them: whatever is changed on a page holds for the
// next request.
import { beforeAll, expect, test } from "vitest";
import { ofOneDay } from "../support/day.ts";
import { seedStore } from "../support/seed.ts";
import { describeInBrowser, siteOfTests } from "./site.ts";
import { judge, type Visitor } from "./visit.ts";

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

  const ask = (key: string, address = "198.51.100.1") =>
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
  const act = async (button: string, confirmed: string) => {
    const dialog = admin.page.getByRole("dialog");
    await admin.page.getByRole("button", { name: button, exact: true }).click();
    await dialog.getByText(email).waitFor();
    await dialog.getByRole("button", { name: confirmed }).click();
    await dialog.waitFor({ state: "detached" });
  };

  test("journey 2: a leaked key is replaced immediately, and its later requests are shown", async () => {
    const { page } = owner;
    await page.goto(`${site.base}/sign-up`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Name").fill("laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    old = await secretOn(owner);
    await closeSecret(owner);
    await page
      .getByRole("row", { name: /laptop/ })
      .getByText("never")
      .waitFor();
    expect((await ask(old)).status).toBe(200);
    await page.getByRole("button", { name: "Rotate laptop" }).click();
    await page.getByLabel(/^immediately/).check();
    await page.getByRole("button", { name: "Create new key" }).click();
    fresh = await secretOn(owner);
    await closeSecret(owner);
    expect((await ask(old)).status).toBe(401);
    expect((await ask(fresh)).status).toBe(200);
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
    const acts = admin.page.getByRole("table", { name: "Audit events" });
    await acts.getByText("rotated key").waitFor();
    await acts.getByText("created key").first().waitFor();
    await judge(admin, "admin-account-audit");
  });

  test("accounts are found by search, plan and status; an empty result suggests which filters to remove", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/accounts`);
    await page.getByRole("table", { name: "Accounts" }).waitFor();
    await judge(admin, "admin-accounts");
    await page.keyboard.press("/");
    await page.keyboard.type("LEAKY");
    await page.keyboard.press("Enter");
    await page.getByText("1 match").waitFor();
    expect(await page.getByRole("row", { name: new RegExp(email) }).textContent()).toMatch(/Free.*✓ active.*2 \/ 5/);
    await page.getByLabel("Status").selectOption("suspended");
    await page.getByText("No account matches").waitFor();
    expect(page.url()).toMatch(/search=LEAKY&status=suspended$/);
    await judge(admin, "admin-accounts-none");
    await page.getByRole("button", { name: "status suspended" }).click();
    await page.getByRole("row", { name: new RegExp(email) }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: email }).waitFor();
    await judge(admin, "admin-account-keys");
  });

  test("a changed plan shows in the API's headers immediately", async () => {
    const { page } = admin;
    expect((await ask(fresh)).headers.get("x-dailylimit-limit")).toBe("5");
    await openAccount("keys");
    await page.getByRole("button", { name: "Change plan" }).click();
    await page.getByRole("dialog").getByLabel("Plan").selectOption("pro");
    await judge(admin, "admin-account-plan");
    await page.getByRole("button", { name: "Change to Pro" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const { headers } = await ask(fresh);
    expect(headers.get("x-dailylimit-limit")).toBe("50000");
    expect(headers.get("x-dailylimit-remaining")).toEqual(ofOneDay("49996"));
    await page.getByText("/ 50,000 today").waitFor();
  });

  test("a partner key works from its addresses only, and is seen once", async () => {
    const { page } = admin;
    await page.getByRole("button", { name: "Create partner key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("partner");
    await dialog.getByLabel("Allowed addresses").fill("somewhere");
    await dialog.getByRole("button", { name: "Create partner key" }).click();
    await dialog.getByRole("alert").getByText("somewhere").waitFor();
    // the browser logs the refusal as an error
    expect(admin.complaints.splice(0).length).toBe(1);
    await judge(admin, "admin-account-partner");
    await dialog.getByLabel("Allowed addresses").fill("203.0.113.0/24\n2001:db8::/32");
    await dialog.getByRole("button", { name: "Create partner key" }).click();
    partner = await secretOn(admin);
    expect((await ask(partner)).status).toBe(403);
    expect((await ask(partner, partnerAddress)).status).toBe(200);
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
    await judge(admin, "admin-account-revoke");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await ask(fresh)).status).toBe(401);
    expect((await ask(partner, partnerAddress)).status).toBe(200);
  });

  test("an account is suspended and taken back", async () => {
    await openAccount("keys");
    await act("Suspend", "Suspend");
    expect((await ask(partner, partnerAddress)).status).toBe(401);
    await admin.page.getByText("× suspended").waitFor();
    await act("Reactivate", "Reactivate");
    expect((await ask(partner, partnerAddress)).status).toBe(200);
  });

  test("usage, errors and changes of the account, each at its own address", async () => {
    const { page } = admin;
    await openAccount("usage");
    await page.getByRole("table", { name: "Requests by day, endpoint and status" }).waitFor();
    await judge(admin, "admin-account-usage");
    await page.getByRole("tab", { name: "Errors" }).click();
    await page.getByRole("table", { name: "Failed requests" }).waitFor();
    await page.getByRole("table", { name: "Errors by cause" }).getByRole("link", { name: "403 /trades" }).click();
    await page.getByRole("heading", { level: 2, name: /^Requests: 1 \(403 \/trades/ }).waitFor();
    await judge(admin, "admin-account-errors");
    await page.goBack();
    await page.getByRole("heading", { level: 2, name: /^Requests: \d+$/ }).waitFor();
  });

  test("a reset link lets the owner choose a password, once", async () => {
    const { page } = admin;
    await openAccount("keys");
    await page.getByRole("button", { name: "Reset link" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = (await page.getByTestId("link").textContent()) ?? "";
    await judge(admin, "admin-account-link");
    await page.getByRole("button", { name: "Done" }).click();
    await owner.page.goto(link);
    await owner.page.getByLabel("New password", { exact: true }).fill("another good password");
    await owner.page.getByRole("button", { name: "Set password" }).click();
    await owner.page.getByText("Password changed").waitFor();
    await openAccount("audit");
    await page.getByText("issued a password link for").first().waitFor();
    expect(await page.content()).not.toContain(link.split("token=")[1]);
  });

  test("an account is closed after its e-mail was typed, and nothing of it is left", async () => {
    const { page } = admin;
    await openAccount("keys");
    await page.getByRole("button", { name: "Close account" }).click();
    const dialog = page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: "Close account" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel("Type the e-mail").fill(email);
    await judge(admin, "admin-account-close");
    await button.click();
    await page.getByRole("heading", { level: 1, name: "Accounts" }).waitFor();
    expect((await ask(partner, partnerAddress)).status).toBe(401);
    await page.getByRole("row", { name: /team@example.org/ }).waitFor();
    expect(await page.getByText(email).count()).toBe(0);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Account not found" }).waitFor();
    await judge(admin, "admin-account-gone");
  });
});
