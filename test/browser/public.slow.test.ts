// The public pages in a real browser: landing page, documentation, sign-in and sign-up; pages of accounts are not public.
import { beforeAll, expect, test } from "vitest";
import { seedStore } from "../support/seed.ts";
import { idle } from "./measure.ts";
import { describeInBrowser, sendCredentials, signUp, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

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
    ["docs-endpoint", "/docs/reference/list-trades"],
    ["docs-search", "/docs/search?q=paging"],
    ["status", "/status"],
    ["terms", "/terms"],
    ["not-found", "/no/such/page"],
  ])("%s is public and accessible", async (name, path) => {
    expect((await guest.go(path))?.status()).toBe(name === "not-found" ? 404 : 200);
    // the browser logs a 404 as an error
    if (name === "not-found") guest.browserErrors.length = 0;
    await checkPage(guest, name, name === "docs-endpoint" ? { part: ".aside" } : {});
  });

  test.each([
    ["sign-up", "/sign-up", "Create an account"],
    ["sign-in", "/sign-in", "Sign in"],
    ["reset", "/reset#token=unknown", "Set a new password"],
    ["reset-pasted", "/reset", "Set a new password"],
  ])("%s has one form", async (name, path, title) => {
    await guest.go(path);
    await guest.page.getByRole("heading", { level: 1, name: title }).waitFor();
    // apart from the search of the header
    expect(await guest.page.locator("form:not([role=search])").count()).toBe(1);
    await checkPage(guest, name);
  });

  test("the token of a reset link is removed from the URL, and an unknown one is refused", async () => {
    await guest.go("/sign-in");
    await guest.go("/reset#token=unknown");
    const { page } = guest;
    expect(page.url()).toBe(`${site.base}/reset`);
    await page.getByLabel("New password").fill("another long password");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("alert").waitFor();
    guest.browserErrors.length = 0;
  });

  test.each(["/account", "/account/keys", "/account/errors", "/admin", "/admin/audit"])(
    "%s shows an anonymous caller the sign-in form alone, and sends no operation",
    async (path) => {
      const requested: string[] = [];
      guest.page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      expect((await guest.go(path))?.status()).toBe(200);
      await guest.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      expect(await guest.page.locator("#root").count()).toBe(0);
      expect(requested).not.toContain("/graphql");
      guest.page.removeAllListeners("request");
    },
  );

  test("the language of the samples is changed by keyboard, for all of a page and on the next page too", async () => {
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

  test("the search lists results while the user types, and leads to a section by keyboard", async () => {
    const { page } = guest;
    await guest.go("/docs/quickstart");
    await page.keyboard.press("/");
    await page.keyboard.type("etag");
    await page.locator(".found a").first().waitFor();
    await checkPage(guest, "docs-search-open");
    await page.locator(".find input").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/guides\/caching/);
  });

  test("sign-up, sign-in, the way back to the page and the search work without scripts", async () => {
    const context = await site.context({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signUp(page, site, "plain@example.org");
    await context.clearCookies();
    await page.goto(`${site.base}/docs/quickstart`);
    await page.getByRole("link", { name: "Sign in" }).click();
    await sendCredentials(page, "Sign in", "plain@example.org");
    await page.waitForURL(/\/docs\/quickstart$/);
    await page.getByRole("link", { name: /plain@example.org/ }).waitFor();
    await page.getByLabel("Search the documentation").fill("paging");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/search\?q=paging/);
    await page.locator("ol a").first().waitFor();
    await context.close();
  });

  test.each(["/sign-in", "/sign-in-code", "/sign-up", "/reset", "/account"])(
    "%s has less than 60 kB over all requests",
    async (path) => {
      const context = await site.context({});
      const page = await context.newPage();
      const sizes: Promise<number>[] = [];
      page.on("response", (response) => {
        const size = async () => {
          const { responseBodySize, responseHeadersSize } = await response.request().sizes();
          return responseBodySize + responseHeadersSize;
        };
        sizes.push(size());
      });
      await page.goto(site.base + path);
      await idle(page);
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(sizes.length).toBeLessThan(10);
      expect(total).toBeGreaterThan(1_000);
      expect(total).toBeLessThan(60_000);
      await context.close();
    },
  );

  test("a page without scripts still shows every sample", async () => {
    const context = await site.context({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.base}/docs/quickstart`);
    const text = await page.locator("main").textContent();
    for (const words of ["curl", "fetch(", "urllib", "net/http", "httr2"]) expect(text).toContain(words);
    await context.close();
  });
});
