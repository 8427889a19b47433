// One day of data for benchmarks: 1,500 forms of about a thousand companies with some 4,000 trades, and a bar of every symbol.
import type { FilingToLoad, TransactionRecord } from "../../src/ingest/form345/read/record.ts";
import type { SeriesBars } from "../../src/ingest/prices/load.ts";
import type { Store } from "../../src/store/store.ts";
import { benchToday, companyCik, companySymbol, insiderCik, pricedCompanies } from "./derive-store.ts";

const forms = 1500;
const codes = ["P", "S", "S", "S", "M", "A", "F", "S"];

/** Always the same filings. A few companies have most of them, and people have the same names, as in the store. */
export async function dayOfFilings({ pool }: Store): Promise<FilingToLoad[]> {
  const { rows } = await pool.query<{ cik: string; name: string }>("SELECT cik, name FROM insiders");
  const names = new Map(rows.map(({ cik, name }) => [cik, name]));
  return Array.from({ length: forms }, (_, form) => {
    const company = Math.floor(8000 * fraction(form, 1) ** 1.6);
    const cik = insiderCik(company * 15 + Math.floor(15 * fraction(form, 2)));
    const lots = 1 + Math.floor(4.35 * fraction(form, 3));
    return { filing: filing(form, company, { cik, name: names.get(cik) ?? cik }, lots) };
  });
}

function filing(
  form: number,
  company: number,
  insider: { cik: string; name: string },
  lots: number,
): FilingToLoad["filing"] {
  const code = codes[form % codes.length] ?? "S";
  return {
    accessionNumber: `0009999999-26-${String(form).padStart(6, "0")}`,
    formType: "4",
    schemaVersion: "X0508",
    filedOn: benchToday,
    filedOnSource: "header",
    acceptedAt: null,
    periodOfReport: "2026-01-13",
    originalSubmittedOn: null,
    issuer: {
      cik: companyCik(company),
      name: `Invented Company ${company}`,
      ticker: companySymbol(company),
      sicCode: null,
    },
    owners: [
      {
        ...insider,
        isDirector: true,
        isOfficer: false,
        isTenPercentOwner: false,
        isOther: false,
        officerTitle: null,
        otherText: null,
      },
    ],
    aff10b5One: false,
    notSubjectTo16: null,
    remarks: null,
    footnotes: {},
    transactions: Array.from({ length: lots }, (_, rowIndex) => transaction(rowIndex, code)),
    holdings: [],
    refused: [],
  };
}

function transaction(rowIndex: number, code: string): TransactionRecord {
  return {
    isDerivative: false,
    rowIndex,
    securityTitle: "Common Stock",
    tradedOn: "2026-01-13",
    transactionCode: code,
    acquiredDisposed: "PMA".includes(code) ? "A" : "D",
    shares: String(100 * (rowIndex + 1)),
    price: "25.5",
    totalValue: null,
    sharesOwnedAfter: "10000",
    valueOwnedAfter: null,
    ownership: "D",
    natureOfOwnership: null,
    exercisePrice: null,
    exercisableOn: null,
    expiresOn: null,
    underlyingTitle: null,
    underlyingShares: null,
    footnoteIds: [],
  };
}

/** Spread over [0, 1), always the same for the same two numbers (Knuth's multiplicative hash). */
function fraction(form: number, salt: number): number {
  return (((form + 1) * 2_654_435_761 + salt * 40_503 * (form + 7)) % 4_294_967_296) / 4_294_967_296;
}

/** The day's bar of every symbol that has prices, and of the benchmark. */
export function dayOfPrices(): SeriesBars[] {
  const symbols = ["SPY", ...Array.from({ length: pricedCompanies }, (_, company) => companySymbol(company))];
  const bar = { open: "30", high: "31", low: "29", close: "30", adjustedClose: "27", volume: "1000" };
  return symbols.map((symbol) => ({
    symbol,
    provider: "bench",
    adjusted: true,
    dividends: true,
    bars: [{ date: benchToday, ...bar }],
  }));
}
