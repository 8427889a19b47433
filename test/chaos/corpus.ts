// An invented corpus of every source: amendments, joint owners, copies, bad files, documents that wait for an index.
// Everything in it is computed from the numbers of its rows, so that two builds have the same bytes.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FilingOptions, ownershipXml, submission } from "../ingest/form345/fixtures.ts";
import { memberYaml } from "../ingest/legislators/support.ts";
import { type HouseRow, housePdf, senatePage } from "../support/congress.ts";

export type CorpusSource = "form345" | "house" | "senate" | "legislators" | "prices" | "companies";
export type Corpus = Record<CorpusSource, Map<string, Buffer>>;

const companies = 40;
const symbolOf = (n: number) =>
  `ZQ${String.fromCharCode(65 + Math.floor(n / 26))}${String.fromCharCode(65 + (n % 26))}`;
const dayOf = (n: number, year = 2024) => new Date(Date.UTC(year, 0, 2 + n)).toISOString().slice(0, 10);
const usDate = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
export const accessionOf = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;

/** `size`: filings; the other sources are in proportion. */
export function inventCorpus(size: number): Corpus {
  return {
    legislators: legislators(),
    companies: new Map([["company_tickers.json", json(tickers())]]),
    form345: filings(size),
    house: house(Math.ceil(size / 40)),
    senate: senate(Math.ceil(size / 10)),
    prices: prices(),
  };
}

