// The administrator's sign-in in a real browser: the one-time link, a password, the dashboard; other users are refused.
import { beforeAll, expect, test } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { seedStore } from "../support/seed.ts";
import { describeInBrowser, siteOfTests } from "./site.ts";
import { judge, type Visitor } from "./visit.ts";

const password = "a password of the tests";

describeInBrowser("in a browser, as an administrator", () => {
  const site = siteOfTests();
  let admin: Visitor;

  beforeAll(async () => {
    await seedStore(site.store);
    admin = await site.visitor();
  });

  test("the link sets the password, once, and the sign-in opens the dashboard", async () => {
    const { link } = await createAdmin(site.store, {
      email: "operator@example.com",
      actor: "tests",
      publicUrl: site.base,
    });
    const { page } = admin;
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Password changed").waitFor();
    await page.goto(`${site.base}/admin`);
    await page.getByLabel("E-mail").fill("operator@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.getByRole("table", { name: "Audit events" }).getByText("issued an administrator's link for").waitFor();
    await judge(admin, "admin-audit");
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
    await second.page.goto(link);
    await second.page.getByLabel("New password", { exact: true }).fill("another one of them");
    await second.page.getByRole("button", { name: "Set password" }).click();
    await second.page.getByRole("alert").waitFor();
    await second.context.close();
  });

  test("an administrator without an account of the API is led to the dashboard", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/account`);
    await page.getByText("without an API account").waitFor();
    await judge(admin, "account-none");
    await page.goto(`${site.base}/sign-in`);
    await page.waitForURL(/\/admin/);
    await page.goto(site.base);
    await page.getByRole("link", { name: "Create key" }).click();
    await page.getByRole("heading", { level: 1, name: "Accounts" }).waitFor();
  });

  test("a user without the administrator role sees nothing of it", async () => {
    const { page, context } = await site.visitor();
    await page.goto(`${site.base}/sign-up`);
    await page.getByLabel("E-mail").fill("curious@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    await page.goto(`${site.base}/admin/audit`);
    await page.getByText("not signed in as an administrator").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await context.close();
  });
});
