// A Periodic Transaction Report as filed, for either chamber: the output of the Senate and House parsers and the input
// of loadReports. It contains no derived data.
import type { Chamber } from "../legislators/member.ts";
import type { Position } from "../refused/position.ts";

export type Owner = "Self" | "Spouse" | "Joint" | "Child";
export type CongressTradeType = "Purchase" | "Sale (Full)" | "Sale (Partial)" | "Sale" | "Exchange";

/** The filer, in the report's own words. The parts are set if the publisher gives them separately. */
export interface Filer {
  /** as printed, e.g. `The Honorable Susan M Collins (Collins, Susan M.)` */
  asFiled: string;
  firstName?: string;
  lastName?: string;
  suffix?: string;
  /** two letters; the House prints it, the Senate does not */
  state?: string;
  /** 0 for an at-large district */
  district?: number;
  /** set only if the record itself names the member (records made by this project); matching is skipped then */
  bioguideId?: string;
}

/** One row of a report. Dates are YYYY-MM-DD, amounts whole US dollars or exact decimals as text. */
export interface PtrTransaction {
  /** index in the report, from 0; a refused row still counts */
  rowIndex: number;
  tradedOn: string | null;
  owner: Owner | null;
  tickerAsFiled: string | null;
  assetName: string;
  assetType: string | null;
  tradeType: CongressTradeType;
  amountRange: string | null;
  amountLow: string | null;
  amountHigh: string | null;
  amountMid: string | null;
  comment: string | null;
  /** the sub-holding that the House's report names (`S O:`): rows that differ only in it are different trades */
  account?: string | null;
  /** the House's notification date */
  notifiedOn?: string | null;
  /** the House's box "capital gains over $200"; null if the document does not show it */
  capGainsOver200?: boolean | null;
  /** the House marks single rows as amended; in the Senate every row of an amended report is */
  isAmendment: boolean;
  /** the House's number of a transaction, printed where an earlier report's row is amended or deleted */
  publisherRowId?: string | null;
  /** the House's `Filing Status: Deleted`: the row deletes an earlier one, and is not a trade itself */
  withdraws?: boolean;
}

export interface PtrReport {
  chamber: Chamber;
  /** the House's DocID or the Senate's uuid; a Senate page that does not carry its uuid has `print-<digest>` */
  docId: string;
  title: string | null;
  filer: Filer;
  /** YYYY-MM-DD */
  filedOn: string;
  /** the Senate's "(Amendment n)" */
  amendmentNumber: number | null;
  /** the Senate's date of the report that an amendment amends: the "for mm/dd/yyyy" of its title */
  originalFiledOn: string | null;
  /** the page's own "(n transactions total)" */
  statedTransactions: number | null;
  /** URL of the document at the publisher */
  sourceUrl: string;
  transactions: PtrTransaction[];
}

/** A report that exists but cannot be read by machine: a scan or a paper filing. */
export interface UnreadableReport extends Omit<PtrReport, "filedOn" | "transactions"> {
  filedOn: string | null;
  status: "unreadable";
}

/** A report and the raw file it was read from (null for records made by this project). */
export interface ReportEntry {
  report: PtrReport | UnreadableReport;
  sha256: string | null;
}

/** A row that could not be read; `reason` is a stable code. */
export interface RefusedRow {
  rowIndex: number;
  reason: string;
  message: string;
  position: Position;
}

/** The result of parsing one file. */
export type Parsed =
  | { kind: "report"; report: PtrReport; refusedRows: RefusedRow[] }
  | { kind: "unreadable"; report: UnreadableReport; reason: string; message: string }
  | { kind: "refused"; reason: string; message: string };

/** True for a Senate page that does not state its uuid: its id is made from its text. */
export function lacksId(docId: string): boolean {
  return docId.startsWith("print-");
}

/** `house:<DocID>` or `senate:<uuid>`: the key of disclosure_reports, and what row ids are made from. */
export function reportId(report: Pick<PtrReport, "chamber" | "docId">): string {
  return `${report.chamber.toLowerCase()}:${report.docId}`;
}
