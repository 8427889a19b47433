// A service over a database of its own, and the system's Chromium, driven by playwright-core, which has none of its own.
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { startPeople, type TestService, testPassword } from "../people/harness.ts";
import type { TestStore } from "../support/database.ts";
import { replyTimeoutMs } from "../support/until.ts";
import { type Visitor, waitForHydration, wide } from "./visit.ts";

/** the headless shell first: it needs 0.6 of the time, because it composes no frames for a screen */
const paths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executable = process.env.CHROMIUM ?? paths.find(existsSync);

/** Whether the tests in a browser can run. A missing browser is an error in CI, and logged elsewhere. */
export function hasChromium(): boolean {
  if (executable) return true;
  const message = "No Chromium: install the package `chromium`, or set CHROMIUM to one";
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`SKIPPED, the tests in a browser: ${message}.\n`);
  return false;
}

export const launchChromium = (): Promise<Browser> =>
  // root has no sandbox; the pages are our own
  chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-gpu"] });

export const describeInBrowser = describe.skipIf(!hasChromium());

export interface Site extends Pick<TestService, "base" | "store"> {
  /** a new visitor without cookies */
  visitor(): Promise<Visitor>;
  /** a visitor who is signed in as a new administrator */
  administrator(): Promise<Visitor>;
  /** a context with cookies and a cache of its own, for pages without a visitor */
  context(options: BrowserContextOptions): Promise<BrowserContext>;
}

type Settings = Record<string, string>;

/** The site of a file's tests: opened before them and closed after them. `settings` as in the environment. */
export function siteOfTests(settings: Settings | (() => Promise<Settings>) = {}): Site {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    const started = startPeople(typeof settings === "function" ? await settings() : settings);
    [service, browser] = await Promise.all([started, launchChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  return {
    get base() {
      return service.base;
    },
    get store() {
      return service.store;
    },
    visitor: () => newVisitor(browser, service),
    administrator: () => newAdministrator(browser, service),
    context: (options) => browser.newContext(options),
  };
}

/** The browser logs a 401 as an error; here it is a response like others. */
async function newVisitor(browser: Browser, { base }: TestService): Promise<Visitor> {
  const context = await browser.newContext({ viewport: wide, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(replyTimeoutMs);
  const browserErrors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 401/.test(message.text())) browserErrors.push(message.text());
  });
  page.on("pageerror", (error) => browserErrors.push(error.message));
  const go = async (path: string, title?: string | RegExp) => {
    const response = await page.goto(base + path);
    if ((await page.locator("#page-data").count()) > 0) await waitForHydration(page);
    if (title) await page.getByRole("heading", { level: 1, name: title }).waitFor();
    return response;
  };
  return { page, context, browserErrors, go };
}

/** Fills in the form of sign-up or sign-in on the page, and sends it. */
export async function sendCredentials(
  page: Page,
  button: "Create account" | "Sign in",
  email: string,
  password = testPassword,
): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: button }).click();
}

/** Signs up by the page's form, which leads to the keys of the new account. */
export async function signUp(page: Page, { base }: Site, email: string, password = testPassword): Promise<void> {
  await page.goto(`${base}/sign-up`);
  await sendCredentials(page, "Create account", email, password);
  await page.waitForURL(/\/account\/keys/);
}

/** Opens a reset link, and sends its form with a new password. */
export async function resetPassword(page: Page, link: string, password = testPassword): Promise<void> {
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
}

/** The first row of a query, which must have one. */
export async function firstRow<Row extends object>(store: TestStore, sql: string): Promise<Row> {
  const { rows } = await store.pool.query<Row>(sql);
  if (!rows[0]) throw new Error(`nothing found: ${sql}`);
  return rows[0];
}

/** Signed in by the one-time link, as every administrator is. */
async function newAdministrator(browser: Browser, service: TestService): Promise<Visitor> {
  const email = "operator@example.com";
  const { link } = await createAdmin(service.store, { email, actor: "tests", publicUrl: service.base });
  const admin = await newVisitor(browser, service);
  const { page } = admin;
  await resetPassword(page, link);
  await page.getByText("Password changed").waitFor();
  await admin.go("/sign-in");
  await sendCredentials(page, "Sign in", email);
  await page.waitForURL(/\/admin/);
  return admin;
}
