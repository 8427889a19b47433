// The reviewed list of security classes: every example gives its class, and every distinct title of the real records is
// covered (for assets see test/ingest/house/shared-data.test.ts and its counterpart of the Senate).
import { describe, expect, it } from "vitest";
import { titlesIn } from "../../scripts/check-titles.ts";
import { assetClass, commonTitleClass, securityPatterns, titleClass } from "../../src/domain/security-class.ts";
import { hasRecords, sharedData } from "../publishers/shared-data.ts";

const invented = { name: "INVENTED CORP", sicCode: null };
const blankCheck = { name: "INVENTED HOLDINGS INC", sicCode: 6770 };
const partnership = { name: "INVENTED PIPELINE PARTNERS L P", sicCode: null };
const asset = (type: string | null, name: string, symbol: string | null = null) =>
  assetClass({ type, name, symbol, symbolAsFiled: symbol });

const classOfExample = (subject: (typeof securityPatterns)[number]["subject"], text: string) => {
  const [type = "", symbol = "", name = ""] = /^(.*), (with|without) a symbol: (.*)$/.exec(text)?.slice(1) ?? [];
  switch (subject) {
    case "title":
    case "head":
      return titleClass(text, false, invented);
    case "of_blank_check":
      return titleClass(text, false, blankCheck);
    case "of_partnership":
      return titleClass(text, false, partnership);
    case "derivative":
      return titleClass(text, true, invented);
    case "asset":
      return asset(type === "no type" ? null : type, name, symbol === "with" ? "INVT" : null);
    case "asset_type":
      return asset(text, "Invented");
    case "symbol":
      return asset("ST", "Invented", text);
    case "asset_name":
      return asset(null, text);
  }
};

/**
 * Titles of the non-derivative table by their class: abbreviations, par values, words that only describe, misspellings.
 */
