// Doubles of the publishers that serve the invented corpus, with the same paths as those in test/publishers.
import { gzipSync } from "node:zlib";
import { submission } from "../ingest/form345/fixtures.ts";
import { zipOf } from "../ingest/run/zip.ts";
import { latestFeed } from "../publishers/feed.ts";
import { type Double, startDouble } from "../publishers/kit.ts";
import { legislatorsSettings } from "../publishers/legislators.ts";
import { startSecDouble } from "../publishers/sec.ts";
import { accessionOf, type Corpus, filingOf } from "./corpus.ts";

/** Two weeks after the quarter whose full index the double serves; each business day since then has one filing. */
export const syncToday = "2024-04-15";

export interface Doubles {
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** `filings`: how many of the corpus are served; those of the first quarter are listed. */
export async function startDoubles(corpus: Corpus, filings: number): Promise<Doubles> {
  const all: [string, Double][] = [
    ["SEC_URL", await edgar(filings)],
    ["HOUSE_URL", await house(corpus)],
  ];
  const members = await legislators(corpus);
  return {
    settings: { ...Object.fromEntries(all.map(([name, { url }]) => [name, url])), ...legislatorsSettings(members) },
    close: async () =>
      void (await Promise.all([members, ...all.map(([, double]) => double)].map((double) => double.close()))),
  };
}

/** Numbers of the filings of the first quarter of 2024. */
const firstQuarter = (filings: number) =>
  Array.from({ length: filings }, (_, n) => n).filter((n) => (filingOf(n).filed ?? "") <= "2024-03-29");

async function edgar(filings: number): Promise<Double> {
  const listed = new Map(firstQuarter(filings).map((n) => [accessionOf(n), n]));
  const lines = [...listed.values()].map((n) => {
    const { form, filed, issuerCik } = filingOf(n);
    return `${Number(issuerCik)}|INVENTED WORKS INC|${form}|${filed}|edgar/data/${Number(issuerCik)}/${accessionOf(n)}.txt`;
  });
  const head =
    "Description:           Master Index of EDGAR Dissemination Feed\nLast Data Received:    March 31, 2024\n\n";
  const today = { accession: "0009999999-24-904159", filed: syncToday, cik: 8_000_001 };
  const columns = `CIK|Company Name|Form Type|Date Filed|Filename\n${"-".repeat(80)}\n`;
  const index = gzipSync(`${head}${columns}${lines.join("\n")}\n`);
  return await startSecDouble({
    fullIndex: (year, quarter) => (year === 2024 && quarter === 1 ? index : null),
    dailyIndex: (day) => daily(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`),
    latest: (form, start) => latestFeed(form === "4" && start === 0 ? [today] : []),
    submission(accession) {
      const n = listed.get(accession) ?? 900_000 + Number(accession.slice(-3));
      // some documents are no filings; the filings of the daily indexes are numbered from 900,000
      if (n % 31 === 30 && n < 900_000) return Buffer.from(`no filing ${n}`);
      return submission({
        ...filingOf(n),
        accession,
        ...(n >= 900_000 && { filed: accession === today.accession ? syncToday : "2024-04-02", form: "4" }),
      });
    },
  });
}

/** A business day's index with one filing. */
function daily(day: string): string {
  const longDate = new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  const accession = `0009999999-24-9${day.slice(5, 7)}${day.slice(8)}9`;
  const row = `${"4".padEnd(12)}${"Invented Works Inc".padEnd(62)}${"8000001".padEnd(12)}${day.replaceAll("-", "").padEnd(12)}edgar/data/8000001/${accession}.txt         `;
  return [
    "Description:           Daily Index of EDGAR Dissemination Feed by Form Type",
    `Last Data Received:    ${longDate}`,
    " ",
    "Form Type   Company Name                                                  CIK         Date Filed  File Name",
    "-".repeat(141),
    row,
    "",
  ].join("\n");
}

async function house(corpus: Corpus): Promise<Double> {
  const zip = zipOf({ "2024FD.xml": corpus.house.get("2024FD.xml") ?? Buffer.alloc(0) });
  const empty = zipOf({
    "2023FD.xml": Buffer.from('<?xml version="1.0"?><FinancialDisclosure></FinancialDisclosure>'),
  });
  return await startDouble(({ path }) => {
    if (path === "/public_disc/financial-pdfs/2024FD.zip") return { body: zip };
    if (path === "/public_disc/financial-pdfs/2023FD.zip") return { body: empty };
    const docId = /^\/public_disc\/ptr-pdfs\/2024\/(\d+)\.pdf$/.exec(path)?.[1];
    const pdf = docId && corpus.house.get(`pdfs/${docId}.pdf`);
    return pdf ? { body: pdf } : null;
  });
}

async function legislators(corpus: Corpus): Promise<Double> {
  const headers = { "last-modified": "Thu, 01 Feb 2024 14:03:00 GMT" };
  return await startDouble(({ path }) => {
    if (path === "/commits") return { body: "[]" };
    // lists that are not in the corpus are empty
    if (/-historical\.json$/.test(path)) return { headers, body: "[]" };
    const body = corpus.legislators.get(`2023-02-01${path}`);
    return body ? { headers, body } : null;
  });
}
