// The lists of the data in a real browser, for an administrator: filters of the API, marks, order, and a row's details.
import { beforeAll, expect, test } from "vitest";
import { seedStore, tradeId } from "../support/seed.ts";
import { describeInBrowser, siteOfTests } from "./site.ts";
import { checkPage, holdRequests, type Visitor, waitUntilLoaded, wide } from "./visit.ts";

describeInBrowser("the data, in a browser", () => {
  const site = siteOfTests();
  let admin: Visitor;

  beforeAll(async () => {
    await seedStore(site.store);
    await site.store.pool.query("UPDATE insider_trades SET price_quality = 'suspect' WHERE id = $1", [tradeId("cfo")]);
    admin = await site.administrator();
  });

  const open = async (path: string, heading: string) => {
    await admin.go(path, heading);
    await admin.page.getByRole("table").first().waitFor();
  };
  const total = async () => Number.parseInt((await admin.page.getByText(/in all$/).textContent()) ?? "", 10);

  test("a filter of insider trades is applied, an invalid one is named, and the address restores them", async () => {
    const { page } = admin;
    await open("/trades", "Insider trades");
    const all = await total();
    await page.getByRole("link", { name: /^P - Purchase/ }).click();
    await page.waitForURL(/tradeTypes=P$/);
    await expect.poll(total).toBeLessThan(all);
    await page.getByText("More filters").click();
    await page.getByLabel("Value ($, ranges)", { exact: true }).fill("much");
    await page.getByLabel("Value ($, ranges)", { exact: true }).press("Enter");
    await page.getByText(/Value \(\$, ranges\) must be ranges min-max/).waitFor();
    // neither rows of other filters nor an endless wait
    await page.getByText("Fix the highlighted filter").waitFor();
    expect(await page.getByRole("row").count()).toBe(0);
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
    await page.getByRole("link", { name: "Remove Value ($, ranges)" }).click();
    await checkPage(admin, "admin-trades");
    await page.reload();
    await page.getByRole("link", { name: "Remove Transaction code" }).click();
    await expect.poll(total).toBe(all);
  });

  test("a row states its source and the reasons of its signal", async () => {
    const { page } = admin;
    await open("/trades", "Insider trades");
    const first = page.getByRole("table").first().getByRole("row").nth(1);
    await first.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Insider trade" });
    await drawer.getByText("Signal").waitFor();
    await drawer.getByRole("link", { name: "at the SEC" }).waitFor();
    await drawer.getByRole("button", { name: "Compare with the file" }).click();
    await drawer.getByRole("table", { name: "Fields" }).waitFor();
    await drawer.getByText("no raw file is recorded for it").first().waitFor();
    await checkPage(admin, "admin-trade");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    expect(new URL(page.url()).searchParams.get("row")).toBeNull();
    await page.goto(`${site.base}/trades?row=${tradeId("gift")}`);
    await page.getByRole("dialog").getByText("Source").waitFor();
  });

  test.each([
    ["congress", "Congressional trades"],
    ["late", "Late filings"],
    ["clusters", "Clusters"],
    ["committees", "Committees"],
  ])("/%s lists rows", async (path, heading) => {
    await open(`/${path}`, heading);
    expect(await total()).toBeGreaterThan(0);
    await checkPage(admin, `admin-${path}`);
  });

  test("a late congressional trade says by how many days", async () => {
    const { page } = admin;
    await open("/late", "Late filings");
    await page
      .getByRole("table")
      .first()
      .getByRole("row")
      .nth(1)
      .click({ position: { x: 4, y: 4 } });
    await page
      .getByRole("dialog")
      .getByText(/late by \d+ days/)
      .waitFor();
    await checkPage(admin, "admin-politician-trade");
  });

  test.each([
    ["trades", "Insider trades", "insider_trades WHERE NOT is_derivative AND"],
    ["congress", "Congressional trades", "politician_trades WHERE"],
  ])("rows of amendments are marked in /%s, and no others", async (path, heading, from) => {
    const { rows } = await site.store.pool.query<{ amended: number }>(
      `SELECT count(*)::int AS amended FROM ${from} is_amendment AND superseded_by_id IS NULL`,
    );
    const amended = rows[0]?.amended ?? 0;
    await open(`/${path}?pageSize=100`, heading);
    expect(amended).toBeGreaterThan(0);
    await expect.poll(() => admin.page.getByText("! amended").count()).toBe(amended);
  });

  test("on a narrow screen rows keep their marks: amended, superseded, suspect", async () => {
    const { page } = admin;
    const { rows } = await site.store.pool.query<{ member: string }>(
      "SELECT bioguide_id AS member FROM politician_trades WHERE is_amendment AND superseded_by_id IS NULL",
    );
    await page.setViewportSize({ width: 390, height: 844 });
    try {
      for (const [path, mark] of [
        [`politicians/${rows[0]?.member}`, "! amended"],
        ["congress?updatedSince=2000-01-01T00:00:00Z&pageSize=100", "! superseded"],
        ["trades?pageSize=100", "! suspect"],
      ] as const) {
        await admin.go(`/${path}`);
        await page.getByText(mark).first().waitFor();
      }
      await checkPage(admin, "admin-trades-marked");
    } finally {
      await page.setViewportSize(wide);
    }
  });

  test("a page with an invalid filter says so and does not wait for rows", async () => {
    const { page } = admin;
    for (const path of ["trades?nope=1", "late?party=X", "clusters?minSize=1"]) {
      await page.goto(`${site.base}/${path}`);
      await page.getByText("Fix the highlighted filter").first().waitFor();
      expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
    }
    // the browser logs each 400 as an error
    expect(admin.browserErrors.splice(0)).toEqual(Array(3).fill(expect.stringMatching(/status of 400/)));
  });

  test("the search page keeps the focus in its field", async () => {
    const { page } = admin;
    const isFocused = () => page.locator("[data-page-search]").evaluate((box) => box.matches(":focus"));
    await page.goto(`${site.base}/search`);
    await page.getByText("Enter the name of a company").waitFor();
    expect(await isFocused()).toBe(true);
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.keyboard.type("wid");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?q=wid/);
    await waitUntilLoaded(page);
    await expect.poll(isFocused, { timeout: 10_000 }).toBe(true);
    await checkPage(admin, "admin-find");
  });

  test.each([
    ["trades", "Insider trades", "Filed", "Value", "sort=value"],
    ["congress", "Congressional trades", "Filed", "Range ($)", "sort=value"],
    ["late", "Late filings", "Days late", "Filed", "sort=filingDate"],
    ["clusters", "Clusters", "Latest filing", "People", "sort=size"],
  ])("/%s is sorted by the heads of its columns", async (path, heading, first, other, sort) => {
    const { page } = admin;
    const table = page.getByRole("table", { name: heading });
    const head = (name: string) => table.getByRole("columnheader", { name });
    const cells = async () => {
      await waitUntilLoaded(page);
      const heads = await table.getByRole("columnheader").allTextContents();
      const index = heads.findIndex((text) => text.startsWith(other));
      return await table.locator(`tbody tr td:nth-child(${index + 1})`).allTextContents();
    };
    await open(`/${path}`, heading);
    expect(await head(first).getAttribute("aria-sort")).toBe("descending");
    await head(other).getByRole("link").click();
    await page.waitForURL(`**/${path}?${sort}&order=desc`);
    await expect.poll(() => head(other).getAttribute("aria-sort")).toBe("descending");
    const falling = await cells();
    expect(new Set(falling).size).toBeGreaterThan(1);
    await head(other).getByRole("link").click();
    await page.waitForURL(`**/${path}?${sort}&order=asc`);
    await expect.poll(cells).not.toEqual(falling);
    expect(await head(other).getAttribute("aria-sort")).toBe("ascending");
  });

  test("rows of the previous filters are marked as loading until those of the new ones are there", async () => {
    const { page } = admin;
    await open("/trades", "Insider trades");
    const all = await total();
    const release = await holdRequests(page);
    await page.getByRole("link", { name: /^P - Purchase/ }).click();
    await page.waitForURL(/tradeTypes=P$/);
    const panel = page.getByRole("region", { name: "Insider trades" });
    await expect.poll(() => panel.getAttribute("aria-busy")).toBe("true");
    await page.getByText("Loading …").waitFor();
    expect(await page.getByText(/in all$/).count()).toBe(0);
    await release();
    await waitUntilLoaded(page);
    expect(await total()).toBeLessThan(all);
  });

  test("the API request of a list can be copied", async () => {
    const { page, context } = admin;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("/congress?sort=value&order=asc", "Congressional trades");
    await page.getByRole("button", { name: "Copy as API request" }).click();
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    expect(copied).toContain(`${site.base}/api/v1/politician-trades?sort=value&order=asc`);
    expect(copied).toContain("$DISCLOSED_API_KEY");
  });
});
