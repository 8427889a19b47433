// The administrator's sign-in in a real browser: the one-time link, a password, the dashboard; other users are refused.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { startPeople, type TestService } from "../people/harness.ts";
import { seedStore } from "../support/seed.ts";
import { hasChromium, launchChromium } from "./chromium.ts";
import { judge, type Visitor, visitor } from "./visit.ts";

const password = "a password of the tests";

describe.skipIf(!hasChromium())("in a browser, as an administrator", () => {
  let service: TestService;
  let browser: Browser;
  let admin: Visitor;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startPeople(), launchChromium()]);
    await seedStore(service.store);
    admin = await visitor(browser);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test("the link sets the password, once, and the sign-in opens the dashboard", async () => {
    const { link } = await createAdmin(service.store, {
      email: "operator@example.com",
      actor: "tests",
      publicUrl: service.base,
    });
    const { page } = admin;
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("The password is set").waitFor();
    await page.goto(`${service.base}/admin`);
    await page.getByLabel("E-mail").fill("operator@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.getByRole("table", { name: "Audit events" }).getByText("admin.create").waitFor();
    await judge(admin, "admin-audit");

    const second = await visitor(browser);
    await second.page.goto(link);
    await second.page.getByLabel("New password", { exact: true }).fill("another one of them");
    await second.page.getByRole("button", { name: "Set password" }).click();
    await second.page.getByRole("alert").waitFor();
    await second.context.close();
  });

  test("an administrator without an account of the API is led to the dashboard", async () => {
    const { page } = admin;
    await page.goto(`${service.base}/account`);
    await page.getByText("has no account of the API").waitFor();
    await judge(admin, "account-none");
    await page.goto(`${service.base}/sign-in`);
    await page.waitForURL(/\/admin/);
    await page.goto(service.base);
    await page.getByRole("link", { name: "Create key" }).click();
    await page.getByRole("heading", { level: 1, name: "Accounts" }).waitFor();
  });

  test("a user without the administrator role sees nothing of it", async () => {
    const { page, context } = await visitor(browser);
    await page.goto(`${service.base}/sign-up`);
    await page.getByLabel("E-mail").fill("curious@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    await page.goto(`${service.base}/admin/audit`);
    await page.getByText("not as an administrator").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await context.close();
  });
});
