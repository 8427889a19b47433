// EDGAR's indexes in all layouts: what they list, which days they cover, and when they are truncated. Companies and
// accession numbers are invented; headers and columns are EDGAR's.
import { expect, it } from "vitest";
import { isIndexName, readIndex } from "../../../src/ingest/edgar/index-file.ts";
import { accession } from "../form345/fixtures.ts";

const daily = (body: string) => `Description:           Daily Index of EDGAR Dissemination Feed by Form Type
Last Data Received:    Mar 18, 2024
Comments:              webmaster@sec.gov
Anonymous FTP:         ftp://ftp.sec.gov/edgar/
 
 
 
 
Form Type   Company Name                                                  CIK         Date Filed  File Name
---------------------------------------------------------------------------------------------------------------------------------------------
${body}`;

const master = (last: string, body: string) => `Description:           Master Index of EDGAR Dissemination Feed
Last Data Received:    ${last}
Comments:              webmaster@sec.gov
Anonymous FTP:         ftp://ftp.sec.gov/edgar/
Cloud HTTP:            https://www.sec.gov/Archives/

 
 
 
CIK|Company Name|Form Type|Date Filed|Filename
--------------------------------------------------------------------------------
${body}`;

const ids = (content: string) => readIndex(content)?.filings.map(({ accessionNumber }) => accessionNumber);

it("the form index gives the six ownership forms, each accession once, whatever its CIKs", () => {
  const line = (form: string, n: number, cik = 8000001, name = "INVENTED WIDGETS INC") =>
    `${form.padEnd(12)}${name.padEnd(60)}  ${String(cik).padEnd(12)}20240318    edgar/data/${cik}/${accession(n)}.txt         \n`;
  const body = [
    line("10-K", 1),
    line("3", 2),
    line("3/A", 3),
    line("4", 4),
    line("4", 4, 9000001, "EXAMPLE ADA B"),
    line("4/A", 5, 8000001, "A NAME THAT IS LONGER THAN ITS COLUMN AND PUSHES EVERYTHING BEHIND IT TO THE RIGHT"),
    line("5", 6),
    line("5/A", 7),
    line("40-F", 8),
    line("424B2", 9),
    line("4", 10, 8000002, "3D 4 U INC /DE/"),
  ].join("");
  const index = readIndex(daily(body));
  expect(index?.filings.map(({ accessionNumber, formType }) => [accessionNumber, formType])).toEqual([
    [accession(2), "3"],
    [accession(3), "3/A"],
    [accession(4), "4"],
    [accession(5), "4/A"],
    [accession(6), "5"],
    [accession(7), "5/A"],
    [accession(10), "4"],
  ]);
  expect(index).toMatchObject({ lines: 11, refused: [], truncated: null });
  expect(index?.span).toEqual({
    listing: "daily-index/2024-03-18",
    coversFrom: "2024-03-18",
    coversTo: "2024-03-18",
    closed: true,
  });
  expect(index?.filings[2]).toEqual({
    accessionNumber: accession(4),
    formType: "4",
    filedOn: "2024-03-18",
    cik: "0009000001",
    name: "EXAMPLE ADA B",
    path: `edgar/data/9000001/${accession(4)}.txt`,
  });
});

it("company and crawler indexes have the form after the company", () => {
  const head = (
    name: string,
  ) => `Company Name                                                  Form Type   CIK         Date Filed  ${name}
---------------------------------------------------------------------------------------------------------------------------------------------
`;
  const company = `INVENTED WIDGETS INC                                          4/A         8000001     2024-03-18  edgar/data/8000001/${accession(1)}.txt
INVENTED FUND 4                                               N-PX        8000003     2024-03-18  edgar/data/8000003/${accession(2)}.txt
`;
  expect(ids(head("File Name") + company)).toEqual([accession(1)]);
  const crawler = `INVENTED WIDGETS INC                                          4           8000001     2024-03-18  https://www.sec.gov/Archives/edgar/data/8000001/${accession(3)}-index.htm
`;
  expect(ids(head("URL") + crawler)).toEqual([accession(3)]);
});

it("a quarter is closed once its last weekday is in, and covers no day after its last data", () => {
  const body = `8000001|INVENTED WIDGETS INC|4|2024-02-09|edgar/data/8000001/${accession(1)}.txt\n`;
  const span = (last: string) => readIndex(master(last, body))?.span;
  expect(span("February 9, 2024")).toMatchObject({ coversFrom: "2024-01-01", coversTo: "2024-02-09", closed: false });
  // 2024-03-31 is a Sunday
  expect(span("March 29, 2024")).toEqual({
    listing: "full-index/2024/QTR1",
    coversFrom: "2024-01-01",
    coversTo: "2024-03-31",
    closed: true,
  });
});

it("a bad line is refused with its number, and the others are read", () => {
  const body = `8000001|INVENTED WIDGETS INC|4|2024-02-30|edgar/data/8000001/${accession(1)}.txt
8000001|INVENTED WIDGETS INC|4|2024-02-09|edgar/data/8000001/nothing.txt
nonsense
8000001|INVENTED WIDGETS INC|4|2024-02-09|edgar/data/8000001/${accession(2)}.txt
`;
  const index = readIndex(master("March 29, 2024", body));
  expect(index?.filings).toHaveLength(1);
  expect(index?.refused.map(({ line }) => line)).toEqual([12, 13, 14]);
});

it.each([
  [
    "cut within a line",
    `8000001|INVENTED WIDGETS INC|4|2024-02-09|edgar/data/8000001/${accession(1)}.txt\n8000001|INV`,
  ],
  ["cut after a line", `8000001|INVENTED WIDGETS INC|4|2024-02-09|edgar/data/8000001/${accession(1)}.txt`],
  ["a header alone", ""],
])("%s is a truncated index", (_, body) => {
  expect(readIndex(master("March 29, 2024", body))?.truncated).toEqual(expect.any(String));
});

it.each([
  "<!DOCTYPE html><html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>",
  "",
  "ticker,cik\naapl,320193\n",
])("%j is no index at all", (content) => {
  expect(readIndex(content)).toBeNull();
});

it.each(["form.idx", "master.20240318.idx", "company.idx", "crawler.idx", "2023QTR2master", "master", "form.idx.txt"])(
  "%s is an index by its name",
  (name) => {
    expect(isIndexName(name)).toBe(true);
  },
);
