// Invented House PDFs: cells by position, rows over lines and pages, labels with and without their small capitals.
import { describe, expect, it } from "vitest";
import type { IndexEntry } from "../../../src/ingest/house/index-file.ts";
import { parseHousePdf } from "../../../src/ingest/house/parse.ts";
import { restoreCapitals } from "../../../src/ingest/house/table.ts";
import { type HouseRow, housePdf } from "../../support/congress.ts";
import { makePdf } from "../../support/pdf.ts";

const notIndexed = async () => undefined;
const entry: IndexEntry = {
  docId: "20999001",
  year: 2025,
  prefix: "Hon.",
  lastName: "Quill",
  firstName: "Benjamin",
  suffix: null,
  filingType: "P",
  disclosureType: null,
  stateDistrict: "OH03",
  filedOn: "2025-03-12",
};
const simple: HouseRow = {
  asset: ["Zed Quartz Corp (ZZQA) [ST]"],
  type: "P",
  date: "02/03/2025",
  amount: ["$1,001 - $15,000"],
};

async function report(rows: HouseRow[], options: Parameters<typeof housePdf>[2] = {}) {
  const parsed = await parseHousePdf(housePdf("20999001", rows, options), "20999001.pdf", notIndexed);
  if (parsed.kind !== "report") throw new Error(JSON.stringify(parsed));
  return parsed;
}

describe("a House report", () => {
  it("has filing date, name and year from the index, else from its signature", async () => {
    const bytes = housePdf("20999001", [simple], { signed: "01/02/2026" });
    const indexed = await parseHousePdf(bytes, "x.pdf", async (id) => (id === entry.docId ? entry : undefined));
    expect(indexed).toMatchObject({
      report: {
        docId: "20999001",
        filedOn: "2025-03-12",
        filer: { asFiled: "Hon. Ben Quill", firstName: "Benjamin", lastName: "Quill", state: "OH", district: 3 },
        sourceUrl: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025/20999001.pdf",
      },
    });
    expect(await parseHousePdf(bytes, "x.pdf", notIndexed)).toMatchObject({
      report: {
        filedOn: "2026-01-02",
        sourceUrl: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20999001.pdf",
      },
    });
  });

  it("is read by the position of its cells: wrapped names and amounts, owners, types, labelled lines", async () => {
    const { report: read } = await report([
      {
        owner: "SP",
        asset: ["Zed Quartz Corporation Common", "Stock Class A (ZZQ.A) [ST]"],
        type: "S (partial)",
        date: "02/03/2025",
        amount: ["$100,001 -", "$250,000"],
        details: [
          "F      S     : New",
          "S          O : Brokerage One",
          "D           : Sold 40 shares",
          "in two lots.",
          "C       : At a loss.",
        ],
      },
      {
        ...simple,
        owner: "DC",
        asset: ["Ohio Water Bond (Series B)", "[GS]"],
        type: "E",
        amount: ["Spouse/DC Over $1,000,000"],
      },
      { ...simple, id: "2000123456", details: ["FIlINg STATuS: Amended", "DESCRIPTION: bought by uNITED llC"] },
    ]);
    expect(read.transactions).toMatchObject([
      {
        rowIndex: 0,
        owner: "Spouse",
        assetName: "Zed Quartz Corporation Common Stock Class A",
        tickerAsFiled: "ZZQ.A",
        assetType: "ST",
        tradeType: "Sale (Partial)",
        amountRange: "$100,001 - $250,000",
        comment: "Sold 40 shares in two lots.; At a loss.",
        isAmendment: false,
      },
      {
        owner: "Child",
        assetName: "Ohio Water Bond (Series B)",
        tickerAsFiled: null,
        assetType: "GS",
        tradeType: "Exchange",
        amountLow: "1000001",
        amountHigh: null,
      },
      // a blank owner is the member; `l`, `g`, `u` are lost capitals
      { owner: "Self", tickerAsFiled: "ZZQA", isAmendment: true, comment: "bought by UNITED LLC" },
    ]);
  });

  it("has notification, sub-holding and the box for capital gains, drawn or in a font of symbols", async () => {
    const facts = { asset: simple.asset, type: "S", date: "02/03/2025", amount: simple.amount };
    const { report: read } = await report([
      {
        ...facts,
        notified: "02/20/2025",
        capitalGains: { as: "drawn", isTicked: true },
        details: ["F      S     : New", "S          O : Brokerage One > Trust 2"],
      },
      { ...facts, capitalGains: { as: "drawn", isTicked: false } },
      { ...facts, capitalGains: { as: "symbols", isTicked: true } },
      { ...facts, capitalGains: { as: "symbols", isTicked: false } },
      { ...facts, notified: null },
    ]);
    expect(
      read.transactions.map(({ notifiedOn, account, capGainsOver200 }) => [notifiedOn, account, capGainsOver200]),
    ).toEqual([
      ["2025-02-20", "Brokerage One > Trust 2", true],
      ["2025-02-03", null, false],
      ["2025-02-03", null, true],
      ["2025-02-03", null, false],
      [null, null, null],
    ]);
  });

  it("continues over pages: no row is lost or doubled, and a row cut in two is one", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      ...simple,
      asset: [`Company number ${index + 1} of many that`, "file (ZZQA) [ST]"],
      amount: ["$15,001 -", "$50,000"],
    }));
    const { report: read } = await report(rows);
    expect(read.transactions.map(({ assetName }) => assetName)).toEqual(
      rows.map((_, index) => `Company number ${index + 1} of many that file`),
    );
    expect(new Set(read.transactions.map(({ amountRange }) => amountRange))).toEqual(new Set(["$15,001 - $50,000"]));
  });

  it("lacks only the rows that cannot be read, which are refused under their index", async () => {
    const parsed = await report([
      { ...simple, date: "02/31/2025" },
      simple,
      { ...simple, amount: ["a lot"] },
      { ...simple, owner: "XX" },
    ]);
    expect(parsed.report.transactions.map(({ rowIndex }) => rowIndex)).toEqual([1]);
    expect(parsed.refusedRows.map(({ rowIndex, reason }) => [rowIndex, reason])).toEqual([
      [0, "bad_transaction_date"],
      [2, "unknown_amount"],
      [3, "unknown_owner"],
    ]);
  });
});

