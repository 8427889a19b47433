// The corpus of the ingestion benchmark: Form 4 filings of invented companies and people, the same for the same seed. Sizes
// follow what filings of 2023 show: 2.3 transactions and 1.1 owners a filing, 0.6 kB of footnotes, few companies with many
// filings and many with few, 2 % amendments, a quarter derivative rows, prices with two to four decimals.
import type { FilingRecord, OwnerRecord, TransactionRecord } from "../../src/ingest/form345/read/record.ts";
import { Chance } from "../../src/ingest/sample/random.ts";

/** Numbers from 0 to below 1, the same ones for the same seed on every machine. */
export function randomOf(seed: number): () => number {
  const chance = new Chance(seed);
  return () => chance.next();
}

const companies = 12_000;
const people = 250_000;
const firstDay = Date.UTC(2006, 0, 2);
const days = 7_300;
const surnames = ["HARTSWELL", "CORVANE", "OSTREL", "MINDELAW", "QUILLON", "VAN DER ZELT", "BRANTISH", "DOVERLEY"];
const givenNames = ["SILAS", "ANNABETH", "TOR", "MARIELLE", "IDRIS", "PETRA"];
const titles = ["Chief Executive Officer", "EVP, General Counsel & Secretary", "Chief Financial Officer", "SVP"];
const words = [
  "Widgets",
  "Biologics",
  "Systems",
  "Bancorp",
  "Energy Partners",
  "Holdings",
  "Therapeutics",
  "Realty Trust",
];
const codes = ["S", "S", "S", "S", "M", "M", "A", "A", "A", "F", "F", "P", "P", "G", "D", "C", "X", "J"];
const securities = [
  "Common Stock",
  "Common Stock",
  "Class A Common Stock",
  "Ordinary Shares",
  "Common Stock, par value $0.001",
];
const derivatives = ["Restricted Stock Units", "Stock Option (right to buy)", "Employee Stock Option", "Phantom Stock"];
const notes = [
  "The price reported in Column 4 is a weighted average price. These shares were sold in multiple transactions at prices ranging from $41.02 to $41.97, inclusive. The reporting person undertakes to provide to the issuer, any security holder of the issuer, or the staff of the Securities and Exchange Commission, upon request, full information regarding the number of shares sold at each separate price.",
  "These transactions were effected pursuant to a Rule 10b5-1 trading plan adopted by the reporting person.",
  "Each restricted stock unit represents a contingent right to receive one share of the issuer's common stock.",
  "Shares withheld by the issuer to satisfy tax withholding obligations upon the vesting of restricted stock units.",
  "The shares are held by a family trust of which the reporting person is a trustee & beneficiary, who disclaims beneficial ownership except to the extent of any pecuniary interest therein.",
  "One quarter of the options vested on the first anniversary of the grant date; the remainder vests in equal monthly instalments over the following thirty-six months, subject to continued service.",
];

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const day = (at: number) => new Date(firstDay + at * 86_400_000).toISOString().slice(0, 10);
const calendar = Array.from({ length: days + 4_000 }, (_, at) => day(at));
/** low numbers far more often than high ones */
const skewed = (random: () => number, max: number) => Math.floor(random() ** 3 * max);

