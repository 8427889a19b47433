// The public pages in a real browser: landing page, documentation, sign-in and sign-up. No others are public.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPeople, type TestService } from "../people/harness.ts";
import { seedStore } from "../support/seed.ts";
import { hasChromium, launchChromium } from "./chromium.ts";
import { judge, type Visitor, visitor } from "./visit.ts";

describe.skipIf(!hasChromium())("in a browser, without signing in", () => {
  let service: TestService;
  let browser: Browser;
  let guest: Visitor;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startPeople(), launchChromium()]);
    await seedStore(service.store);
    guest = await visitor(browser);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const go = (path: string) => guest.page.goto(service.base + path);

  test.each([
    ["landing", "/"],
    ["docs-quickstart", "/docs/quickstart"],
    ["docs-guide", "/docs/guides/outcomes-and-signal"],
    ["docs-reference", "/docs/reference"],
  ])("%s can be read by everybody", async (name, path) => {
    expect((await go(path))?.status()).toBe(200);
    await judge(guest, name, path === "/docs/reference" ? { part: "#listTrades ~ .sides" } : {});
  });

  test.each([
    ["sign-up", "/sign-up", "Create an account"],
    ["sign-in", "/sign-in", "Sign in"],
    ["reset", "/reset#token=unknown", "Choose a password"],
  ])("%s is one form", async (name, path, title) => {
    await go(path);
    await guest.page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await guest.page.locator("form").count()).toBe(1);
    await judge(guest, name);
  });

  test("the token of a reset link is removed from the URL, and an unknown one is refused", async () => {
    await go("/sign-in");
    await go("/reset#token=unknown");
    const { page } = guest;
    expect(page.url()).toBe(`${service.base}/reset`);
    await page.getByLabel("New password").fill("another long password");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("alert").waitFor();
    guest.complaints.length = 0;
  });

  test.each(["/account", "/account/keys", "/account/errors", "/admin", "/admin/audit"])(
    "%s is the sign-in and nothing else",
    async (path) => {
      const requested: string[] = [];
      guest.page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      expect((await go(path))?.status()).toBe(200);
      await guest.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      expect(await guest.page.getByRole("navigation").count()).toBe(0);
      expect(requested).not.toContain("/graphql");
      guest.page.removeAllListeners("request");
    },
  );

  test("the samples change their language by the keyboard, for all of a page, and on the next page too", async () => {
    const { page } = guest;
    await go("/docs/quickstart");
    await page.getByRole("tab", { name: "Shell" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tabpanel").textContent()).toContain("urllib");
    await go("/docs/guides/paging");
    const all = await page.getByRole("tablist").count();
    expect(all).toBeGreaterThan(1);
    expect(await page.getByRole("tab", { name: "Python", selected: true }).count()).toBe(all);
  });

  test("a page without scripts still shows every sample", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${service.base}/docs/quickstart`);
    const text = await page.locator("main").textContent();
    for (const words of ["curl", "fetch(", "urllib", "net/http", "httr2"]) expect(text).toContain(words);
    await context.close();
  });
});
