// A visitor: a page of the browser whose complaints are kept (a violated policy shows there), and what every page is judged by.
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
  /** what the console said and what failed since the last check */
  complaints: string[];
  /** Opens a page of the site, and waits for its title. */
  go(path: string, title?: string | RegExp): Promise<Response | null>;
}

export const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
const schemes = ["light", "dark"] as const;

interface Judgement {
  /** a selector of the part whose colours are checked, on a page too long for axe to compare all of its colours four times */
  part?: string;
}

/**
 * Checks the current page: in light and dark, wide and narrow, nothing is cut off at the side, axe finds no violation and the
 * browser has nothing to complain of. Leaves a screenshot of each width and scheme, and the page as it was.
 */
export async function judge({ page, complaints }: Visitor, name: string, { part }: Judgement = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await nothingLoads(page);
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
  expect(complaints.splice(0), name).toEqual([]);
}

/** Begins to use a data page that the server has rendered, and waits until the browser has taken it over. */
export async function takenOver(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Waits until every panel shows the response to what the page asks for, and none of what it asked before. */
export async function nothingLoads(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: replyTimeoutMs }).toBe(0);
}

/** Holds what the page asks through /graphql; the function that is returned lets it go. */
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
 * Colours that are still changing from one scheme to the other are not judged. By the state of the transitions: the
 * promise of one within closed details is not resolved.
 */
const settled = `new Promise((done) => {
  const isRunning = (one) => one instanceof CSSTransition && one.playState === "running";
  const look = () => (document.getAnimations().some(isRunning) ? requestAnimationFrame(look) : done());
  look();
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
