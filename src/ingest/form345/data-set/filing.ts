// Converts the rows of one accession number to a filing. The rows are put into the structure of the original XML
// document and then read by the same rules, so that both give the same result.
import { Decimal } from "decimal.js";
import { isCalendarDate } from "../../../lib/calendar-date.ts";
import type { XmlElement, XmlNode } from "../../edgar/xml.ts";
import { readOwnership } from "../read/document.ts";
import { holdingFields, quote, type RowField, tradeFields } from "../read/fields.ts";
import type { FilingRecord } from "../read/record.ts";
import { UnreadableFile } from "../read/submission.ts";
import type { AccessionRows, Row } from "./tables.ts";

/** Throws UnreadableFile with the stable reason if the rows are not a valid filing. */
export function filingOf(rows: AccessionRows): FilingRecord {
  const { accessionNumber, SUBMISSION, unreadable } = rows;
  if (unreadable) throw new UnreadableFile("bad_line", `${unreadable}: without it the filing would be incomplete`);
  const [submission, second] = SUBMISSION;
  if (!submission) throw new UnreadableFile("no_submission", "other tables name the accession, SUBMISSION does not");
  if (second) throw new UnreadableFile("second_submission", "SUBMISSION names the accession more than once");
  if (!/^\d{10}-\d{2}-\d{6}$/.test(accessionNumber))
    throw new UnreadableFile("no_accession", `${quote(accessionNumber)} is not an accession number`);
  const filedOn = isoDate(submission.FILING_DATE);
  if (!filedOn || !isCalendarDate(filedOn))
    throw new UnreadableFile("no_filing_date", `FILING_DATE is not a date: ${quote(submission.FILING_DATE ?? "")}`);
  const document = readOwnership(documentOf(submission, rows), null);
  return { ...document, accessionNumber, filedOn, filedOnSource: "data_set", acceptedAt: null };
}

function documentOf(submission: Row, rows: AccessionRows): XmlElement {
  return {
    documentType: submission.DOCUMENT_TYPE,
    periodOfReport: isoDate(submission.PERIOD_OF_REPORT),
    dateOfOriginalSubmission: isoDate(submission.DATE_OF_ORIG_SUB),
    notSubjectToSection16: submission.NOT_SUBJECT_SEC16,
    // newer editions of the tables have the checkbox; in older ones it is unknown
    aff10b5One: submission.AFF10B5ONE,
    issuer: {
      issuerCik: submission.ISSUERCIK,
      issuerName: submission.ISSUERNAME,
      issuerTradingSymbol: submission.ISSUERTRADINGSYMBOL,
    },
    reportingOwner: rows.REPORTINGOWNER.map(ownerOf),
    nonDerivativeTable: {
      nonDerivativeTransaction: inFormOrder(rows.NONDERIV_TRANS, "NONDERIV_TRANS_SK").map(tradeOf),
      nonDerivativeHolding: inFormOrder(rows.NONDERIV_HOLDING, "NONDERIV_HOLDING_SK").map(holdingOf),
    },
    derivativeTable: {
      derivativeTransaction: inFormOrder(rows.DERIV_TRANS, "DERIV_TRANS_SK").map(tradeOf),
      derivativeHolding: inFormOrder(rows.DERIV_HOLDING, "DERIV_HOLDING_SK").map(holdingOf),
    },
    footnotes: {
      footnote: rows.FOOTNOTES.map((note) => ({ "@id": note.FOOTNOTE_ID, "#text": note.FOOTNOTE_TXT })),
    },
    remarks: submission.REMARKS,
  };
}

/** Surrogate keys increase in the order of the form; the lines of the file do not. */
function inFormOrder(rows: Row[], key: string): Row[] {
  return [...rows].sort((a, b) => Number(a[key]) - Number(b[key]));
}

/** `Director,Officer,TenPercentOwner,Other` */
function ownerOf(row: Row): XmlElement {
  const roles = (row.RPTOWNER_RELATIONSHIP ?? "")
    .toLowerCase()
    .split(",")
    .map((role) => role.replace(/[^a-z0-9]/g, ""));
  const has = (...names: string[]) => (names.some((name) => roles.includes(name)) ? "1" : "0");
  return {
    reportingOwnerId: { rptOwnerCik: row.RPTOWNERCIK, rptOwnerName: row.RPTOWNERNAME },
    reportingOwnerRelationship: {
      isDirector: has("director"),
      isOfficer: has("officer"),
      isTenPercentOwner: has("tenpercentowner", "10percentowner", "10owner"),
      isOther: has("other"),
      officerTitle: row.RPTOWNER_TITLE,
      otherText: row.RPTOWNER_TXT,
    },
  };
}

