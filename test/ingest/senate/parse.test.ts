// Parsing a Senate page: the content of its cells, and the reasons for which a page is refused.
import { describe, expect, it } from "vitest";
import { parseSenatePage } from "../../../src/ingest/senate/parse.ts";
import { type SenatePage, senatePage } from "../../support/congress.ts";
import { processorMs } from "../../support/processor-time.ts";

const uuid = "0a1b2c3d-0000-4111-8222-333344445555";
const parse = (html: string, name = `${uuid}.html`) => parseSenatePage(Buffer.from(html), name);
const report = (page: SenatePage, name?: string) => {
  const parsed = parse(senatePage(page), name);
  if (parsed.kind !== "report") throw new Error(`refused: ${JSON.stringify(parsed)}`);
  return parsed;
};

describe("a Senate report", () => {
  it("has its filer, date, address and rows", () => {
    const { report: read } = report({
      rows: [{ owner: "Joint", type: "Sale (Partial)", comment: "Sold by the manager" }],
    });
    expect(read).toMatchObject({
      chamber: "Senate",
      docId: uuid,
      title: "Periodic Transaction Report for 02/20/2025",
      filer: { asFiled: "The Honorable Ada B Marlowe (Marlowe, Ada B.)", firstName: "Ada B.", lastName: "Marlowe" },
      filedOn: "2025-02-20",
      amendmentNumber: null,
      originalFiledOn: null,
      statedTransactions: 1,
      sourceUrl: `https://efdsearch.senate.gov/search/view/ptr/${uuid}/`,
    });
    expect(read.transactions).toEqual([
      {
        rowIndex: 0,
        tradedOn: "2025-02-03",
        owner: "Joint",
        tickerAsFiled: "ZZQA",
        assetName: "Zed Quartz Corp",
        assetType: "Stock",
        tradeType: "Sale (Partial)",
        amountRange: "$1,001 - $15,000",
        amountLow: "1001",
        amountHigh: "15000",
        amountMid: "8000.5",
        comment: "Sold by the manager",
        isAmendment: false,
      },
    ]);
  });

  it("keeps option and bond lines in the asset's name, and both symbols of an exchange", () => {
    const option =
      "Zed Corp <div class='text-muted'>Option Type: Put <br/><em>Strike price:</em> $40.00<br><em>Expires:</em> 07/17/2025</div>";
    const { report: read } = report({
      rows: [
        { asset: option, assetType: "Stock Option", ticker: "--" },
        { asset: "Old A (Exchanged) <br/> New B (Received)", ticker: "<a>OLDA</a><br/><a>NEWB</a>", type: "Exchange" },
        { ticker: "--<br><a>NEWB</a>", assetType: "" },
      ],
    });
    expect(
      read.transactions.map(({ assetName, tickerAsFiled, assetType }) => [assetName, tickerAsFiled, assetType]),
    ).toEqual([
      ["Zed Corp Option Type: Put Strike price: $40.00 Expires: 07/17/2025", null, "Stock Option"],
      ["Old A (Exchanged) New B (Received)", "OLDA,NEWB", "Stock"],
      ["Zed Quartz Corp", "NEWB", null],
    ]);
  });

  it("is recognised by its title as an amendment, with the date of its original", () => {
    const { report: read } = report({
      title: "Periodic Transaction Report for 01/08/2025 (Amendment 2)",
      filed: "02/20/2025 @ 4 PM",
      rows: [{}],
    });
    expect(read).toMatchObject({ amendmentNumber: 2, originalFiledOn: "2025-01-08", filedOn: "2025-02-20" });
    expect(read.transactions[0]?.isAmendment).toBe(true);
  });

  it("has the same id each time if its page has no uuid, whatever its file is called", () => {
    const first = report({ rows: [{}] }, "2025-001.html").report;
    const second = report({ rows: [{}] }, "copy of it.html").report;
    const later = report({ rows: [{}], filed: "02/20/2025 @ 6:32 AM" }, "2025-002.html").report;
    expect(first.docId).toMatch(/^print-[0-9a-f]{32}$/);
    expect(second.docId).toBe(first.docId);
    expect(later.docId).not.toBe(first.docId);
    expect(first.sourceUrl).toBe("https://efdsearch.senate.gov/search/");
  });

  it("lacks only the rows that cannot be read, which are refused under their index", () => {
    const parsed = report({ rows: [{ date: "02/30/2025" }, {}, { type: "Gift" }, { owner: "Cousin" }] });
    expect(parsed.refusedRows.map(({ rowIndex, reason }) => [rowIndex, reason])).toEqual([
      [0, "bad_transaction_date"],
      [2, "unknown_transaction_type"],
      [3, "unknown_owner"],
    ]);
    expect(parsed.report.transactions.map(({ rowIndex }) => rowIndex)).toEqual([1]);
  });
});

