// Measurements of the current page in a browser: text that is cut off or not aligned, and how much moved while loading.
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Adds up the layout shifts of a page that is opened afterwards. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifted = { sum: 0, parts: [] };
    const nameOf = ({ node, previousRect, currentRect }) =>
      (node ? node.nodeName + " " + (node.className || "") : "gone") + " " + Math.round(previousRect.y) + " > " + Math.round(currentRect.y);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        shifted.sum += entry.value;
        shifted.parts.push(entry.value.toFixed(3) + " " + entry.sources.slice(0, 3).map(nameOf).join(", "));
      }
    }).observe({ type: "layout-shift", buffered: true });`);
}

export interface Shifts {
  /** all layout shifts of the page, which is at least its cumulative layout shift */
  sum: number;
  parts: string[];
}

/** Waits until nothing on the page is loading any more and the frame after that is drawn, then returns what has moved. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  await settled(page);
  return (await page.evaluate("shifted")) as Shifts;
}

/**
 * Waits until the page is loaded and half a second has passed without another response. (On a busy machine the browser
 * sometimes never reports `networkidle`.)
 */
export async function idle(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  const sinceLast = `(() => {
    const size = performance.getEntriesByType("resource").length;
    if (size !== window.sizeOfResources) Object.assign(window, { sizeOfResources: size, sizeSince: performance.now() });
    return performance.now() - window.sizeSince;
  })()`;
  await expect.poll(() => page.evaluate(sinceLast), { timeout: 60_000, interval: 150 }).toBeGreaterThan(500);
}

/** Waits for a heading, nothing busy, and two frames, so that what was measured and drawn has been reported. */
export async function settled(page: Page): Promise<void> {
  await idle(page);
  const isThere = `document.querySelector("h1") !== null && document.querySelector('[aria-busy="true"]') === null`;
  await expect.poll(() => page.evaluate(isThere), { timeout: 60_000 }).toBe(true);
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
}

/** Texts that do not fit their boxes or are cut off, column heads that are not aligned, and a header that scrolls. */
export async function cutTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(cut)) as string[];
}

const cut = `(() => {
  const found = new Set();
  const shown = (element) => {
    const { visibility, clipPath } = getComputedStyle(element);
    return visibility !== "hidden" && clipPath === "none" && element.getClientRects().length > 0;
  };
  const add = (element, why) => found.add(element.nodeName + " " + why + ": " + element.textContent.trim().slice(0, 40));
  for (const element of document.querySelectorAll("td, th, h1, h2, h3, dt, dd, a, button, strong, bdi, label")) {
    if (!shown(element) || element.closest("[aria-hidden=true], pre, .skip")) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.right < 0) continue;
    const isBox = getComputedStyle(element).display !== "inline";
    if (isBox && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) add(element, "does not fit");
    for (let above = element.parentElement; above; above = above.parentElement) {
      const style = getComputedStyle(above);
      if (style.clipPath !== "none") break;
      if (style.overflowX === "visible") continue;
      const edge = above.getBoundingClientRect();
      if (box.right > edge.right + 1 || box.left < edge.left - 1) { add(element, "is cut off"); break; }
    }
  }
  const ruler = document.createElement("canvas").getContext("2d");
  for (const input of document.querySelectorAll("input[placeholder]")) {
    const style = getComputedStyle(input);
    ruler.font = style.font;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (shown(input) && ruler.measureText(input.placeholder).width > room) found.add("the hint is cut off: " + input.placeholder);
  }
  for (const element of document.querySelectorAll("th button"))
    if (getComputedStyle(element).textAlign !== getComputedStyle(element.closest("th")).textAlign) add(element, "is not aligned as its column");
  for (const element of document.querySelectorAll("header, header *"))
    if (/auto|scroll/.test(getComputedStyle(element).overflow) && element.scrollHeight > element.clientHeight)
      add(element, "scrolls in the header");
  return [...found];
})()`;

/** The number of copy buttons that cover the code that they copy. */
export async function coveredCode(page: Page): Promise<number> {
  return (await page.evaluate(`[...document.querySelectorAll(".copy")].filter((button) => {
    const over = button.getBoundingClientRect();
    const code = button.parentElement.querySelector("pre").getBoundingClientRect();
    return over.width > 0 && over.top < code.bottom && over.bottom > code.top + 1;
  }).length`)) as number;
}