/** The filing number `index`. */
export function filingAt(index: number, random: () => number): FilingRecord {
  const company = skewed(random, companies);
  const on = Math.floor(random() * days) + 4;
  const isAmendment = random() < 0.02;
  const footnotes = footnotesOf(random);
  const noteIds = Object.keys(footnotes);
  const count = random() < 0.03 ? 0 : Math.min(30, 1 + Math.floor(-1.8 * Math.log(1 - random())));
  const rows = { N: 0, D: 0 };
  const transactions = Array.from({ length: count }, () => {
    const isDerivative = random() < 0.25;
    return transactionOf(random, isDerivative, isDerivative ? rows.D++ : rows.N++, on, noteIds);
  }).sort((a, b) => Number(a.isDerivative) - Number(b.isDerivative));
  return {
    accessionNumber: `${String(9_000_000_000 + Math.floor(index / 1_000_000))}-24-${String(index % 1_000_000).padStart(6, "0")}`,
    formType: isAmendment ? "4/A" : "4",
    schemaVersion: "X0508",
    filedOn: calendar[on] ?? "",
    filedOnSource: "header",
    acceptedAt: null,
    periodOfReport: calendar[on - 2] ?? null,
    originalSubmittedOn: isAmendment ? (calendar[on - 4] ?? null) : null,
    issuer: {
      cik: String(9_000_000_000 + company),
      name: `Invented ${words[company % words.length]} ${company} Inc.`,
      ticker: company % 17 === 0 ? "NONE" : `ZQ${company.toString(36).toUpperCase()}`,
      sicCode: null,
    },
    owners: ownersOf(random),
    aff10b5One: on > 6_300 ? random() < 0.2 : null,
    notSubjectTo16: random() < 0.5 ? false : null,
    remarks: random() < 0.1 ? "Exhibit 24 - Power of Attorney" : null,
    footnotes,
    transactions,
    holdings: [],
    refused: [],
  };
}

function footnotesOf(random: () => number): Record<string, string> {
  const footnotes: Record<string, string> = {};
  const count = Math.floor(random() * 6);
  for (let at = 1; at <= count; at++) footnotes[`F${at}`] = pick(random, notes);
  return footnotes;
}

function ownersOf(random: () => number): OwnerRecord[] {
  const count = random() < 0.94 ? 1 : 2 + Math.floor(random() * 6);
  const first = skewed(random, people);
  return Array.from({ length: count }, (_, at) => {
    const person = (first + at * 7) % people;
    const isOfficer = person % 3 === 0;
    return {
      cik: String(9_100_000_000 + person),
      name: `${surnames[person % surnames.length]} ${givenNames[person % givenNames.length]} ${person}`,
      isDirector: person % 2 === 0,
      isOfficer,
      isTenPercentOwner: person % 11 === 0,
      isOther: person % 97 === 0,
      officerTitle: isOfficer ? (titles[person % titles.length] ?? null) : null,
      otherText: person % 97 === 0 ? "See Remarks" : null,
    };
  });
}

function transactionOf(
  random: () => number,
  isDerivative: boolean,
  rowIndex: number,
  on: number,
  noteIds: string[],
): TransactionRecord {
  const shares = random() < 0.03 ? (random() * 1000).toFixed(4) : String(Math.ceil(random() ** 4 * 200_000));
  const isIndirect = random() < 0.2;
  return {
    isDerivative,
    rowIndex,
    securityTitle: pick(random, isDerivative ? derivatives : securities),
    tradedOn: calendar[on - 1 - Math.floor(random() * 3)] ?? null,
    transactionCode: pick(random, codes),
    acquiredDisposed: random() < 0.5 ? "A" : "D",
    shares,
    price: random() < 0.12 ? null : (random() ** 2 * 400).toFixed(random() < 0.3 ? 4 : 2),
    totalValue: null,
    sharesOwnedAfter: String(Math.floor(random() ** 3 * 3_000_000)),
    valueOwnedAfter: null,
    ownership: isIndirect ? "I" : "D",
    natureOfOwnership: isIndirect ? "By Family Trust" : null,
    exercisePrice: isDerivative ? (random() * 90).toFixed(2) : null,
    exercisableOn: isDerivative && random() < 0.4 ? (calendar[on + 300] ?? null) : null,
    expiresOn: isDerivative ? (calendar[on + 3_600] ?? null) : null,
    underlyingTitle: isDerivative ? "Common Stock" : null,
    underlyingShares: isDerivative ? shares : null,
    footnoteIds: noteIds.filter(() => random() < 0.3),
  };
}