describe("a table with another structure", () => {
  const page = senatePage({ rows: [{}, { type: "Exchange" }] });

  it("is read without thead and tbody", () => {
    const bare = page.replaceAll(/<\/?t(?:head|body)>/g, "");
    expect(parse(bare)).toEqual(parse(page));
  });

  it("has a refused row if one has fewer cells; one cell over all columns means that there are no rows", () => {
    const short = page.replace(/(<td>\s*--\s*<\/td>)(?=<\/tr><\/tbody>)/, "");
    expect(parse(short)).toMatchObject({ kind: "report", refusedRows: [{ rowIndex: 1, reason: "bad_row" }] });
    const none = senatePage({ rows: [] }).replace("<tbody>", '<tbody><tr><td colspan="9">No transactions</td></tr>');
    expect(parse(none)).toMatchObject({ kind: "report", report: { transactions: [] }, refusedRows: [] });
  });
});

describe("a page", () => {
  const reason = (html: string) => {
    const parsed = parse(html);
    return parsed.kind === "report" ? "report" : parsed.reason;
  };

  it("is refused if it states another number of transactions than it shows", () => {
    expect(reason(senatePage({ rows: [{}, {}], stated: 3 }))).toBe("row_count_mismatch");
  });

  it("is refused if it is another form, the search page, or no page", () => {
    expect(reason("<html><body><h1>Annual Report for 2019 Due Date Extension 1</h1></body></html>")).toBe("not_a_ptr");
    expect(reason("<html><body><h1><i></i>Find Reports</h1></body></html>")).toBe("session_expired");
    expect(reason("%PDF-1.4")).toBe("not_html");
    expect(reason("")).toBe("not_html");
  });

  it("is refused without a filing date or a table", () => {
    expect(reason(senatePage({ rows: [{}], filed: "some day" }))).toBe("no_filing_date");
    expect(reason(senatePage({ rows: [{}] }).replace(/<table>.*<\/table>/s, ""))).toBe("no_transactions");
  });

  it("is unreadable if it shows pictures of paper: the report is known, its rows are not", () => {
    const html = senatePage({ rows: [], stated: 0 }).replace(
      /<ul>.*<\/table>/s,
      "<img class='filingImage' src='p1.gif'>",
    );
    expect(parse(html)).toMatchObject({
      kind: "unreadable",
      reason: "unreadable_paper",
      report: {
        status: "unreadable",
        filedOn: "2025-02-20",
        sourceUrl: `https://efdsearch.senate.gov/search/view/paper/${uuid}/`,
      },
    });
  });
});

describe("a page that the site did not serve", () => {
  it.each([
    ["not_html", `<html><body>${"<div>".repeat(300_000)}`],
    ["not_html", `<html><body>${"<b><i>".repeat(300_000)}`],
    ["page_too_large", `<html><body><h1>Periodic Transaction Report</h1>${"<p>x</p>".repeat(3_000_000)}`],
  ])("is refused within seconds: %s", async (reason, html) => {
    const spent = await processorMs(() => expect(parse(html)).toMatchObject({ kind: "refused", reason }));
    // a parser that scans everything again for each tag would need minutes
    expect(spent).toBeLessThan(20_000);
  });

  it("may have been saved in UTF-16", () => {
    const page = senatePage({ rows: [{}] });
    const marked = Buffer.from(`\uFEFF${page}`, "utf16le");
    expect(parseSenatePage(marked, `${uuid}.html`)).toEqual(parse(page));
  });
});

describe("a filer whose standing is printed in brackets", () => {
  it.each([
    ["The Honorable Ada B Marlowe (Marlowe, Ada B.) (Former Senator)", "Ada B.", "Marlowe"],
    ["The Honorable Ada B Marlowe (Marlowe, Ada B. (Former Senator))", "Ada B.", "Marlowe"],
    ["Marlowe, Ada B. (Senator)", undefined, undefined],
    ["The Honorable Ada B Marlowe (Former Senator)", undefined, undefined],
  ])("has the names before the standing: %s", (asFiled, firstName, lastName) => {
    expect(report({ filer: asFiled, rows: [{}] }).report.filer).toEqual({
      asFiled,
      ...(firstName && { firstName, lastName }),
    });
  });

  it("is distinguished from another one with an equal report of the same minute", () => {
    const named = (filer: string) => report({ filer, rows: [{}] }, "Report.html").report.docId;
    expect(named("Ada B Marlowe (Former Senator)")).not.toBe(named("Cy Noble (Former Senator)"));
  });
});
