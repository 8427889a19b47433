// Every page at four widths, over the sample data with hostile names: nothing is cut off, nothing scrolls in the header, and
// nothing moves while a page is loading.
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { coveredCode, cutTexts, settled, shiftsOf, watchShifts } from "./measure.ts";
import { describeInBrowser, sendCredentials, signUp, siteOfTests } from "./site.ts";

/** A page is loaded with the first width of each list, then the window is widened. The long suite loads it with each width. */
const widths = process.env.SUITE === "all" ? [[390], [1280], [1440], [1920]] : [[390], [1280, 1440, 1920]];
const maxShift = 0.05;
const longEmail = `${"a.very.long.name.".repeat(3)}x@${"subdomain.".repeat(5)}example.org`;

const publicPages = [
  "/",
  "/docs/quickstart",
  "/docs/reference",
  "/docs/guides",
  "/docs/guides/limits",
  "/docs/reference/list-trades",
  "/docs/search?q=paging",
  "/status",
  "/terms",
  "/docs/changelog",
];
const formPages = ["/sign-in", "/sign-up", "/reset", "/forgot-password", "/no/such/page"];
const accountPages = ["", "/keys", "/usage", "/plan", "/requests", "/errors", "/settings", "/nope"].map(
  (path) => `/account${path}`,
);
const adminPages = [
  "",
  "/accounts",
  "/ingestion",
  "/filings",
  "/quarantine",
  "/quality",
  "/audit",
  "/settings",
  "/nope",
].map((path) => `/admin${path}`);
const dataPages = [
  ...["/trades", "/congress", "/clusters", "/late", "/companies", "/insiders", "/politicians", "/committees"],
  ...["/signal", "/search?q=a", "/trades?nope=1", "/companies/9"],
];

/** names that can wrap, and names that cannot */
const hostile = `
  UPDATE companies SET name = name || CASE WHEN cik::bigint % 2 = 0 THEN repeat(' and Sons of the Long Name', 4) ELSE repeat('Xy', 40) END;
  UPDATE insiders SET name = name || CASE WHEN cik::bigint % 2 = 0 THEN repeat(' von Langen', 6) ELSE repeat('Oo', 40) END;
  UPDATE politicians SET name = name || repeat(' de la Muy Larga', 4);
  UPDATE committees SET name = name || repeat(' and All That Belongs to It', 3);
  UPDATE insider_trades SET title = repeat('Executive Vice President, ', 5) WHERE id % 3 = 0;
  UPDATE politician_trades SET asset_name = asset_name || repeat(' (Preferred, Series Q)', 4) WHERE id % 3 = 0;
  INSERT INTO audit_log (actor, action, object_type, object_id, after)
    VALUES ('cli:' || repeat('operator', 10), 'account.create', 'account', gen_random_uuid()::text,
      jsonb_build_object('email', repeat('x', 300)))`;

