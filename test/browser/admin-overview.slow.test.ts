// "Overview" in a real browser: statistics with charts, problems with links, the search for a filing and its key.
import { beforeAll, expect, test } from "vitest";
import { seedStore } from "../support/seed.ts";
import { describeInBrowser, type Site, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

describeInBrowser("the dashboard's first page", () => {
  const site = siteOfTests();
  let admin: Visitor;

  beforeAll(async () => {
    await seedStore(site.store);
    await seedService(site);
    admin = await site.administrator();
  });

  const go = async (path: string) => {
    await admin.go(path, "Overview");
    await admin.page.getByText("as of").waitFor();
  };

  test("statistics of an hour have their charts, and range and chart are restored from the address", async () => {
    const { page } = admin;
    await go("/admin");
    await page
      .getByRole("link", { name: /^Requests/ })
      .getByText("130")
      .waitFor();
    await page
      .getByRole("link", { name: /^Errors/ })
      .getByText("× 3")
      .waitFor();
    await page
      .getByRole("link", { name: /^Cache hits/ })
      .getByText("75.0 %")
      .waitFor();
    await page
      .getByRole("link", { name: /^Refused requests/ })
      .getByText("7", { exact: true })
      .waitFor();
    await page.getByText("130 requests in the last 60 minutes").waitFor();
    await checkPage(admin, "admin-overview");
    await page.getByRole("link", { name: /^p50/ }).click();
    await page.getByText(/^p50 .* ms, p99 .* ms in the last 60 minutes/).waitFor();
    expect(page.url()).toContain("show=latency");
    await page.getByText("24 h", { exact: true }).click();
    await page
      .getByRole("link", { name: /^Requests/ })
      .getByText("1,130")
      .waitFor();
    await checkPage(admin, "admin-overview-latency");
    await go("/admin?range=7d&show=cache");
    await page.getByText("in the last 7 days").waitFor();
    await page.getByRole("group", { name: /^Responses: cached/ }).focus();
    await page.keyboard.press("End");
    const readout = page.getByText(/^\d{4}-\d\d-\d\d \d\d:00: [\d,]+ responses?/);
    await readout.waitFor();
    // the requests of five minutes ago are in the step before when an even hour has just begun
    if (!(await readout.textContent())?.includes("(cached")) await page.keyboard.press("ArrowLeft");
    await readout.filter({ hasText: "(cached" }).waitFor();
  });

  test("problems are listed, with links to their pages", async () => {
    const { page } = admin;
    await go("/admin");
    const list = page.getByRole("list", { name: "Needs attention" });
    const link = (name: RegExp) => list.getByRole("link", { name }).getAttribute("href");
    expect(await link(/^SEC forms 3, 4, 5: 1 filing in quarantine/)).toBe(
      "/admin/quarantine?source=form345&status=open",
    );
    expect(await link(/^The last run of House reports failed/)).toBe("/admin/ingestion?source=house");
    expect(await link(/^SEC forms 3, 4, 5: overdue, last fetched \d+ d ago/)).toBe("/admin/ingestion?source=form345");
    expect(await link(/^1 account is waiting for approval/)).toBe("/admin/accounts?status=waiting");
    expect(await link(/^1 account requested another plan/)).toBe("/admin/accounts?asks=plan");
    expect(await link(/^sec refused our requests; none are sent until/)).toBe("/admin/ingestion");
    expect(await list.textContent()).toContain("<b>502</b>⟨U+202E⟩");
  });

  test("the states of service, data, problems, customers and disk are listed, with the accounts near a limit", async () => {
    const { page } = admin;
    await go("/admin");
    const glance = page.getByRole("region", { name: "At a glance" });
    for (const state of [
      /✓ Up.*since \d{4}-\d\d-\d\d \d\d:\d\d UTC; 0\.3 % of this month's requests failed/,
      /! \d of 6 sources behind/,
      /× \d items.*2 urgent/,
      /! \d+ active accounts.*1 near a limit, 1 plan request, 1 waiting/,
      /[\d.]+ [MGT]B free.*of [\d.]+ [GT]B; database [\d.]+ MB/,
    ])
      expect(await glance.textContent()).toMatch(state);
    const customers = page.getByRole("region", { name: "Customers" });
    expect(await customers.textContent()).toMatch(
      /busy@example.org! 80\.0 % of 5 today.*Plan requests: 1.*Free to Plus/,
    );
    const row = page.getByRole("table", { name: "Freshness" }).getByRole("row", { name: /^SEC forms/ });
    expect(await row.textContent()).toMatch(/! behind by [\d,]+ days2024-\d\d-\d\d\d{4}-\d\d-\d\d\d+ d ago/);
    await page.goto(`${site.base}/admin/accounts?near=limit`);
    await page.getByText("1 match").waitFor();
    await page.getByRole("button", { name: "near a limit ×" }).waitFor();
  });

  test("the / key starts the search for a filing, and can be turned off", async () => {
    const { page } = admin;
    const typed = () => page.getByLabel("Find a filing", { exact: true }).inputValue();
    await go("/admin");
    await page.keyboard.press("/");
    await page.keyboard.type("0009000001-24-000001");
    expect(await typed()).toBe("0009000001-24-000001");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/admin\/filings\?ref=0009000001-24-000001$/);
    await go("/admin");
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitemcheckbox", { name: /^Press . to search/ }).click();
    await go("/admin");
    await page.keyboard.press("/");
    await page.keyboard.type("x");
    expect(await typed()).toBe("");
  });
});

async function seedService({ store }: Site): Promise<void> {
  const latency = Array.from({ length: 32 }, (_, step) => (step > 5 && step < 16 ? 16 - step : 0));
  const minute = (ago: number) => new Date(Math.floor(Date.now() / 60_000 - ago) * 60_000);
  const row = { clientErrors: 0, errors: 0, refusals: 0, cacheHits: 0, cacheMisses: 0, latency };
  await store.prisma.serviceMinute.createMany({
    data: [
      { ...row, minute: minute(5), requests: 80, clientErrors: 6, errors: 3, cacheHits: 40, cacheMisses: 20 },
      { ...row, minute: minute(20), requests: 50, refusals: 7, cacheHits: 20 },
      { ...row, minute: minute(600), requests: 1_000, cacheHits: 700, cacheMisses: 300 },
    ],
  });
  await store.prisma.account.createMany({
    data: [
      { email: "newcomer@example.org", planId: "free", status: "waiting" },
      { email: "growing@example.org", planId: "free", requestedPlanId: "plus" },
    ],
  });
  const busy = await store.prisma.account.create({ data: { email: "busy@example.org", planId: "free" } });
  const day = new Date(new Date().setUTCHours(0, 0, 0, 0));
  const month = new Date(new Date(day).setUTCDate(1));
  await store.prisma.quotaWindow.create({
    data: {
      ...{ accountId: busy.id, minuteStart: day, minuteUsed: 0, dayStart: day, dayUsed: 4 },
      ...{ monthStart: month, monthUsed: 4 },
    },
  });
  await store.prisma.ingestionRun.create({
    data: {
      source: "house",
      status: "failed",
      finishedAt: new Date(),
      message: "the publisher answered <b>502</b>\u202e",
    },
  });
  const until = new Date(Date.now() + 3_600_000);
  await store.prisma.outboundGate.upsert({
    where: { publisher: "sec" },
    update: { stoppedUntil: until, stoppedBecause: "403" },
    create: { publisher: "sec", nextAt: until, stoppedUntil: until, stoppedBecause: "403" },
  });
}
