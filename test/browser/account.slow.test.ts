// The pages of an account in a real browser, over a real database: the first request, a leaked key, a larger plan, an error.
import { beforeAll, expect, test } from "vitest";
import { codeOf } from "../support/authenticator.ts";
import { ifSameDay } from "../support/day.ts";
import { seedStore } from "../support/seed.ts";
import { describeInBrowser, sendCredentials, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

const email = "newcomer@example.com";
const password = "correct horse battery";

describeInBrowser("the pages of an account, in a browser", () => {
  const site = siteOfTests({ PLAN_CHANGES: "immediate" });
  let user: Visitor;
  let secret: string;

  beforeAll(async () => {
    await seedStore(site.store);
    user = await site.visitor();
  });

  const call = (key: string, path = "/trades?tradeTypes=P&pageSize=1") =>
    fetch(`${site.base}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const shownSecret = async () => (await user.page.getByTestId("secret").textContent()) ?? "";

  test("journey 1: a newcomer gets from the landing page to the first response", async () => {
    const { page } = user;
    await page.goto(site.base);
    await page.getByRole("link", { name: "Create key" }).click();
    await sendCredentials(page, "Create account", email, password);
    await page.getByLabel("Name").fill("first");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    secret = await shownSecret();
    expect(secret).toMatch(/^disc_live_[A-Za-z0-9]{49}$/);
    const dialog = page.getByRole("dialog");
    for (const language of ["TypeScript", "Python", "Go", "R", "Shell"]) {
      await dialog.getByRole("tab", { name: language, exact: true }).click();
      const sample = await dialog.getByRole("tabpanel").textContent();
      expect(sample).toContain(secret);
      expect(sample).toContain(`${site.base}/api/v1/trades`);
    }
    await dialog.getByText("Waiting for the request").waitFor();
    await checkPage(user, "account-new-key");
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.getByText("cannot be shown again").waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();

    const response = await call(secret);
    expect(response.status).toBe(200);
    const id = response.headers.get("x-request-id") ?? "";
    await dialog.getByText(id).waitFor();
    expect(await dialog.getByRole("status").textContent()).toMatch(/200.* ms, request .*, 4 left today/s);
    await dialog.getByRole("button", { name: "Done" }).click();
    expect(await page.content()).not.toContain(secret);
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href")).not.toContain(
      secret,
    );
  });

  test("the home page shows what is left of the limits, and the requests of a day", async () => {
    await user.go("/account", "Account");
    const { page } = user;
    await page.getByText(/Free · [45] of 5 left today · 15[45] of 155 this month/).waitFor();
    await page.getByRole("group", { name: /Requests per day/ }).focus();
    await page.keyboard.press("End");
    await page.getByText(/^\d{4}-\d\d-\d\d: 1 request /).waitFor();
    await checkPage(user, "account-home");
  });

  test("a chosen plan applies to the next request", async () => {
    expect((await call(secret)).headers.get("x-dailylimit-limit")).toBe("5");
    await user.go("/account/plan", "Plan");
    const { page } = user;
    await checkPage(user, "account-plan");
    await page.getByRole("button", { name: "Choose Plus" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Change to Plus" }).click();
    await page.getByText("Your plan is Plus").waitFor();
    const { headers } = await call(secret);
    expect(headers.get("x-dailylimit-limit")).toBe("500");
    expect(headers.get("x-dailylimit-remaining")).toEqual(ifSameDay("497"));
  });

  test("an error is shown with what was sent, as text", async () => {
    const hostile = "<img src=x onerror=alert(1)>\u202e";
    const refused = await call(secret, `/trades?pageSize=1000&q=${encodeURIComponent(hostile)}`);
    expect(refused.status).toBe(400);
    const id = refused.headers.get("x-request-id") ?? "";
    const { page } = user;
    await expect
      .poll(async () => {
        await user.go("/account/errors", "Errors");
        return page.getByRole("row", { name: id }).count();
      })
      .toBe(1);
    await page.getByRole("row", { name: id }).focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog");
    await drawer.getByText(id).waitFor();
    const text = await drawer.textContent();
    expect(text).toContain("pageSize = 1000");
    expect(text).toContain("<img src=x onerror=alert(1)>⟨U+202E⟩");
    expect(page.url()).toContain(`request=${id}`);
    await checkPage(user, "account-error-open");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await checkPage(user, "account-errors");
  });

  test("the log of requests is filtered, and a request is sent again with a pasted key that is not stored", async () => {
    const { page } = user;
    const rows = page.getByRole("table", { name: "Requests" }).getByRole("row");
    await expect
      .poll(async () => {
        await user.go("/account/requests?status=2xx", "Requests");
        return rows.filter({ hasText: "pageSize=1" }).count();
      })
      .toBeGreaterThan(0);
    await page.getByLabel("Status").selectOption("4xx");
    await rows.filter({ hasText: "pageSize=1000" }).waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("4xx");
    await checkPage(user, "account-requests");
    await page.getByLabel("Status").selectOption("2xx");
    await rows.filter({ hasText: "pageSize=1" }).last().focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Your key").fill(secret);
    await drawer.getByRole("button", { name: "Send" }).click();
    await drawer.getByText("✓ 200").waitFor();
    await checkPage(user, "account-request-open");
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href")).not.toContain(
      secret,
    );
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
  });

  test("a key gets a last day and allowed addresses, which its owner changes", async () => {
    const { page } = user;
    await user.go("/account/keys", "Keys");
    await page.getByRole("button", { name: "Edit first" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Allowed addresses").fill("192.0.2.0/24");
    await checkPage(user, "account-key-edit");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("192.0.2.0/24").waitFor();
    expect((await call(secret)).status).toBe(403);
    await page.getByRole("button", { name: "Edit first" }).click();
    await dialog.getByLabel("Allowed addresses").fill("");
    await dialog.getByLabel("Last day (UTC)").fill("2099-12-31");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await call(secret)).status).toBe(200);
    const { rows } = await site.store.pool.query("SELECT expires_at FROM api_keys WHERE last_four = $1", [
      secret.slice(-4),
    ]);
    expect(rows[0].expires_at.toISOString()).toBe("2100-01-01T00:00:00.000Z");
  });

  test("journey 2: a leaked key is rotated immediately, and another one revoked after a confirmation", async () => {
    const { page } = user;
    await user.go("/account/keys", "Keys");
    await page.getByRole("button", { name: "Rotate first" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^immediately/).check();
    await dialog.getByRole("button", { name: "Create new key" }).click();
    const fresh = await shownSecret();
    expect((await call(secret)).status).toBe(401);
    expect((await call(fresh)).status).toBe(200);
    await dialog.getByRole("status").getByText("200", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await checkPage(user, "account-keys");

    await page.getByRole("button", { name: "Revoke first" }).click();
    await dialog.getByText(fresh.slice(-4)).waitFor();
    await checkPage(user, "account-revoke");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await call(fresh)).status).toBe(200);
    await page.getByRole("button", { name: "Revoke first" }).click();
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await call(fresh)).status).toBe(401);
    expect(await page.getByRole("button", { name: "Revoke first" }).count()).toBe(0);
  });

  test("the usage page restores its range and its grouping from the address", async () => {
    await user.go("/account/usage?days=7&by=status", "Usage");
    const { page } = user;
    expect(await page.getByRole("radio", { name: "Status" }).isChecked()).toBe(true);
    expect(await page.getByRole("radio", { name: "7 d" }).isChecked()).toBe(true);
    await page.getByRole("table", { name: "Requests by day, endpoint and status" }).waitFor();
    await checkPage(user, "account-usage");
  });

  test("a limit that is nearly used up or reached is shown on every page, with its reset and the way to upgrade", async () => {
    const { page } = user;
    const setUsed = (requests: number) =>
      site.store.pool.query(
        "UPDATE quota_windows SET day_used = $1 WHERE account_id = (SELECT id FROM accounts WHERE email = $2)",
        [requests, email],
      );
    await setUsed(400);
    await user.go("/account/keys", "Keys");
    const near = page.getByRole("status").filter({ hasText: "! Daily limit nearly used up" });
    await near.waitFor();
    expect(await near.textContent()).toMatch(
      /400 of 500 requests today are used\. Resets \d{4}-\d\d-\d\d 00:00:00 UTC\. Upgrade/,
    );
    await checkPage(user, "account-limit-near");
    await setUsed(500);
    await user.go("/account/errors", "Errors");
    const reached = page.getByRole("status").filter({ hasText: "× Daily limit reached" });
    await reached.getByRole("link", { name: "Upgrade" }).click();
    await page.getByRole("heading", { level: 1, name: "Plan" }).waitFor();
    await page.getByRole("row", { name: /^Plus/ }).getByText("! Limit reached today").waitFor();
    await setUsed(4);
  });

  test("skip link, navigation and sign-out work by keyboard", async () => {
    const { page } = user;
    await user.go("/account", "Account");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
    await page.getByRole("link", { name: "Keys" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    await expect.poll(() => page.title()).toBe("Keys · Disclosed");
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await page.locator("body").textContent()).not.toContain(email);
  });

  test("a second factor is set up and requested at sign-in, and the account is deleted", async () => {
    const { page } = user;
    const signIn = async () => {
      await page.goto(`${site.base}/sign-in?next=%2Faccount%2Fsettings`);
      await sendCredentials(page, "Sign in", email, password);
    };
    await signIn();
    await page.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const totp = await shownSecret();
    await checkPage(user, "account-second-factor");
    await dialog.getByLabel("Code from the app").fill(codeOf(totp));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("Each sign-in needs a code").waitFor();
    await page.getByText("This session · Chrome on Linux").waitFor();
    await checkPage(user, "account-settings");
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();

    await signIn();
    await page.getByRole("heading", { level: 1, name: "Enter your code" }).waitFor();
    await checkPage(user, "sign-in-code");
    await page.getByLabel("Code").fill(codeOf(totp));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();

    await page.getByRole("button", { name: "Delete account" }).click();
    await checkPage(user, "account-delete");
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL(`${site.base}/`);
    expect(await site.store.prisma.user.count({ where: { email } })).toBe(0);
  });
});