interface FormElement {
  path: string;
  /** its position in the form */
  inForm: number;
  read: (row: Row) => XmlNode;
}

const conversions: Partial<Record<RowField["kind"], (raw: string | undefined) => string | undefined>> = {
  date: isoDate,
  optionalDate: isoDate,
  decimal: number,
};

const valued = ({ path, inForm, kind }: RowField, column: string): FormElement => ({
  path,
  inForm,
  read: (row) => withFootnotes(row, column, conversions[kind]),
});

/** Not stored, but footnotes may belong to it. */
const underlyingValue: RowField = {
  path: "underlyingSecurity/underlyingSecurityValue",
  kind: "decimal",
  column: "UNDLYNG_SEC_VALUE",
  inForm: 16,
};
const withFootnotesOnly: RowField[] = [
  { path: "deemedExecutionDate", kind: "date", column: "DEEMED_EXECUTION_DATE", inForm: 4 },
  { path: "transactionTimeliness", kind: "text", column: "TRANS_TIMELINESS", inForm: 7 },
  underlyingValue,
];

/** The footnotes of `transactionCoding`, which are in different columns. */
const codingFootnotes = (idsOf: (row: Row) => string | undefined): FormElement => ({
  path: "transactionCoding/footnoteId",
  inForm: 6,
  read: (row) => footnoteIds(idsOf(row)),
});

const tradeOf = rowMaker([
  ...[...Object.values(tradeFields), ...withFootnotesOnly].map((field) => valued(field, field.column)),
  // the metadata name this column EQUITY_SWAP_INVOLVED_FN, the readme and the files EQUITY_SWAP_TRANS_CD_FN
  codingFootnotes((row) => row.EQUITY_SWAP_TRANS_CD_FN ?? row.EQUITY_SWAP_INVOLVED_FN),
]);

const holdingOf = rowMaker([
  ...[...Object.values(holdingFields), underlyingValue].map((field) =>
    valued(field, field.holdingColumn ?? field.column),
  ),
  codingFootnotes((row) => row.TRANS_FORM_TYPE_FN),
]);

/** Makes the element of a row, in the order of the form, so that footnotes are mentioned in the same order. */
function rowMaker(unordered: FormElement[]): (row: Row) => XmlElement {
  const parts = unordered
    .toSorted((a, b) => a.inForm - b.inForm)
    .map(({ path, read }) => {
      const [child = "", parent] = path.split("/").reverse();
      return { parent, child, read };
    });
  return (row) => {
    const made: Record<string, XmlElement> = {};
    const all: XmlElement = {};
    for (const { parent, child, read } of parts) {
      if (parent === undefined) all[child] = read(row);
      else {
        made[parent] ??= {};
        all[parent] = made[parent];
        made[parent][child] = read(row);
      }
    }
    return all;
  };
}

function withFootnotes(
  row: Row,
  column: string,
  read: (raw: string | undefined) => string | undefined = same,
): XmlElement {
  return { value: read(row[column]) ?? "", footnoteId: footnoteIds(row[`${column}_FN`]) };
}

const same = (raw: string | undefined) => raw;

/** `F1, F2` */
function footnoteIds(ids: string | undefined): XmlNode {
  if (!ids) return [];
  return ids
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map((id) => ({ "@id": id }));
}

/**
 * NUMBER(16,2), which some editions print as floating point: `1.0E7`. Text that is not a number is returned unchanged,
 * and the reader refuses it.
 */
function number(raw: string | undefined): string | undefined {
  return raw && /^\d+(\.\d+)?E[+-]?\d{1,2}$/i.test(raw) ? new Decimal(raw).toFixed() : raw;
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** `27-SEP-2024` -> `2024-09-27`; anything else is returned unchanged, and the reader refuses it. */
function isoDate(raw: string | undefined): string | undefined {
  const [, day, month, year] = /^(\d{1,2})-([A-Z]{3})-(\d{4})$/i.exec(raw?.trim() ?? "") ?? [];
  const monthNumber = month ? months.indexOf(month.toUpperCase()) + 1 : 0;
  return day && monthNumber > 0 ? `${year}-${String(monthNumber).padStart(2, "0")}-${day.padStart(2, "0")}` : raw;
}
