// A form and its trade rows as needed to link amendments, and how two of them are compared.
import { Decimal } from "decimal.js";
import { securityKey } from "../../../domain/security-class.ts";

/** One trade row; numbers are decimal text, dates YYYY-MM-DD, unknown is null. */
export interface FiledRow {
  /** id of the stored row */
  id: string;
  accessionNumber: string;
  isDerivative: boolean;
  rowIndex: number;
  transactionCode: string;
  /** `A` or `D` */
  acquiredDisposed: string | null;
  securityTitle: string;
  tradedOn: string | null;
  shares: string | null;
  price: string | null;
  /** the filed total, if the form states no shares */
  value: string | null;
  sharesOwnedAfter: string | null;
  /** `D` or `I` */
  ownership: string | null;
  exercisePrice: string | null;
  expiresOn: string | null;
  /** ids of the footnotes that the row refers to */
  footnoteIds: string[];
}

export interface FiledForm {
  accessionNumber: string;
  companyCik: string;
  /** `4`, `5`, `4/A` ... */
  formType: string;
  filedOn: string;
  /** dateOfOriginalSubmission of an amendment */
  originalSubmittedOn: string | null;
  /** CIKs of all owners */
  owners: string[];
  remarks: string | null;
  /** footnote id -> text */
  footnotes: Record<string, string>;
  /** in the order of the form */
  rows: FiledRow[];
}

export const isAmendment = ({ formType }: Pick<FiledForm, "formType">): boolean => formType.endsWith("/A");

/** `4` of `4/A` */
const baseForm = ({ formType }: FiledForm): string => formType.replace("/A", "");

/** True if `amendment` can amend `earlier`: same company, base form and an owner in common, and filed before it. */
export function canAmend(amendment: FiledForm, earlier: FiledForm): boolean {
  return (
    compareFiled(earlier, amendment) < 0 &&
    earlier.companyCik === amendment.companyCik &&
    baseForm(earlier) === baseForm(amendment) &&
    earlier.owners.some((owner) => amendment.owners.includes(owner))
  );
}

/** Filing order: date, originals before amendments of one day, accession number. */
export function compareFiled(a: FiledForm, b: FiledForm): number {
  return (
    compare(a.filedOn, b.filedOn) ||
    Number(isAmendment(a)) - Number(isAmendment(b)) ||
    compare(a.accessionNumber, b.accessionNumber)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rows of one form and its amendments with the same key are a group: table, security, code and trade date. */
export function groupKey(row: FiledRow): string {
  return [securityOf(row), row.transactionCode, row.tradedOn].join("|");
}

/** The table and the security, in whatever words its title is written. */
export function securityOf({ isDerivative, securityTitle }: FiledRow): string {
  return `${isDerivative}|${securityKey(securityTitle)}`;
}

/** Decimal text as filed: `1500` and `1500.00` are the same; two unknown numbers are too. */
export function same(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && new Decimal(a).eq(b));
}

export const sameShares = (a: FiledRow, b: FiledRow): boolean => a.shares !== null && same(a.shares, b.shares);

/** A price of 0, e.g. of a grant, says nothing. */
export const samePrice = (a: FiledRow, b: FiledRow): boolean => Number(a.price) > 0 && same(a.price, b.price);

/** Equal shares (or filed totals), price and ownership. */
export function isEqual(a: FiledRow, b: FiledRow): boolean {
  return (
    a.ownership === b.ownership &&
    same(a.shares, b.shares) &&
    same(a.price, b.price) &&
    (a.shares !== null || same(a.value, b.value))
  );
}

/** The terms of a derivative: a company may grant several options on one day. */
export const sameTerms = (a: FiledRow, b: FiledRow): boolean =>
  same(a.exercisePrice, b.exercisePrice) && a.expiresOn === b.expiresOn;

/** Both rows state terms of a derivative, and other ones: two lots, unless the terms were corrected. */
export const statesOtherTerms = (a: FiledRow, b: FiledRow): boolean =>
  (a.exercisePrice !== null && b.exercisePrice !== null && !same(a.exercisePrice, b.exercisePrice)) ||
  (a.expiresOn !== null && b.expiresOn !== null && a.expiresOn !== b.expiresOn);

/** The balance before the trade; null if it does not follow from the row. */
export function balanceBefore({ shares, sharesOwnedAfter, acquiredDisposed }: FiledRow): Decimal | null {
  if (shares === null || sharesOwnedAfter === null || acquiredDisposed === null) return null;
  const after = new Decimal(sharesOwnedAfter);
  return acquiredDisposed === "A" ? after.minus(shares) : after.plus(shares);
}

/** Both rows start from the same balance of the same kind of ownership. */
export function startsEqual(a: FiledRow, b: FiledRow): boolean {
  const [one, other] = [balanceBefore(a), balanceBefore(b)];
  return one !== null && other !== null && one.eq(other) && a.ownership === b.ownership && sameTerms(a, b);
}