const titlesByClass: Record<string, string[]> = {
  common: [
    "Comm Stock - $.16-2/3 value",
    "Cmn Stk",
    "Com Stk",
    "Com. Stk., $.01 par",
    "COM STK",
    "COMMON STK",
    "Common Stk $.10 PV",
    "Com",
    "COM SH",
    "Common Shs",
    "Ord Shs",
    "Ord. Shares",
    "Ordinary Shs",
    "Ord Shs Cl A",
    "Stock, $.01 par value",
    "Stock",
    "Shares",
    "Shares, no par value",
    "Stock ($0.01 par value)",
    "Capital Stock, no par value",
    "Shares of Beneficial Interest",
    "Shares of Beneficial Interest, par value $.01",
    "Common Shares of Beneficial Interest, $0.01 par value per share",
    "SBI",
    "A Shares",
    "B Shares",
    "Class A Shares",
    "Class B",
    "Class A",
    "Depositary Units",
    "Depositary Units representing limited partner interests",
    "Depositary Receipts",
    "Voting Common Stock (with preferred share purchase rights)",
    "Common Stock (including associated Preferred Stock Purchase Rights)",
    "Common Stock, par value $.01 per share, and associated Series A Junior Participating Preferred Stock Purchase Rights",
    "Common Stock with attached Rights",
    "Common Stock and attached preferred stock purchase rights",
    "Common Stock, with rights attached",
    "Common Stock/Preferred Share Purchase Rights",
    "Depositary Shares (each representing two ordinary shares)",
    "American Depositary Shares (each representing one Class A ordinary share)",
    "ADSs",
    "ADS",
    "ADRs",
    "American Depositary Receipts",
    "Global Depositary Shares",
    "CHESS Depositary Interests",
    "Restricted Stock",
    "Restricted Stock Award",
    "Restricted Common Stock",
    "Restricted Shares",
    "Unvested Restricted Stock",
    "Common Stock (RSUs)",
    "Common Stock (Restricted Stock Units)",
    "Common Stock - Restricted",
    "Common Stock (restricted)",
    "Common Stock underlying Warrants",
    "Common Stock (held by Warrant Trust)",
    "Common Stock issued upon exercise of options",
    "Common Stock acquired on exercise of Warrants",
    "Class B Common Stock",
    "Class C Common Stock",
    "Class A Common",
    "Series A Common Stock",
    "Class A Subordinate Voting Shares",
    "Multiple Voting Shares",
    "Limited Voting Shares",
    "Non-Voting Common Stock",
    "Nonvoting Common",
    "Voting Shares",
    "Registered Shares, nominal value CHF 0.10",
    "New York Registry Shares",
    "Common Equity",
    "Common Shares without par value",
    "Common, no par",
    "$1 Par Value Common",
    "$.50 Par Value",
    "Invented Co Common",
    "Invented Bancorp, Inc. Stock",
    "Common Stock of Invented Bond Corp",
    "First Bond Corp Common Stock",
    "Preferred Apartment Communities Common Stock",
    "Invented Preferred Bancorp Common Stock",
    "Common Stock (Class B)",
    "Common Stock Class A",
    "Common stock - Cl A",
    "Cl A Com",
    "Class A Com Stk",
    "Cl B Common Stk",
    "Commonstock",
    "Common Stcok",
    "Comon Stock",
    "Common Stock*",
    "Common Stock (1)",
    "Common Stock 1",
    "Common  Stock , par value $0.01",
    "common stock of issuer",
    "Issuer's common stock",
    "Shares of common stock, par value $.01",
    'Common Stock ("Common Shares")',
    "Common Stock - Direct",
    "Common Stock/401(k)",
    "Common Stock - 401(k) Plan",
    "Common Stock - IRA",
    "Common Stock, by Spouse",
    "Common Stock held in Trust",
    "Common Stock (by family trust)",
    "Common stock in Option Plan Trust",
    "Common Units",
    "Common Units representing limited partnership interests",
    "Common Units (Limited Partner Interests)",
    "Beneficial Unit Certificates",
    "Trust Units",
    "Units of Beneficial Interest",
    "Royalty Trust Units",
    "Membership Units",
    "Membership Interests",
    "Tracking Stock",
    "Series A Liberty Tracking Common Stock",
    "Equity Shares",
    "Bearer Shares",
    "Exchangeable Shares",
    "Class A Exchangeable Limited Voting Shares",
    "Class A Stock",
    "Class A Stock, $1.00 par value",
    "Stock - Class A",
    "Shares, Class A",
    "Class A LLC Shares",
    "Common LLC Shares",
    "Common Limited Liability Company Interests",
    "Common Certificates",
    "Class A shares representing limited liability company interests",
    "Class A Shares representing limited partner interests",
    "Invented Corp.",
    "INVT",
    "Common Stock-ESOP",
    "Common A",
    "Com A",
    "Super Voting Common",
    "Super Voting Shares",
    "Variable Voting Shares",
    "Performance Restricted Stock",
    "Performance-Based Restricted Stock",
    "Stock Award",
    "Restricted Stock Grant",
    "401(k) Shares",
    "ESOP Shares",
    "Shares of Stock",
    "Common Stock - Voting Trust",
    "Limited Liability Company Interests",
    "Common Limited Partner Units",
    "Common Stock, subject to Warrant Agreement",
    "common stock per option exercise",
    "Invented Fund Management Corp Common Stock",
    "Common Stock of Hedge Fund Holdings Inc",
  ],
  unit: [
    "Limited Partnership Units",
    "Limited Partnership Units of Invented Realty, L.P.",
    "OP Units",
    "LTIP Units",
    "Operating Partnership Units",
    "Common Units of Invented Operating Partnership, L.P.",
    "Partnership Units",
    "LLC Units",
    "Units of Invented Holdings, LLC",
    "Class B Units of Invented Holdings LLC",
    "Common Units of Invented Intermediate, LLC",
    "Units",
    "Units, each consisting of one share of Class A Common Stock and one-half of one Warrant",
    "Units (each consisting of one Class A Ordinary Share and one Warrant)",
    "Private Placement Units",
    "Corporate Units",
    "Tangible Equity Units",
    "Subordinated Units",
    "Common Units of Invented Holdings, LLC",
    "Class B Units of Invented OpCo, LLC",
  ],
  preferred: [
    "Series B Preference Shares",
    "Preference Shares",
    "Cumulative Preference Stock",
    "Series A Preferred Stock (convertible into common stock)",
    "Series A Preferred Stock, convertible into Common Stock",
    "Stock (Preferred)",
    "Shares (Series A Preferred)",
    "Pfd Stk Series A",
    "Pref Shs",
    "Depositary Shares (each representing 1/1,000th of a share of Series K Preferred)",
    "Depositary Shares, each representing a 1/40th interest in a share of Class A Preferred Stock",
    "Depositary Shares",
    "American Depositary Shares, each representing one preferred share",
    "Invented Income Fund Series A Preferred Shares",
    "AMC Preferred Equity Units",
    "Series B Preferred Units",
    "Trust Preferred Securities",
    "6.25% Cumulative Redeemable",
    "7% Non-Cumulative Perpetual",
    "Preferred Stock",
    "Convertible Preferred Stock",
    "Mandatory Convertible Preferred",
    "Convertible Exchangeable Preferred",
    "VMTP Shares",
    "Auction Market Preferred Shares",
    "7.5% Series A",
  ],
  fund: [
    "Invented High Income Fund Cl I",
    "Shares of the Invented Income Fund",
    "Invented Growth Fund, Class A",
    "Invented Money Market",
    "Class I Shares of Invented Interval Fund",
    "Common Shares of Invented Municipal Income Fund",
    "Invented Municipal ETF",
    "Invented Bond Fund Class A",
    "Institutional Shares",
  ],
  other: [
    "Company Stock Fund",
    "Restricted Stock Units",
    "RSUs",
    "RSU",
    "PSUs",
    "Performance Stock Units",
    "Deferred Stock Units",
    "Deferred Shares",
    "Performance Shares",
    "Phantom Stock",
    "Phantom Units",
    "Phantom Common Stock",
    "Stock Units",
    "Common Stock Units",
    "Common Stock Equivalents",
    "Common Share Equivalents",
    "Deferred Common Stock",
    "Rights",
    "Preferred Stock Purchase Rights",
    "Preferred Share Purchase Rights",
    "Contingent Value Rights",
    "Founder Shares",
    "Special Voting Preferred Stock",
    "No securities owned",
    "None",
    "See Remarks",
    "Total Return Swap",
    "Earnout Shares",
    "Earn-out Shares",
    "Performance Share Award",
    "Performance Share Awards",
    "Deferred Compensation Plan",
  ],
  warrant: [
    "Common Stock Warrants",
    "Warrants",
    "Warrants to purchase common stock",
    "Pre-Funded Warrants",
    "Series A Common Stock Purchase Warrant",
  ],
  option: [
    "Stock Options",
    "Common Stock Option",
    "Option to purchase common stock",
    "Options (Right to Buy)",
    "Stock Appreciation Rights",
    "ISOs",
  ],
  debt: [
    "Convertible Notes",
    "5.00% Convertible Senior Notes due 2028",
    "6% Notes convertible into Common Stock",
    "Senior Debentures",
    "8% Bonds",
    "Exchange-Traded Notes",
    "Convertible Promissory Note",
    "Subordinated Debt",
  ],
  crypto: ["Digital Tokens"],
};

