// The days of the sources in a real browser: days are selected by keyboard, a run is requested, executed and stopped.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watch } from "../../src/ingest/sync/watch.ts";
import { recordListing } from "../../src/store/listings.ts";
import { accession } from "../ingest/form345/fixtures.ts";
import { inventedPublisher, setupFor } from "../ingest/sync/publisher.ts";
import { describeInBrowser, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

describeInBrowser("the pages of ingestion, in a browser", () => {
  const site = siteOfTests();
  let admin: Visitor;
  let home: string;
  const publisher = inventedPublisher(24);

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "disclosed-ingestion-"));
    const { pool } = site.store;
    for (const [day, outcome] of [
      ["2024-03-04", "listed"],
      ["2024-03-05", "failed"],
      ["2024-03-09", "not_published"],
    ] as const) {
      const listing = `daily-index/${day}`;
      await recordListing(
        pool,
        { source: "form345", listing, coversFrom: day, coversTo: day, outcome, final: true, message: "HTTP 503" },
        outcome === "listed"
          ? [{ documentId: "0009999998-24-000001", listedOn: day, kind: "4", url: "https://www.sec.gov/x.txt" }]
          : [],
      );
    }
    // a copy of a quarter's index that was made on its third day
    await recordListing(
      pool,
      {
        ...{
          source: "form345",
          listing: "local/full-index/2023/QTR4",
          coversFrom: "2023-10-01",
          coversTo: "2023-12-31",
        },
        ...{ outcome: "listed", final: false, message: "the index lists no ownership form of 2023-10-02, 2023-10-04" },
        gaps: ["2023-10-02", "2023-10-04", "2023-10-05"],
      },
      [{ documentId: "0009999998-23-000001", listedOn: "2023-10-03", kind: "4", url: "https://www.sec.gov/x.txt" }],
    );
    admin = await site.administrator();
  });
  afterAll(async () => {
    await rm(home, { recursive: true, force: true });
  });

  /** Watches with the invented publisher while the work is done. */
  async function watching(work: () => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const watcher = watch(["form345"], {
      ...setupFor(site.store, [publisher], { home, signal: stop.signal, from: undefined }),
      today: () => new Date().toISOString().slice(0, 10),
      now: () => new Date(),
      schedules: { form345: "off" },
      onReport: () => {},
      derive: async () => {},
    });
    try {
      await work();
    } finally {
      stop.abort();
      await watcher;
    }
  }

  test("the page opens on the newest covered days, goes to a date, and marks days after the end of a list", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/ingestion`);
    await page.getByRole("heading", { level: 2, name: "Coverage by day: 2024-02-11 to 2024-03-09" }).waitFor();
    const field = page.getByLabel("Last day shown");
    await field.fill("2023-10-32");
    await page.keyboard.press("Enter");
    await field.fill("2023-10-06");
    await page.keyboard.press("Enter");
    await page.waitForURL(/until=2023-10-06$/);
    await page.getByRole("heading", { level: 2, name: "Coverage by day: 2023-09-09 to 2023-10-06" }).waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    const markOf = (name: RegExp) => page.getByRole("gridcell", { name }).getAttribute("data-mark");
    expect(await markOf(/SEC forms.*2023-10-05: the publisher's list that was read ends before this day/)).toBe(
      "after",
    );
    expect(await markOf(/SEC forms.*2023-10-02: failed; .*last fetch failed/)).toBe("failed");
    await checkPage(admin, "admin-ingestion-after");
  });

  test("Shift and an arrow key as the first keys select from the focused day on", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/ingestion?until=2024-03-12`);
    const grid = page.getByRole("grid", { name: "Days by source" });
    await grid.getByRole("gridcell", { name: /SEC forms.*2024-03-12/ }).focus();
    for (const from of ["2024-03-11", "2024-03-10"]) {
      await page.keyboard.press("Shift+ArrowLeft");
      await page.waitForURL(`**/*source=form345&from=${from}&to=2024-03-12*`);
    }
  });

  test("days have marks and labels, Shift and arrow keys select them, and a request waits while no process watches", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/ingestion?until=2024-03-12`);
    const grid = page.getByRole("grid", { name: "Days by source" });
    await grid.getByRole("gridcell", { name: /SEC forms.*2024-03-04: 1 published, 1 not fetched/ }).waitFor();
    await grid.getByRole("gridcell", { name: /SEC forms.*2024-03-05: failed.*HTTP 503/ }).waitFor();
    await grid.getByRole("gridcell", { name: /SEC forms.*2024-03-06: never fetched/ }).click();
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForURL(/source=form345&from=2024-03-06&to=2024-03-07/);
    await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBe(2);
    await page.getByText("No fetched listing contains a filing of these days").waitFor();
    await page.getByRole("button", { name: "Start run" }).first().click();
    await page.getByText("It is waiting: no process is watching this source").waitFor();
    await page.getByText("No process watches any source now").waitFor();
    await page.getByRole("table", { name: "Requested runs" }).getByText("! waiting, not watched").waitFor();
    await checkPage(admin, "admin-ingestion-waiting");
  });

  test("a watcher executes the requested run, and the page shows its progress and the result of the day", async () => {
    const { page } = admin;
    publisher.parallel = 1;
    publisher.before = async ({ documentId }, { signal }) => {
      if (documentId === accession(9)) await sleep(60_000, undefined, { signal });
      await sleep(150);
    };
    await watching(async () => {
      const requested = page.getByRole("table", { name: "Requested runs" });
      await requested.getByText("▶ running").waitFor();
      await requested.getByRole("link", { name: "Run" }).click();
      await page.getByRole("heading", { level: 1, name: "Run of SEC forms 3, 4, 5" }).waitFor();
      const stages = page.getByRole("list", { name: "Stages of the run" });
      await stages.getByText("24 filings").waitFor();
      await stages.getByText("8 files").first().waitFor();
      await checkPage(admin, "admin-run-live");
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Stop run" }).click();
      await page.getByText("– stopped").waitFor();
      publisher.before = () => {};
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByText("It starts within seconds").waitFor();
      await page.goto(`${site.base}/admin/ingestion?until=2024-03-12&source=form345&from=2024-03-06`);
      await page.getByRole("gridcell", { name: /SEC forms.*2024-03-06: 24 published, 24 stored/ }).waitFor();
      await page
        .getByRole("table", { name: "Filings" })
        .getByRole("link", { name: accession(1) })
        .waitFor();
      await page.getByText("No process watches House reports").waitFor();
      await page.getByRole("table", { name: "Runs", exact: true }).getByText("✓ completed").waitFor();
      await checkPage(admin, "admin-ingestion");
    });
  });

  test("an unknown run is reported as not found", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/ingestion/runs/00000000-0000-4000-8000-000000000000`);
    await page.getByRole("alert").first().waitFor();
    await page.getByText("Run not found").first().waitFor();
    admin.browserErrors.splice(0);
  });
});
