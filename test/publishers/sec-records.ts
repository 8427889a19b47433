// EDGAR's records in the data folder, for the double: indexes, feed pages, submissions JSON and 12,800 filings of the first
// half of 2023. A daily index of the second quarter of 2023 is made from the real full index of that quarter.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { listDisk, unpack } from "../../src/ingest/files/walk.ts";
import type { StartedDouble } from "./kit.ts";
import { type EdgarRecords, startSecDouble } from "./sec.ts";
import { sharedData } from "./shared-data.ts";

const index = (...path: string[]) => join(sharedData, "edgar-index", ...path);

/** The page of form4-bad that the SEC sends to tools that it does not know. */
export function sharedRefusalPage(): Buffer {
  return readFileSync(join(sharedData, "form4-bad", "1784567_4_2023-05-31_0001811633-23-000004.txt"));
}

export function sharedEdgarRecords(): EdgarRecords {
  const unpacked = new Map(
    readdirSync(join(sharedData, "form4"), { recursive: true, encoding: "utf8" }).flatMap((path) => {
      const accession = /(\d{10}-\d{2}-\d{6})\.txt$/.exec(path)?.[1];
      return accession ? [[accession, join(sharedData, "form4", path)] as const] : [];
    }),
  );
  let bulk: Promise<Map<string, Buffer>> | undefined;
  return {
    dailyIndex(day) {
      const real = index("edgartools", "index_files", `form.${day}.idx`);
      if (existsSync(real)) return readFileSync(real, "latin1");
      return dailyIndexOf(day);
    },
    fullIndex(year, quarter) {
      const path = index("yihch883", `${year}QTR${quarter}master.gz`);
      return existsSync(path) ? readFileSync(path) : null;
    },
    async submission(accessionNumber) {
      const path = unpacked.get(accessionNumber);
      if (path) return readFileSync(path);
      bulk ??= unpackBulk();
      return (await bulk).get(accessionNumber) ?? null;
    },
    latest(formType, start) {
      const path = `www.sec.gov_cgi-bin_browse-edgar_action_getcurrent_count_100_start_${start}_type_${formType}_owner_include_output_atom`;
      const page = index("atom-getcurrent", path);
      return existsSync(page) ? readFileSync(page) : emptyFeed();
    },
    file(name) {
      const paths = [index("edgartools", name), index("py-sec-edgar", "refdata", name), index("submissions", name)];
      const path = paths.find((one) => existsSync(one));
      return path ? readFileSync(path) : null;
    },
  };
}

/** Head and columns as in form.20200318.idx; lines, their order by form and the date from 2023QTR2master.gz. Null for other days. */
function dailyIndexOf(day: string): string | null {
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const lines = masterLines().get(date);
  if (!lines) return null;
  const head = readFileSync(index("edgartools", "index_files", "form.20200318.idx"), "latin1")
    .split("\n")
    .slice(0, 10);
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  head[1] = `Last Data Received:    ${months[Number(day.slice(4, 6)) - 1]} ${Number(day.slice(6))}, ${day.slice(0, 4)}`;
  const rows = lines.map(([cik = "", name = "", form = "", , file = ""]) =>
    [form.padEnd(12), name.padEnd(62), cik.padEnd(12), day.padEnd(12), file.padEnd(52)].join(""),
  );
  return `${[...head, ...rows.sort((a, b) => (a < b ? -1 : 1))].join("\n")}\n`;
}

let master: Map<string, string[][]> | undefined;

/** The lines of the full index by their date. */
function masterLines(): Map<string, string[][]> {
  if (master) return master;
  master = new Map();
  for (const line of gunzipSync(readFileSync(index("yihch883", "2023QTR2master.gz")))
    .toString("latin1")
    .split("\n")) {
    const cells = line.split("|");
    const date = cells[3];
    if (cells.length !== 5 || !date || !/^\d{4}-/.test(date)) continue;
    const day = master.get(date) ?? [];
    day.push(cells);
    master.set(date, day);
  }
  return master;
}

/** The head of the real page without its entries: the last pages of the feed are not in the data folder. */
function emptyFeed(): string {
  const [first = ""] = readdirSync(index("atom-getcurrent")).filter((name) => name.includes("_start_0_"));
  const page = readFileSync(index("atom-getcurrent", first), "latin1");
  return `${page.slice(0, page.indexOf("<entry>"))}</feed>\n`;
}

async function unpackBulk(): Promise<Map<string, Buffer>> {
  const filings = new Map<string, Buffer>();
  for await (const found of unpack(await listDisk(join(sharedData, "form4-bulk", "form4-2023h1-dev.tar.xz")))) {
    const accession = /(\d{10}-\d{2}-\d{6})\.txt$/.exec(found.file.path)?.[1];
    if (accession && "load" in found) filings.set(accession, await found.load());
  }
  return filings;
}

/** EDGAR's double with the data folder, for `npm run publishers`. */
export async function startedSec(): Promise<StartedDouble> {
  const double = await startSecDouble(sharedEdgarRecords(), { refusalPage: sharedRefusalPage(), enforcePace: true });
  return { double, settings: { SEC_URL: double.url, SEC_DATA_URL: double.url } };
}