describeInBrowser("the layout of every page", { timeout: 600_000 }, () => {
  const site = siteOfTests();
  let guest: BrowserContext;
  let caller: BrowserContext;
  let admin: BrowserContext;
  /** paths of the pages of single records */
  const recordPages: string[] = [];

  beforeAll(async () => {
    const { store } = site;
    await loadSampleData(store, { today: new Date().toISOString().slice(0, 10) });
    await store.pool.query(hostile);
    guest = await site.context({ reducedMotion: "reduce" });
    caller = await site.context({ reducedMotion: "reduce" });
    const page = await caller.newPage();
    await signUp(page, site, longEmail);
    await page.close();
    await createKey(store, { account: longEmail, name: "a key with a name ".repeat(3).trim(), actor: "tests" });
    await createAccount(store, { email: `partner.${longEmail}`, plan: "plus", actor: "tests" });
    admin = (await site.administrator()).context;
    const addRecord = async (path: string, sql: string) => {
      const { rows } = await store.pool.query<{ id: string }>(sql);
      recordPages.push(`/${path}/${rows[0]?.id}`);
    };
    await addRecord(
      "companies",
      "SELECT company_cik AS id FROM insider_trades GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
    );
    await addRecord(
      "insiders",
      "SELECT insider_cik AS id FROM insider_trades GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
    );
    await addRecord(
      "politicians",
      "SELECT bioguide_id AS id FROM politician_trades GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
    );
    await addRecord("clusters", "SELECT id FROM clusters ORDER BY id LIMIT 1");
    await addRecord(
      "committees",
      "SELECT committee_code AS id FROM committee_memberships GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
    );
    await addRecord(
      "committees",
      "SELECT committee_code AS id FROM committee_jurisdictions WHERE NOT general ORDER BY length(industry) DESC NULLS LAST, 1 LIMIT 1",
    );
    await addRecord("admin/accounts", "SELECT id FROM accounts ORDER BY length(email) DESC LIMIT 1");
  }, 600_000);

  async function faultsAt([first = 0, ...wider]: number[], context: BrowserContext, path: string): Promise<string[]> {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewportSize(windowOf(first));
    await watchShifts(page);
    await page.goto(site.base + path);
    const { sum, parts } = await shiftsOf(page);
    const faults = sum > maxShift ? [`${first}: moved by ${sum.toFixed(3)}: ${parts.join("; ")}`] : [];
    faults.push(...(await faultsOf(page, first)));
    for (const width of wider) {
      await page.setViewportSize(windowOf(width));
      await settled(page);
      faults.push(...(await faultsOf(page, width)));
    }
    await page.close();
    return faults;
  }

  const windowOf = (width: number) => ({ width, height: width < 600 ? 844 : 900 });

  async function faultsOf(page: Page, width: number): Promise<string[]> {
    const faults = (await cutTexts(page)).map((text) => `${width}: ${text}`);
    const sideways = (await page.evaluate("document.documentElement.scrollWidth - innerWidth")) as number;
    if (sideways > 0) faults.push(`${width}: the page scrolls sideways by ${sideways}`);
    if ((await coveredCode(page)) > 0) faults.push(`${width}: a copy button covers code`);
    return faults;
  }

  const visit = async (context: BrowserContext, path: string): Promise<string[]> =>
    (await Promise.all(widths.map((some) => faultsAt(some, context, path)))).flat();

  const title = "%s has no fault";
  test.each([...publicPages, ...formPages, ...dataPages])(title, async (path) =>
    expect(await visit(guest, path)).toEqual([]),
  );
  test.each(accountPages)(title, async (path) => expect(await visit(caller, path)).toEqual([]));
  test.each(adminPages)(title, async (path) => expect(await visit(admin, path)).toEqual([]));
  test.each(
    ["company", "insider", "member", "cluster", "committee", "committee of a long industry", "account"].map(
      (name, at) => [name, at] as const,
    ),
  )("the page of one %s has no fault", async (_name, at) =>
    expect(await visit(admin, recordPages[at] ?? "")).toEqual([]),
  );

  test("the page for an unknown address names it as text, and links to the dashboard", async () => {
    const page = await admin.newPage();
    await page.goto(`${site.base}/admin/%3Cb%3Enope%3C%2Fb%3E`);
    await page.getByText("/admin/<b>nope</b>").waitFor();
    await page.getByRole("link", { name: "the dashboard" }).click();
    await page.waitForURL(/\/admin$/);
    await page.close();
  });

  test("a failed sign-in shows an alert in red and in letters of at least 14 pixels", async () => {
    const page = await guest.newPage();
    await page.goto(`${site.base}/sign-in`);
    await sendCredentials(page, "Sign in", "unknown@example.org");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    const script = `(() => {
      const { color, fontSize } = getComputedStyle(document.querySelector("[role=alert]"));
      return { color, size: parseFloat(fontSize) };
    })()`;
    const { color, size } = (await page.evaluate(script)) as { color: string; size: number };
    expect(color).toBe("rgb(179, 38, 30)");
    expect(size).toBeGreaterThanOrEqual(14);
    await page.close();
  });

  test("unknown committee matches are shown as unknown, neither as no nor as zero", async () => {
    const { pool } = site.store;
    await pool.query(
      "UPDATE politician_trades SET sector = NULL, industry = NULL, is_committee_trade = false, committee_matches = '[]'",
    );
    const page = await admin.newPage();
    // on a busy machine the first page may still be of the data before the change
    const opened = async () => {
      await page.goto(`${site.base}${recordPages[2]}`);
      await settled(page);
      return (await page.locator("main").textContent()) ?? "";
    };
    await expect.poll(opened, { interval: 500 }).toMatch(/Committee-related–not known of any of \d+/);
    await expect(page.locator("main").textContent()).resolves.not.toMatch(/Committee-related0/);
    const cells = await page.locator('td[data-label="Committee match"]').allTextContents();
    expect(cells.length).toBeGreaterThan(5);
    expect(cells.filter((cell) => !cell.startsWith("? unknown: "))).toEqual([]);
    await page.close();
  });

  test("the header links a signed-in user to their account", async () => {
    const page = await caller.newPage();
    await page.goto(`${site.base}/docs/quickstart`);
    await page.getByRole("link", { name: /^Signed in: a\.very/ }).click();
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    await page.close();
  });
});
