// Good files of every source, invented. Each has a number, so that no two share a document, a company or a member.
import type { SourceName } from "../../src/sources/sources.ts";
import { ownershipXml, submission } from "../ingest/form345/fixtures.ts";
import { memberYaml } from "../ingest/legislators/support.ts";
import { zipOf } from "../ingest/run/zip.ts";
import { housePdf, senatePage } from "../support/congress.ts";

export interface HostileFile {
  source: SourceName;
  /** below the folder of its source */
  path: string;
  bytes: Buffer;
  /** is in every row of the file */
  key: string;
}

const digits = (n: number, width: number) => String(n).padStart(width, "0");
/** a symbol or code of `width` letters */
const letters = (n: number, width: number): string =>
  Array.from({ length: width }, (_, position) => String.fromCharCode(65 + (Math.floor(n / 26 ** position) % 26))).join(
    "",
  );

const symbol = (n: number) => `Q${letters(n, 4)}`;
const bioguideId = (n: number) => `Z${digits(n, 6)}`;
const companyCik = (n: number) => `7${digits(n, 6)}`;
const senateId = (n: number) => `00000000-0000-4000-8000-${digits(n, 12)}`;
const accession = (n: number) => `0009999999-24-${digits(n, 6)}`;
const filing = (n: number) => ({
  accession: accession(n),
  issuerCik: `0008${digits(n, 6)}`,
  issuerName: `INVENTED WIDGETS ${n} INC`,
  symbol: symbol(n),
  owners: [{ cik: `0009${digits(n, 6)}`, name: "EXAMPLE ADA B" }],
  footnotes: { F1: "Bought in several lots by an invented person." },
  rows: [
    { shares: String(100 + n), price: "12.5", after: "5000", notes: ["F1"] },
    { code: "S", ad: "D" as const, shares: "40", price: "13", after: "4960" },
    { table: "derivative" as const, code: "M", shares: "10", price: "0" },
  ],
});

function priceRows(n: number): string[][] {
  return Array.from({ length: 20 }, (_, day) => {
    const close = 10 + (n % 50) + day / 4;
    return [`2024-03-${digits(day + 1, 2)}`, close - 1, close + 1, close - 2, close, close, 1000 + day].map(String);
  });
}

const member = (n: number, first: string) =>
  memberYaml(bioguideId(n), `${first} Invented`, ["rep 2019-01-03 2021-01-03 OH-3 Independent"]);

type Maker = (n: number) => HostileFile;

/** One maker for each kind of file that a source reads. */
export const makers: Record<string, Maker> = {
  submission: (n) => ({
    source: "form345",
    path: `${n}.txt`,
    bytes: submission(filing(n)),
    key: accession(n),
  }),
  document: (n) => ({
    source: "form345",
    path: `${accession(n).replaceAll("-", "")}/primary_doc.xml`,
    bytes: Buffer.from(ownershipXml(filing(n))),
    key: accession(n),
  }),
  housePdf: (n) => ({
    source: "house",
    path: `20${digits(n, 6)}.pdf`,
    bytes: housePdf(`20${digits(n, 6)}`, [
      { asset: [`Zed Quartz ${n} Corp (ZZQA) [ST]`], type: "P", date: "02/03/2025", amount: ["$1,001 - $15,000"] },
      { owner: "SP", asset: ["Ohio Bond [GS]"], type: "S", date: "02/04/2025", amount: ["$15,001 -", "$50,000"] },
    ]),
    key: `20${digits(n, 6)}`,
  }),
  houseIndex: (n) => ({
    source: "house",
    path: `${n}/2025FD.xml`,
    bytes: Buffer.from(
      `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<FinancialDisclosure>\n${[1, 2, 3]
        .map(
          (row) =>
            `  <Member><Prefix>Hon.</Prefix><Last>Quill</Last><First>Ben</First><Suffix /><FilingType>P</FilingType><StateDst>OH03</StateDst><Year>2025</Year><FilingDate>3/${row}/2025</FilingDate><DocID>30${digits(n, 6)}${row}</DocID></Member>`,
        )
        .join("\n")}\n</FinancialDisclosure>`,
    ),
    key: `30${digits(n, 6)}`,
  }),
  senatePage: (n) => ({
    source: "senate",
    path: `${senateId(n)}.html`,
    bytes: Buffer.from(
      senatePage({ rows: [{ asset: `Zed Quartz ${n} Corp` }, { type: "Sale (Full)", amount: "Over $50,000,000" }] }),
    ),
    key: senateId(n),
  }),
  membersYaml: (n) => ({
    source: "legislators",
    path: `${n}/legislators-current.yaml`,
    bytes: Buffer.from(member(n, "Ada")),
    key: bioguideId(n),
  }),
  membersJson: (n) => ({
    source: "legislators",
    path: `${n}/legislators-historical.json`,
    bytes: Buffer.from(
      JSON.stringify([
        {
          id: { bioguide: bioguideId(n) },
          name: { first: "Bo", last: "Invented" },
          bio: { birthday: "1950-01-01" },
          terms: [{ type: "sen", start: "2001-01-03", end: "2007-01-03", state: "OR", class: 1, party: "Independent" }],
        },
      ]),
    ),
    key: bioguideId(n),
  }),
  membersCsv: (n) => ({
    source: "legislators",
    path: `${n}/legislators-current.csv`,
    bytes: Buffer.from(
      `last_name,first_name,middle_name,suffix,nickname,full_name,birthday,type,state,party,bioguide_id\nInvented,Cy,,,,Cy Invented,1960-05-06,rep,OH,Independent,${bioguideId(n)}\n`,
    ),
    key: bioguideId(n),
  }),
  pricesCsv: (n) => ({
    source: "prices",
    path: `p${n}/${symbol(n)}.csv`,
    bytes: Buffer.from(
      `Date,Open,High,Low,Close,Adj Close,Volume\n${priceRows(n)
        .map((row) => row.join(","))
        .join("\n")}\n`,
    ),
    key: symbol(n),
  }),
  pricesLean: (n) => ({
    source: "prices",
    path: `lean${n}/daily/${symbol(n).toLowerCase()}.zip`,
    bytes: zipOf({
      [`${symbol(n).toLowerCase()}.csv`]: Buffer.from(
        priceRows(n)
          .map(([date = "", open, high, low, close, , volume]) =>
            [
              `${date.replaceAll("-", "")} 00:00`,
              ...[open, high, low, close].map((x) => Number(x) * 10_000),
              volume,
            ].join(","),
          )
          .join("\n"),
      ),
    }),
    key: symbol(n),
  }),
  companyTickers: (n) => ({
    source: "companies",
    path: `${n}/company_tickers.json`,
    bytes: Buffer.from(
      JSON.stringify({ 0: { cik_str: Number(companyCik(n)), ticker: symbol(n), title: `Invented ${n} Corp` } }),
    ),
    key: companyCik(n),
  }),
  companySubmissions: (n) => ({
    source: "companies",
    path: `CIK000${companyCik(n)}.json`,
    bytes: Buffer.from(
      JSON.stringify({
        cik: companyCik(n),
        name: `Invented ${n} Corp`,
        sic: "3674",
        tickers: [symbol(n)],
        exchanges: ["NYSE"],
        insiderTransactionForIssuerExists: 1,
      }),
    ),
    key: companyCik(n),
  }),
};
