// The pages of one member, insider, company, committee and cluster in a real browser, over the sample data: charts that
// can be read by keyboard, links to other pages, and the journey to a late and committee-related trade.
import { beforeAll, expect, test } from "vitest";
import { personName } from "../../src/domain/shown-names.ts";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { describeInBrowser, firstRow, siteOfTests } from "./site.ts";
import { checkPage, holdRequests, type Visitor, waitUntilLoaded } from "./visit.ts";

describeInBrowser("the page of one record, in a browser", () => {
  const site = siteOfTests();
  let admin: Visitor;

  beforeAll(async () => {
    await loadSampleData(site.store, { today: new Date().toISOString().slice(0, 10) });
    admin = await site.administrator();
  });

  const first = <Row extends object>(sql: string) => firstRow<Row>(site.store, sql);

  /** the member with most trades that are late and committee-related */
  const lateMember = () =>
    first<{ id: string; name: string; both: number }>(`
      SELECT p.bioguide_id AS id, p.name, (count(*) FILTER (WHERE t.is_late AND t.is_committee_trade))::int AS both
      FROM politician_trades t JOIN politicians p USING (bioguide_id) WHERE t.superseded_by_id IS NULL
      GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT 1`);

  test("a member's page has charts of a price with trades and of profit and loss, which arrow keys read", async () => {
    const { page } = admin;
    const { id, name } = await lateMember();
    await admin.go(`/politicians/${id}`, new RegExp(`^${name.replace(/[()]/g, ".")} .[DRI]-`));
    await page.getByRole("group", { name: /^Price of ZQ/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page
      .getByText(/^\d{4}-\d\d-\d\d: \$[\d.,]+ · \d{4}-\d\d-\d\d (Purchase|Sale|Exchange).*, filed \d{4}-/)
      .waitFor();
    await page.getByRole("group", { name: /^Profit and loss/ }).focus();
    await page.keyboard.press("Home");
    await page.getByText(/^30 d, member, from the trade date: /).waitFor();
    await page.keyboard.press("End");
    await page.getByText(/^180 d, follower, from the filing date: /).waitFor();
    await checkPage(admin, "admin-politician");
    const chart = page.getByRole("region", { name: "Profit and loss of purchases" });
    await chart.getByRole("button", { name: "Show as table" }).click();
    await chart.getByRole("table", { name: "Performance" }).waitFor();
  });

  test("a member's chart opens on the most traded symbol that has prices", async () => {
    const { page } = admin;
    const { id, name } = await lateMember();
    const title = new RegExp(`^${name.replace(/[()]/g, ".")} .[DRI]-`);
    const shown = page.getByRole("combobox", { name: "Ticker" });
    await admin.go(`/politicians/${id}`, title);
    const ticker = await shown.inputValue();
    const renameSymbol = (from: string, to: string) =>
      site.store.pool.query("UPDATE price_series SET symbol = $2 WHERE symbol = $1", [from, to]);
    await renameSymbol(ticker, "ELSEWHERE");
    try {
      await admin.go(`/politicians/${id}`, title);
      await page.getByRole("group", { name: /^Price of ZQ/ }).waitFor();
      expect(await shown.inputValue()).not.toBe(ticker);
      // it is still offered, and says why there is no line
      await shown.selectOption(ticker);
      await page.getByText("No prices are stored for this ticker.").waitFor();
    } finally {
      await renameSymbol("ELSEWHERE", ticker);
    }
  });

  test("journey 4: two filters and a row show why a trade is late and committee-related", async () => {
    const { page } = admin;
    const { id, both } = await lateMember();
    await admin.go(`/politicians/${id}`, /./);
    const group = page.getByRole("group", { name: "Only" });
    await group.getByText("late", { exact: true }).click();
    await group.getByText("committee-related").click();
    await page.getByRole("heading", { name: `Trades: ${both}` }).waitFor();
    expect(new URL(page.url()).search).toBe("?isLate=true&isCommitteeTrade=true");
    await page.getByRole("table", { name: "Trades of this member" }).locator("tbody tr").first().focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog");
    await drawer.getByText(/^! late by \d+ days?: filed \d+ days after the trade$/).waitFor();
    await drawer.getByText("Jurisdiction and its basis").waitFor();
    await checkPage(admin, "admin-politician-late-trade");
    const address = page.url();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.goto(address);
    await drawer.getByText(/^! late by \d+ days?/).waitFor();
    await drawer
      .getByRole("link", { name: /Committee/ })
      .first()
      .waitFor();
  });

  test("a congressional trade says what is unknown of it, and filters that match no trade can be removed", async () => {
    const { page } = admin;
    const unknown = await first<{ member: string; id: string }>(`
      SELECT bioguide_id AS member, id FROM politician_trades WHERE committee_data = 'unknown' AND traded_on IS NOT NULL
        AND superseded_by_id IS NULL ORDER BY id LIMIT 1`);
    await admin.go(`/politicians/${unknown.member}?row=${unknown.id}`, /./);
    const drawer = page.getByRole("dialog");
    await drawer
      .getByText(
        /^\? unknown: no roster of that Congress is known; the known ones reach from \d{4}-01-03 until before \d{4}-01-03\.$/,
      )
      .waitFor();
    const wrong = await first<{ member: string; id: string }>(`
      SELECT bioguide_id AS member, id FROM politician_trades WHERE date_quality = 'transaction_after_disclosure' ORDER BY id LIMIT 1`);
    await admin.go(`/politicians/${wrong.member}?row=${wrong.id}`, /./);
    await drawer.getByText("? unknown. The filed trade date is after the disclosure.").waitFor();
    const punctual = await first<{ id: string }>(`
      SELECT bioguide_id AS id FROM politician_trades GROUP BY 1 HAVING NOT bool_or(is_late AND is_committee_trade) ORDER BY 1 LIMIT 1`);
    await admin.go(`/politicians/${punctual.id}?isLate=true&isCommitteeTrade=true`, /./);
    await page.getByText("No trade is late and committee-related.").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("table", { name: "Trades of this member" }).waitFor();
  });

  test("a hostile name is shown as text, and a name in a row leads to its page", async () => {
    const { page } = admin;
    const hostile = `<img src=x onerror=alert(1)>\u202e${"W".repeat(90)}`;
    const shown = `<img src=x onerror=alert(1)>⟨U+202E⟩${"W".repeat(90)}`;
    const { id, name } = await first<{ id: string; name: string }>(`
      SELECT p.bioguide_id AS id, p.name FROM politicians p JOIN politician_trades t USING (bioguide_id)
      WHERE t.is_late AND t.superseded_by_id IS NULL ORDER BY t.delay_days DESC, t.id DESC LIMIT 1`);
    const rename = (to: string) =>
      site.store.pool.query("UPDATE politicians SET name = $1 WHERE bioguide_id = $2", [to, id]);
    await rename(hostile);
    await admin.go("/late", "Late filings");
    await page.getByRole("link", { name: shown }).first().click();
    await page.getByRole("heading", { level: 1, name: shown }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/politicians/${id}`);
    expect(await page.title()).toContain("⟨U+202E⟩");
    await checkPage(admin, "admin-hostile-name");
    await rename(name);
  });

  test("an insider's page compares win rates with a follower's, and leads to trades and companies", async () => {
    const { page } = admin;
    const { cik, name } = await first<{ cik: string; name: string }>(`
      SELECT i.cik, i.name FROM insiders i JOIN insider_trades t ON t.insider_cik = i.cik JOIN insider_outcomes o ON o.trade_id = t.id
      WHERE t.transaction_code = 'P' AND o.return_90 IS NOT NULL GROUP BY 1, 2 ORDER BY count(DISTINCT t.traded_on) DESC, 1 LIMIT 1`);
    await admin.go(`/insiders/${Number(cik)}`, personName(name));
    await page.getByRole("group", { name: /^Share of purchases that rose/ }).focus();
    await page.keyboard.press("Home");
    await page.getByText(/^7 d, insider, from the trade date: \d+ \(\d+–\d+\) % rose, \d+ of \d+/).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByText(/^7 d, follower, from the filing date: /).waitFor();
    await checkPage(admin, "admin-insider");
    await page.getByRole("table", { name: "Trades of this insider" }).locator("tbody tr").first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Insider trade" }).getByText("Source").waitFor();
    expect(page.url()).toMatch(/row=\d+$/);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("table", { name: "Companies" }).getByRole("link").first().click();
    await page.getByRole("table", { name: "Insiders who bought or sold" }).waitFor();
  });

  test("a company's page has its price with trades, and leads to its clusters", async () => {
    const { page } = admin;
    const { cik, name } = await first<{ cik: string; name: string }>(`
      SELECT c.cik, c.name FROM companies c JOIN clusters k ON k.company_cik = c.cik JOIN price_series s ON s.symbol = c.ticker
      JOIN politician_trades t ON t.company_cik = c.cik GROUP BY 1, 2 ORDER BY count(*) DESC, 1 LIMIT 1`);
    await admin.go(`/companies/${cik}?years=all`, name);
    await page.getByRole("group", { name: /^Price of/ }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    await page.getByText(/ (bought|sold) [\d,.]+ at \$[\d,.]+, \$.*, filed \d{4}-/).waitFor();
    expect(await page.getByRole("radio", { name: "all" }).isChecked()).toBe(true);
    await checkPage(admin, "admin-company");
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("table", { name: "Prices" }).waitFor();
    await page.getByRole("table", { name: "Clusters" }).getByRole("link").first().click();
    await page.getByRole("table", { name: "Trades of the cluster" }).waitFor();
  });

  test("a company whose prices are of other years than its trades says so, and draws them on request", async () => {
    const { page } = admin;
    const { cik, name, symbol } = await first<{ cik: string; name: string; symbol: string }>(`
      SELECT c.cik, c.name, s.symbol FROM companies c JOIN price_series s ON s.symbol = c.ticker
      JOIN insider_trades t ON t.company_cik = c.cik WHERE t.transaction_code IN ('P', 'S') ORDER BY 1 LIMIT 1`);
    const shift = (days: number) =>
      site.store.pool.query(
        "UPDATE price_bars SET date = date + $2::int WHERE series_id IN (SELECT id FROM price_series WHERE symbol = $1)",
        [symbol, days],
      );
    await shift(-7_300);
    try {
      await admin.go(`/companies/${cik}`, name);
      await page
        .getByText(/^No trades fall in the range of the prices, from \d{4}-.* to .*; the .*trades are of/)
        .waitFor();
      await checkPage(admin, "admin-company-apart");
      await page.getByRole("button", { name: "Show the prices" }).click();
      await page.getByRole("group", { name: /^Price of/ }).waitFor();
      await page.getByText(/^0 of \d+ trades are in this range/).waitFor();
    } finally {
      await shift(7_300);
    }
  });

  test("a company without prices says why there is no chart", async () => {
    const { cik, name } = await first<{ cik: string; name: string }>(`
      SELECT cik, name FROM companies c WHERE ticker IS NOT NULL
        AND NOT EXISTS (SELECT FROM company_price_symbols s JOIN price_series p USING (symbol) WHERE s.company_cik = c.cik) ORDER BY 1 LIMIT 1`);
    await admin.go(`/companies/${cik}`, name);
    await admin.page
      .getByText(/^(No prices are stored for this ticker|This ticker now belongs to another company)/)
      .waitFor();
    await checkPage(admin, "admin-company-unpriced");
  });

  test("a cluster's page has one lane per person, and its window is shaded", async () => {
    const { page } = admin;
    const { id, size } = await first<{ id: string; size: number }>(
      "SELECT id, size FROM clusters WHERE transaction_code = 'P' ORDER BY size DESC, trade_count DESC, id LIMIT 1",
    );
    await admin.go(`/clusters/${id}`, new RegExp(`^${size} bought `));
    await page.getByText(/^The window of 30 days is shaded: /).waitFor();
    await page.getByRole("group", { name: /one lane per person/ }).focus();
    await page.keyboard.press("Home");
    await page.getByText(/^\d{4}-\d\d-\d\d: .*, filed \d{4}-/).waitFor();
    await checkPage(admin, "admin-cluster");
  });

  test("a committee's page has its roster, its jurisdiction and matched trades", async () => {
    const { page } = admin;
    const { code, name } = await first<{ code: string; name: string }>(`
      SELECT c.code, c.name FROM committees c JOIN politician_trades t ON t.committee_matches @> jsonb_build_array(jsonb_build_object('code', c.code))
      GROUP BY 1, 2 ORDER BY count(*) DESC, 1 LIMIT 1`);
    await admin.go(`/committees/${code}`, name);
    await page.getByRole("table", { name: "Roster by side and rank" }).waitFor();
    await page.getByRole("table", { name: "Jurisdiction" }).waitFor();
    await checkPage(admin, "admin-committee");
    await page.getByRole("table", { name: "Matched trades" }).getByRole("link").first().click();
    await page.getByRole("table", { name: "Trades of this member" }).waitFor();
  });

  test("arrow keys and dragging move the threshold of the distribution of late filings, which filters the rows", async () => {
    const { page } = admin;
    await admin.go("/late", "Late filings");
    const threshold = page.getByRole("slider", { name: "Minimum delay in days" });
    const total = async () => Number.parseInt((await page.getByText(/ in all$/).textContent()) ?? "", 10);
    await checkPage(admin, "admin-late");
    const all = await total();
    await threshold.focus();
    await page.keyboard.press("PageUp");
    await expect.poll(() => page.url()).toContain("minDelayDays=76");
    await expect.poll(total).toBeLessThan(all);
    await page.getByRole("group", { name: /^Trades by days/ }).focus();
    await page.keyboard.press("Home");
    await page.getByText(/^0 days: \d+ trades?, [\d.]+ %$/).waitFor();
    const box = await threshold.boundingBox();
    if (!box) throw new Error("no threshold");
    await page.mouse.move(box.x + 12, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 2_000, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.url()).not.toContain("minDelayDays");
    await expect.poll(total).toBe(all);
  });

  test("a record's page shows nothing of the previous record while its own is loading", async () => {
    const { page } = admin;
    const { rows } = await site.store.pool.query<{ code: string; name: string }>(
      "SELECT code, name FROM committees ORDER BY code LIMIT 2",
    );
    const [before, next] = rows;
    if (!before || !next) throw new Error("the sample has two committees");
    await admin.go(`/committees/${before.code}`, before.name);
    const release = await holdRequests(page);
    await page.evaluate(`history.pushState({}, "", "/committees/${next.code}")`);
    await page.getByRole("heading", { level: 1, name: "Committee", exact: true }).waitFor();
    expect(await page.locator("main").textContent()).not.toContain(before.name);
    await release();
    await page.getByRole("heading", { level: 1, name: next.name }).waitFor();
    await waitUntilLoaded(page);
  });

  test("an unknown record is reported, with a link to the search", async () => {
    for (const [path, kind] of [
      ["politicians/Z999999", "Politician"],
      ["insiders/9", "Insider"],
      ["companies/9", "Company"],
      ["committees/ZZZZ", "Committee"],
      ["clusters/9", "Cluster"],
    ])
      await admin.go(`/${path}`, `${kind} not found`);
    // the browser logs each 404 as an error
    for (const error of admin.browserErrors.splice(0)) expect(error).toMatch(/status of 404/);
    await checkPage(admin, "admin-unknown");
  });
});
