// Draws the pictures that networks show beside a shared link, one for each kind of page: 1200 by 630 pixels, as PNG, because
// networks accept no SVG. Chromium draws them, so they are made by hand after a change of a text or a colour and are kept
// with the code: `npm run pictures`. CHROMIUM names the browser.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/lib/package-root.ts";
import type { SharedPicture } from "../src/pages/data/paths.ts";
import { commandLine } from "./command-line.mjs";

commandLine("npm run pictures", "Draws the pictures of shared links with Chromium, into src/web/site/shared").parse();

const texts: Record<SharedPicture, [title: string, sentence: string]> = {
  site: ["Insider and congressional trades", "Every row with its filing, and with the return after the trade"],
  company: ["Trades in one company", "What its insiders and members of Congress bought and sold"],
  insider: ["Trades of one insider", "Purchases, sales and the track record after 90 days"],
  member: ["One member of Congress", "Trades, late disclosures and performance after 90 days"],
  committee: ["One committee of Congress", "Members, jurisdiction and the trades that match it"],
  cluster: ["Insiders who traded together", "Several people, one company, within 30 days"],
};

const bars = [210, 120, 260, 170, 330, 240, 400];

function pageOf([title, sentence]: [string, string], icon: string): string {
  return `<!doctype html><meta charset="utf-8"><style>
    * { margin: 0; box-sizing: border-box }
    body { width: 1200px; height: 630px; padding: 72px 80px; position: relative; overflow: hidden;
      background: #10192a; color: #fff; font-family: "Liberation Sans", Arial, sans-serif }
    .brand { display: flex; align-items: center; gap: 20px; font-size: 38px; font-weight: 700 }
    .brand svg { width: 60px; height: 60px }
    h1 { width: 760px; margin-top: 96px; font-size: 76px; line-height: 1.1; letter-spacing: -1px }
    p { width: 700px; margin-top: 28px; font-size: 33px; line-height: 1.35; color: #b7c1d3 }
    .bars { position: absolute; right: 80px; bottom: 72px; display: flex; align-items: flex-end; gap: 14px }
    .bars i { width: 30px; border-radius: 5px 5px 0 0; background: #4fd1ba }
    .bars i:nth-child(even) { background: #ff9f5a }
  </style><div class="brand">${icon}Disclosed</div><h1>${title}</h1><p>${sentence}</p>
  <div class="bars">${bars.map((height) => `<i style="height:${height}px"></i>`).join("")}</div>`;
}

const browser = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = mkdtempSync(join(tmpdir(), "disclosed-pictures-"));
try {
  const icon = readFileSync(join(packageRoot, "src/web/site/icon.svg"), "utf8");
  for (const [name, text] of Object.entries(texts)) {
    const [page, picture] = [join(folder, "page.html"), join(packageRoot, "src/web/site/shared", `${name}.png`)];
    writeFileSync(page, pageOf(text, icon));
    const { status, stderr } = spawnSync(browser, [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"],
      ...["--window-size=1200,630", `--user-data-dir=${join(folder, "profile")}`, `--screenshot=${picture}`],
      `file://${page}`,
    ]);
    if (status !== 0) throw new Error(`${browser} ended with ${status}: ${stderr}`);
    process.stdout.write(`${picture}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