/** Writes each source into a folder of its own, and returns the folders. */
export async function writeCorpus(folder: string, corpus: Corpus): Promise<Record<CorpusSource, string>> {
  const folders = Object.keys(corpus).map((source) => [source, join(folder, source)] as const);
  for (const [source, folder] of folders) {
    for (const [name, bytes] of corpus[source as CorpusSource]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
  }
  return Object.fromEntries(folders) as Record<CorpusSource, string>;
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

function tickers() {
  return Object.fromEntries(
    Array.from({ length: companies }, (_, n) => [
      n,
      { cik_str: 8_000_001 + n, ticker: symbolOf(n), title: `Invented Works ${n} Inc.` },
    ]),
  );
}

/** The n-th filing; every seventh amends the one before it, every ninth has two owners. */
export function filingOf(n: number): FilingOptions {
  const amends = n % 7 === 6;
  const of = amends ? n - 1 : n;
  const company = of % companies;
  const owner = (k: number) => ({
    cik: String(9_000_001 + (k % 90)).padStart(10, "0"),
    name: `EXAMPLE PERSON ${k % 90}`,
  });
  const traded = dayOf(of % 300);
  return {
    accession: accessionOf(n),
    form: amends ? "4/A" : "4",
    originalSubmitted: amends ? dayOf((of % 300) + 2) : undefined,
    filed: dayOf((of % 300) + (amends ? 9 : 2)),
    issuerCik: String(8_000_001 + company).padStart(10, "0"),
    issuerName: `INVENTED WORKS ${company} INC`,
    symbol: symbolOf(company),
    owners: of % 9 === 0 ? [owner(of), owner(of + 1)] : [owner(of)],
    rows: [
      {
        date: traded,
        code: of % 3 === 0 ? "S" : "P",
        ad: of % 3 === 0 ? "D" : "A",
        shares: String(100 + (of % 50)),
        price: `${10 + (n % 13)}`,
      },
      { date: traded, code: of % 11 === 0 ? null : "P", shares: "7", price: "3.25" },
    ],
  };
}

function filings(size: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const bare: number[] = [];
  for (let n = 0; n < size; n++) {
    const filing = filingOf(n);
    const folder = `part-${String(Math.floor(n / 100)).padStart(3, "0")}`;
    if (n % 25 === 24) {
      // a document without a header, whose filing date is in the index that is loaded last
      bare.push(n);
      files.set(`${folder}/${accessionOf(n)}.xml`, Buffer.from(ownershipXml(filing)));
    } else files.set(`${folder}/${accessionOf(n)}.txt`, submission(filing));
    if (n % 60 === 59) files.set(`${folder}/broken-${n}.txt`, Buffer.from(`no filing ${n}`));
    if (n % 50 === 49) files.set(`copies/${n}/${accessionOf(n - 1)}.txt`, submission(filingOf(n - 1)));
  }
  const lines = bare.map(
    (n) =>
      `4           INVENTED WORKS INC       ${Number(filingOf(n).issuerCik)}     ${filingOf(n).filed?.replaceAll("-", "")}    edgar/data/${Number(filingOf(n).issuerCik)}/${accessionOf(n)}.txt`,
  );
  files.set(
    "zz/form.idx",
    Buffer.from(`Form Type   Company Name   CIK   Date Filed  File Name\n---------------\n${lines.join("\n")}\n`),
  );
  return files;
}

function legislators(): Map<string, Buffer> {
  const members = [
    memberYaml("M999001", "Ada Marlowe", ["sen 2019-01-03 2027-01-03 OR Independent"]),
    memberYaml("Q999001", "Ben Quill", ["rep 2019-01-03 2027-01-03 OH-3 Independent"]),
  ].join("");
  const committees = `
- type: house
  name: House Committee on Examples
  thomas_id: HSEX
- type: senate
  name: Senate Committee on Fixtures
  thomas_id: SSFX
`;
  const seat = (id: string, rank: number) => `- name: X\n  party: majority\n  rank: ${rank}\n  bioguide: ${id}\n`;
  const files = new Map<string, Buffer>();
  for (const [day, roster] of [
    ["2023-02-01", `HSEX:\n${seat("Q999001", 2)}SSFX:\n${seat("M999001", 1)}`],
    ["2024-06-01", `HSEX:\n${seat("Q999001", 1)}${seat("Z000000", 3)}SSFX:\n${seat("M999001", 2)}`],
  ] as const) {
    files.set(`${day}/legislators-current.yaml`, Buffer.from(members));
    files.set(`${day}/committees-current.yaml`, Buffer.from(committees));
    files.set(`${day}/committee-membership-current.yaml`, Buffer.from(roster));
  }
  return files;
}

const houseRow = (n: number): HouseRow => ({
  asset: [`Invented Works ${n % companies} Inc. (${symbolOf(n % companies)}) [ST]`],
  type: n % 2 ? "P" : "S",
  date: usDate(dayOf(n % 200)),
  amount: ["$1,001 - $15,000"],
});

function house(reports: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const entries: string[] = [];
  for (let n = 0; n < reports; n++) {
    const docId = String(20_999_001 + n);
    const filed = dayOf((n % 200) + 30);
    files.set(
      `pdfs/${docId}.pdf`,
      housePdf(docId, [houseRow(n), houseRow(n + 1)], { signed: usDate(dayOf((n % 200) + 31)) }),
    );
    if (n % 4 !== 3)
      entries.push(
        `<Member><Prefix>Hon.</Prefix><Last>Quill</Last><First>Ben</First><Suffix/><FilingType>P</FilingType><StateDst>OH03</StateDst><Year>2024</Year><FilingDate>${usDate(filed)}</FilingDate><DocID>${docId}</DocID></Member>`,
      );
  }
  files.set("pdfs/20990000.pdf", Buffer.from("%PDF-1.4 broken"));
  files.set(
    "2024FD.xml",
    Buffer.from(`<?xml version="1.0"?><FinancialDisclosure>${entries.join("")}</FinancialDisclosure>`),
  );
  return files;
}

function senate(reports: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let n = 0; n < reports; n++) {
    const uuid = `${String(n).padStart(8, "0")}-0000-4111-8222-333344445555`;
    const amends = n % 5 === 4;
    const of = amends ? n - 1 : n;
    const filed = usDate(dayOf((of % 200) + 20));
    const row = (k: number) => ({
      date: usDate(dayOf(k % 200)),
      ticker: `<a href='#'>${symbolOf(k % companies)}</a>`,
      asset: `Invented Works ${k % companies} Inc.`,
      amount: amends && k === of ? "$15,001 - $50,000" : "$1,001 - $15,000",
    });
    const title = `Periodic Transaction Report for ${filed}${amends ? " (Amendment 1)" : ""}`;
    const page = senatePage({
      title,
      filer: "The Honorable Ada Marlowe (Marlowe, Ada)",
      filed: `${amends ? usDate(dayOf((of % 200) + 40)) : filed} @ 6:31 AM`,
      rows: [row(of), row(of + 1)],
    });
    files.set(`${uuid}.html`, Buffer.from(page));
  }
  files.set("empty.html", Buffer.from("<html><title>Nothing</title></html>"));
  return files;
}

function prices(): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let n = 0; n <= companies; n++) {
    const symbol = n === companies ? "SPY" : symbolOf(n);
    const bars: string[] = [];
    for (let day = 0; day < 500; day++) {
      const date = dayOf(day);
      if ([0, 6].includes(new Date(date).getUTCDay())) continue;
      const close = (20 + n + Math.sin(day / 15 + n) * 5).toFixed(2);
      bars.push(`${date},${close},${close}`);
    }
    files.set(`daily/${symbol}.csv`, Buffer.from(`Date,Close,Adj Close\n${bars.join("\n")}\n`));
  }
  return files;
}
