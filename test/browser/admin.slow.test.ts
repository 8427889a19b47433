// An administrator's sign-in in a real browser: the one-time link, a password, the dashboard. Other users are refused.
import { beforeAll, expect, test } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { seedStore } from "../support/seed.ts";
import { describeInBrowser, resetPassword, sendCredentials, signUp, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

describeInBrowser("in a browser, as an administrator", () => {
  const site = siteOfTests();
  let admin: Visitor;

  beforeAll(async () => {
    await seedStore(site.store);
    admin = await site.visitor();
  });

  test("the link sets the password once, the sign-in opens the dashboard, and its audit page has filters", async () => {
    const email = "operator@example.com";
    const { link } = await createAdmin(site.store, { email, actor: "tests", publicUrl: site.base });
    const { page } = admin;
    await resetPassword(page, link);
    await page.getByText("Password changed").waitFor();
    await page.goto(`${site.base}/admin`);
    await sendCredentials(page, "Sign in", email);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.getByRole("table", { name: "Audit events" }).getByText("issued an administrator's link for").waitFor();
    await checkPage(admin, "admin-audit");
    await page.getByLabel("Actor").fill("nobody@");
    await page.keyboard.press("Enter");
    await page.waitForURL(/actor=nobody/);
    await page.getByText("No events match.").waitFor();
    expect(await page.getByLabel("Actor").evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Show all events" }).click();
    await page.getByLabel("Kind").selectOption({ label: "Keys" });
    await page.waitForURL(/kind=keys/);
    await page.getByText("No events match.").waitFor();

    const second = await site.visitor();
    await resetPassword(second.page, link, "another one of them");
    await second.page.getByRole("alert").waitFor();
    await second.context.close();
  });

  test("an administrator without an account of the API is led to the dashboard", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/account`);
    await page.getByText("without an API account").waitFor();
    await checkPage(admin, "account-none");
    await page.goto(`${site.base}/sign-in`);
    await page.waitForURL(/\/admin/);
    await page.goto(site.base);
    await page.getByRole("link", { name: "Create key" }).click();
    await page.getByRole("heading", { level: 1, name: "Accounts" }).waitFor();
  });

  test("a user without the administrator role sees nothing of the dashboard", async () => {
    const { page, context } = await site.visitor();
    await signUp(page, site, "curious@example.com");
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    await page.goto(`${site.base}/admin/audit`);
    await page.getByText("not signed in as an administrator").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await context.close();
  });
});
