// The public data pages in a real browser, for a visitor without an account: three tasks that begin on the landing page, with
// scripts and without; the size of a page; names that are meant to break it.
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { idle } from "./measure.ts";
import { describeInBrowser, firstRow, siteOfTests } from "./site.ts";
import { checkPage, type Visitor, waitForHydration } from "./visit.ts";

describeInBrowser("the data, for a visitor", () => {
  const site = siteOfTests({ PUBLIC_PAGES_PER_MINUTE: "100000" });
  let guest: Visitor;
  let withoutScripts: BrowserContext;

  beforeAll(async () => {
    await loadSampleData(site.store, { today: new Date().toISOString().slice(0, 10) });
    guest = await site.visitor();
    withoutScripts = await site.context({ javaScriptEnabled: false });
  });

  const first = <Row extends object>(sql: string) => firstRow<Row>(site.store, sql);

  /** The landing page, with a count of the clicks on links. */
  async function visit(
    scripts: boolean,
  ): Promise<{ page: Page; click(name: string | RegExp): Promise<void>; clicks(): number }> {
    const page = await (scripts ? guest.context : withoutScripts).newPage();
    await page.goto(`${site.base}/`);
    let clicks = 0;
    return {
      page,
      clicks: () => clicks,
      async click(name) {
        clicks++;
        await page
          .getByRole("link", { name, exact: typeof name === "string" })
          .first()
          .click();
        await page.waitForLoadState();
      },
    };
  }

  test("a chart fills its frame at every width before scripts run", async () => {
    const page = await withoutScripts.newPage();
    for (const width of [360, 390, 768, 1024, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${site.base}/late`);
      const frame = page.getByRole("group", { name: /arrow keys/ });
      const drawing = frame.locator("svg").filter({ visible: true });
      expect(await drawing.count(), String(width)).toBe(1);
      const [outer, inner] = [await frame.boundingBox(), await drawing.boundingBox()];
      expect(Math.abs((outer?.width ?? 0) - (inner?.width ?? 0)), String(width)).toBeLessThan(1);
      expect(inner?.height).toBe(outer?.height);
    }
    await page.close();
  });

  test.each(["/trades", "/late", "/docs/quickstart", "/sign-in"])(
    "%s has the colours of the dark scheme that the system prefers, with scripts and without",
    async (path) => {
      const [withScripts, without] = await Promise.all(
        [true, false].map(async (javaScriptEnabled) => {
          const context = await site.context({ javaScriptEnabled, colorScheme: "dark" });
          const page = await context.newPage();
          await page.goto(site.base + path);
          await idle(page);
          const colours = await page.evaluate(() => {
            const variable = getComputedStyle(document.documentElement).getPropertyValue(
              "--mantine-color-accent-light",
            );
            const elements = ["body", "h1", "p", "main a", "header a", "input", "select", "button", "th", "td"];
            const read = elements.map((selector) => {
              const element = document.querySelector(selector);
              if (!element) return `no ${selector}`;
              const { color, backgroundColor, borderTopColor, colorScheme } = getComputedStyle(element);
              return [selector, color, backgroundColor, borderTopColor, colorScheme].join(" ");
            });
            return [...read, variable];
          });
          await context.close();
          return colours;
        }),
      );
      expect(without).toEqual(withScripts);
      expect(without?.[0]).toMatch(/^body rgb\(232, 234, 238\) rgb\(20, 23, 28\).* dark$/);
    },
  );

  test.each([true, false])(
    "a senator's trades in companies that their committee oversees are found with four clicks (scripts: %s)",
    async (scripts) => {
      const { name } = await first<{ name: string }>(`
        SELECT p.name FROM politician_trades t JOIN politicians p USING (bioguide_id) JOIN politician_outcomes o ON o.trade_id = t.id
        WHERE t.is_committee_trade AND t.superseded_by_id IS NULL AND t.chamber = 'Senate' AND o.return_30 IS NOT NULL
        GROUP BY 1, p.bioguide_id ORDER BY count(*) DESC, 1 LIMIT 1`);
      const { page, click, clicks } = await visit(scripts);
      await click("Politicians");
      await click(name);
      await click(/^Committee-related/);
      await page.getByRole("heading", { name: /^Trades: / }).waitFor();
      await page
        .getByRole("table", { name: "Trades of this member" })
        .getByRole("link", { name: "Details" })
        .first()
        .click();
      const open = page.getByLabel("Congressional trade");
      await open.getByText("! yes, computed from dates and rosters").waitFor();
      await open.getByRole("table", { name: "Returns" }).waitFor();
      expect(clicks() + 1).toBeLessThanOrEqual(4);
      await page.close();
    },
  );

  test.each([true, false])("an insider's track record is found with three clicks (scripts: %s)", async (scripts) => {
    const { page, click, clicks } = await visit(scripts);
    await click("Insiders");
    const { cik } = await first<{ cik: string }>(`
      SELECT insider_cik AS cik FROM insider_trades WHERE NOT is_derivative GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`);
    await click((await page.locator(`tbody a[href="/insiders/${cik}"]`).textContent()) ?? "");
    await page.getByRole("heading", { name: "Share of purchases that rose" }).waitFor();
    expect(clicks()).toBeLessThanOrEqual(3);
    await page.close();
  });

  test.each([true, false])("all trades of one company are found with two clicks (scripts: %s)", async (scripts) => {
    const { cik, ticker } = await first<{ cik: string; ticker: string }>(`
      SELECT c.cik, c.ticker FROM companies c JOIN insider_trades t ON t.company_cik = c.cik
      WHERE c.ticker IS NOT NULL GROUP BY 1, 2 ORDER BY count(*) DESC, 1 LIMIT 1`);
    const { page, click, clicks } = await visit(scripts);
    const search = page.getByRole("searchbox");
    await search.fill(ticker);
    await search.press("Enter");
    await page.waitForURL(/\/search\?q=/);
    await page.locator(`main a[href="/companies/${cik}"]`).first().click();
    await page.waitForURL(/\/companies\//);
    await click(/^All trades/);
    await page.waitForURL(/\/trades\?q=/);
    // the address changes before the rows are here
    await page.locator("tbody tr").first().waitFor();
    // the click on the company is the other one
    expect(clicks() + 1).toBeLessThanOrEqual(2);
    await page.close();
  });

  const lists = [
    "/trades",
    "/congress",
    "/clusters",
    "/late",
    "/companies",
    "/insiders",
    "/politicians",
    "/committees",
    "/signal",
  ];

  test.each(lists)("%s has at most 120 kB until it is used, and the same rows when it is", async (path) => {
    const page = await guest.context.newPage();
    const session = await guest.context.newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.goto(`${site.base}${path}`);
    await idle(page);
    expect(bytes).toBeGreaterThan(10_000);
    const loaded = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join(' ')");
    expect(bytes, String(loaded)).toBeLessThanOrEqual(120_000);
    const rows = () => page.locator("tbody").allTextContents();
    const before = await rows();
    await waitForHydration(page);
    expect(await rows()).toEqual(before);
    await page.close();
  });

  test("sorting, filtering and opening a row load no page, and are restored from the address", async () => {
    const { page } = guest;
    await guest.go("/trades", "Insider trades");
    await page.evaluate("window.isSame = true");
    await page.getByRole("columnheader", { name: "Value" }).getByRole("link").click();
    await page.waitForURL(/sort=value&order=desc/);
    await page.getByRole("link", { name: /^P - Purchase/ }).click();
    await page.waitForURL(/tradeTypes=P/);
    await page.getByRole("link", { name: "Details" }).first().click();
    await page.getByRole("dialog", { name: "Insider trade" }).getByText("Returns").waitFor();
    expect(await page.getByRole("dialog").getByText("Processing history").count()).toBe(0);
    expect(await page.evaluate("window.isSame")).toBe(true);
    await page.reload();
    await page.getByRole("region", { name: "Insider trade" }).getByText("Returns").waitFor();
    await waitForHydration(page);
    await page.getByRole("dialog", { name: "Insider trade" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(/tradeTypes=P$/);
    expect(guest.browserErrors.splice(0)).toEqual([]);
  });

  test.each(lists)("%s is accessible, and nothing is cut off", async (path) => {
    await guest.go(path);
    await checkPage(guest, `public${path.replaceAll("/", "-")}`);
  });

  test.each([1280, 390])(
    "without scripts the lots of an order are shown, and each opens (at %s pixels)",
    async (width) => {
      const { cik, day } = await first<{ cik: string; day: string }>(`
      SELECT insider_cik AS cik, traded_on::text AS day FROM insider_trades
      WHERE NOT is_derivative AND superseded_by_id IS NULL
      GROUP BY 1, 2, transaction_code HAVING count(*) = 4 ORDER BY 1 LIMIT 1`);
      const page = await withoutScripts.newPage();
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${site.base}/trades?q=${cik}&tradedFrom=${day}&tradedTo=${day}`);
      expect(await page.getByRole("button", { name: "4 lots" }).isVisible()).toBe(false);
      const details = page.getByRole("table", { name: "Insider trades" }).getByRole("link", { name: "Details" });
      expect(await details.count()).toBe(4);
      await details.nth(3).click();
      await page.getByRole("region", { name: "Insider trade" }).getByText("Returns").waitFor();
      await page.close();
    },
  );

  test("without scripts no page is wider than a screen of 390 pixels", async () => {
    const page = await withoutScripts.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of lists) {
      await page.goto(`${site.base}${path}`);
      expect(await page.locator("h1").boundingBox()).not.toBeNull();
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width, path).toBeLessThanOrEqual(390);
    }
    await page.close();
  });

  test("a hostile company name is text on every page that shows it", async () => {
    const hostile = `</script><img src=x onerror=alert(1)>\u202e${"W".repeat(90)}`;
    const { cik, name } = await first<{ cik: string; name: string }>(`
      SELECT c.cik, c.name FROM companies c JOIN insider_trades t ON t.company_cik = c.cik GROUP BY 1, 2 ORDER BY count(*) DESC, 1 LIMIT 1`);
    const rename = (to: string) => site.store.pool.query("UPDATE companies SET name = $1 WHERE cik = $2", [to, cik]);
    await rename(hostile);
    try {
      for (const path of [`/companies/${cik}?page=1`, "/companies?q=script", `/trades?q=${cik}`, "/search?q=script"]) {
        await guest.go(path);
        await guest.page
          .getByText(/<img src=x onerror=alert\(1\)>⟨U\+202E⟩/)
          .first()
          .waitFor();
        expect(await guest.page.locator("img").count(), path).toBe(0);
      }
      await guest.go(`/companies/${cik}?page=1`);
      await checkPage(guest, "public-hostile-name");
    } finally {
      await rename(name);
    }
  });
});
