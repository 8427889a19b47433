// Strict parameters: what each accepts, what it refuses, and with which message. The expected values are written by hand.
import { describe, expect, test } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import type { DetailRoute, ListRoute, Route } from "../../rest/define-route.ts";
import { readParameters } from "../../rest/params/parameter.ts";
import { AppError } from "../../src/errors.ts";
import { vocabulary } from "./vocabulary.ts";

const routes = new Map((await loadRoutes()).map((route) => [route.path, route]));
const context = { vocabulary, today: "2024-07-01" };

function read(path: string, query: string, inPath: Record<string, string> = {}) {
  return readParameters((routes.get(path) as Route).params, { path: inPath, query }, context);
}

/** the query's variables */
function variables(path: string, query: string, inPath: Record<string, string> = {}): Record<string, unknown> {
  return (routes.get(path) as ListRoute | DetailRoute).variables(read(path, query, inPath));
}

function problemsOf(path: string, query: string, inPath: Record<string, string> = {}) {
  try {
    read(path, query, inPath);
  } catch (error) {
    if (error instanceof AppError && error.details) return { message: error.message, details: error.details };
    throw error;
  }
  return undefined;
}

const trades = "/trades";
const congress = "/politician-trades";

describe("the service refuses", () => {
  const cases: [path: string, query: string, parameter: string, message: RegExp][] = [
    [trades, "tickr=AAPL", "tickr", /not a known parameter; nearest: ticker, .*; all \d\d are in \/api/],
    [trades, "limit=10", "limit", /nearest: pageSize, /],
    [trades, "per_page=10", "per_page", /nearest: pageSize, /],
    [trades, "sector=Energy", "sector", /nearest: sectors, /],
    [trades, "constructor=1", "constructor", /not a known parameter; nearest: /],
    [congress, "symbol=AAPL", "symbol", /nearest: ticker, /],
    [congress, "from_date=2024-01-01", "from_date", /nearest: /],
    [trades, "toString=1", "toString", /not a known parameter/],
    [trades, "__proto__=1", "__proto__", /not a known parameter/],
    [trades, "page=1&page=2", "page", /more than once/],
    [trades, "q=aa&q=bb", "q", /more than once/],
    [trades, "ticker=", "ticker", /empty/],
    [trades, "ticker=%20", "ticker", /empty/],
    [trades, "ticker", "ticker", /empty/],
    [trades, "ticker=AAPL,,MSFT", "ticker", /empty entry/],
    [trades, "ticker=A%00", "ticker", /control characters/],
    [trades, "ticker=%E0%A4", "ticker", /percent-encoded/],
    [trades, `ticker=${Array.from({ length: 26 }, (_, i) => `A${i}`).join(",")}`, "ticker", /at most 25/],
    [trades, "ticker=AAPL,'!", "ticker", /symbols such as AAPL or BRK.B, not "'!"/],
    [trades, "page=0", "page", /from 1 to 2147483647/],
    [trades, "page=2147483648", "page", /from 1 to 2147483647/],
    [trades, "page=1.5", "page", /whole number/],
    [trades, "page=1e3", "page", /whole number/],
    [trades, "page=abc", "page", /whole number/],
    [trades, "pageSize=0", "pageSize", /from 1 to 100, not "0"/],
    [trades, "pageSize=101", "pageSize", /from 1 to 100/],
    [trades, "pageSize=-1", "pageSize", /from 1 to 100/],
    [trades, "valueRanges=500-100", "valueRanges", /minimum is above/],
    [trades, "valueRanges=-", "valueRanges", /min-max, min- or -max/],
    [trades, "valueRanges=100", "valueRanges", /min-max/],
    [trades, "valueRanges=1-2-3", "valueRanges", /min-max/],
    [trades, "valueRanges=1x-2", "valueRanges", /min-max/],
    [trades, "valueRanges=1e3-", "valueRanges", /min-max/],
    [
      trades,
      `priceRanges=${Array.from({ length: 11 }, (_, i) => `${i}-`)}`,
      "priceRanges",
      /at most 10 values, not 11/,
    ],
    [trades, "valueRanges=%2B", "valueRanges", /min-max/],
    [trades, "tradeTypes=Q", "tradeTypes", /does not know "Q"; known: P - Purchase/],
    [trades, "sectors=Tecnology", "sectors", /does not know "Tecnology"; nearest: "Technology"/],
    [
      trades,
      "industries=Computer Programming",
      "industries",
      /nearest: "Services-Computer Programming, Data Processing, Etc."/,
    ],
    [trades, "industries=Services-Prepackaged Software,", "industries", /empty entry/],
    [trades, "industries=Software", "industries", /nearest: "Services-Prepackaged Software"/],
    [trades, "industries=Eating and drinking places", "industries", /nearest: "Retail-Eating & Drinking Places"/],
    [trades, "include=everything", "include", /must be outcomes or footnotes/],
    [trades, "includeDerivative=yes", "includeDerivative", /true or false/],
    [trades, "filedFrom=2024-02-30", "filedFrom", /calendar date/],
    [trades, "filedFrom=01/02/2024", "filedFrom", /calendar date/],
    [trades, "updatedSince=2024-01-01", "updatedSince", /RFC 3339/],
    [trades, "updatedSince=2024-01-01T00:00:00", "updatedSince", /RFC 3339/],
    [trades, "updatedSince=2024-01-01+00:00:00", "updatedSince", /RFC 3339 time such as 2024-01-31T00:00:00Z, not/],
    [trades, "updatedSince=2024-01-01T00:00:00%2001:00", "updatedSince", /RFC 3339/],
    [trades, "filedFrom=12024-01-02", "filedFrom", /calendar date YYYY-MM-DD, not "12024-01-02"/],
    [trades, "filedFrom=2024-01-02T00:00:00Z", "filedFrom", /calendar date/],
    [trades, "updatedSince=12024-01-01T00:00:00Z", "updatedSince", /RFC 3339/],
    [trades, "updatedSince=2024-01-01T00:00:00Zulu", "updatedSince", /RFC 3339/],
    [trades, "updatedSince=0001-01-01T00:00:00%2B01:00", "updatedSince", /RFC 3339/],
    [trades, "updatedSince=9999-12-31T23:59:59-01:00", "updatedSince", /RFC 3339/],
    [trades, "filedFrom=0000-01-01", "filedFrom", /calendar date/],
    [trades, "updatedSince=2024-01-01T24:00:00Z", "updatedSince", /RFC 3339/],
    [trades, "updatedSince=2024-02-30T00:00:00Z", "updatedSince", /RFC 3339 time such as 2024-01-31T00:00:00Z, not/],
    [congress, "state=ZZ", "state", /must be any of AK, AL, .*; not "ZZ"/],
    ["/politicians", "state=California", "state", /must be any of/],
    ["/exports", "month=2024-13", "month", /must be a month YYYY-MM, not "2024-13"/],
    ["/exports", "month=foo", "month", /must be a month YYYY-MM/],
    [trades, "days=0", "days", /from 1 to 3650/],
    [trades, "minValue=5m&maxValue=1m", "minValue", /is above maxValue \(5000000 > 1000000\)/],
    [trades, "maxDeltaOwnPct=-20&minDeltaOwnPct=-10", "minDeltaOwnPct", /is above maxDeltaOwnPct/],
    [trades, "filedFrom=2024-02-01&filedTo=2024-01-31", "filedFrom", /is above filedTo \(2024-02-01 > 2024-01-31\)/],
    [congress, "tradedFrom=2024-02-01&tradedTo=2023-12-31", "tradedFrom", /is above tradedTo/],
    [congress, "minValue=100k&maxValue=99999.99", "minValue", /is above maxValue/],
    ["/clusters", "startedFrom=2024-02-01&startedTo=2023-12-31", "startedFrom", /is above startedTo/],
    [congress, "politician=pelosi,tuberville", "politician", /one name, written First Last without a comma, not "pel/],
    [congress, "politician=Pelosi,%20Nancy", "politician", /written First Last/],
    [congress, "committee=HSBA,HSAG", "committee", /takes one value, not "HSBA,HSAG"; send one request for each/],
    [trades, "insiderName=doe,roe", "insiderName", /takes one value, not "doe,roe"/],
    [trades, "q=aapl,msft", "q", /takes one value/],
    [trades, "dataVersion=x7", "dataVersion", /the meta.data_version of an earlier page, not "x7"/],
    [trades, "dataVersion=7x", "dataVersion", /the meta.data_version of an earlier page/],
    [trades, `dataVersion=${"1".repeat(16)}`, "dataVersion", /the meta.data_version of an earlier page/],
    [trades, `ticker=${"'".repeat(60)}`, "ticker", /'{60}"/],
    [trades, `ticker=${"'".repeat(61)}`, "ticker", /not "'{57}\.\.\."/],
    [congress, "politicianId=PP000197", "politicianId", /bioguide id/],
    [congress, "politicianId=P0001970", "politicianId", /bioguide id/],
    [congress, "days=0", "days", /from 1 to 3650/],
    [congress, "days=3651", "days", /from 1 to 3650/],
    [congress, "days=week", "days", /whole number/],
    [congress, "politicianId=P00019", "politicianId", /bioguide id/],
    [congress, "party=G", "party", /any of D, R, I/],
    [congress, "chamber=joint", "chamber", /house, senate/],
    [congress, "tradeType=gift", "tradeType", /purchase, sale, exchange/],
    [congress, "isCommitteeTrade=2", "isCommitteeTrade", /true or false/],
    [congress, "isCommitteeTrade=null", "isCommitteeTrade", /true or false/],
    [congress, "sort=price", "sort", /filingDate, tradeDate, value, delay/],
    [congress, "order=down", "order", /desc, asc/],
    [congress, "minValue=lots", "minValue", /number such as/],
    [congress, "minValue=-5", "minValue", /number such as/],
    ["/clusters", "minSize=1", "minSize", /from 2 to 50/],
    ["/clusters", "minSize=51", "minSize", /from 2 to 50/],
    ["/clusters", "tradeType=A", "tradeType", /does not know "A"; known: P - Purchase, S - Sale/],
    ["/late-filings", "minDelayDays=2147483648", "minDelayDays", /whole number from/],
    ["/late-filings", "sectors=Energy", "sectors", /not a known parameter/],
    ["/symbols", "", "q", /is required/],
    ["/usage", "x=1", "x", /allowed here: fields$/],
  ];
  test.each(cases)("%s?%s and names the parameter", (path, query, parameter, message) => {
    const problems = problemsOf(path, query);
    expect(problems?.details).toEqual([{ parameter, message: expect.stringMatching(message) }]);
    expect(problems?.message).toContain(parameter);
  });

  test("values and lists that are too long", () => {
    const cases: [path: string, query: string, parameter: string, message: RegExp][] = [
      [trades, `ticker=${Array(101).fill("AAPL")}`, "ticker", /at most 100 values, not 101/],
      [trades, `ticker=${"A".repeat(201)}`, "ticker", /at most 200 characters, not 201/],
      [trades, `q=${"a".repeat(101)}`, "q", /at most 100 characters, not 101/],
      [trades, `insiderName=${"a".repeat(201)}`, "insiderName", /at most 200 characters, not 201/],
      [congress, `politician=${"é".repeat(201)}`, "politician", /at most 200 characters, not 201/],
      ["/committees", `q=${"😀".repeat(201)}`, "q", /at most 200 characters, not 201/],
      ["/symbols", `q=${"a".repeat(15_000)}`, "q", /at most 200 characters, not 15000/],
      [trades, `industries=${"a".repeat(15_000)}`, "industries", /at most 200 characters, not 15000/],
      [
        trades,
        `industries=${Array(7500).fill("a")}`,
        "industries",
        /at most 100 values; 7500 parts between commas are too many/,
      ],
      [trades, `sectors=${Array(101).fill("Energy")}`, "sectors", /at most 100 values; 101 parts/],
      [trades, `sectors=${"a".repeat(201)}`, "sectors", /at most 200 characters/],
    ];
    for (const [path, query, parameter, message] of cases)
      expect(problemsOf(path, query)?.details).toEqual([{ parameter, message: expect.stringMatching(message) }]);
  });

  test("three thousand unknown parameters, names fifty of them and counts the others", () => {
    const problems = problemsOf(trades, Array.from({ length: 3000 }, (_, index) => `x${index}=1`).join("&"));
    expect(problems?.details).toHaveLength(50);
    expect(problems?.message).toMatch(/; and 2950 more problems$/);
  });

  const inPath: [path: string, name: string, text: string][] = [
    ["/trades/{id}", "id", "abc"],
    ["/trades/{id}", "id", "-1"],
    ["/trades/{id}", "id", "1.5"],
    ["/trades/{id}", "id", "%E0%A4"],
    ["/trades/{id}", "id", "+42"],
    ["/trades/{id}", "id", "%2042"],
    ["/insider/{cik}", "cik", "320193+"],
    ["/politician-trades/{id}", "id", "0x10"],
    ["/insider/{cik}", "cik", "12345678901"],
    ["/insider/{cik}/track-record", "cik", "abc"],
    ["/insider/{cik}/holdings", "cik", "12345678901"],
    ["/companies/{cikOrTicker}", "cikOrTicker", "12345678901"],
    ["/companies/{cikOrTicker}/holdings", "cikOrTicker", "12345678901"],
    ["/companies/{cikOrTicker}/holdings", "cikOrTicker", "?!"],
    ["/companies/{cikOrTicker}/holdings", "cikOrTicker", "N/A"],
    ["/politicians/{bioguideId}", "bioguideId", "A12345"],
    ["/politicians/{bioguideId}/performance", "bioguideId", "a12345\u0131"],
    ["/trades/{id}", "id", "1".repeat(201)],
  ];
  test.each(inPath)("%s with the %s %s", (path, name, text) => {
    expect(problemsOf(path, "", { [name]: text })?.details).toEqual([expect.objectContaining({ parameter: name })]);
  });

  test("a query with several problems, and names all of them at once", () => {
    const problems = problemsOf(trades, "page=0&pageSize=1000&colour=red");
    expect(problems?.details.map(({ parameter }) => parameter)).toEqual(["colour", "page", "pageSize"]);
    for (const name of ["colour", "page", "pageSize"]) expect(problems?.message).toContain(name);
  });

  test("parameters of lists at a detail, and its path parameter in the query", () => {
    expect(problemsOf("/trades/{id}", "page=1", { id: "1" })?.details[0]?.parameter).toBe("page");
    expect(problemsOf("/trades/{id}", "id=2", { id: "1" })?.details[0]?.parameter).toBe("id");
  });
});

describe("the service accepts", () => {
  test.each([
    ["AMC,APE", "AMC"],
    ["AMC/APE", "AMC"],
    ["WLY, WLYB", "WLY"],
    ["DMA; MSFIX", "DMA"],
    ["#qefy5cx", "#QEFY5CX"],
    ["brk-b", "BRK.B"],
    ["320193", "0000320193"],
  ])("a company written as %s", (text, cikOrTicker) => {
    expect(read("/companies/{cikOrTicker}", "", { cikOrTicker: encodeURIComponent(text) })).toMatchObject({
      cikOrTicker,
    });
  });

  test("a request without parameters, with the defaults", () => {
    expect(variables(trades, "")).toMatchObject({ page: 1, pageSize: 25, includeDerivative: false });
    // the document's defaults
    expect(Object.keys(variables(trades, ""))).not.toContain("outcomes");
    expect(variables(congress, "")).toMatchObject({ sort: "FILED_ON", order: "DESC", page: 1, pageSize: 25 });
    expect(variables("/clusters", "").filter).toEqual({ minSize: 2, transactionCode: "P" });
    expect(variables("/late-filings", "").filter).toEqual({ minDelayDays: 46 });
  });

  test("the bounds themselves", () => {
    expect(variables(trades, "page=2147483647&pageSize=100")).toMatchObject({ page: 2_147_483_647, pageSize: 100 });
    expect(variables("/clusters", "minSize=50&tradeType=s").filter).toEqual({ minSize: 50, transactionCode: "S" });
  });

  const filters: [path: string, query: string, filter: Record<string, unknown>][] = [
    [trades, "ticker=%20aapl%20", { tickers: ["AAPL"] }],
    [trades, "ticker=aapl&ticker=brk-b,BRK/B,MSFT", { tickers: ["AAPL", "BRK.B", "MSFT"] }],
    [trades, "ticker=NYSE:NYCB,(SIRI),nasdaq:%20opi", { tickers: ["NYCB", "SIRI", "OPI"] }],
    [trades, "ticker=AMC/APE&ticker=DMA;%20MSFIX,SHFS)", { tickers: ["AMC", "APE", "DMA", "MSFIX", "SHFS"] }],
    [trades, "ticker=NONE,N/A,-", { tickers: ["NONE", "N.A", "."] }],
    [trades, `ticker=${Array(100).fill("AAPL")}`, { tickers: ["AAPL"] }],
    [
      trades,
      "valueRanges=100k-1.5M,2b-&valueRanges=-10.25",
      {
        valueRanges: [
          { min: "100000", max: "1500000" },
          { min: "2000000000", max: null },
          { min: null, max: "10.25" },
        ],
      },
    ],
    [trades, "valueRanges=$100k-$1.5M", { valueRanges: [{ min: "100000", max: "1500000" }] }],
    [trades, "valueRanges=100k%2B,5m+", { valueRanges: ["100000", "5000000"].map((min) => ({ min, max: null })) }],
    [trades, "valueRanges=1+-+2&valueRanges=1-2,1.0-2.0", { valueRanges: [{ min: "1", max: "2" }] }],
    [
      trades,
      "priceRanges=123456789012345678901.123456789012345678901234567891-",
      { priceRanges: [{ min: "123456789012345678901.123456789012345678901234567891", max: null }] },
    ],
    [trades, "tradeTypes=Purchase", { transactionCodes: ["P"] }],
    [trades, "filedFrom=2024-02-01", { filedFrom: "2024-02-01" }],
    [trades, "tradeTypes=p,S", { transactionCodes: ["P", "S"] }],
    [trades, "tradeTypes=p%20-%20PURCHASE&tradeTypes=Option+Exercise", { transactionCodes: ["P", "M", "X"] }],
    [trades, "tradeTypes=P+-+Purchase,s+%E2%80%93+sale,M-Option+Exercise,P", { transactionCodes: ["P", "S", "M"] }],
    [trades, "sectors=information+technology", { sectors: ["Technology"] }],
    [trades, "sectors=RESOURCES,Energy&sectors=Resources", { sectors: ["Energy", "Technology"] }],
    [trades, "sectors=technology,Energy", { sectors: ["Technology", "Energy"] }],
    [
      trades,
      "industries=fire,%20marine%20%26%20casualty%20insurance,Services-Prepackaged%20Software",
      {
        industries: ["Fire, Marine & Casualty Insurance", "Services-Prepackaged Software"],
      },
    ],
    [
      trades,
      "industries=Services-Computer+Programming,Data+Processing,Etc.",
      {
        industries: ["Services-Computer Programming, Data Processing, Etc."],
      },
    ],
    [trades, "q=100%25_%5C", { q: "100%_\\" }],
    [trades, "insiderName=O'Dell", { insiderName: "O'Dell" }],
    [trades, "insiderName=Invented+Holdings,+L.P.", { insiderName: "Invented Holdings, L.P." }],
    [trades, "q=Invented+Chains,Inc.", { q: "Invented Chains,Inc." }],
    [trades, "title=EVP,CFO", { title: "EVP,CFO" }],
    [congress, "politician=Jane+Q.+Invented,+Jr.", { politician: "Jane Q. Invented, Jr." }],
    [trades, "filedFrom=2024-02-01&filedTo=2024-02-01", { filedFrom: "2024-02-01", filedTo: "2024-02-01" }],
    [trades, "minValue=1m&maxValue=1000000.00", { minValue: "1000000", maxValue: "1000000" }],
    [trades, "filedFrom=2024-02-29&filedTo=2024-03-01", { filedFrom: "2024-02-29", filedTo: "2024-03-01" }],
    [trades, "updatedSince=2024-01-01T00:00:00%2B01:00", { updatedSince: "2023-12-31T23:00:00.000Z" }],
    [trades, "updatedSince=2024-01-01T23:59:59.123456789z", { updatedSince: "2024-01-01T23:59:59.123Z" }],
    [trades, "updatedSince=2024-01-01T00:00:00+01:00", { updatedSince: "2023-12-31T23:00:00.000Z" }],
    // as Python's isoformat() and str() write a time
    [trades, "updatedSince=2024-01-01T00:00:00.123456+00:00", { updatedSince: "2024-01-01T00:00:00.123Z" }],
    [trades, "updatedSince=2024-01-01+00:00:00.5+00:00", { updatedSince: "2024-01-01T00:00:00.500Z" }],
    [trades, "updatedSince=2024-01-01+00%3A00%3A00%2B01%3A00", { updatedSince: "2023-12-31T23:00:00.000Z" }],
    [trades, "updatedSince=2024-01-01T00:00:00-23:30", { updatedSince: "2024-01-01T23:30:00.000Z" }],
    [trades, "valueRanges=1%20-%202", { valueRanges: [{ min: "1", max: "2" }] }],
    [trades, "valueRanges=5-5", { valueRanges: [{ min: "5", max: "5" }] }],
    [trades, "filedFrom=0001-01-01&filedTo=9999-12-31", { filedFrom: "0001-01-01", filedTo: "9999-12-31" }],
    [trades, "q=ab", { q: "ab" }],
    [trades, "q=f", { q: "f" }],
    [trades, "q=%F0%9F%98%80", { q: "😀" }],
    [trades, `q=${"a".repeat(100)}`, { q: "a".repeat(100) }],
    [congress, "days=30", { filedFrom: "2024-06-01" }],
    [congress, "days=3650", { filedFrom: "2014-07-04" }],
    [congress, "days=30&filedFrom=2024-06-15", { filedFrom: "2024-06-15" }],
    [congress, "days=30&filedFrom=2024-05-15", { filedFrom: "2024-06-01" }],
    [congress, "party=d&chamber=HOUSE", { party: ["Democrat"], chamber: "House" }],
    [congress, "party=republican&chamber=senate", { party: ["Republican"], chamber: "Senate" }],
    [congress, "tradeType=BUY", { tradeKind: "PURCHASE" }],
    [congress, "tradeType=sell", { tradeKind: "SALE" }],
    [congress, "tradeType=exchange", { tradeKind: "EXCHANGE" }],
    [congress, "minValue=15k&maxValue=1m", { minAmount: "15000", maxAmount: "1000000" }],
    [congress, "party=Democratic", { party: ["Democrat"] }],
    [congress, "tradeType=Sale+(Full)", { tradeKind: "SALE_FULL" }],
    [congress, "tradeType=sale+(partial)", { tradeKind: "SALE_PARTIAL" }],
    ...["True", "TRUE", "1"].map((text): [string, string, Record<string, unknown>] => [
      congress,
      `isCommitteeTrade=${text}`,
      { isCommitteeTrade: true },
    ]),
    ...["False", "0"].map((text): [string, string, Record<string, unknown>] => [
      congress,
      `isCommitteeTrade=${text}`,
      { isCommitteeTrade: false },
    ]),
    [congress, "politicianId=p000197", { politicianId: ["P000197"] }],
    [congress, "state=ca", { state: ["CA"] }],
    [congress, "state=ca,NY&party=D,r", { state: ["CA", "NY"], party: ["Democrat", "Republican"] }],
    [congress, "politicianId=P000197,s001217", { politicianId: ["P000197", "S001217"] }],
    [congress, "assetName=U.S.+Treasury", { assetName: "U.S. Treasury" }],
    [trades, "days=30", { filedFrom: "2024-06-01" }],
    [trades, "days=30&filedFrom=2024-06-15", { filedFrom: "2024-06-15" }],
    ["/exports", "month=2024-12", { month: "2024-12" }],
    [congress, "minValue=$15k&maxValue=$1M", { minAmount: "15000", maxAmount: "1000000" }],
    [congress, "isCommitteeTrade=true", { isCommitteeTrade: true }],
    [congress, "politicianId=P000197&politician=pel", { politicianId: ["P000197"], politician: "pel" }],
  ];
  test.each(filters)("%s?%s", (path, query, filter) => {
    expect(variables(path, query).filter).toMatchObject(filter);
  });

  test("the names that a response has, for sort, order, include and the like", () => {
    for (const [text, sort] of Object.entries({
      filing_date: "FILED_ON",
      Trade_Date: "TRADED_ON",
      amount_mid: "AMOUNT_MID",
      delay_days: "DELAY_DAYS",
      FILINGDATE: "FILED_ON",
    }))
      expect(variables(congress, `sort=${text}&order=DESC`)).toMatchObject({ sort, order: "DESC" });
    expect(variables("/late-filings", "sort=days_late")).toMatchObject({ sort: "DELAY_DAYS" });
    expect(variables(congress, "order=Asc")).toMatchObject({ order: "ASC" });
    for (const text of ["outcomes,outcomes", "Outcomes"])
      expect(variables(trades, `include=${text}&includeDerivative=True`)).toMatchObject({
        outcomes: true,
        includeDerivative: true,
      });
    for (const [text, code] of Object.entries({ "s+-+sale": "S", purchase: "P", "P - Purchase": "P" }))
      expect(variables("/clusters", `tradeType=${text}`).filter).toMatchObject({ transactionCode: code });
    expect(variables("/coverage", "source=FORM345")).toMatchObject({ source: "form345" });
    const slowest = (minDelayDays: number) => variables("/late-filings", `minDelayDays=${minDelayDays}`).filter;
    for (const delay of [45, 0, -1]) expect(slowest(delay)).toEqual({ minDelayDays: 46 });
    expect(slowest(2_147_483_647)).toEqual({ minDelayDays: 2_147_483_647 });
  });

  test("path parameters of every kind", () => {
    expect(variables("/insider/{cik}", "", { cik: "320193" })).toEqual({ cik: "0000320193" });
    expect(variables("/trades/{id}", "include=outcomes", { id: "0042" })).toEqual({ id: 42, outcomes: true });
    expect(read("/trades/{id}", "", { id: "9007199254740992" })).toMatchObject({ id: null });
    expect(variables("/politicians/{bioguideId}", "page=2", { bioguideId: "A000101" })).toEqual({
      bioguideId: "A000101",
      page: 2,
      pageSize: 25,
    });
    expect(variables("/politicians/{bioguideId}/performance", "", { bioguideId: "a000101" })).toEqual({
      bioguideId: "A000101",
    });
  });
});
