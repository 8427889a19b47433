// The rows of one accession -> a filing. The rows are put into the shape of the document that they were taken from and then
// read by the document's own rules, so that the two cannot differ.
import { Decimal } from "decimal.js";
import { isCalendarDate } from "../../../calendar-date.ts";
import { readOwnership } from "../document.ts";
import type { FilingRecord } from "../record.ts";
import { UnreadableFile } from "../submission.ts";
import { quote, type XmlElement, type XmlNode } from "../values.ts";
import type { AccessionRows, Row } from "./tables.ts";

/** Throws UnreadableFile with the stable reason when the rows make no filing. */
export function filingOf(rows: AccessionRows): FilingRecord {
  const { accessionNumber, SUBMISSION, unreadable } = rows;
  if (unreadable) throw new UnreadableFile("bad_line", `${unreadable}: without it the filing would be half`);
  const [submission, second] = SUBMISSION;
  if (!submission) throw new UnreadableFile("no_submission", "other tables name the accession, SUBMISSION does not");
  if (second) throw new UnreadableFile("second_submission", "SUBMISSION names the accession more than once");
  if (!/^\d{10}-\d{2}-\d{6}$/.test(accessionNumber))
    throw new UnreadableFile("no_accession", `${quote(accessionNumber)} is no accession number`);
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
    // newer editions of the tables have the checkbox, older ones leave it unknown
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

/** Surrogate keys rise with the rows of the form; the lines of the file do not. */
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

/** The elements in the order of the form, so that footnotes are mentioned in the same order. */
function tradeOf(row: Row): XmlElement {
  return {
    securityTitle: noted(row, "SECURITY_TITLE"),
    conversionOrExercisePrice: noted(row, "CONV_EXERCISE_PRICE", number),
    transactionDate: noted(row, "TRANS_DATE", isoDate),
    deemedExecutionDate: noted(row, "DEEMED_EXECUTION_DATE", isoDate),
    // the metadata name this column EQUITY_SWAP_INVOLVED_FN, the readme and the files EQUITY_SWAP_TRANS_CD_FN
    transactionCoding: {
      transactionCode: row.TRANS_CODE,
      footnoteId: notes(row.EQUITY_SWAP_TRANS_CD_FN ?? row.EQUITY_SWAP_INVOLVED_FN),
    },
    transactionTimeliness: noted(row, "TRANS_TIMELINESS"),
    transactionAmounts: {
      transactionShares: noted(row, "TRANS_SHARES", number),
      transactionTotalValue: noted(row, "TRANS_TOTAL_VALUE", number),
      transactionPricePerShare: noted(row, "TRANS_PRICEPERSHARE", number),
      transactionAcquiredDisposedCode: noted(row, "TRANS_ACQUIRED_DISP_CD"),
    },
    // misspelt in the publisher's table
    ...underlyingOf(row, "EXCERCISE_DATE"),
    ...positionOf(row),
  };
}

function holdingOf(row: Row): XmlElement {
  return {
    securityTitle: noted(row, "SECURITY_TITLE"),
    conversionOrExercisePrice: noted(row, "CONV_EXERCISE_PRICE", number),
    transactionCoding: { footnoteId: notes(row.TRANS_FORM_TYPE_FN) },
    ...underlyingOf(row, "EXERCISE_DATE"),
    ...positionOf(row),
  };
}

function underlyingOf(row: Row, exerciseDate: string): XmlElement {
  return {
    exerciseDate: noted(row, exerciseDate, isoDate),
    expirationDate: noted(row, "EXPIRATION_DATE", isoDate),
    underlyingSecurity: {
      underlyingSecurityTitle: noted(row, "UNDLYNG_SEC_TITLE"),
      underlyingSecurityShares: noted(row, "UNDLYNG_SEC_SHARES", number),
      underlyingSecurityValue: noted(row, "UNDLYNG_SEC_VALUE", number),
    },
  };
}

function positionOf(row: Row): XmlElement {
  return {
    postTransactionAmounts: {
      sharesOwnedFollowingTransaction: noted(row, "SHRS_OWND_FOLWNG_TRANS", number),
      valueOwnedFollowingTransaction: noted(row, "VALU_OWND_FOLWNG_TRANS", number),
    },
    ownershipNature: {
      directOrIndirectOwnership: noted(row, "DIRECT_INDIRECT_OWNERSHIP"),
      natureOfOwnership: noted(row, "NATURE_OF_OWNERSHIP"),
    },
  };
}

function noted(row: Row, column: string, read: (raw: string | undefined) => string | undefined = same): XmlElement {
  return { value: read(row[column]) ?? "", footnoteId: notes(row[`${column}_FN`]) };
}

const same = (raw: string | undefined) => raw;

/** `F1, F2` */
function notes(ids: string | undefined): XmlNode {
  if (!ids) return [];
  return ids
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map((id) => ({ "@id": id }));
}

/** NUMBER(16,2), which some editions print as floating point: `1.0E7`. What is no number is left for the reader to refuse. */
function number(raw: string | undefined): string | undefined {
  return raw && /^\d+(\.\d+)?E[+-]?\d{1,2}$/i.test(raw) ? new Decimal(raw).toFixed() : raw;
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** `27-SEP-2024` -> `2024-09-27`; anything else stays as it is, for the reader to refuse. */
function isoDate(raw: string | undefined): string | undefined {
  const [, day, month, year] = /^(\d{1,2})-([A-Z]{3})-(\d{4})$/i.exec(raw?.trim() ?? "") ?? [];
  const place = month ? months.indexOf(month.toUpperCase()) + 1 : 0;
  return day && place > 0 ? `${year}-${String(place).padStart(2, "0")}-${day.padStart(2, "0")}` : raw;
}