/** Type, name and symbol of assets by their class. */
const assetsByClass: Record<string, Parameters<typeof asset>[]> = {
  option: [
    ["Stock", "SPY Feb 2016 put 180.000"],
    ["Stock", "SPY160219P00180000"],
    ["Stock", "Invented Index 01/20/2023 C150"],
    ["Stock", "Invented Index 01/20/2023 150 C"],
    ["Stock", "PUT (INVT) INVENTED CORP JAN 20 23 $50"],
    ["Stock", "Invented Corp $50 Call 1/20/23"],
    ["ST", "Invented Corp Jan 2025 50 calls"],
    [null, "CALL INVENTED CORP $45 EXP 04/16/21"],
  ],
  common: [
    ["Stock", "Callaway Invented Company", "INVT"],
    ["Stock", "ETN - Eaton Corporation plc"],
    ["CT", "Invented Coin Exchange, Inc. Class A Common Stock", "INVT"],
    ["Stock", "WisdomTree Investments, Inc.", "INVT"],
    ["Other Securities", "Invented Gold and GemStone Mining Inc.", "INVT"],
  ],
  debt: [
    ["Stock", "Invented Volatility ETN", "INVT"],
    ["EF", "iPath Invented Index Futures", "INVT"],
    ["Other Securities", "Invented Exchange Traded Notes"],
    ["GS", "US Treasury Note 5/15/2050"],
    ["GS", "California Invented Infrastructure Bond Fund Rev 5% 2/1/2030"],
    ["Corporate Bond", "Invented Bank Rate/Coupon: 5% Matures: 01/01/2030"],
  ],
  fund: [
    ["CT", "Invented Bitcoin Trust (BTC)", "INVT"],
    ["Cryptocurrency", "iShares Invented Coin", "INVT"],
    ["Other Securities", "Goldman Sachs Access Treasury 0-1"],
    ["GS", "Invented Treasury Money Market Fund"],
    ["Government Security", "iShares 1-3 Year Treasury Bond ETF", "INVT"],
    ["Stock", "Fidelity Treasury Only Money Market"],
    ["Stock", "SPY"],
  ],
  crypto: [
    ["Cryptocurrency", "Bitcoin", "BTC"],
    ["CT", "Ethereum (ETH)"],
  ],
  other: [
    ["OT", "Invented Capital I LP"],
    ["Non-Public Stock", "Invented Corp"],
  ],
};

