// The tables and filters of the lists in a real browser, over the sample data: lots of an order, names, presets, and a
// form with the parameters of the API.
import { beforeAll, expect, test } from "vitest";
import listTrades from "../../rest/routes/list-trades.ts";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { describeInBrowser, siteOfTests } from "./site.ts";
import { checkPage, type Visitor, waitUntilLoaded } from "./visit.ts";

describeInBrowser("tables and filters, in a browser", () => {
  const site = siteOfTests();
  let admin: Visitor;

  beforeAll(async () => {
    await loadSampleData(site.store, { today: new Date().toISOString().slice(0, 10) });
    admin = await site.administrator();
  });

  const open = async (path: string, heading: string) => {
    await admin.go(path, heading);
    await admin.page.getByRole("table").first().waitFor();
    await waitUntilLoaded(admin.page);
  };

  test("the lots of an order are one row with their exact sums, which shows the lots on a click", async () => {
    const { page } = admin;
    const { rows } = await site.store.pool.query<{ cik: string; day: string; shares: string; average: string }>(`
      SELECT insider_cik AS cik, traded_on::text AS day, to_char(sum(shares), 'FM999,999') AS shares,
        to_char(round(sum(value) / sum(shares), 4), 'FM99990.0099') AS average
      FROM insider_trades WHERE NOT is_derivative AND superseded_by_id IS NULL
      GROUP BY 1, 2, transaction_code HAVING count(*) = 4 ORDER BY 1 LIMIT 1`);
    const [order] = rows;
    if (!order) throw new Error("the sample has an order in four lots");
    await open(
      `/admin/data/trades?insiderCik=${order.cik}&tradedFrom=${order.day}&tradedTo=${order.day}`,
      "Insider trades",
    );
    const shown = page.getByRole("table", { name: "Insider trades" }).locator("tbody tr:visible");
    await page.getByText("4 in all").waitFor();
    expect(await shown.count()).toBe(1);
    const texts = await shown.first().getByRole("cell").allTextContents();
    expect(texts).toEqual(expect.arrayContaining([order.shares, order.average]));
    await page.getByRole("button", { name: "4 lots" }).click();
    expect(await shown.count()).toBe(5);
    await checkPage(admin, "admin-lots");
    await shown.nth(2).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Insider trade" }).getByText("as filed: ").first().waitFor();
    await page.keyboard.press("Escape");
  });

  test.each([
    ["trades", "Insider trades", "insiders"],
    ["politician-trades", "Congressional trades", "politicians"],
    ["late", "Late filings", "politicians"],
  ])(
    "on a screen of 1280 px every name in /admin/data/%s is on one line, and no row is higher than two",
    async (path, heading, kind) => {
      const { page } = admin;
      await page.setViewportSize({ width: 1280, height: 900 });
      try {
        await open(`/admin/data/${path}`, heading);
        const lines = (await page.evaluate(
          `[...document.querySelectorAll('td a[href*="/${kind}/"]')].map((name) => name.getClientRects().length).filter(Boolean)`,
        )) as number[];
        expect(lines.length).toBeGreaterThan(10);
        expect(new Set(lines)).toEqual(new Set([1]));
        const heights = (await page.evaluate(
          `[...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height)`,
        )) as number[];
        expect(Math.max(...heights)).toBeLessThan(45);
      } finally {
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    },
  );

  test("a name of 400 characters makes no row of more than two lines", async () => {
    const { page } = admin;
    const rename = (from: string, to: string) =>
      site.store.pool.query("UPDATE companies SET name = replace(name, $1, $2)", [from, to]);
    const long = ` ${"and the Heirs of the Founder ".repeat(14)}(Sample)`;
    await rename(" (Sample)", long);
    try {
      await open("/admin/data/trades", "Insider trades");
      const heights = (await page.evaluate(
        `[...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height)`,
      )) as number[];
      expect(Math.max(...heights)).toBeLessThan(45);
    } finally {
      await rename(long, " (Sample)");
    }
  });

  test("prices are aligned at their points, and a gift has none", async () => {
    const { page } = admin;
    await open("/admin/data/trades?tradeTypes=P,G&pageSize=100", "Insider trades");
    const points = (await page.evaluate(`[...document.querySelectorAll("tbody [data-decimals]")].flatMap((price) => {
      const at = price.textContent.indexOf(".");
      if (at < 0 || price.getClientRects().length === 0) return [];
      const range = document.createRange();
      range.setStart(price.firstChild, at);
      range.setEnd(price.firstChild, at + 1);
      return Math.round(range.getBoundingClientRect().left);
    })`)) as number[];
    expect(points.length).toBeGreaterThan(20);
    expect(Math.max(...points) - Math.min(...points)).toBeLessThanOrEqual(1);
    await open("/admin/data/trades?tradeTypes=G", "Insider trades");
    const table = page.getByRole("table", { name: "Insider trades" });
    const prices = await table.locator('tbody td[data-label^="Price"]').allTextContents();
    expect(new Set(prices)).toEqual(new Set(["–"]));
  });

  test("a preset sets parameters of the API, shows them as an active filter, and removes them on a second click", async () => {
    const { page } = admin;
    await open("/admin/data/trades", "Insider trades");
    const preset = page.getByRole("link", { name: "Officers and directors" });
    await preset.click();
    await expect.poll(() => new URL(page.url()).searchParams.get("role")).toBe("officer,director");
    await page.getByText("Role: Officer, Director").waitFor();
    await page.getByLabel("Signal tier").selectOption("Strong");
    await page.getByText("Signal tier: Strong").waitFor();
    await checkPage(admin, "admin-presets");
    await preset.click();
    await expect.poll(() => new URL(page.url()).searchParams.get("role")).toBeNull();
    expect(new URL(page.url()).searchParams.get("signalTier")).toBe("strong");
  });

  test("the fields of the filters' form are parameters of the API", async () => {
    const { page } = admin;
    await open("/admin/data/trades?sort=value&order=asc", "Insider trades");
    const names = (await page.evaluate(
      `[...document.querySelector("search form").elements].map(({ name }) => name).filter(Boolean)`,
    )) as string[];
    expect(names).toEqual(expect.arrayContaining(["q", "tradeTypes", "is10b51", "minDeltaOwnPct", "sort", "order"]));
    expect(names.filter((name) => !(name in listTrades.params))).toEqual([]);
    await page.getByPlaceholder("Ticker, company, insider or CIK").fill("zqplp");
    await page.keyboard.press("Enter");
    await page.getByText("Search: zqplp").waitFor();
    expect(new URL(page.url()).search).toBe("?sort=value&order=asc&q=zqplp");
  });
});
