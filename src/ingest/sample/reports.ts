// Invented Periodic Transaction Reports of the invented members: every kind of trade, owner, asset and bracket, late
// ones, amended ones, and impossible dates.
import { addDays, weekdayOnOrBefore } from "../../lib/calendar-date.ts";
import type { CongressTradeType, Owner, PtrReport, PtrTransaction } from "../congress/record.ts";
import { readAmount } from "../congress/values.ts";
import type { MemberRecord } from "../legislators/records.ts";
import { type InventedCompany, mark } from "./cast.ts";
import { at, type Chance } from "./random.ts";

const reportCount = 300;
/** number of days before today in which reports are filed: includes a Congress without any known roster */
const reportDays = 1_500;

const brackets = [
  "$1,001 - $15,000",
  "$1,001 - $15,000",
  "$15,001 - $50,000",
  "$50,001 - $100,000",
  "$100,001 - $250,000",
  "$250,001 - $500,000",
  "$500,001 - $1,000,000",
  "$1,000,001 - $5,000,000",
  "$5,000,001 - $25,000,000",
  "$25,000,001 - $50,000,000",
  "Over $50,000,000",
  "$4,212.50",
  "--",
];
const tradeTypes: CongressTradeType[] = [
  "Purchase",
  "Sale (Full)",
  "Purchase",
  "Sale (Partial)",
  "Sale",
  "Purchase",
  "Exchange",
];
const owners: (Owner | null)[] = ["Self", "Spouse", "Joint", "Self", "Child", null];

/** Assets other than shares, in the wording of the Senate's pages and the codes of the House's reports. */
const otherAssets = {
  Senate: [
    "Stock Option",
    "Corporate Bond",
    "Municipal Security",
    "Other Securities",
    "Non-Public Stock",
    "Cryptocurrency",
  ],
  House: ["OP", "CS", "GS", "OT", "PS", "CT", "EF", "MF", "HN", "OI"],
};

/** Reports in the order of their document ids. The order must not change, so that the ids do not change. */
export function inventReports(
  members: MemberRecord[],
  companies: InventedCompany[],
  today: string,
  chance: Chance,
): PtrReport[] {
  const listed = companies.filter((company) => company.symbol !== null);
  const reports = Array.from({ length: reportCount }, (_, index) => {
    const member = at(members, index * 5 + chance.integer(0, 3));
    const newest = Math.min(reportDays, 1 + Math.floor((index / reportCount) * reportDays));
    const filedOn = weekdayOnOrBefore(addDays(today, -newest));
    const count = chance.integer(1, 4);
    const transactions = Array.from({ length: count }, (_, row) =>
      inventTransaction(row, index * 7 + row, dateOf(index, filedOn, today, chance), listed, member, chance),
    );
    return inventReport(index, member, filedOn, transactions);
  });
  return [...reports, ...reports.filter((_, index) => index % 25 === 11).map(amend)];
}

function inventReport(index: number, member: MemberRecord, filedOn: string, transactions: PtrTransaction[]): PtrReport {
  const chamber = member.terms.at(-1)?.chamber ?? "House";
  const docId =
    chamber === "House" ? String(99_000_001 + index) : `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  const { state, district } = member.terms.at(-1) ?? {};
  return {
    chamber,
    docId,
    // the title of a Senate report has its date, that of an amendment the date of the amended report
    title: `Periodic Transaction Report for ${filedOn} ${mark}`,
    filer: {
      asFiled: member.name,
      firstName: member.firstName,
      lastName: member.lastName,
      state,
      district: district ?? undefined,
      bioguideId: member.bioguideId,
    },
    filedOn,
    amendmentNumber: null,
    originalFiledOn: null,
    statedTransactions: transactions.length,
    sourceUrl: `https://disclosures.example.invalid/sample/${docId}${chamber === "House" ? ".pdf" : ""}`,
    transactions,
  };
}

/**
 * The trade date of a report. Most are disclosed in time, one in eight late; a few dates are missing or typing errors.
 */
function dateOf(index: number, filedOn: string, today: string, chance: Chance): string | null {
  const delay = chance.happens(0.13) ? chance.integer(46, 240) : chance.integer(3, 44);
  const typos: Record<number, string | null> = {
    17: addDays(filedOn, 6) < today ? addDays(filedOn, 6) : filedOn,
    23: addDays(today, 365 * 9),
    31: addDays(filedOn, -2_200),
    43: null,
  };
  const typo = typos[index % 50];
  return typo === undefined ? weekdayOnOrBefore(addDays(filedOn, -delay)) : typo;
}

function inventTransaction(
  rowIndex: number,
  turn: number,
  tradedOn: string | null,
  listed: InventedCompany[],
  member: MemberRecord,
  chance: Chance,
): PtrTransaction {
  const chamber = member.terms.at(-1)?.chamber ?? "House";
  const company = at(listed, turn * 3 + chance.integer(0, 5));
  const isShare = turn % 5 !== 4;
  const kind = isShare ? (chamber === "House" ? "ST" : "Stock") : at(otherAssets[chamber], Math.floor(turn / 5));
  const hasSymbol = isShare || kind === "OP" || kind === "Stock Option";
  return {
    rowIndex,
    tradedOn,
    owner: at(owners, turn),
    tickerAsFiled: hasSymbol ? company.symbol : null,
    assetName: isShare ? `${company.name} Common Stock` : `${company.name} ${describe(kind)}`,
    assetType: kind,
    tradeType: chance.pick(tradeTypes),
    ...readAmount(at(brackets, chance.integer(0, 5) + (turn % 9 === 8 ? 7 : 0))),
    comment: turn % 6 === 0 ? "Invented for the sample data." : null,
    isAmendment: false,
  };
}

function describe(kind: string): string {
  if (kind === "OP" || kind === "Stock Option") return "Call Options, strike above the market";
  return kind === "CS" || kind === "Corporate Bond" ? "4.25% Notes due in seven years" : `Holding (${kind})`;
}

/**
 * The same report five days later with a corrected bracket: the Senate marks the amendment in the title, the House in
 * each row.
 */
function amend(report: PtrReport, index: number): PtrReport {
  const isHouse = report.chamber === "House";
  const docId = isHouse ? String(99_500_001 + index) : `00000000-0000-4000-9000-${String(index).padStart(12, "0")}`;
  return {
    ...report,
    docId,
    filedOn: weekdayOnOrBefore(addDays(report.filedOn, 5)),
    amendmentNumber: isHouse ? null : 1,
    originalFiledOn: isHouse ? null : report.filedOn,
    sourceUrl: report.sourceUrl.replace(report.docId, docId),
    transactions: report.transactions.map((row) => ({ ...row, ...readAmount("$15,001 - $50,000"), isAmendment: true })),
  };
}
