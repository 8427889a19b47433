// The distribution's Chromium, driven by playwright-core, which brings none of its own.
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";

const paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executable = process.env.CHROMIUM ?? paths.find(existsSync);

/** Whether the tests in a browser can run. Where they must (CI) a missing browser is an error, elsewhere it is logged. */
export function hasChromium(): boolean {
  if (executable) return true;
  const words = "No Chromium: install the package `chromium`, or set CHROMIUM to one";
  if (process.env.CI) throw new Error(words);
  process.stderr.write(`SKIPPED, the tests in a browser: ${words}.\n`);
  return false;
}

export function launchChromium(): Promise<Browser> {
  // root has no sandbox; the pages are our own
  return chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-gpu"] });
}