describe("a House report of another year (constructed)", () => {
  it("may have a heading of three lines, no box for capital gains, labels in lower case and short dates, as until 2014", async () => {
    const bytes = housePdf(
      "20000123",
      [
        {
          owner: "sp",
          asset: ["common stock of Zed Quartz", "gas and oil (ZZQA)"],
          type: "s (partial)",
          date: "3/7/2014",
          notified: "3/28/2014",
          amount: ["$15,001 -", "$50,000"],
          details: ["filing status: new", "subholding of: trust one", "description: sold in two lots"],
        },
        {
          asset: ["Asset", "Asset Trust"],
          type: "P",
          date: "12/9/2013",
          amount: ["$1,001 - $15,000"],
          details: ["filing status: new"],
        },
      ],
      { withoutGains: true, heading: "three lines", signed: "4/3/2014" },
    );
    const parsed = await parseHousePdf(bytes, "20000123.pdf", notIndexed);
    expect(parsed).toMatchObject({ kind: "report", refusedRows: [], report: { filedOn: "2014-04-03" } });
    if (parsed.kind !== "report") return;
    expect(parsed.report.transactions).toMatchObject([
      {
        owner: "Spouse",
        assetName: "common stock of Zed Quartz gas and oil",
        tickerAsFiled: "ZZQA",
        tradeType: "Sale (Partial)",
        tradedOn: "2014-03-07",
        notifiedOn: "2014-03-28",
        amountRange: "$15,001 - $50,000",
        account: "trust one",
        comment: "sold in two lots",
        capGainsOver200: null,
        isAmendment: false,
      },
      { owner: "Self", assetName: "Asset Asset Trust", tradedOn: "2013-12-09", capGainsOver200: null },
    ]);
  });

  it("marks rows as amended or deleted, with the Clerk's number of the transaction", async () => {
    const { report: read } = await report([
      { ...simple, id: "2000000001", details: ["FILINg STATUS: Amended"] },
      { ...simple, id: "2000000002", details: ["FILINg STATUS: Deleted", "DESCRIPTION: entered twice"] },
      simple,
    ]);
    expect(
      read.transactions.map(({ isAmendment, withdraws, publisherRowId }) => [isAmendment, withdraws, publisherRowId]),
    ).toEqual([
      [true, false, "2000000001"],
      [true, true, "2000000002"],
      [false, false, null],
    ]);
  });

  it("may have no asset types and no footnote: the headings after the table are not part of its last row", async () => {
    const old = { ...simple, asset: ["Zed Quartz Corp (ZZQA)"], details: ["FIlINg STATuS: New", "DESCRIPTION: sold"] };
    const { report: read } = await report([old, { ...old, type: "S(partial)" }], {
      footnote: [
        "INVeSTmeNT VehICle DeTAIlS",
        "Brokerage One (Owner: SP)",
        "INITIAl PublIC OfferINGS",
        "n m l k j Yes",
      ],
    });
    expect(
      read.transactions.map(({ tradeType, assetType, tickerAsFiled, comment }) => [
        tradeType,
        assetType,
        tickerAsFiled,
        comment,
      ]),
    ).toEqual([
      ["Purchase", null, "ZZQA", "sold"],
      ["Sale (Partial)", null, "ZZQA", "sold"],
    ]);
  });

  it("may have no column for capital gains", async () => {
    const rows = [
      { ...simple, owner: "SP", amount: ["$50,001 -", "$100,000"] },
      { ...simple, owner: "DC", amount: ["$1,000,000 Spouse/DC", "Over"] },
    ];
    const { report: read } = await report(rows, { withoutGains: true });
    expect(
      read.transactions.map(({ owner, amountLow, amountHigh, capGainsOver200 }) => [
        owner,
        amountLow,
        amountHigh,
        capGainsOver200,
      ]),
    ).toEqual([
      ["Spouse", "50001", "100000", null],
      ["Child", "1000001", null, null],
    ]);
  });

  it("lacks a row whose status is not known, which is refused", async () => {
    const parsed = await report([{ ...simple, details: ["F      S     : Suspended"] }, simple]);
    expect(parsed.refusedRows).toMatchObject([{ rowIndex: 0, reason: "unknown_filing_status" }]);
    expect(parsed.report.transactions).toHaveLength(1);
  });
});

