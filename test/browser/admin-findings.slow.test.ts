// Data quality with its links, and signal performance, in a real browser.
import { beforeAll, expect, test } from "vitest";
import { companies, seedStore } from "../support/seed.ts";
import { describeInBrowser, type Site, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

describeInBrowser("data quality and signal performance", () => {
  const site = siteOfTests();
  let admin: Visitor;

  beforeAll(async () => {
    await seedStore(site.store);
    await seedFindings(site);
    admin = await site.administrator();
  });

  test("flagged rows are listed by flag, each with a link to its filing", async () => {
    const { page } = admin;
    await admin.go("/admin/quality", "Data quality");
    await page.getByRole("table", { name: "Flagged rows" }).waitFor();
    await checkPage(admin, "admin-quality-flags");
    await page
      .getByRole("row", { name: /traded in the future/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: "Rows: 1 (senate: traded in the future)" }).waitFor();
    expect(page.url()).toMatch(/show=flags&source=senate&flag=future_transaction_date$/);
    const link = page.getByRole("table", { name: "Flagged rows" }).getByRole("link");
    expect(await link.getAttribute("href")).toMatch(/^\/admin\/filings\?ref=./);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("heading", { level: 2, name: /^Rows: [2-9]/ }).waitFor();
  });

  test("filers that match no member are listed, with their names as text", async () => {
    const { page } = admin;
    await admin.go("/admin/quality", "Data quality");
    await page.getByRole("link", { name: /^Unmatched filers/ }).click();
    const row = page.getByRole("row", { name: /Doe/ });
    await row.waitFor();
    expect(await row.textContent()).toContain("<i>Doe</i>, Jane⟨U+202E⟩");
    expect(await row.getByRole("link", { name: "2", exact: true }).getAttribute("href")).toBe(
      "/admin/quarantine?source=house&reason=member_unmatched&status=open",
    );
    await checkPage(admin, "admin-quality-filers");
  });

  test("symbols without prices are listed, with the reason and a link to their trades", async () => {
    const { page } = admin;
    await admin.go("/admin/quality?show=prices", "Data quality");
    const table = page.getByRole("table", { name: "Symbols" });
    await table.waitFor();
    await checkPage(admin, "admin-quality-prices");
    await page
      .getByRole("table", { name: "Reasons" })
      .getByRole("row", { name: /no prices were ingested/ })
      .click();
    await page.getByRole("heading", { level: 2, name: /no prices were ingested/ }).waitFor();
    expect(await table.getByRole("link").first().getAttribute("href")).toMatch(/^\/(trades|congress)\?ticker=/);
  });

  test("journey 5: each tier is compared with all purchases by its interval, and a cell opens its trades", async () => {
    const { page } = admin;
    await admin.go("/admin", "Overview");
    await page.getByRole("link", { name: "Data", exact: true }).click();
    const pages = page.getByRole("navigation", { name: "Data" });
    await pages.getByRole("link", { name: "Signal", exact: true }).click();
    await page.getByRole("heading", { level: 2, name: "Hit rate after 90 days" }).waitFor();
    await page.getByText("30 d", { exact: true }).click();
    const tiers = page.getByRole("table", { name: "Tiers after 30 days" });
    const verdict = (tier: RegExp) => tiers.getByRole("row", { name: tier }).textContent();
    await tiers.waitFor();
    expect(await verdict(/^strong/)).toMatch(/\d\d\.\d.*▲ better/);
    expect(await verdict(/^moderate/)).toMatch(/≈ not distinguishable/);
    expect(await verdict(/^noise/)).toMatch(/▼ worse/);
    await page.getByRole("group", { name: /^Hit rate by tier after/ }).focus();
    await page.keyboard.press("Home");
    await page.getByText(/^strong: \d\d\.\d %, 95 % interval/).waitFor();
    await checkPage(admin, "admin-signal");
    await page.getByRole("table", { name: "Hit rate by tier and holding period" }).getByRole("link").first().waitFor();
    const cell = page.getByRole("link", { name: /^moderate, 30 days/ });
    await cell.click();
    const trades = page.getByRole("table", { name: "Trades of the tier" });
    await trades.waitFor();
    expect(page.url()).toMatch(/direction=bullish&days=30&tier=moderate$/);
    await checkPage(admin, "admin-signal-trades");
    await trades.getByRole("link").first().click();
    await page.waitForURL(/\/trades\?tradeTypes=P&ticker=.*&row=\d+$/);
    await page.getByRole("heading", { level: 1, name: "Insider trades" }).waitFor();
    await page.getByRole("dialog").waitFor();
  });

  test("too few trades are reported as too few", async () => {
    await admin.go("/signal?direction=bearish&days=7", "Signal performance");
    await admin.page.getByText("○ too few (n < 5)").first().waitFor();
    await checkPage(admin, "admin-signal-few");
  });
});

async function seedFindings({ store }: Site): Promise<void> {
  const refused = (documentId: string) => ({
    source: "house",
    fileName: `${documentId}.pdf`,
    documentId,
    reason: "member_unmatched",
    message: "no member of that name sat in the House then",
    detail: { filer: { asFiled: "<i>Doe</i>, Jane\u202e" }, candidates: [] },
  });
  await store.prisma.quarantineItem.createMany({ data: [refused("20099001"), refused("20099002")] });
  await store.prisma.company.update({ where: { cik: companies.aldermoor }, data: { priceBasis: "no_series" } });
  await store.prisma.company.update({ where: { cik: companies.dunmere }, data: { priceBasis: "no_ticker" } });
  const day = (tier: string, days: number, resolved: number, hits: number, direction = "bullish") => ({
    ...{ filedOn: new Date("2019-03-01"), version: "1", tier, direction, days, observations: resolved, resolved, hits },
    ...{ beat: hits, compared: resolved, gainSum: resolved, alphaSum: hits / 10, alphaSquareSum: resolved },
  });
  await store.prisma.signalDay.createMany({
    data: [7, 30, 90, 180, 365].flatMap((days) => [
      day("strong", days, 400, 282),
      day("moderate", days, 300, 165),
      day("noise", days, 900, 430),
      day("moderate", days, 3, 2, "bearish"),
      day("noise", days, 40, 21, "bearish"),
    ]),
    skipDuplicates: true,
  });
}
