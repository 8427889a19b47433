// The public pages in a real browser: landing page, documentation, sign-in and sign-up. No others are public.
import { beforeAll, expect, test } from "vitest";
import { seedStore } from "../support/seed.ts";
import { describeInBrowser, siteOfTests } from "./site.ts";
import { judge, type Visitor } from "./visit.ts";

describeInBrowser("in a browser, without signing in", () => {
  const site = siteOfTests();
  let guest: Visitor;

  beforeAll(async () => {
    await seedStore(site.store);
    guest = await site.visitor();
  });

  test.each([
    ["landing", "/"],
    ["docs-quickstart", "/docs/quickstart"],
    ["docs-guide", "/docs/guides/outcomes-and-signal"],
    ["docs-reference", "/docs/reference"],
  ])("%s can be read by everybody", async (name, path) => {
    expect((await guest.go(path))?.status()).toBe(200);
    await judge(guest, name, path === "/docs/reference" ? { part: "#listTrades ~ .sides" } : {});
  });

  test.each([
    ["sign-up", "/sign-up", "Create an account"],
    ["sign-in", "/sign-in", "Sign in"],
    ["reset", "/reset#token=unknown", "Reset your password"],
  ])("%s is one form", async (name, path, title) => {
    await guest.go(path);
    await guest.page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await guest.page.locator("form").count()).toBe(1);
    await judge(guest, name);
  });

  test("the token of a reset link is removed from the URL, and an unknown one is refused", async () => {
    await guest.go("/sign-in");
    await guest.go("/reset#token=unknown");
    const { page } = guest;
    expect(page.url()).toBe(`${site.base}/reset`);
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
      expect((await guest.go(path))?.status()).toBe(200);
      await guest.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      expect(await guest.page.getByRole("navigation").count()).toBe(0);
      expect(requested).not.toContain("/graphql");
      guest.page.removeAllListeners("request");
    },
  );

  test("the samples change their language by the keyboard, for all of a page, and on the next page too", async () => {
    const { page } = guest;
    await guest.go("/docs/quickstart");
    await page.getByRole("tab", { name: "Shell" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tabpanel").textContent()).toContain("urllib");
    await guest.go("/docs/guides/paging");
    const all = await page.getByRole("tablist").count();
    expect(all).toBeGreaterThan(1);
    expect(await page.getByRole("tab", { name: "Python", selected: true }).count()).toBe(all);
  });

  test("a page without scripts still shows every sample", async () => {
    const context = await site.context({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.base}/docs/quickstart`);
    const text = await page.locator("main").textContent();
    for (const words of ["curl", "fetch(", "urllib", "net/http", "httr2"]) expect(text).toContain(words);
    await context.close();
  });
});
