// Pages of House reports: PDFs that the benchmark generates, read by the real reader in its thread.
import { parseHousePdf } from "../../src/ingest/house/parse.ts";
import { threads } from "../../src/ingest/isolated/isolated.ts";
import { type HouseRow, housePdf } from "../support/congress.ts";

threads.module = new URL("../support/typescript-thread.mjs", import.meta.url).href;

export interface PagesRead {
  reports: number;
  pages: number;
  rows: number;
  /** of all threads of the process, in seconds */
  processorSeconds: number;
  seconds: number;
}

const rowsOfReport = 40;

const rowAt = (index: number): HouseRow => ({
  owner: ["SP", "JT", "DC"][index % 3] as string,
  asset: [`Invented Widgets ${index} Corporation Common`, "Stock (ZZQA) [ST]"],
  type: index % 2 ? "P" : "S (partial)",
  date: "02/03/2025",
  notified: "02/10/2025",
  capitalGains: { as: "drawn", isTicked: index % 5 === 0 },
  amount: ["$15,001 -", "$50,000"],
  details: ["F      S     : New", `D          : invented comment ${index}`],
});

/** Reads reports of at least `pages` pages; a quarter as many are read before, so that the code is compiled, and do not count. */
export async function readPages(pages: number): Promise<PagesRead> {
  await readReports(0, pages / 4);
  const before = process.cpuUsage();
  const started = performance.now();
  const read = await readReports(1_000, pages);
  const { user, system } = process.cpuUsage(before);
  return { ...read, processorSeconds: (user + system) / 1e6, seconds: (performance.now() - started) / 1000 };
}

async function readReports(first: number, pages: number) {
  const read = { reports: 0, pages: 0, rows: 0 };
  while (read.pages < pages) {
    const docId = String(20_990_000 + first + read.reports);
    const rows = Array.from({ length: rowsOfReport }, (_, index) => rowAt(index + read.reports));
    const bytes = housePdf(docId, rows);
    const parsed = await parseHousePdf(bytes, `${docId}.pdf`, async () => undefined);
    if (parsed.kind !== "report" || parsed.report.transactions.length !== rowsOfReport)
      throw new Error(`report ${docId} was not read as generated`);
    read.reports++;
    read.pages += bytes.toString("latin1").match(/\/Type ?\/Page\b(?!s)/g)?.length ?? 0;
    read.rows += rowsOfReport;
  }
  return read;
}
