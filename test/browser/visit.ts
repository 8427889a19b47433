// A visitor: a page of the browser with the errors that it logged (e.g. a violated policy), and the checks of every page.
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { BrowserContext, Page, Response } from "playwright-core";
import { expect } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { replyTimeoutMs } from "../support/until.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = join(packageRoot, "screenshots");

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** errors on the console and uncaught ones, since the last check */
  browserErrors: string[];
  /** Opens a page of the site, and waits for its title. */
  go(path: string, title?: string | RegExp): Promise<Response | null>;
}

export const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
const schemes = ["light", "dark"] as const;

interface CheckOptions {
  /** a selector of the part whose colours are checked, on a page too long for axe to compare all of its colours four times */
  part?: string;
}

/**
 * Checks the current page: in light and dark, wide and narrow, nothing is cut off at the side, axe finds no violation and the
 * browser has logged no error. Leaves a screenshot of each width and scheme, and the page as it was.
 */
export async function checkPage(
  { page, browserErrors }: Visitor,
  name: string,
  { part }: CheckOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await waitUntilLoaded(page);
  await page.evaluate(axe);
  if (part) expect(await violations(page, "document", ["color-contrast"]), name).toEqual([]);
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    for (const scheme of schemes) {
      await page.evaluate(`document.documentElement.setAttribute("data-mantine-color-scheme", "${scheme}")`);
      await page.evaluate(settled);
      const path = join(folder, `${name}-${viewport.width}-${scheme}.png`);
      await page.screenshot({ path, fullPage: !part });
      const sideways = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(sideways, `${path}: pixels to the side`).toBeLessThanOrEqual(0);
      expect(await violations(page, part ? JSON.stringify(part) : "document"), path).toEqual([]);
    }
  }
  await page.setViewportSize(wide);
  expect(browserErrors.splice(0), name).toEqual([]);
}

/** Begins to use a data page that the server has rendered, and waits until the browser has hydrated it. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Waits until every panel shows the response to the present request, and none to an earlier one. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: replyTimeoutMs }).toBe(0);
}

/** Holds the page's requests to /graphql; the function that is returned sends them. */
export async function holdRequests(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/graphql", async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: "wait" });
  };
}

/**
 * Waits until no colour is changing from one scheme to the other. It reads the state of the transitions, because the
 * promise of one within closed details is never resolved.
 */
const settled = `new Promise((done) => {
  const isRunning = (one) => one instanceof CSSTransition && one.playState === "running";
  const check = () => (document.getAnimations().some(isRunning) ? requestAnimationFrame(check) : done());
  check();
})`;

interface AxeNode {
  target: string[];
  failureSummary: string;
}

async function violations(page: Page, context: string, without: string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const script = `axe.run(${context}, { resultTypes: ["violations"], rules: ${JSON.stringify(rules)} }).then(({ violations }) => violations)`;
  const found = (await page.evaluate(script)) as { id: string; nodes: AxeNode[] }[];
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target}: ${node.failureSummary}`));
}
