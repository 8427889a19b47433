// Every Senate page in the data folder, compared with its stated total and with another parser's reading of the same pages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PtrReport, PtrTransaction } from "../../../src/ingest/congress/record.ts";
import { parseSenatePage } from "../../../src/ingest/senate/parse.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { unclassifiedAssets } from "../congress/unclassified-assets.ts";

const folder = join(sharedData, "senate-efd");

interface OtherReading {
  title: string;
  filer: string;
  /** null where the page states only the hour ("4 PM") */
  "filed-date": string | null;
  data: { rows: Record<string, string>[] }[];
}

const reports = new Map<string, PtrReport>();

function read(file: string): PtrReport {
  const report = reports.get(file) ?? parse(file);
  reports.set(file, report);
  return report;
}

function parse(file: string): PtrReport {
  const parsed = parseSenatePage(readFileSync(file), file.split("/").at(-1) ?? "");
  if (parsed.kind !== "report") throw new Error(`${file}: ${parsed.reason}`);
  if (parsed.refusedRows.length > 0) throw new Error(`${file}: ${JSON.stringify(parsed.refusedRows)}`);
  return parsed.report;
}

const plain = (text: string | undefined) => (text ?? "").replaceAll(/\s+/g, " ").trim();
const american = (date: string | null) => date?.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1");
const known = (text: string | undefined) => (plain(text) === "--" ? "" : plain(text));
const symbols = (text: string | undefined) =>
  plain(text)
    .split(" ")
    .filter((part) => part !== "--")
    .join(",");

const ours = (row: PtrTransaction) => [
  american(row.tradedOn),
  row.owner,
  row.tickerAsFiled ?? "",
  row.assetName,
  row.assetType ?? "",
  row.tradeType,
  row.amountRange,
  row.comment ?? "",
];
const theirs = (row: Record<string, string>) => [
  row["transaction-date"],
  row.owner,
  symbols(row.ticker),
  plain(row["asset-name"]),
  plain(row["asset-type"]),
  row.type,
  row.amount,
  known(row.comment),
];

describe.skipIf(!hasRecords("senate-efd"))("real Senate pages", () => {
  for (const kind of ["ptr-html", "ptr-print-html-loemra"]) {
    it(`${kind}: every page is read, and has as many rows as it states`, () => {
      const files = readdirSync(join(folder, kind));
      expect(files.length).toBeGreaterThan(100);
      for (const name of files) {
        const report = read(join(folder, kind, name));
        expect([name, report.transactions.length]).toEqual([name, report.statedTransactions]);
        expect(report.transactions.every((row) => row.amountLow !== null)).toBe(true);
      }
    });
  }

  it("disclose only assets that a security class covers", () => {
    for (const kind of ["ptr-html", "ptr-print-html-loemra"])
      for (const name of readdirSync(join(folder, kind))) read(join(folder, kind, name));
    const { found, uncovered } = unclassifiedAssets(reports.values());
    expect(found).toBeGreaterThan(1500);
    expect(uncovered).toEqual([]);
  });

  it("agree with another parser's reading, cell by cell", () => {
    for (const name of readdirSync(join(folder, "ptr-json"))) {
      const other = JSON.parse(readFileSync(join(folder, "ptr-json", name), "utf8")) as OtherReading;
      const report = read(join(folder, "ptr-html", name.replace(".json", ".html")));
      expect([name, report.title, report.filer.asFiled, american(report.filedOn)]).toEqual([
        name,
        other.title,
        other.filer,
        other["filed-date"] ?? american(report.filedOn),
      ]);
      expect(report.transactions.map(ours)).toEqual(other.data.flatMap(({ rows }) => rows).map(theirs));
    }
  });

  it("are distinguished from other pages", () => {
    for (const kind of readdirSync(join(folder, "not-ptr"))) {
      for (const name of readdirSync(join(folder, "not-ptr", kind))) {
        const parsed = parseSenatePage(readFileSync(join(folder, "not-ptr", kind, name)), name);
        const reason = kind === "session-expired" ? "session_expired" : "not_a_ptr";
        expect([name, parsed.kind === "report" ? "" : parsed.reason]).toEqual([name, reason]);
      }
    }
  });
});
