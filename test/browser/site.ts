// What the tests of a file visit: a service over a database of its own, and the distribution's Chromium, driven by playwright-core,
// which brings none of its own.
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { startPeople, type TestService } from "../people/harness.ts";
import { replyTimeoutMs } from "../support/until.ts";
import { takenOver, type Visitor, wide } from "./visit.ts";

/** the shell without windows first: it takes 0.6 of the whole browser's time, because it composes no frames for a screen */
const paths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executable = process.env.CHROMIUM ?? paths.find(existsSync);

/** Whether the tests in a browser can run. Where they must (CI) a missing browser is an error, elsewhere it is logged. */
export function hasChromium(): boolean {
  if (executable) return true;
  const words = "No Chromium: install the package `chromium`, or set CHROMIUM to one";
  if (process.env.CI) throw new Error(words);
  process.stderr.write(`SKIPPED, the tests in a browser: ${words}.\n`);
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
  /** a browser's memory of its own, for pages without a visitor */
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

/** A 401 is a response like others; the browser logs it as an error all the same. */
async function newVisitor(browser: Browser, { base }: TestService): Promise<Visitor> {
  const context = await browser.newContext({ viewport: wide, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(replyTimeoutMs);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 401/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const go = async (path: string, title?: string | RegExp) => {
    const response = await page.goto(base + path);
    if ((await page.locator("#page-data").count()) > 0) await takenOver(page);
    if (title) await page.getByRole("heading", { level: 1, name: title }).waitFor();
    return response;
  };
  return { page, context, complaints, go };
}

const password = "a password of the tests";

/** Signed in by the one-time link, as every administrator is. */
async function newAdministrator(browser: Browser, service: TestService): Promise<Visitor> {
  const email = "operator@example.com";
  const { link } = await createAdmin(service.store, { email, actor: "tests", publicUrl: service.base });
  const admin = await newVisitor(browser, service);
  const { page } = admin;
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("Password changed").waitFor();
  await admin.go("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/admin/);
  return admin;
}