describe("the list", () => {
  it.each(securityPatterns)("$subject: $example is $class", ({ subject, pattern, class: wanted, example }) => {
    expect(pattern.test(example)).toBe(true);
    expect(classOfExample(subject, example)).toBe(wanted);
  });

  it("never calls a row of the derivative table a listed share", () => {
    const classes = new Set(securityPatterns.filter(({ subject }) => subject === "derivative").map((row) => row.class));
    expect([...classes].filter((name) => name === "common" || name === "fund")).toEqual([]);
    expect(titleClass("Common Stock", true, invented)).toBe("other");
  });

  it("has no class for what was not reviewed, and reads only the beginning of a long text", () => {
    expect(titleClass("Invented Thing", false, invented)).toBeNull();
    expect(titleClass("Invented Thing", true, invented)).toBeNull();
    expect(asset("Invented", "Thing")).toBeNull();
    expect(asset("Other Securities", "Invented Thing")).toBeNull();
    expect(titleClass(`${"x".repeat(1e6)} common stock`, false, invented)).toBeNull();
    expect(asset("x".repeat(1e6), "fund, ".repeat(1e5), "y".repeat(1e5))).toBe("fund");
  });

  it.each(Object.entries(titlesByClass))("gives %s to these titles of the non-derivative table", (wanted, titles) => {
    const classes = titles.map((title) => [title, `${titleClass(title, false, invented)}`]);
    expect(classes).toEqual(titles.map((title) => [title, wanted]));
  });

  it("judges a title by its issuer where its meaning depends on it", () => {
    const classes = (title: string) =>
      [invented, blankCheck, partnership].map((issuer) => titleClass(title, false, issuer));
    expect(classes("Class B Ordinary Shares")).toEqual(["common", "other", "common"]);
    expect(classes("Founder Shares")).toEqual(["other", "other", "other"]);
    expect(classes("Class A Ordinary Shares")).toEqual(["common", "common", "common"]);
    expect(classes("Units")).toEqual(["unit", "unit", "common"]);
    expect(classes("Limited Partnership Units")).toEqual(["unit", "unit", "common"]);
    expect(classes("Units of Invented Operating Partnership, L.P.")).toEqual(["unit", "unit", "unit"]);
    expect(classes("Series B Preferred Units")).toEqual(["preferred", "preferred", "preferred"]);
    for (const name of ["INVENTED ACQUISITION CORP. II", "INVENTED MERGER CORP"])
      expect(titleClass("Class F Common Stock", false, { name, sicCode: null })).toBe("other");
    expect(titleClass("Partnership Units", false, { name: "INVENTED PARTNERS, INC.", sicCode: 6500 })).toBe("unit");
    expect(commonTitleClass("Class B Ordinary Shares", false)).toBeUndefined();
    expect(commonTitleClass("Common Stock", false)).toBe("common");
    expect(commonTitleClass("Invented Thing", false)).toBeNull();
  });

  it.each(Object.entries(assetsByClass))("gives %s to these assets of members", (wanted, assets) => {
    const classes = assets.map((one) => [...one, `${asset(...one)}`]);
    expect(classes).toEqual(assets.map((one) => [...one, wanted]));
  });

  it("recognises an option contract by its symbol as disclosed", () => {
    const disclosed = { type: "Stock", name: "Invented Index", symbol: null, symbolAsFiled: "IIX160219P00180000" };
    expect(assetClass(disclosed)).toBe("option");
  });
});

it.skipIf(!hasRecords())("the list covers every distinct title of the real forms", () => {
  const folders = ["form4", "form345-fixtures", "added-2026-11/form345", "sec-form345-tsv-2024q3"];
  const { found, uncovered } = titlesIn(folders.map((folder) => `${sharedData}/${folder}`));
  expect(found).toBeGreaterThan(900);
  expect(uncovered).toEqual([]);
});
