// What people read on the pages of the data, of an account and of the operator, as one small file for each page in
// test/browser/words: read the difference aloud before you commit it. UPDATE_GOLDENS=1 writes the files. A table is written
// with its first row, and times of the service's clock are left out.
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { expectPages, expectWords, linesOf } from "../pages/lines.ts";
import { settled } from "./measure.ts";
import { describeInBrowser, signUp, siteOfTests } from "./site.ts";
import { waitUntilLoaded, wide } from "./visit.ts";

const folder = join(packageRoot, "test/browser/words");
/** long ago, so that no source is up to date */
const sampleDay = "2026-06-19";

const firstRows = `for (const { rows } of document.querySelectorAll("tbody")) for (const row of [...rows].slice(1)) row.remove()`;

/** The text without values that differ from run to run; `timeless`: without numbers, which depend on the clock. */
const withoutValues = (text: string, timeless: boolean) =>
  (timeless ? text.replace(/\d[\d,.:-]*/g, "0").replace(/\b0 (?:s|min|h|days?) ago/g, "0 min ago") : text)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-\S{22}/g, "(id)")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g, "(time)")
    .replace(/disc_(live|test)_\S+/g, "disc_$1_...");

describeInBrowser("the words of the pages", { timeout: 300_000 }, () => {
  const site = siteOfTests();
  const seen: string[] = [];

  beforeAll(async () => {
    await loadSampleData(site.store, { today: sampleDay });
  }, 120_000);
  afterAll(() => expectPages(folder, seen));

  async function expectPage(context: BrowserContext, path: string, name: string, timeless = false): Promise<void> {
    const page = await context.newPage();
    await page.goto(site.base + path);
    await settled(page);
    await waitUntilLoaded(page);
    await page.evaluate(firstRows);
    const text = `title: ${await page.title()}\n${linesOf(await page.locator("main").innerHTML())}`;
    await page.close();
    seen.push(name);
    expectWords(folder, name, withoutValues(text, timeless));
  }

  const first = async (sql: string) => String((await site.store.pool.query<{ id: string }>(sql)).rows[0]?.id);
  const busiest = (column: string, table: string) =>
    first(`SELECT ${column} AS id FROM ${table} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`);

  const lists = [
    "trades",
    "congress",
    "clusters",
    "late",
    "companies",
    "insiders",
    "politicians",
    "committees",
    "signal",
  ];
  test.each([...lists, "search"])("/%s has the words of its file", async (path) => {
    await expectPage(await site.context({ viewport: wide }), `/${path}`, path);
  });

  const records: Record<string, () => Promise<string>> = {
    companies: () => busiest("company_cik", "insider_trades"),
    insiders: () => busiest("insider_cik", "insider_trades"),
    politicians: () => busiest("bioguide_id", "politician_trades"),
    committees: () => busiest("committee_code", "committee_memberships"),
    clusters: () => first("SELECT id FROM clusters ORDER BY id LIMIT 1"),
  };
  test.each(Object.keys(records))("a record of /%s has the words of its file", async (path) => {
    await expectPage(await site.context({ viewport: wide }), `/${path}/${await records[path]?.()}`, `${path}-record`);
  });

  test.each(["trades?q=zzzz", "search?q=zzzz", "companies/nope"])(
    "/%s, which finds nothing, has the words of its file",
    async (path) => {
      await expectPage(await site.context({ viewport: wide }), `/${path}`, `${path.replace(/\W.*/, "")}-nothing`);
    },
  );

  /** Every page to which the navigation leads. */
  async function expectNavigation(context: BrowserContext, area: string): Promise<void> {
    const page = await context.newPage();
    await page.goto(`${site.base}/${area}`);
    await settled(page);
    const links = page.getByRole("navigation").first().getByRole("link");
    const paths = await links.evaluateAll((all) => all.map((link) => String(link.getAttribute("href"))));
    await page.close();
    for (const path of paths)
      if (path.startsWith(`/${area}`)) await expectPage(context, path, path.slice(1).replaceAll("/", "-"), true);
  }

  test("the pages of an account have the words of their files", async () => {
    const { context, page } = await site.visitor();
    await signUp(page, site, "reader@example.org");
    await expectNavigation(context, "account");
  });

  test("the pages of the operator have the words of their files", async () => {
    await expectNavigation((await site.administrator()).context, "admin");
  });
});