describe("a file", () => {
  it("is refused if it is no PDF, or a broken one", async () => {
    for (const bytes of [Buffer.from("<html>Not found</html>"), Buffer.alloc(0), Buffer.from("%PDF-1.7\nnothing")]) {
      expect(await parseHousePdf(bytes, "20999001.pdf", notIndexed)).toMatchObject({
        kind: "refused",
        reason: "not_a_pdf",
      });
    }
  });

  it("is refused if its fonts map letters to no characters", async () => {
    const map = "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <54> <D800> endbfchar";
    const [body = ""] = housePdf("20999001", [simple]).toString("latin1").split("xref\n0 ");
    const mapped = body.replace("/BaseFont /Helvetica", "/BaseFont /Helvetica /ToUnicode 99 0 R");
    const stream = `99 0 obj\n<< /Length ${map.length} >>\nstream\n${map}\nendstream\nendobj\n`;
    const bytes = Buffer.from(`${mapped}${stream}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, "latin1");
    expect(await parseHousePdf(bytes, "20999001.pdf", notIndexed)).toMatchObject({
      kind: "refused",
      reason: "unreadable_text",
    });
  });

  it("is refused if it is another form", async () => {
    const bytes = makePdf([[{ x: 50, y: 700, text: "Financial Disclosure Report Filing ID #10000001" }]]);
    expect(await parseHousePdf(bytes, "10000001.pdf", notIndexed)).toMatchObject({
      kind: "refused",
      reason: "not_a_ptr",
    });
  });

  it("is refused if a row is not recognised or if it has none, so that no row is lost in silence", async () => {
    const lost = await parseHousePdf(housePdf("20999001", [simple, { ...simple, type: "Z" }]), "x.pdf", notIndexed);
    expect(lost).toMatchObject({ kind: "refused", reason: "row_count_mismatch" });
    const empty = await parseHousePdf(housePdf("20999001", []), "x.pdf", notIndexed);
    expect(empty).toMatchObject({ kind: "refused", reason: "no_transactions" });
  });

  it("is unreadable if it has only pictures: the report is known by its file name", async () => {
    expect(
      await parseHousePdf(makePdf([[]]), "P_8999001.pdf", async () => ({ ...entry, docId: "8999001" })),
    ).toMatchObject({
      kind: "unreadable",
      reason: "unreadable_scan",
      report: { docId: "8999001", filedOn: "2025-03-12", filer: { asFiled: "Hon. Benjamin Quill" } },
    });
  });
});

describe("a report on paper", () => {
  it("is a scan even with text from OCR; the index may state that it is another form", async () => {
    const recognised = makePdf([[{ x: 50, y: 700, text: "PER1ODIC TRANSACT1ON REPORT  Name: Hon. Ben Qui11" }]]);
    const paper = { ...entry, docId: "8999001" };
    const parsed = await parseHousePdf(recognised, "8999001.pdf", async () => paper);
    expect(parsed).toMatchObject({ kind: "unreadable", reason: "unreadable_scan", report: { filedOn: "2025-03-12" } });
    const other = await parseHousePdf(makePdf([[]]), "8999001.pdf", async () => ({ ...paper, filingType: "C" }));
    expect(other).toMatchObject({ kind: "refused", reason: "not_a_ptr" });
    const of2012 = { ...paper, filingType: "O", disclosureType: "PTR" };
    expect(await parseHousePdf(makePdf([[]]), "8999001.pdf", async () => of2012)).toMatchObject({ kind: "unreadable" });
  });
});

describe("lost capitals", () => {
  const lost = new Set(["l", "u", "d"]);
  it("are restored at the beginning of words and in words otherwise in capitals", () => {
    expect(restoreCapitals("unilever PLC and duPont de luxe (uL)", lost, "name")).toBe(
      "Unilever PLC and DuPont de Luxe (UL)",
    );
    expect(restoreCapitals("sold by unilever llC", lost, "sentence")).toBe("sold by unilever LLC");
    expect(restoreCapitals("lululemon", new Set(), "name")).toBe("lululemon");
  });
});
